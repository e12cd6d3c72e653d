import { sql } from 'kysely'
import type { PlannedNotification } from '../../notice/message/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import { phoneColumns } from '../../platform/phone.ts'
import type { BookingDetails } from './domain.ts'
import { type SlotRequest, slotColumns } from './hold-repository.ts'
import { BLOCKING, isCorrected, isSameVisitor } from './offer-repository.ts'
import type { ShowingRow } from './showing-domain.ts'

/** A slot to book for a visitor, and the account that books it. */
export type HandHold = Omit<SlotRequest, 'clientSecret' | 'intent'> & { bookedBy: string } & Pick<
    BookingDetails,
    'buyerName' | 'buyerEmail' | 'buyerPhone' | 'specialRequests'
  >

/** What turns the kept slot into a booking. */
export type HandConfirmation = { confirmation_number: string; payload: string; notifications: PlannedNotification[] }

/**
 * Keeps the slot and confirms it in one transaction.
 * @param how `confirm` returns what the booking needs once the slot is kept; `count` throws to refuse the booking. It
 *   runs last, so that a transaction that waits for the rows of the count already has every other lock, and no deadlock
 *   can occur
 * @returns `false` if the slot is taken
 */
export const insertByHand = (
  db: Database,
  hold: HandHold,
  how: {
    confirm: (held: ShowingRow) => HandConfirmation
    count: (tx: Database, planned: PlannedNotification[]) => Promise<void>
  },
  now: string,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const booking = {
      ...slotColumns(hold),
      buyer_name: hold.buyerName,
      buyer_email: hold.buyerEmail,
      ...phoneColumns('buyer_phone', hold.buyerPhone),
      special_requests: hold.specialRequests,
    }
    const held = await sql<{ is_held: boolean }>`
      select hold_by_hand(${JSON.stringify(booking)}::jsonb, ${now}::timestamptz) as is_held`.execute(tx)
    if (!held.rows[0]?.is_held) return false
    const { rows } = await sql<ShowingRow>`select * from showing where id = ${hold.id}`.execute(tx)
    const confirmation = how.confirm(rows[0] as ShowingRow)
    await sql`select confirm_by_hand(${hold.id}, ${JSON.stringify(confirmation)}::jsonb, ${now}::timestamptz)`.execute(
      tx,
    )
    await how.count(tx, confirmation.notifications)
    return true
  })

/** Selects the same visitor's showings at the times that a declined showing offers. */
const bookedOffers = (declinedId: string) => sql`
  from booking o join booking b on b.property_id = o.property_id and b.starts_at = any(o.offered_times)
  where o.id = ${declinedId} and b.status = any(${BLOCKING}) and ${isSameVisitor}`

/**
 * Finds the free showing that the visitor booked in place of a declined one, unless someone corrected its email since.
 * The old mailbox has the declined showing's link and must not get the new one's link, even if its owner corrects the
 * declined showing's email to the same address.
 */
export async function findBookedOffer(
  db: Database,
  declinedId: string,
): Promise<{ starts_at: Date; manage_token: string } | null> {
  const { rows } = await sql<{ starts_at: Date; manage_token: string }>`
    select b.starts_at, b.manage_token ${bookedOffers(declinedId)} and b.amount_cents = 0 and b.booked_by = o.booked_by
      and b.email_folded = coalesce(nullif(o.email_folded, ''), b.email_folded) and not ${isCorrected}`.execute(db)
  return rows[0] ?? null
}

/**
 * Returns whether the visitor has booked another of the offered times, paid or free. If two transactions ask, the
 * second one waits for the first.
 */
export async function isOtherOfferBooked(tx: Database, declinedId: string, startsAt: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`offer:${declinedId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select b.id ${bookedOffers(declinedId)} and b.starts_at <> ${startsAt}::timestamptz`.execute(tx)
  return rows.length > 0
}
