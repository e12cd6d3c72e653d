import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { propertyNotFound } from '../property/domain.ts'
import { listDays, nearestFree, nextChange, windowBounds } from './domain.ts'
import { reviewTime } from './messages.ts'
import { findBookable, findBookableWithBusy, findShowingTimes, listBlocking } from './repository.ts'

export function createAvailabilityService({ db, clock }: { db: Database; clock: Clock }) {
  async function read(slugOrId: string) {
    const now = clock.now()
    const { from, to } = windowBounds(now)
    const found = await findBookableWithBusy(db, slugOrId, {
      from: from.toString(),
      to: to.toString(),
      now: now.toString(),
    })
    if (!found) throw propertyNotFound(slugOrId)
    // A page that says so holds until the next half hour, or until a hold on it ends.
    const holdEndsAt = found.firstHoldEndsAt && Temporal.Instant.fromEpochMilliseconds(found.firstHoldEndsAt.getTime())
    const halfHour = nextChange(now)
    const changesAt = holdEndsAt && Temporal.Instant.compare(holdEndsAt, halfHour) < 0 ? holdEndsAt : halfHour
    return { home: found.home, days: listDays(found.home.rules, found.busy, now), changesAt }
  }

  // Of those who want one slot at once all but one are told alternatives, at the same moment: they share one reading.
  const reading = new Map<string, ReturnType<typeof read>>()
  function readTogether(id: string) {
    const running = reading.get(id)
    if (running) return running
    const mine = read(id).finally(() => reading.delete(id))
    reading.set(id, mine)
    return mine
  }

  return {
    /** The listed home's own rules, without what blocks it. @throws DomainError not_found */
    async bookable(slugOrId: string) {
      const home = await findBookable(db, slugOrId)
      if (!home) throw propertyNotFound(slugOrId)
      return home
    },
    /** @throws DomainError not_found */
    async days(slugOrId: string) {
      const { home, days, changesAt } = await read(slugOrId)
      return { propertyId: home.id, timeZone: home.rules.timeZone, days, changesAt }
    },
    /** Three free starts near a lost one, for the answer that says it is lost. */
    async alternatives(slugOrId: string, wanted: Temporal.Instant) {
      return nearestFree((await readTogether(slugOrId)).days, wanted, 3)
    },
    /**
     * The availability helper for an agent: warnings, conflicts and alternatives for a time on one's own home.
     * @throws DomainError unauthenticated, not_found
     */
    async review(actor: Actor, wanted: { propertyId: string; date: string; time: string }) {
      const account = requireAccount(actor)
      const ownerId = account.role === 'admin' ? null : account.accountId
      const found = await findShowingTimes(db, { ...wanted, ownerId })
      if (!found) throw propertyNotFound(wanted.propertyId)
      const days = await read(wanted.propertyId).then(
        (listed) => listed.days,
        (error) => {
          // Nobody can book an unlisted home: there is nothing to suggest.
          if (error instanceof DomainError && error.kind === 'not_found') return []
          throw error
        },
      )
      return reviewTime(wanted.date, wanted.time, found.times, days)
    },
    /** @throws DomainError not_found */
    async blocking(slugOrId: string) {
      const rows = await listBlocking(db, slugOrId, clock.now().toString())
      if (!rows) throw propertyNotFound(slugOrId)
      return rows
    },
  }
}

export type AvailabilityService = ReturnType<typeof createAvailabilityService>
