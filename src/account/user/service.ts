import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { forbidden, invalid } from '../../platform/errors.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { searchWords } from '../../platform/search-words.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { AccountService } from '../account/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { RecoveryService } from '../recovery/service.ts'
import type { User, UserPage } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

type UserDependencies = {
  db: Database
  clock: Clock
  accounts: Pick<AccountService, 'setRole'>
  audit: Pick<AuditService, 'record'>
  recovery: Pick<RecoveryService, 'tell'>
}

type Asked = { id: string; reason: string }

/** Everybody's accounts, for admins. */
export function createUserService({ db, clock, accounts, audit, recovery }: UserDependencies) {
  /** Does it and writes it down, or neither. */
  async function act(actor: Actor, name: rule.UserAct, asked: Asked, change: (tx: Database, user: User) => unknown) {
    const admin = requireAdmin(actor)
    const reason = rule.cleanReason(asked.reason)
    const issues = rule.reasonIssues(name, reason)
    if (issues.length > 0) throw invalid(issues)
    if (!isUuid(asked.id)) throw rule.noSuchUser()
    return db.transaction().execute(async (tx): Promise<User> => {
      await rows.lockUser(tx, asked.id)
      const admins = await rows.listActiveAdmins(tx)
      // Another admin may have been faster.
      if (!admins.includes(admin.accountId)) throw forbidden()
      const user = await rows.findUser(tx, asked.id, clock.now())
      if (!user) throw rule.noSuchUser()
      const standing = {
        isSelf: user.id === admin.accountId,
        isAdmin: user.role === 'admin',
        isSuspended: user.suspension !== null,
        otherAdmins: admins.filter((id) => id !== user.id).length,
      }
      const refused = rule.refusal(name, standing)
      if (refused) throw refused
      if (!rule.isDue(name, standing)) return user
      const told = (await change(tx, user)) as object | undefined
      const details = { ...(reason && { reason }), ...told }
      await audit.record(actor, { act: `user.${name}`, subjectKind: 'account', subjectId: user.id, details }, tx)
      return (await rows.findUser(tx, user.id, clock.now())) ?? user
    })
  }

  return {
    /** @param wanted.q words of name, address or id @throws DomainError unauthenticated, forbidden, invalid */
    async list(actor: Actor, wanted: PageAsked & { q: string }): Promise<UserPage> {
      requireAdmin(actor)
      const page = readPage({ id: ID }, wanted)
      const found = await rows.listUsers(db, { ...page, words: searchWords(wanted.q), now: clock.now() })
      const { shown: users, nextCursor } = page.cut(found)
      return { users, nextCursor }
    },

    /** @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict (it is suspended) */
    grantAdmin: (actor: Actor, asked: Asked) =>
      act(actor, 'grant_admin', asked, (tx, user) => accounts.setRole(tx, user, 'admin')),

    /** @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict (the last admin) */
    revokeAdmin: (actor: Actor, asked: Asked) =>
      act(actor, 'revoke_admin', asked, (tx, user) => accounts.setRole(tx, user, 'agent')),

    /**
     * Nobody signs in to it any more; who is, is not from now on; its homes leave the public. What is booked stays.
     * @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict (one's own)
     */
    suspend: (actor: Actor, asked: Asked) =>
      act(actor, 'suspend', asked, async (tx, { id, email }) => {
        const [now, reason] = [clock.now(), rule.cleanReason(asked.reason)]
        const unlisted = await rows.insertSuspension(tx, { id, reason, now })
        await recovery.tell(tx, { kind: 'suspended', email, detail: reason })
        return { unlisted, sessions: await rows.endSessions(tx, id) }
      }),

    /** @throws DomainError unauthenticated, forbidden, invalid, not_found */
    lift: (actor: Actor, asked: Asked) =>
      act(actor, 'lift', asked, async (tx, { id, email }) => {
        await recovery.tell(tx, { kind: 'suspension_lifted', email, detail: '' })
        return { listed: await rows.deleteSuspension(tx, { id, now: clock.now() }) }
      }),

    /** Everywhere, at once. @throws DomainError unauthenticated, forbidden, invalid, not_found */
    signOut: (actor: Actor, asked: Asked) =>
      act(actor, 'sign_out', asked, async (tx, { id }) => ({ sessions: await rows.endSessions(tx, id) })),
  }
}

export type UserService = ReturnType<typeof createUserService>
