import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { withDeps } from '../../platform/use-cases.ts'
import * as t from '../text/audit.ts'
import { personOf } from './domain.ts'
import { type Act, findPerson, insertAct, listActs } from './repository.ts'

type AuditDeps = { db: Database; clock: Clock }

/** Permanently records what admins do to other people's data. */
export const createAuditService = (deps: AuditDeps) => withDeps(deps, { record, list })

export type AuditService = ReturnType<typeof createAuditService>

/**
 * @param actor null for the server's command line
 * @param act.details must not name a person, because we keep them forever
 * @param tx the transaction of the action itself, so that no action goes unrecorded
 */
async function record(
  { db, clock }: AuditDeps,
  actor: Actor | null,
  act: Omit<Act, 'actorId'>,
  tx: Database = db,
): Promise<void> {
  const actorId = actor?.kind === 'account' ? actor.accountId : null
  await insertAct(tx, { actorId, ...act }, clock.now().toString())
}

/**
 * @param wanted.person id or email of the person who acted or whose account was affected
 * @throws DomainError unauthenticated, forbidden, invalid
 */
async function list(
  { db }: AuditDeps,
  actor: Actor,
  wanted: PageAsked & { act?: string | undefined; person?: string | undefined },
) {
  requireAdmin(actor)
  const { act = '', person = '' } = wanted
  const page = readPage({ id: ID }, wanted)
  const who = person.trim() === '' ? { id: '' } : personOf(person)
  if (!who) throw invalid([{ path: 'person', message: t.enterPerson() }])
  const personId = 'id' in who ? who.id : await findPerson(db, who.email)
  if (personId === null) return { acts: [], nextCursor: null }
  const { shown: acts, nextCursor } = page.cut(await listActs(db, { ...page, act, personId }))
  return { acts, nextCursor }
}
