import { bookingNotFound } from '../../notice/entry-notice/domain.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, invalid } from '../../platform/errors.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { isShowable, lengthOf, oneLine } from '../../platform/plain-text.ts'
import * as faults from '../../platform/text/fault.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import * as t from '../text/booking.ts'
import { MAX_SHOWN_BY } from './domain.ts'
import type { Nearby } from './showing-domain.ts'
import { findInTheWay, storeShownBy } from './shown-by-repository.ts'
import { checkAssignable, toBookingState } from './transition-domain.ts'
import { findOwn } from './transition-service.ts'

type ShownByDeps = { db: Database; clock: Clock }

/** Records who gives a showing. */
export const createShownByService = (deps: ShownByDeps) => withDeps(deps, { assign })

export type ShownByService = ReturnType<typeof createShownByService>

/**
 * Assigns a showing to someone else, so that it takes none of the agent's time, or takes it back for the agent.
 * @param entered an empty name or `null` means the agent
 * @throws DomainError unauthenticated, not_found, invalid, conflict (the showing cannot take place anymore, or the
 *   agent shows another property at that time, which the error names)
 */
async function assign({ db, clock }: ShownByDeps, actor: Actor, id: string, entered: string | null): Promise<void> {
  const find = findOwn({ db }, actor, id)
  const name = oneLine(entered ?? '') || null
  if (name && !isShowable(name)) throw invalid([{ path: 'name', message: faults.removeCharacters() }])
  if (name && lengthOf(name) > MAX_SHOWN_BY)
    throw invalid([{ path: 'name', message: t.nameTooLong({ max: MAX_SHOWN_BY }) }])
  // Two people can act at the same moment. The request that finds the booking changed decides again from its new state.
  for (let tries = 0; tries < 5; tries++) {
    const row = await find()
    if (!row) throw bookingNotFound()
    const fault = checkAssignable(toBookingState(row))
    if (fault) throw fault
    if (row.shown_by === name) return
    const now = clock.now()
    const outcome = await storeShownBy(db, { id, name, now })
    if (outcome === 'done') return
    const other = outcome === 'own_time_taken' ? await findInTheWay(db, id, now) : null
    if (other) throw showsAnother(other)
  }
  throw new Error('a booking kept changing')
}

function showsAnother(other: Nearby) {
  const { id, property_id, status, starts_at: startsAt, time_zone, confirmation_number } = other
  const propertyAddress = fullAddress(other)
  const when = formatWhen(Temporal.Instant.from(startsAt), time_zone)
  const booking = { id, property_id, status, startsAt, time_zone, confirmation_number, propertyAddress }
  return new DomainError('conflict', 'shows_another', t.showsAnother({ address: propertyAddress, when }), {
    field: 'name',
    details: { booking },
  })
}
