import { data } from 'react-router'
import { ApiError } from '../../../platform/api-client.ts'
import type { Issue } from '../../../platform/errors.ts'

export type Refusal = { message: string; code: string; issues: Issue[] }

/** Turns a refusal of the API into data for the form. Throws any other error again. */
export function refusalOf(error: unknown) {
  if (!(error instanceof ApiError) || (error.status >= 500 && error.status !== 503)) throw error
  const wait = error.retryAfterSeconds === null ? undefined : { 'Retry-After': String(error.retryAfterSeconds) }
  const refused: Refusal = { message: error.message, code: error.code, issues: error.issues }
  return data({ refused, isDone: false }, { status: error.status, headers: wait })
}

export const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
