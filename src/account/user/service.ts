import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { forbidden, requireValid } from '../../platform/errors.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { searchWords } from '../../platform/search-words.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { AccountService } from '../account/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { RecoveryService } from '../recovery/service.ts'
import type { User, UserPage } from './contract.ts'
import { cleanReason, isDue, noSuchUser, reasonIssues, refusal, type UserAct } from './domain.ts'
import { deleteSuspension, findUser, insertSuspension, listActiveAdmins, listUsers, lockUser } from './repository.ts'

type UserDeps = {
  db: Database
  clock: Clock
  accounts: Pick<AccountService, 'setRole' | 'endSessions'>
  audit: Pick<AuditService, 'record'>
  recovery: Pick<RecoveryService, 'notify'>
}

type Asked = { id: string; reason: string }

/** Lets admins see and change all accounts. */
export const createUserService = (deps: UserDeps) =>
  withDeps(deps, { list, grantAdmin, revokeAdmin, suspend, liftSuspension, signOut })

export type UserService = ReturnType<typeof createUserService>

/** @param wanted.q words from the name, email or id @throws DomainError unauthenticated, forbidden, invalid */
async function list({ db, clock }: UserDeps, actor: Actor, wanted: PageAsked & { q: string }): Promise<UserPage> {
  requireAdmin(actor)
  const page = readPage({ id: ID }, wanted)
  const found = await listUsers(db, { ...page, words: searchWords(wanted.q), now: clock.now() })
  const { shown: users, nextCursor } = page.cut(found)
  return { users, nextCursor }
}

/** @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict (a suspended account) */
const grantAdmin = (deps: UserDeps, actor: Actor, asked: Asked) =>
  act(deps, actor, 'grant_admin', asked, (tx, user) => deps.accounts.setRole(tx, user, 'admin'))

/** @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict (the last admin) */
const revokeAdmin = (deps: UserDeps, actor: Actor, asked: Asked) =>
  act(deps, actor, 'revoke_admin', asked, (tx, user) => deps.accounts.setRole(tx, user, 'agent'))

/**
 * Ends every session of an account, blocks sign-ins, and unlists its properties. Existing bookings stay.
 * @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict (the admin's own account, or it is
 * suspended for another reason)
 */
const suspend = (deps: UserDeps, actor: Actor, asked: Asked) =>
  act(deps, actor, 'suspend', asked, async (tx, { id, email }) => {
    const reason = cleanReason(asked.reason)
    const unlisted = await insertSuspension(tx, { id, reason, now: deps.clock.now() })
    await deps.recovery.notify(tx, { kind: 'suspended', email, detail: reason })
    return { unlisted, sessions: await deps.accounts.endSessions(tx, id) }
  })

/** @throws DomainError unauthenticated, forbidden, invalid, not_found */
const liftSuspension = (deps: UserDeps, actor: Actor, asked: Asked) =>
  act(deps, actor, 'lift', asked, async (tx, { id, email }) => {
    const listed = await deleteSuspension(tx, { id, now: deps.clock.now() })
    await deps.recovery.notify(tx, { kind: 'suspension_lifted', email, detail: String(listed) })
    return { listed }
  })

/** Ends every session at once. @throws DomainError unauthenticated, forbidden, invalid, not_found */
const signOut = (deps: UserDeps, actor: Actor, asked: Asked) =>
  act(deps, actor, 'sign_out', asked, async (tx, { id }) => ({ sessions: await deps.accounts.endSessions(tx, id) }))

/** Makes a change and records it in one transaction. */
async function act(
  { db, clock, audit }: UserDeps,
  actor: Actor,
  name: UserAct,
  asked: Asked,
  change: (tx: Database, user: User) => Promise<unknown>,
) {
  const admin = requireAdmin(actor)
  const reason = cleanReason(asked.reason)
  requireValid(reasonIssues(name, reason))
  if (!isUuid(asked.id)) throw noSuchUser()
  return db.transaction().execute(async (tx): Promise<User> => {
    await lockUser(tx, asked.id)
    const admins = await listActiveAdmins(tx)
    // Another admin may have just removed this one.
    if (!admins.includes(admin.accountId)) throw forbidden()
    const user = await findUser(tx, asked.id, clock.now())
    if (!user) throw noSuchUser()
    const facts = {
      isSelf: user.id === admin.accountId,
      isAdmin: user.role === 'admin',
      suspendedFor: user.suspension?.reason ?? null,
      reason,
      otherAdmins: admins.filter((id) => id !== user.id).length,
    }
    const refused = refusal(name, facts)
    if (refused) throw refused
    if (!isDue(name, facts)) return user
    const changed = (await change(tx, user)) as object | undefined
    const details = { ...(reason && { reason }), ...changed }
    await audit.record(actor, { act: `user.${name}`, subjectKind: 'account', subjectId: user.id, details }, tx)
    return (await findUser(tx, user.id, clock.now())) ?? user
  })
}
