import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import type { ShowingRecord } from '../booking/contract.ts'
import { byUrgency, countDue, countKinds, dayOf, heldTasks, routeOf, tasksOf } from './agenda-domain.ts'
import {
  countWaiting,
  findOthersHomes,
  findSteps,
  listEntries,
  listRefusedMailboxes,
  listWithoutPhone,
} from './agenda-repository.ts'
import type { Agenda, TabCounts } from './contract.ts'

const MOST_PROPERTIES = 20

type AgendaDeps = {
  db: Database
  clock: Clock
  showings: {
    listOpen(
      actor: Actor,
    ): Promise<{ open: { showing: ShowingRecord; noticeUrl: string }[]; checkedFirst: number | null }>
  }
}

/** Returns what an agent has to do, or what everyone has to do for an admin. */
export const createAgendaService = (deps: AgendaDeps) => withDeps(deps, { agenda, tabCounts })

export type AgendaService = ReturnType<typeof createAgendaService>

/** @throws DomainError unauthenticated */
async function agenda({ db, clock, showings }: AgendaDeps, actor: Actor): Promise<Agenda> {
  const { accountId } = requireAccount(actor)
  const now = clock.now()
  const [{ open, checkedFirst }, withoutPhone, steps] = await Promise.all([
    showings.listOpen(actor),
    listWithoutPhone(db, accountId, MOST_PROPERTIES),
    findSteps(db, accountId),
  ])
  const tasks = open
    .flatMap(({ showing, noticeUrl }) => tasksOf(showing, noticeUrl, now))
    .sort(byUrgency(now.toString()))
  const { today, next } = dayOf(
    open.map(({ showing }) => showing),
    await findOthersHomes(
      db,
      open.map(({ showing }) => showing.property_id),
    ),
    now,
  )
  const [entries, refusedMailboxes] = await Promise.all([
    listEntries(db, [...new Set(today.map(({ showing }) => showing.property_id))]),
    listRefusedMailboxes(db, accountId, { bookingIds: open.map(({ showing }) => showing.id), since: now }),
  ])
  return {
    tasks: heldTasks(tasks, now.toString()),
    taskCount: tasks.length,
    due: countDue(tasks, now.toString()),
    kinds: countKinds(tasks),
    checkedFirst,
    withoutPhone: withoutPhone.properties.map((property) => ({ id: property.id, address: fullAddress(property) })),
    withoutPhoneCount: withoutPhone.count,
    refusedMailboxes,
    today: today.map((stop) => ({ ...stop, entry: entries.get(stop.showing.property_id) ?? null })),
    next,
    routeUrl: routeOf(today),
    steps,
  }
}

/** @throws DomainError unauthenticated */
async function tabCounts({ db, clock }: AgendaDeps, actor: Actor): Promise<TabCounts> {
  const { accountId } = requireAccount(actor)
  const [waiting, withoutPhone] = await Promise.all([
    countWaiting(db, scopeOf(actor), clock.now()),
    listWithoutPhone(db, accountId, 1),
  ])
  return { ...waiting, properties: withoutPhone.count }
}
