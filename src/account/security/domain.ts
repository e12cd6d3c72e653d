import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import * as t from '../text/security.ts'

export type CodeKind = 'totp' | 'backup'

/** How long the provider locks two-step verification after ten wrong codes in a row. */
export const LOCKED_MINUTES = 15

/** We warn a person who has this many recovery codes left, or fewer. */
export const FEW_CODES = 2

export const passwordIssues = (password: string): Issue[] =>
  password === '' ? [{ path: 'password', message: t.enterPassword() }] : []

/** Removes the spaces and hyphens that people type in codes. A recovery code then gets back the only one it has. */
export function cleanCode(code: string, kind: CodeKind): string {
  const bare = code.replace(/[\s\p{Dash}]/gu, '')
  return kind === 'totp' ? bare : bare.replace(/^.{5}(?=.)/u, '$&-')
}

export function codeIssues(code: string, kind: CodeKind): Issue[] {
  const oneIssue = (message: string) => [{ path: 'code', message }]
  if (code === '') return oneIssue(t.enterCode())
  if (kind === 'totp' && !/^\d{6}$/.test(code)) return oneIssue(t.codeHasSix())
  return []
}

/** Gives the same answer for a wrong, an old and a used code. */
export const wrongCode = () => new DomainError('unauthenticated', 'invalid_code', t.wrongCode(), { field: 'code' })

export const isWrongCode = (error: unknown) => error instanceof DomainError && error.code === 'invalid_code'

export const codesLocked = () =>
  new DomainError('too_many', 'too_many_tries', t.codesLocked({ minutes: LOCKED_MINUTES }), {
    retryAfterSeconds: LOCKED_MINUTES * 60,
  })

export const noChallenge = () => new DomainError('unauthenticated', 'challenge_expired', t.tookTooLong())

export const factorOn = () => new DomainError('conflict', 'second_factor_on', t.stepAlreadyOn())

export const factorOff = () => new DomainError('conflict', 'second_factor_off', t.stepIsOff())

/** Refuses a code because the secret that it is checked with was encrypted with another AUTH_SECRET. */
export const factorUnreadable = () => new DomainError('conflict', 'second_factor_unreadable', t.stepUnreadable())

export const noSuchSession = () => notFound(t.noSession(), 'session_not_found')
