import { sql } from 'kysely'
import type { OpenedIntent } from '../../money/area.ts'
import type { ProviderName } from '../../money/payment/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DELETED_AT_ONCE } from '../../platform/db/deletion.ts'
import type { Language } from '../../platform/language.ts'
import { phoneColumns } from '../../platform/phone.ts'
import { type BookingDetails, intentKey } from './domain.ts'
import type { PaidShowingRow } from './showing-domain.ts'

/** A hold to store, and its payment. */
export type HoldRequest = {
  id: string
  propertyId: string
  startsAt: string
  endsAt: string
  blockedUntil: string
  showingDate: string
  showingTime: string
  timeZone: string
  expiresAt: string
  details: BookingDetails
  clientAddress: string
  language: Language
  /** Secret of the hold that the buyer already has, if the request names one. */
  clientSecret?: string | undefined
  amountCents: number
  manageToken: string
  noticeToken: string
  isDemo: boolean
  paymentId: string
  provider: ProviderName
  capture: 'automatic' | 'manual'
  /** Intent that the embedded provider opens together with the hold. Without it, the provider opens one afterward. */
  intent?: OpenedIntent | undefined
  /** Account that holds the slot for a visitor who phoned. */
  bookedBy?: string
}

/** A hold as the database has it: a new one, or one that this buyer already has. */
export type StoredHold = {
  /** `other`: the existing hold would charge the card at a different moment than wanted (at once, or on approval). */
  outcome: 'held' | 'mine' | 'other'
  /**
   * `true` if the agent booked this time for the buyer. Then we charge the card at once, no
   * matter what the caller wants.
   */
  isApproved?: boolean
  bookingId: string
  manageToken: string
  expiresAt: string
  paymentId: string
  intentId: string | null
  clientSecret: string | null
  amountCents: number
  /** Revision of the payment. A change names the revision that it read. */
  revision: number
}

type HoldRow = {
  outcome: StoredHold['outcome'] | 'approved' | 'taken' | 'too_many'
  booking_id: string
  manage_token: string
  hold_expires_at: Date
  payment_id: string
  intent_id: string | null
  client_secret: string | null
  amount_cents: number
  revision: number
}

const formColumns = (details: BookingDetails) => ({
  requester_type: details.requesterType,
  buyer_name: details.buyerName,
  buyer_email: details.buyerEmail,
  buyer_agent_name: details.buyerAgentName,
  buyer_agent_email: details.buyerAgentEmail,
  ...phoneColumns('buyer_phone', details.buyerPhone),
  ...phoneColumns('buyer_agent_phone', details.buyerAgentPhone),
  mail_upgrade: details.mailUpgrade,
  special_requests: details.specialRequests,
})

/** What a hold and a showing booked by hand need. */
export type SlotRequest = Omit<
  HoldRequest,
  'details' | 'expiresAt' | 'clientAddress' | 'amountCents' | 'isDemo' | 'paymentId' | 'provider' | 'capture'
>

/** The columns of `booking` that a hold shares with a showing booked by hand. */
export const slotColumns = (wanted: SlotRequest) => ({
  id: wanted.id,
  property_id: wanted.propertyId,
  starts_at: wanted.startsAt,
  ends_at: wanted.endsAt,
  during: `[${wanted.startsAt},${wanted.blockedUntil})`,
  showing_date: wanted.showingDate,
  showing_time: wanted.showingTime,
  time_zone: wanted.timeZone,
  manage_token: wanted.manageToken,
  notice_token: wanted.noticeToken,
  language: wanted.language,
  booked_by: wanted.bookedBy,
})

/**
 * Calls the SQL function, which ends expired holds, looks for the buyer's own hold, checks the
 * limits, and inserts the hold.
 */
export async function insertHold(
  db: Database,
  hold: HoldRequest,
  now: string,
): Promise<StoredHold | 'taken' | 'too_many'> {
  const booking = {
    ...slotColumns(hold),
    hold_expires_at: hold.expiresAt,
    client_address: hold.clientAddress,
    client_secret: hold.clientSecret,
    amount_cents: hold.amountCents,
    is_demo: hold.isDemo,
    ...formColumns(hold.details),
  }
  const payment = {
    id: hold.paymentId,
    provider: hold.provider,
    capture: hold.capture,
    intent_id: hold.intent?.intentId,
    client_secret: hold.intent?.clientSecret,
    idempotency_key: intentKey(hold.paymentId, 0),
  }
  const { rows } = await sql<HoldRow>`
    select * from hold_slot(${JSON.stringify(booking)}::jsonb, ${JSON.stringify(payment)}::jsonb, ${now}::timestamptz)`.execute(
    db,
  )
  const row = rows[0] as HoldRow
  if (row.outcome === 'taken' || row.outcome === 'too_many') return row.outcome
  return {
    outcome: row.outcome === 'approved' ? 'mine' : row.outcome,
    isApproved: row.outcome === 'approved',
    bookingId: row.booking_id,
    manageToken: row.manage_token,
    expiresAt: row.hold_expires_at.toISOString(),
    paymentId: row.payment_id,
    intentId: row.intent_id,
    clientSecret: row.client_secret,
    amountCents: row.amount_cents,
    revision: row.revision,
  }
}

/**
 * Updates a live hold's details and price.
 * @returns its new revision, or `null` if the hold was changed, paid, or ended since the caller read it
 */
export async function renewHold(
  db: Database,
  held: { bookingId: string; revision: number },
  wanted: { details: BookingDetails; amountCents: number; language: Language },
  now: string,
): Promise<number | null> {
  // The email stays, because it identifies the buyer of the hold.
  const { buyer_email: _, ...columns } = formColumns(wanted.details)
  const form = { ...columns, language: wanted.language }
  const { rows } = await sql<{ revision: number | null }>`
    select renew_hold(${held.bookingId}, ${held.revision}, ${JSON.stringify(form)}::jsonb, ${wanted.amountCents}, ${now}::timestamptz) as revision`.execute(
    db,
  )
  return rows[0]?.revision ?? null
}

/**
 * Ends a hold that no one will pay for.
 * @param held `isOver`: its intent is canceled at the provider or never existed
 * @param planned returns the messages about it, which it plans under the booking's lock
 * @returns `false` if the hold was changed, paid, or ended since the caller read it
 */
export const markReleased = (
  db: Database,
  held: { bookingId: string; revision: number; intentId: string | null; isOver: boolean },
  now: string,
  planned: (tx: Database) => Promise<object[]> = async () => [],
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ released: boolean }>`
      select release_hold(${held.bookingId}, ${held.revision}, ${held.intentId}, ${held.isOver}, ${now}::timestamptz) as released`.execute(
      tx,
    )
    if (rows[0]?.released !== true) return false
    const notifications = await planned(tx)
    if (notifications.length > 0)
      await sql`select plan_notifications(${held.bookingId}, ${JSON.stringify(notifications)}::jsonb, ${now}::timestamptz)`.execute(
        tx,
      )
    return true
  })

/**
 * Deletes the personal data of unpaid holds that ended before a moment. It keeps a hold that was paid after all, or
 * that has messages. A payment can stay open forever, for example if its provider never answers, but by then it cannot
 * become a booking, and a refund needs no personal data.
 * @returns how many holds it changed
 */
export async function forgetLapsed(db: Database, before: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with due as (
      select b.id from booking b
      where b.status = 'lapsed' and b.booked_by is null and b.buyer_name <> '' and b.hold_expires_at < ${before}
        and not exists (select from payment p where p.booking_id = b.id and p.status not in ('opening', 'open', 'cancelled'))
        and not exists (select from notification n where n.booking_id = b.id)
      order by b.hold_expires_at limit ${DELETED_AT_ONCE} for no key update of b skip locked),
    forgotten as (
      update booking b set buyer_name = '', buyer_email = '', buyer_phone = '', buyer_phone_e164 = null,
        buyer_phone_extension = null, buyer_agent_name = null, buyer_agent_email = null, buyer_agent_phone = null,
        buyer_agent_phone_e164 = null, buyer_agent_phone_extension = null, special_requests = null, client_address = ''
      from due where b.id = due.id returning b.id),
    destinations as (delete from demo_destination d using forgotten f where d.booking_id = f.id),
    visitors as (delete from demo_booking d using forgotten f where d.booking_id = f.id)
    select count(*)::int as count from forgotten`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findByIntent(db: Database, intentId: string): Promise<PaidShowingRow | null> {
  const { rows } = await sql<PaidShowingRow>`select * from showing where intent_id = ${intentId}`.execute(db)
  return rows[0] ?? null
}
