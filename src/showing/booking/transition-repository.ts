import { sql } from 'kysely'
import { type LetterMoney, MAIL_UPGRADE_CENTS, type MovementKind } from '../../money/payment/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PaymentColumns, ReturnedColumns, ShowingRow } from './showing-domain.ts'

export type BookingRow = ShowingRow &
  ReturnedColumns & {
    booking_approval: 'automatic' | 'manual'
    /** When we captured the money. `null` if we did not. */
    charged_at: Date | null
    /** What went back to the buyer and what came back to us, in order. `null` if nothing did. */
    returns: { kind: MovementKind; amount_cents: number; at: string }[] | null
    /** State of the certified letter's price. */
    letter_money: LetterMoney
    /** `true` if we announced the new time to the resident. The buyer agreed to it before we charged the card. */
    is_move_announced: boolean
    /** Provider through which the buyer paid. `null` for a free showing. */
    payment_provider: string | null
  }

/** A booking that has a payment at a provider. */
export type PaidBookingRow = BookingRow & PaymentColumns & { intent_id: string }
export const isPaidFor = (row: BookingRow | null): row is PaidBookingRow =>
  row !== null && row.payment_id !== null && row.intent_id !== null

/** Selects the `ReturnedColumns` from the entries of one payment in `counted_entry`. */
export const returnedColumns = sql`coalesce(bool_or(kind = 'charge'), false) as is_charged,
  (coalesce(sum(amount_cents) filter (where kind in ('refund', 'refund_again', 'letter_refund', 'outside_refund', 'dispute')), 0)
    - coalesce(sum(amount_cents) filter (where kind in ('refund_failed', 'dispute_returned')), 0))::integer as returned_cents,
  (coalesce(sum(amount_cents) filter (where kind = 'dispute'), 0)
    - coalesce(sum(amount_cents) filter (where kind = 'dispute_returned'), 0))::integer as disputed_cents`

const bookings = sql`
  select s.*, h.booking_approval, (select provider from payment where id = s.payment_id) as payment_provider,
    s.payment_status is not distinct from 'capture_due' and exists (select from notification n where n.booking_id = s.id
      and n.round = s.calendar_sequence and n.event = 'moved'
      and (n.role = 'resident' or (n.channel = 'email' and n.role = 'listing_agent' and n.cc <> '{}'))) as is_move_announced,
    letter_money(s.id) as letter_money, m.*
  from showing s join property h on h.id = s.property_id
  cross join lateral (
    select ${returnedColumns}, min(at) filter (where kind = 'charge') as charged_at,
      json_agg(json_build_object('kind', kind, 'amount_cents', amount_cents, 'at', at) order by at, id)
        filter (where kind not in ('authorize', 'release', 'charge')) as returns
    from counted_entry where payment_id = s.payment_id) m where s.status not in ('held', 'lapsed')`

/** @param ownerId `null` for any owner (admins) */
export async function findBooking(
  db: Database,
  { ownerId, id }: { ownerId: string | null; id: string },
): Promise<BookingRow | null> {
  const { rows } =
    await sql<BookingRow>`${bookings} and s.id = ${id} ${ownerId ? sql`and s.owner_id = ${ownerId}` : sql``}`.execute(
      db,
    )
  return rows[0] ?? null
}

export async function findByToken(db: Database, token: string): Promise<BookingRow | null> {
  const { rows } = await sql<BookingRow>`${bookings} and s.manage_token = ${token}`.execute(db)
  return rows[0] ?? null
}

/**
 * Checks who caused the last log entry with one of these event names.
 * @param by `admin`: an admin who acted for someone else
 */
export async function wasDoneBy(
  db: Database,
  by: 'admin' | 'system',
  bookingId: string,
  ...events: string[]
): Promise<boolean> {
  const { rows } = await sql<{ by: string | null }>`
    select payload::jsonb ->> 'by' as by from compliance_entry where booking_id = ${bookingId} and event = any(${events})
    order by sequence desc limit 1`.execute(db)
  return rows[0]?.by === by
}

/** Returns the turn of one more message to the buyer about an event. Turn 0 belongs to the event itself. */
export async function nextTurn(
  db: Database,
  bookingId: string,
  { event, channel }: { event: string; channel: string },
): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    select coalesce(max(turn), 0) + 1 as turn from notification
    where booking_id = ${bookingId} and event = ${event} and channel = ${channel} and role = 'buyer'`.execute(db)
  return rows[0]?.turn ?? 1
}

/**
 * Lists who has missed a copy of the buyer's email about the current start, because it has not gone out.
 * @param events events of that email
 */
export async function listMissedCopies(db: Database, bookingId: string, events: string[]): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string }>`
    with mail as (
      select n.* from notification n join booking b on b.id = n.booking_id and b.calendar_sequence = n.round
      where b.id = ${bookingId} and n.event = any(${events}) and n.channel = 'email' and n.role = 'buyer')
    select distinct mailbox from mail, unnest(mail.cc) mailbox
    where not exists (select from mail sent where sent.status = 'sent' or mailbox = any(sent.delivered))`.execute(db)
  return rows.map(({ mailbox }) => mailbox)
}

/** Lists pending bookings whose decision is overdue, the oldest first. */
export async function listOverdue(db: Database, now: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where status = 'pending' and decision_due_at <= ${now}::timestamptz order by decision_due_at limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Lists bookings whose money this provider or the embedded one should have moved before a moment but has not. Those that
 * wait longest come first. Payments that failed wait until their next try.
 */
export async function listDue(
  db: Database,
  { provider, before, now, limit }: { provider: string; before: string; now: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ booking_id: string }>`
    select p.booking_id from payment p join booking b on b.id = p.booking_id left join payment_retry r on r.payment_id = p.id
    where p.status in ('capture_due', 'refund_due') and p.updated_at < ${before}::timestamptz and b.status not in ('held', 'lapsed')
      and p.provider in ('sandbox', ${provider}) and (r.next_at is null or r.next_at <= ${now}::timestamptz)
    order by p.updated_at limit ${limit}`.execute(db)
  return rows.map(({ booking_id }) => booking_id)
}

/** Lists bookings whose letter's price we have owed since before a moment and can refund now, the oldest first. */
export async function listOwedLetters(
  db: Database,
  { provider, before, now, limit }: { provider: string; before: string; now: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ booking_id: string }>`
    select l.booking_id from letter_refund l join payment p on p.id = l.payment_id left join payment_retry r on r.payment_id = p.id
    where l.done_at is null and l.due_at < ${before}::timestamptz and p.status = 'succeeded' and p.provider in ('sandbox', ${provider})
      and (r.next_at is null or r.next_at <= ${now}::timestamptz)
      and not letter_waits_for_bank(p.id, ${MAIL_UPGRADE_CENTS})
    order by l.due_at limit ${limit}`.execute(db)
  return rows.map(({ booking_id }) => booking_id)
}

/**
 * Returns whether we can refund a letter's price now: we have not yet, and the buyer's bank did not take back too much in
 * a dispute. Also returns how many tries to move this payment's money have failed.
 */
export async function findLetterRefund(db: Database, paymentId: string): Promise<{ isDue: boolean; tries: number }> {
  const { rows } = await sql<{ isDue: boolean | null; tries: number }>`
    select exists (select from letter_refund where payment_id = ${paymentId} and done_at is null)
        and not letter_waits_for_bank(${paymentId}, ${MAIL_UPGRADE_CENTS}) as "isDue",
      coalesce((select failures from payment_retry where payment_id = ${paymentId}), 0) as tries`.execute(db)
  return { isDue: rows[0]?.isDue ?? false, tries: rows[0]?.tries ?? 0 }
}

/** Records that we could not move due money. Each retry waits longer. */
export async function recordFailure(db: Database, bookingId: string, now: string): Promise<void> {
  await sql`select record_payment_failure(id, ${now}::timestamptz) from payment where booking_id = ${bookingId}
    and (status in ('capture_due', 'refund_due') or exists (select from letter_refund where payment_id = payment.id and done_at is null))`.execute(
    db,
  )
}

/** Records once that a letter's price was refunded. */
export async function recordLetterRefund(
  db: Database,
  paymentId: string,
  refund: { amountCents: number; reference: string; notifications: unknown[] },
  now: string,
): Promise<void> {
  const { amountCents: amount_cents, reference, notifications } = refund
  await sql`
    select record_letter_refund(${paymentId}, ${JSON.stringify({ amount_cents, reference, notifications })}::jsonb,
      ${now}::timestamptz)`.execute(db)
}

/** Records that nothing of the payment is left to refund. */
export async function closeLetterRefund(db: Database, paymentId: string, now: string): Promise<void> {
  await sql`update letter_refund set done_at = ${now}::timestamptz where payment_id = ${paymentId} and done_at is null`.execute(
    db,
  )
}

export type TransitionRequest = {
  change: Record<string, unknown>
  payment_status: string | null
  /** The hold of the proposed time, if the showing moves to one. */
  slot?: string | undefined
  event: string
  /** `null` to log nothing. */
  payload: string | null
  notifications: unknown[]
}

/**
 * Calls the SQL function once. `changed`: the booking differs from `read`. `taken`: another booking has the new time.
 */
export async function applyTransition(
  db: Database,
  read: BookingRow,
  request: TransitionRequest,
  now: string,
): Promise<'done' | 'changed' | 'taken'> {
  const refund = read.refund_decision ?? (read.refund_requested_at ? 'asked' : null)
  const { slot, ...p } = request
  const was = {
    slot,
    status: read.status,
    starts_at: read.starts_at,
    payment_status: read.payment_status,
    refund,
    late_minutes: read.late_minutes,
    buyer_email: read.buyer_email,
    manage_token: read.manage_token,
  }
  const { rows } = await sql<{ outcome: 'done' | 'changed' | 'taken' }>`
    select apply_transition(${read.id}, ${JSON.stringify(was)}::jsonb, ${JSON.stringify(p)}::jsonb, ${now}::timestamptz) as outcome`.execute(
    db,
  )
  return rows[0]?.outcome ?? 'changed'
}

/** What the provider did with due money. */
export type MovedMoney = {
  from: 'capture_due' | 'refund_due'
  to: 'succeeded' | 'refunded' | 'refund_due'
  entries: { step: number; kind: string; amount_cents: number; reference: string | null }[]
  /** `true` to cancel the booking because we could not capture its money. */
  cancels: boolean
  /** `null` if the log has it already. */
  event: string | null
  /** Without the amount of a refund or a release, which `record_due_money` adds. */
  payload: string
  notifications: unknown[]
}

/** Records once what the provider did. @returns whether this call did it */
export async function recordDueMoney(
  db: Database,
  paymentId: string,
  moved: MovedMoney,
  now: string,
): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select record_due_money(${paymentId}, ${JSON.stringify(moved)}::jsonb, ${now}::timestamptz) as "isDone"`.execute(db)
  return rows[0]?.isDone ?? false
}
