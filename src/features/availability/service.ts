import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { propertyNotFound } from '../property/domain.ts'
import { listDays, nearestFree, nextChange, windowBounds } from './domain.ts'
import { findBookable, findBookableWithBusy, listBlocking } from './repository.ts'

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
    return { home: found.home, days: listDays(found.home.rules, found.busy, now), now }
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
      const { home, days, now } = await read(slugOrId)
      return { propertyId: home.id, timeZone: home.rules.timeZone, days, changesAt: nextChange(now) }
    },
    /** Three free starts near a lost one, for the answer that says it is lost. */
    async alternatives(slugOrId: string, wanted: Temporal.Instant) {
      return nearestFree((await read(slugOrId)).days, wanted, 3)
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
