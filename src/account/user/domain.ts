import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import { oneLine } from '../../platform/plain-text.ts'

export const REASON_MAX = 500

/** What an admin does to an account, as it stands in the audit trail after `user.`. */
export type UserAct = 'grant_admin' | 'revoke_admin' | 'suspend' | 'lift' | 'sign_out'

/** One line, as it is kept. */
export const cleanReason = (reason: string) => oneLine(reason)

/** Whose account is suspended reads why: that cannot be left out. @param reason cleaned */
export function reasonIssues(act: UserAct, reason: string): Issue[] {
  const say = (message: string) => [{ path: 'reason', message }]
  if (act === 'suspend' && reason === '') return say('Please say why')
  if ([...reason].length > REASON_MAX) return say(`Please use at most ${REASON_MAX} characters`)
  return []
}

type Standing = { isSelf: boolean; isAdmin: boolean; isSuspended: boolean; otherAdmins: number }

/** What is against an act; null: nothing. @param standing.otherAdmins who could still sign in and act as admins */
export function refusal(act: UserAct, { isSelf, isAdmin, isSuspended, otherAdmins }: Standing): DomainError | null {
  const conflict = (code: string, message: string) => new DomainError('conflict', code, message)
  if (act === 'suspend' && isSelf) return conflict('own_account', 'You cannot suspend your own account.')
  if (act === 'revoke_admin' && isAdmin && otherAdmins === 0)
    return conflict('last_admin', 'This is the last admin. Make somebody else an admin first.')
  if (act === 'grant_admin' && isSuspended && !isAdmin)
    return conflict('account_suspended', 'This account is suspended. Lift that first.')
  return null
}

/** Whether an act changes anything: asked for again it is answered as it was the first time, and not written down. */
export const isDue = (act: UserAct, { isAdmin, isSuspended }: Pick<Standing, 'isAdmin' | 'isSuspended'>): boolean =>
  ({ grant_admin: !isAdmin, revoke_admin: isAdmin, suspend: !isSuspended, lift: isSuspended, sign_out: true })[act]

export const noSuchUser = () => notFound('There is no such account.', 'account_not_found')
