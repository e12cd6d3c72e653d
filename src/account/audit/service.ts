import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { personOf } from './domain.ts'
import { type Act, findPerson, insertAct, listActs } from './repository.ts'

/** What admins did on what is not their own; it is never changed. */
export function createAuditService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /**
     * @param actor null: the command line of the machine. `details` name no person: they are for ever.
     * @param tx of the act itself, so that none is done and not written down
     */
    async record(actor: Actor | null, act: Omit<Act, 'actorId'>, tx: Database = db): Promise<void> {
      const actorId = actor?.kind === 'account' ? actor.accountId : null
      await insertAct(tx, { actorId, ...act }, clock.now().toString())
    },

    /**
     * @param wanted.person an id or an e-mail of whoever did it, or to whose account it was done
     * @throws DomainError unauthenticated, forbidden, invalid
     */
    async list(actor: Actor, wanted: PageAsked & { act?: string | undefined; person?: string | undefined }) {
      requireAdmin(actor)
      const { act = '', person = '' } = wanted
      const page = readPage({ id: ID }, wanted)
      const who = person.trim() === '' ? { id: '' } : personOf(person)
      if (!who) throw invalid([{ path: 'person', message: 'Please enter an email or an id' }])
      const personId = 'id' in who ? who.id : await findPerson(db, who.email)
      if (personId === null) return { acts: [], nextCursor: null }
      const { shown: acts, nextCursor } = page.cut(await listActs(db, { ...page, act, personId }))
      return { acts, nextCursor }
    },
  }
}

export type AuditService = ReturnType<typeof createAuditService>
