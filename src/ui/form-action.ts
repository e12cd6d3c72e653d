import { data, isRouteErrorResponse } from 'react-router'
import { ApiError, isUnreached } from '../platform/api-client.ts'
import type { Issue } from '../platform/errors.ts'
import * as t from '../platform/text/fault.ts'

export type Refusal = { message: string; code: string; issues: Issue[] }

/**
 * Turns a refusal by the API into the answer of a form's action. Rethrows any other error.
 * @param more further data for the answer, such as the entries
 */
export function refusalOf(error: unknown, more: object = {}) {
  if (!(error instanceof ApiError) || (error.status >= 500 && error.status !== 503)) throw error
  const wait = error.retryAfterSeconds === null ? undefined : { 'Retry-After': String(error.retryAfterSeconds) }
  const refused = { message: error.message, code: error.code, issues: error.issues, ...more }
  return data({ refused }, { status: error.status, headers: wait })
}

/**
 * Sends a form from the browser. If our server doesn't answer, because there is no connection or a proxy answers
 * instead, the form stays and says so. An error page would lose the entries.
 * @param shown fields that the form fills in from a refusal
 */
export async function keepForm<Answer>(request: Request, send: () => Promise<Answer>, shown: string[] = []) {
  const form = await request.clone().formData()
  try {
    return await send()
  } catch (error) {
    const message = unansweredMessage(error)
    if (!message) throw error
    const typed = Object.fromEntries(shown.map((name) => [name, textOf(form.get(name))]))
    return { refused: { message, code: 'unanswered', issues: [], ...typed } }
  }
}

/** Returns the message for a request that our server did not answer. Our server's own errors are other errors. */
function unansweredMessage(error: unknown): string | undefined {
  if (isUnreached(error)) return t.offline()
  if (!isRouteErrorResponse(error)) return undefined
  if (error.status === 429) return t.tooMany()
  return error.status >= 500 ? t.unavailable() : undefined
}

/** Passes on the cookies that the API has set. */
export const cookiesOf = ({ headers }: Response) =>
  headers.getSetCookie().map((cookie): [string, string] => ['Set-Cookie', cookie])

export const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
