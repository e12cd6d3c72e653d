import { forbidden, unauthenticated } from './errors.ts'

/** The person who acts. Services take it first and decide; nothing else knows about sessions. */
export type Actor = { kind: 'visitor' } | { kind: 'account'; accountId: string; role: 'agent' | 'admin'; email: string }

export type AccountActor = Extract<Actor, { kind: 'account' }>

/** The person who wants to see something that may be private. */
export type Viewer = { accountId: string | null; isAdmin: boolean }

export const viewerOf = (actor: Actor): Viewer =>
  actor.kind === 'account'
    ? { accountId: actor.accountId, isAdmin: actor.role === 'admin' }
    : { accountId: null, isAdmin: false }

export const visitor: Actor = { kind: 'visitor' }

/** @throws DomainError unauthenticated */
export function requireAccount(actor: Actor): AccountActor {
  if (actor.kind !== 'account') throw unauthenticated()
  return actor
}

/** @throws DomainError unauthenticated, forbidden */
export function requireAdmin(actor: Actor): AccountActor {
  const account = requireAccount(actor)
  if (account.role !== 'admin') throw forbidden()
  return account
}

/**
 * Returns the account whose rows the actor may touch, or `null` (all accounts) for admins.
 * @throws DomainError unauthenticated
 */
export function scopeOf(actor: Actor): string | null {
  const { accountId, role } = requireAccount(actor)
  return role === 'admin' ? null : accountId
}
