import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import { type Act, insertAct, listActs } from './repository.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What admins did on what is not their own; it is never changed. */
export function createAuditService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** @param actor null: the command line of the machine. `details` name no person: they are for ever. */
    async record(actor: Actor | null, act: Omit<Act, 'actorId'>): Promise<void> {
      const actorId = actor?.kind === 'account' ? actor.accountId : null
      await insertAct(db, { actorId, ...act }, clock.now().toString())
    },

    /** @throws DomainError unauthenticated, forbidden, invalid */
    async list(actor: Actor, page: { cursor: string | null; limit: number }) {
      requireAdmin(actor)
      if (page.cursor && !ID.test(page.cursor))
        throw invalid([{ path: 'cursor', message: 'This cursor is not one of ours' }])
      const acts = await listActs(db, { before: page.cursor, limit: page.limit + 1 })
      const shown = acts.slice(0, page.limit)
      return { acts: shown, nextCursor: acts.length > page.limit ? (shown.at(-1)?.id ?? null) : null }
    },
  }
}

export type AuditService = ReturnType<typeof createAuditService>
