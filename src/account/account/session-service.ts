import { type Actor, visitor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { untilNoneLeft } from '../../platform/db/deletion.ts'
import { unauthenticated } from '../../platform/errors.ts'
import { namesBearer } from '../../platform/request.ts'
import type { Account, KeySet, Session } from './contract.ts'
import type { Answer, Caller, Identity } from './ports.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  findAccountBySession,
  findAccountByToken,
  findSession,
  noteUse,
  retireKeys,
} from './repository.ts'

export type SessionDeps = { db: Database; clock: Clock; identity: Identity }

const BEARER = /^bearer +(\S+)$/i
/** Returns the bearer token, null if it is malformed, and undefined if the call names none. */
function bearerOf(headers: Headers): string | null | undefined {
  const authorization = headers.get('authorization')
  return namesBearer(authorization) ? (BEARER.exec(authorization ?? '')?.[1] ?? null) : undefined
}

/**
 * Returns the caller, from the bearer token if there is one, otherwise from the session cookie. A caller with a bad
 * token is a visitor, even with a good cookie, so that a call with a bearer token never uses its cookie.
 */
export async function actorOf(deps: SessionDeps, { headers }: { headers: Headers }): Promise<Actor> {
  const { db, clock, identity } = deps
  const bearer = bearerOf(headers)
  if (bearer === undefined) return actorFrom(await accountOfSession(deps, headers))
  const subject = bearer && (await identity.accountOfToken(bearer))
  return !subject ? visitor : actorFrom(await findAccountByToken(db, subject, clock.now()))
}

/** Finds the session of a call, by its bearer token or its cookie. @returns null if there is no live session */
export async function sessionOf(
  { db, clock, identity }: SessionDeps,
  headers: Headers,
): Promise<{ accountId: string; sessionId: string } | null> {
  const bearer = bearerOf(headers)
  if (bearer === undefined) {
    const token = identity.sessionTokenOf(headers)
    return token === null ? null : findSession(db, token, clock.now())
  }
  const subject = bearer && (await identity.accountOfToken(bearer))
  return subject && (await findAccountByToken(db, subject, clock.now())) ? subject : null
}

/** @returns null if the caller is signed out */
export async function getSession(deps: SessionDeps, caller: Caller, renews: boolean): Promise<Answer<Session | null>> {
  const user = await accountOfSession(deps, caller.headers)
  const { body, cookies } = await deps.identity.session(caller, renews)
  // The provider would clear the cookie of an ended session, but a sign-in in another request may have set a newer one.
  if (!user || !body) return { body: null, cookies: [] }
  return { body: { session: { expiresAt: body.expiresAt.toISOString() }, user }, cookies }
}

/** Creates a bearer token for a session. A token does not renew itself. @throws DomainError unauthenticated */
export async function createToken(deps: SessionDeps, caller: Caller): Promise<Answer<{ token: string }>> {
  // We check first because the provider mistakes an unreachable database for an ended session.
  if (!(await accountOfSession(deps, caller.headers))) throw unauthenticated()
  const { body, cookies } = await deps.identity.token(caller)
  return { body: { token: body }, cookies }
}

/** Ends the session for every process at once. */
export async function signOut(deps: SessionDeps, caller: Caller): Promise<Answer<null>> {
  const answer = await deps.identity.signOut(caller)
  await endFormerSession(deps, caller.headers)
  return answer
}

/** Ends the session that this browser had before a new sign-in. Nothing else would end it. */
export async function endFormerSession({ db, identity }: SessionDeps, headers: Headers): Promise<void> {
  const token = identity.sessionTokenOf(headers)
  if (token !== null) await deleteSession(db, token)
}

/** Deletes expired sessions with their address and browser. */
export const forgetSessions = ({ db, clock }: SessionDeps): Promise<void> =>
  untilNoneLeft(() => deleteExpiredSessions(db, clock.now()))

export const getKeySet = ({ identity }: SessionDeps): Promise<KeySet> => identity.keySet()

/**
 * Retires, once at start, the keys that cannot sign. The server's secret encrypts the keys that sign tokens, so no old
 * key can sign after the secret changes.
 */
export async function prepare({ db, clock, identity }: SessionDeps): Promise<void> {
  if (!(await identity.canSign())) await retireKeys(db, clock.now())
}

async function accountOfSession({ db, clock, identity }: SessionDeps, headers: Headers): Promise<Account | null> {
  const token = identity.sessionTokenOf(headers)
  const found = token === null ? null : await findAccountBySession(db, token, clock.now())
  if (!token || !found) return null
  if (!found.isFresh) await noteUse(db, token, clock.now())
  return found.account
}

const actorFrom = (account: Account | null): Actor =>
  account ? { kind: 'account', accountId: account.id, role: account.role, email: account.email } : visitor
