import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import { oneLine } from '../../platform/plain-text.ts'
import * as t from '../text/user.ts'

export const REASON_MAX = 500

/** An admin's action on an account. The audit trail stores it after `user.`. */
export type UserAct = 'grant_admin' | 'revoke_admin' | 'suspend' | 'lift' | 'sign_out'

/** Turns a reason into one line, as we store it. */
export const cleanReason = (reason: string) => oneLine(reason)

/** Requires a reason to suspend, because the account's owner reads it. @param reason cleaned */
export function reasonIssues(act: UserAct, reason: string): Issue[] {
  const oneIssue = (message: string) => [{ path: 'reason', message }]
  if (act === 'suspend' && reason === '') return oneIssue(t.sayWhy())
  if ([...reason].length > REASON_MAX) return oneIssue(t.reasonTooLong({ max: REASON_MAX }))
  return []
}

type UserActFacts = {
  isSelf: boolean
  isAdmin: boolean
  /** The stored reason, or `null` if the account is not suspended. */
  suspendedFor: string | null
  /** The reason that the admin gives now. */
  reason: string
  /** How many other admins could still sign in and act. */
  otherAdmins: number
}

/** Returns why an action is not allowed, or null. */
export function refusal(act: UserAct, facts: UserActFacts): DomainError | null {
  const { isSelf, isAdmin, suspendedFor, reason, otherAdmins } = facts
  const conflict = (code: string, message: string) => new DomainError('conflict', code, message)
  if (act === 'suspend' && isSelf) return conflict('own_account', t.notYourself())
  if (act === 'revoke_admin' && isAdmin && otherAdmins === 0) return conflict('last_admin', t.lastAdmin())
  // The account's owner saw the first reason. The same reason again is a retry.
  if (act === 'suspend' && suspendedFor !== null && suspendedFor !== reason)
    return conflict('already_suspended', t.alreadySuspended({ reason: suspendedFor }))
  if (act === 'grant_admin' && suspendedFor !== null && !isAdmin) return conflict('account_suspended', t.liftFirst())
  return null
}

/** Tells whether an action changes anything. A repeated action gets the same answer, and we do not record it. */
export function isDue(
  act: UserAct,
  { isAdmin, suspendedFor }: Pick<UserActFacts, 'isAdmin' | 'suspendedFor'>,
): boolean {
  const isSuspended = suspendedFor !== null
  return { grant_admin: !isAdmin, revoke_admin: isAdmin, suspend: !isSuspended, lift: isSuspended, sign_out: true }[act]
}

export const noSuchUser = () => notFound(t.noAccount(), 'account_not_found')
