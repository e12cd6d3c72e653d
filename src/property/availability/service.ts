import { type Actor, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, requireValid } from '../../platform/errors.ts'
import { unitLabel } from '../../platform/postal-address.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { offersMail, propertyNotFound } from '../property/domain.ts'
import { timeZoneAfter, timeZoneIssues } from '../property/form-domain.ts'
import { rulesOf } from '../schedule/domain.ts'
import { DEFAULT_HOURS, hoursIssues, withHours } from '../schedule/form-domain.ts'
import type { AvailabilityPreview, PreviewForm } from './contract.ts'
import {
  busyOf,
  certifiedMailFrom,
  listDays,
  NOTHING_TAKEN,
  nearestFree,
  nextChange,
  windowBounds,
  withoutOwn,
  withTaken,
} from './domain.ts'
import { notesOf, reviewTime } from './messages.ts'
import {
  findBookable,
  findBookableWithBusy,
  findHeldStart,
  findOwnWithBusy,
  findShowingTimes,
  findStart,
  listBlocking,
  listPropertiesWithTaken,
  listShowingsElsewhere,
} from './repository.ts'

type AvailabilityDeps = { db: Database; clock: Clock; reading: Map<string, Promise<Read>> }
type Read = Awaited<ReturnType<typeof read>>

export const createAvailabilityService = (deps: Omit<AvailabilityDeps, 'reading'>) =>
  withDeps(
    { ...deps, reading: new Map() },
    { bookable, days, alternatives, review, elsewhere, preview, blocking, propertiesBetween },
  )

export type AvailabilityService = ReturnType<typeof createAvailabilityService>

/** Reads a listed property's rules, without its blocked times. @throws DomainError not_found */
async function bookable({ db }: AvailabilityDeps, slugOrId: string) {
  const property = await findBookable(db, slugOrId)
  if (!property) throw propertyNotFound(slugOrId)
  return property
}

/** What the caller gives up for another time. */
type Own = {
  /** ID of a showing that is being rescheduled or declined. It blocks only its own time. */
  moving?: string | undefined
  /** Secret of the hold that the buyer would leave. It blocks nothing. */
  hold?: string | undefined
}

/**
 * Lists the 15 dates of a listed property that begin 48 hours from now.
 * @throws DomainError not_found
 */
async function days(deps: AvailabilityDeps, slugOrId: string, own?: Own) {
  const { property, days, mailFrom, changesAt } = await read(deps, slugOrId, own)
  return {
    propertyId: property.id,
    agentId: property.ownerId,
    timeZone: property.rules.timeZone,
    days,
    mailFrom,
    changesAt,
  }
}

/** Finds three open starts near a lost one. */
async function alternatives(deps: AvailabilityDeps, slugOrId: string, wanted: Temporal.Instant) {
  return nearestFree((await readTogether(deps, slugOrId)).days, wanted, 3)
}

/**
 * Reviews a time at the caller's own property: warnings, conflicts, and alternatives.
 * @throws DomainError unauthenticated, not_found
 */
async function review(
  deps: AvailabilityDeps,
  actor: Actor,
  wanted: { propertyId: string; date: string; time: string },
) {
  const { db } = deps
  const ownerId = scopeOf(actor)
  const found = await findShowingTimes(db, { ...wanted, ownerId })
  if (!found) throw propertyNotFound(wanted.propertyId)
  const days = await read(deps, wanted.propertyId).then(
    (listed) => listed.days,
    (error) => {
      // No one can book an unlisted property, so there is nothing to suggest.
      if (error instanceof DomainError && error.kind === 'not_found') return []
      throw error
    },
  )
  return reviewTime(wanted.date, wanted.time, found.times, days)
}

/**
 * Lists the upcoming showings of the property's agent at other properties, in the property's local time.
 * @throws DomainError unauthenticated, not_found
 */
async function elsewhere({ clock, db }: AvailabilityDeps, actor: Actor, propertyId: string) {
  const ownerId = scopeOf(actor)
  const rows = await listShowingsElsewhere(db, { id: propertyId, ownerId }, spanOf(clock.now()))
  if (!rows) throw propertyNotFound(propertyId)
  return rows.map(({ date, time, street, unit }) => ({
    date,
    time,
    address: unit ? `${street}, ${unitLabel(unit)}` : street,
  }))
}

/**
 * Returns these 15 dates as the given settings would offer them, with notes for the agent about each day.
 * @throws DomainError unauthenticated, invalid, not_found
 */
async function preview({ clock, db }: AvailabilityDeps, actor: Actor, form: PreviewForm): Promise<AvailabilityPreview> {
  const ownerId = scopeOf(actor)
  const now = clock.now()
  const found = form.propertyId
    ? await findOwnWithBusy(db, { id: form.propertyId, ownerId }, spanOf(now))
    : { kept: null, taken: NOTHING_TAKEN }
  if (!found) throw propertyNotFound(form.propertyId ?? '')
  requireValid([...timeZoneIssues(form, found.kept), ...hoursIssues(form)])
  const kept = { ...(found.kept ?? DEFAULT_HOURS), time_zone: timeZoneAfter(form, found.kept) }
  const rules = rulesOf(withHours(kept, form))
  const days = listDays(rules, busyOf(found.taken, rules), now).map((day) => ({ ...day, notes: notesOf(rules, day) }))
  return { time_zone: rules.timeZone, days }
}

/** @throws DomainError not_found */
async function blocking({ db, clock }: AvailabilityDeps, slugOrId: string) {
  const rows = await listBlocking(db, slugOrId, clock.now().toString())
  if (!rows) throw propertyNotFound(slugOrId)
  return rows
}

/**
 * Reads the hours of an agent's listed properties, and what blocks their times.
 * @param ownerId `null` for all owners
 */
const propertiesBetween = (
  { db, clock }: AvailabilityDeps,
  wanted: { ownerId: string | null; id: string | undefined; limit: number },
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
) => listPropertiesWithTaken(db, wanted, { from: from.toString(), to: to.toString(), now: clock.now().toString() })

function spanOf(now: Temporal.Instant) {
  const { from, to } = windowBounds(now)
  return { from: from.toString(), to: to.toString(), now: now.toString() }
}

async function read({ clock, db }: AvailabilityDeps, slugOrId: string, { moving, hold }: Own = {}) {
  const now = clock.now()
  const found = await findBookableWithBusy(db, slugOrId, spanOf(now))
  if (!found) throw propertyNotFound(slugOrId)
  // The answer is valid until the next half hour or until a hold on it ends.
  const holdEndsAt = found.firstHoldEndsAt && Temporal.Instant.fromEpochMilliseconds(found.firstHoldEndsAt.getTime())
  const halfHour = nextChange(now)
  const changesAt = holdEndsAt && Temporal.Instant.compare(holdEndsAt, halfHour) < 0 ? holdEndsAt : halfHour
  const mailFrom = offersMail(found.property.occupancy) ? certifiedMailFrom(now, found.property.rules.timeZone) : null
  const { property, taken } = found
  const moved = moving ? await findStart(db, { id: moving, propertyId: property.id }) : null
  const held = hold ? await findHeldStart(db, { secret: hold, propertyId: property.id, now: now.toString() }) : null
  const own = moved ?? held
  const days = listDays(property.rules, busyOf(own ? withoutOwn(taken, own) : taken, property.rules), now)
  return { property, days: moved ? withTaken(days, moved) : days, mailFrom, changesAt }
}

/** Shares one reading among everyone who needs alternatives at this property at the same moment. */
function readTogether(deps: AvailabilityDeps, id: string) {
  const { reading } = deps
  const running = reading.get(id)
  if (running) return running
  const mine = read(deps, id).finally(() => reading.delete(id))
  reading.set(id, mine)
  return mine
}
