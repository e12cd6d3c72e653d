import { data } from 'react-router'
import { ApiError } from '../platform/api-client.ts'
import type { Issue } from '../platform/errors.ts'

export type Refusal = { message: string; code: string; issues: Issue[] }

/**
 * Turns a refusal of the API into the answer of a form's action. Throws any other error again.
 * @param more goes with it, such as what was typed
 */
export function refusalOf(error: unknown, more: object = {}) {
  if (!(error instanceof ApiError) || (error.status >= 500 && error.status !== 503)) throw error
  const wait = error.retryAfterSeconds === null ? undefined : { 'Retry-After': String(error.retryAfterSeconds) }
  const refused = { message: error.message, code: error.code, issues: error.issues, ...more }
  return data({ refused }, { status: error.status, headers: wait })
}

/** Passes on the cookies that the API has set. */
export const cookiesOf = ({ headers }: Response) =>
  headers.getSetCookie().map((cookie): [string, string] => ['Set-Cookie', cookie])

export const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
