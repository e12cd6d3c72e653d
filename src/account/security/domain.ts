import { DomainError, type Issue, notFound } from '../../platform/errors.ts'

export type CodeKind = 'totp' | 'backup'

export const passwordIssues = (password: string): Issue[] =>
  password === '' ? [{ path: 'password', message: 'Please enter your password' }] : []

/** Removes the blanks and hyphens that people write into codes. */
export const cleanCode = (code: string, kind: CodeKind) => code.replace(kind === 'totp' ? /[\s-]/g : /\s/g, '')

export function codeIssues(code: string, kind: CodeKind): Issue[] {
  const say = (message: string) => [{ path: 'code', message }]
  if (code === '') return say('Please enter a code')
  if (kind === 'totp' && !/^\d{6}$/.test(code)) return say('The code has six digits')
  return []
}

/** The answer is the same for a wrong, an old and a used code. */
export const wrongCode = () =>
  new DomainError('unauthenticated', 'invalid_code', 'That code is not right. Please try again.', { field: 'code' })

export const isWrongCode = (error: unknown) => error instanceof DomainError && error.code === 'invalid_code'

export const noChallenge = () =>
  new DomainError('unauthenticated', 'challenge_expired', 'That took too long. Please sign in again.')

export const factorOn = () => new DomainError('conflict', 'second_factor_on', 'The second step is on already.')

export const factorOff = () => new DomainError('conflict', 'second_factor_off', 'The second step is off.')

export const noSuchSession = () => notFound('There is no such session.', 'session_not_found')
