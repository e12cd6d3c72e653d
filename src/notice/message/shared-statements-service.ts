import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { together } from '../../platform/together.ts'
import type { Showing, Showings } from '../entry-notice/ports.ts'
import type { Choice } from '../preference/domain.ts'
import type { ClaimedRow } from './attempt-domain.ts'
import { type SentUpdate, storeLastUpdates } from './invitation-repository.ts'
import { listOptedOut } from './opt-out-repository.ts'
import type { Channel } from './ports.ts'
import { type DeliveryResults, markSending, noteDelivered, recordDeliveries } from './repository.ts'

type SharedDeps = {
  db: Database
  clock: Clock
  showings: Showings
  listChoices: (accountIds: string[]) => Promise<Map<string, Choice[]>>
  /** Lists the channels with a real vendor. */
  realChannels: () => Channel[]
}

/**
 * Shares each statement among all deliveries at the same step, so that the messages of many bookings need one commit.
 * Each delivery goes on only after its commit.
 */
export const shareStatements = ({ db, clock, showings, listChoices, realChannels }: SharedDeps) => ({
  markSending: together(
    (bookingIds: string[]) => markSending(db, bookingIds, { real: realChannels(), now: clock.now() }),
    { keyOf: (bookingId) => bookingId },
  ),
  findShowing: together(async (ids: string[]): Promise<(Showing | null)[]> => {
    const found = new Map((await showings.list(ids)).map((showing) => [showing.id, showing]))
    return ids.map((id) => found.get(id) ?? null)
  }),
  listChoices: together(async (accountIds: string[]) => {
    const chosen = await listChoices(accountIds)
    return accountIds.map((id) => chosen.get(id) ?? [])
  }),
  /** Lists which of these phone numbers (E.164) opted out. */
  listOptedOut: together(async (asked: string[][]) => {
    const optedOut = await listOptedOut(db, [...new Set(asked.flat())])
    return asked.map((phones) => phones.filter((phone) => optedOut.has(phone)))
  }),
  storeUpdates: together(async (updates: SentUpdate[][]) => {
    await storeLastUpdates(db, updates.flat())
    return updates.map(() => undefined)
  }),
  noteDelivered: together(async (taken: (Pick<ClaimedRow, 'id' | 'send_id'> & { mailbox: string })[]) => {
    await noteDelivered(db, taken)
    return taken.map(() => undefined)
  }),
  recordDelivery: together(
    async (deliveries: DeliveryResults[]) => {
      await recordDeliveries(db, deliveries)
      return deliveries.map(() => undefined)
    },
    { keyOf: (delivery) => delivery.booking_id },
  ),
})

export type SharedStatements = ReturnType<typeof shareStatements>
