import { DomainError, type Issue } from '../../platform/errors.ts'

/** A right code takes as long as a wrong one (studio.md section 4). */
export const VERIFYING_MS = 500
/** One account, and one address, has these tries a minute (decisions.md section 11). */
export const WRONG_TRIES = 5

export const codeIssues = (code: string): Issue[] =>
  code === '' ? [{ path: 'code', message: 'Please enter a password' }] : []

export const wrongCode = () =>
  new DomainError('forbidden', 'wrong_access_code', 'Incorrect password. Please contact support for access.', {
    field: 'code',
  })

export const isWrongCode = (error: unknown) => error instanceof DomainError && error.code === 'wrong_access_code'

export const codeRequired = () =>
  new DomainError('forbidden', 'access_code_required', 'Please enter the access code first.')
