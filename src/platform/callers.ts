import { requireAccount, requireAdmin } from './actor.ts'
import { otherAccount, unauthenticated } from './errors.ts'
import type { AppContext, Security } from './http.ts'
import { PAGE_ACCOUNT } from './page-account.ts'
import { namesBearer } from './request.ts'

type Callers = 'everyone' | 'optionalSignIn' | 'signedIn' | 'browserSession' | 'admins'

/** @param kind of caller: `admin` names the schemes `adminSession` and `adminBearer` */
export const signedInAs = (kind: string): Security => [{ [`${kind}Session`]: [] }, { [`${kind}Bearer`]: [] }]

/** Values for a route's `security`. The API document shows it, and `guards.ts` enforces it. */
export const allow: Record<Callers, Security> = {
  everyone: [],
  /** Optional sign-in: a signed-in caller may see or do more. */
  optionalSignIn: [{}, { session: [] }, { bearer: [] }],
  signedIn: [{ session: [] }, { bearer: [] }],
  /** Refuses bearer tokens: only the browser that signed in may act. */
  browserSession: [{ session: [] }],
  admins: signedInAs('admin'),
}

/** @param scheme a check in addition to the sign-in, such as an access code */
export const signedInWith = (scheme: string): Security => [
  { session: [], [scheme]: [] },
  { bearer: [], [scheme]: [] },
]

/** Identifies the caller by headers and by the address that the server determined. */
export const callerOf = (c: AppContext) => ({ headers: c.req.raw.headers, address: c.var.clientAddress })

/**
 * Checks by scheme, in addition to session and token, such as an access code. Each throws if the caller has not passed
 * it.
 */
export type ExtraChecks = Record<string, (c: AppContext) => Promise<void>>

const isOpenToAll = (security: Security) =>
  security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0)

/**
 * Refuses an action from a page of one account if its browser is now signed in to another: another tab may have
 * switched accounts a moment ago, or while this one was asleep.
 */
async function requirePageAccount(c: AppContext): Promise<void> {
  const shown = c.req.header(PAGE_ACCOUNT)
  if (shown === undefined || c.req.method === 'GET') return
  const actor = await c.var.actor()
  if (actor.kind === 'account' && actor.accountId !== shown) throw otherAccount()
}

/** @throws DomainError unauthenticated, forbidden */
export async function requireCaller(c: AppContext, security: Security, extraChecks: ExtraChecks): Promise<void> {
  if (security.length > 0) await requirePageAccount(c)
  if (isOpenToAll(security)) return
  const actor = requireAccount(await c.var.actor())
  const scheme = namesBearer(c.req.header('authorization')) ? /bearer$/i : /session$/i
  const requirement = security.find((alternative) => Object.keys(alternative).some((name) => scheme.test(name)))
  if (!requirement) throw unauthenticated()
  if ('adminSession' in requirement || 'adminBearer' in requirement) requireAdmin(actor)
  for (const name of Object.keys(requirement)) await extraChecks[name]?.(c)
}
