import { sql } from 'kysely'
import type { PlannedNotification } from '../../notice/message/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import { phoneColumns } from '../../platform/phone.ts'
import type { BookingDetails } from './domain.ts'
import type { HoldRequest } from './hold-repository.ts'
import { BLOCKING, isCorrected, isSameVisitor } from './offer-repository.ts'
import type { ShowingRow } from './showing-domain.ts'

/** A slot to book for a visitor, and the account that books it. */
export type HandHold = Omit<
  HoldRequest,
  | 'details'
  | 'expiresAt'
  | 'clientAddress'
  | 'clientSecret'
  | 'amountCents'
  | 'isDemo'
  | 'paymentId'
  | 'provider'
  | 'capture'
> & { bookedBy: string } & Pick<BookingDetails, 'buyerName' | 'buyerEmail' | 'buyerPhone' | 'specialRequests'>

/** What makes a booking of the kept slot. */
export type HandConfirmation = { confirmation_number: string; payload: string; notifications: PlannedNotification[] }

/**
 * Keeps the slot and confirms it in one transaction.
 * @param how `confirm` says what goes with the booking, once the slot is kept; `count` refuses it by throwing. It comes last,
 *   so that a transaction that waits for its rows holds every other lock, and no deadlock can occur.
 * @returns whether it was booked; `false` if the slot is taken
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
      id: hold.id,
      property_id: hold.propertyId,
      starts_at: hold.startsAt,
      ends_at: hold.endsAt,
      during: `[${hold.startsAt},${hold.blockedUntil})`,
      showing_date: hold.showingDate,
      showing_time: hold.showingTime,
      time_zone: hold.timeZone,
      buyer_name: hold.buyerName,
      buyer_email: hold.buyerEmail,
      ...phoneColumns('buyer_phone', hold.buyerPhone),
      special_requests: hold.specialRequests,
      manage_token: hold.manageToken,
      notice_token: hold.noticeToken,
      language: hold.language,
      booked_by: hold.bookedBy,
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

/** Showings of the same visitor at the times that a declined one offers. */
const bookedOffers = (declinedId: string) => sql`
  from booking o join booking b on b.property_id = o.property_id and b.starts_at = any(o.offered_times)
  where o.id = ${declinedId} and b.status = any(${BLOCKING}) and ${isSameVisitor}`

/**
 * Finds the free showing that was booked in place of a declined one. Not once its email was corrected: the former mailbox has
 * the link of the declined one, and must not get this one's, also if it corrects the declined one's email to the same.
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
 * Tells whether another of the offered times is booked, paid or free. Of two transactions that ask, the second waits for the
 * first.
 */
export async function isOtherOfferBooked(tx: Database, declinedId: string, startsAt: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`offer:${declinedId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select b.id ${bookedOffers(declinedId)} and b.starts_at <> ${startsAt}::timestamptz`.execute(tx)
  return rows.length > 0
}
