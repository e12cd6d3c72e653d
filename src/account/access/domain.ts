import { DomainError, type Issue } from '../../platform/errors.ts'
import * as t from '../text/access.ts'

/** Checking a code takes at least this long, right or wrong, in milliseconds (studio.md section 4). */
export const VERIFYING_MS = 500
/** Wrong codes allowed per minute, for each account and for each network address (decisions.md section 11). */
export const WRONG_TRIES = 5

export const codeIssues = (code: string): Issue[] => (code === '' ? [{ path: 'code', message: t.enterPassword() }] : [])

export const wrongCode = () =>
  new DomainError('forbidden', 'wrong_access_code', t.wrongCode(), {
    field: 'code',
  })

export const isWrongCode = (error: unknown) => error instanceof DomainError && error.code === 'wrong_access_code'

export const codeRequired = () => new DomainError('forbidden', 'access_code_required', t.codeRequired())
