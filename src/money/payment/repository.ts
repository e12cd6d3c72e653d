import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { DELETED_AT_ONCE } from '../../platform/db/deletion.ts'
import type { ProviderName } from './domain.ts'
import type { OutsideMovement, ProviderEvent, ProviderRefund } from './ports.ts'

/**
 * @returns whether this is now the payment's intent; false if the payment was changed, opened, or ended since we read
 * it
 */
export async function markOpen(
  db: Database,
  payment: { id: string; revision: number },
  intent: { intentId: string; clientSecret: string },
  now: string,
): Promise<boolean> {
  const opened = await sql`
    update payment set intent_id = ${intent.intentId}, client_secret = ${intent.clientSecret}, status = 'open', updated_at = ${now}
    where id = ${payment.id} and status = 'opening' and revision = ${payment.revision} returning id`.execute(db)
  if (opened.rows.length > 0) return true
  // After a double click, the same key opened the same intent, and the other request recorded it.
  const same = await sql`
    select id from payment where id = ${payment.id} and intent_id = ${intent.intentId} and status = 'open'
      and revision = ${payment.revision}`.execute(db)
  return same.rows.length > 0
}

/** `settled`: by this call. `fulfilled`: earlier. `changed`: it changed since we read it. */
export type SettleOutcome = 'settled' | 'fulfilled' | 'changed' | 'refund_due' | 'refunded'

/**
 * Ends a paid order in one transaction: it fulfills the order, or records that we owe a refund.
 * @param paid the input of `settle_order` and of the fulfillment of its kind
 * @returns null if there is no such order
 */
export async function settleOrder(
  db: Database,
  intentId: string,
  paid: { provider_status: 'succeeded' | 'requires_capture'; amount_cents: number } & Record<string, unknown>,
  now: string,
): Promise<SettleOutcome | null> {
  const { rows } = await sql<{ outcome: SettleOutcome | null }>`
    select settle_order(${intentId}, ${JSON.stringify(paid)}::jsonb, ${now}::timestamptz) as outcome`.execute(db)
  return rows[0]?.outcome ?? null
}

/** The messages and the job that follow a refund. */
export type RefundFollowUps = {
  /** Messages about the paid booking. */
  notifications: unknown[]
  /** The job that follows. */
  job?: { name: string; payload: Record<string, unknown> }
}
/** Without an amount, nothing is left to refund, because the payer's bank took the money back. */
type MoneyBack = RefundFollowUps & { kind: 'refund' | 'release' } & (
    | { reference: string; amountCents: number }
    | { reference: null; amountCents: null }
  )

/** Finds how much of a payment the provider can still refund, and how much the payer's bank took back, in US cents. */
export async function findUnrefunded(
  db: Database,
  paymentId: string,
): Promise<{ leftCents: number; disputedCents: number }> {
  const { rows } = await sql<{ leftCents: number; disputedCents: number }>`
    select coalesce(p.paid_cents, p.amount_cents) - returned_amount(p.id) as "leftCents", (select coalesce(sum(case m.kind when 'dispute' then m.amount_cents else -m.amount_cents end), 0)::integer
      from money_entry m where m.payment_id = p.id and m.kind in ('dispute', 'dispute_returned')) as "disputedCents"
    from payment p where p.id = ${paymentId}`.execute(db)
  return rows[0] ?? { leftCents: 0, disputedCents: 0 }
}

/**
 * Records our refund once: the row, its entries, and the message to the payer. `storeOutsideRefunds` has already
 * recorded refunds made by others, which are not ours.
 */
export async function markRefunded(db: Database, paymentId: string, back: MoneyBack, now: string): Promise<void> {
  const { job } = back
  await sql`
    with returned as (
      update payment set status = 'refunded', updated_at = ${now} where id = ${paymentId} and status = 'refund_due' returning *),
    -- One statement writes these entries in order: the money came in before it went out.
    moved as (
      insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
      select returned.id, m.kind, m.amount, m.reference, m.at
      from returned, lateral (
        select coalesce(bool_or(o.kind = 'charge'), false) as is_charged, coalesce(bool_or(o.kind = 'refund'), false) as is_again
        from money_entry o where o.payment_id = returned.id) before,
      lateral (values
        (1, ${back.kind === 'refund' ? 'charge' : 'authorize'},
          case when not before.is_charged then coalesce(${back.amountCents}::integer, returned.paid_cents, returned.amount_cents) end,
          returned.intent_id, coalesce(returned.paid_at, ${now}::timestamptz)),
        (2, case when before.is_again then 'refund_again' else ${back.kind} end,
          ${back.amountCents}::integer - ${back.kind === 'refund' ? sql`returned_amount(returned.id)` : sql`0`}, ${back.reference}, ${now}::timestamptz))
        m(step, kind, amount, reference, at)
      where m.amount > 0 order by m.step)
    -- After a dispute that we won, the payer has had the message already. The snapshot is from before our own entries.
    select case when not exists (select from money_entry c where c.payment_id = returned.id and c.kind = 'charge') then
      num_nonnulls(plan_notifications(booking_id, ${JSON.stringify(back.notifications)}::jsonb, ${now}::timestamptz)::text
      ${job ? sql`, graphile_worker.add_job(${job.name}, ${JSON.stringify(job.payload)}::json, max_attempts => 13)::text` : sql``}) end
    from returned`.execute(db)
}

/** Records webhooks that we have handled. A repeated one changes nothing. */
export async function insertEvents(
  db: Database,
  provider: string,
  events: Pick<ProviderEvent, 'id' | 'type' | 'intentId'>[],
  now: string,
): Promise<void> {
  const handled = events.map(({ id, type, intentId }) => ({ id, type, intent_id: intentId }))
  await sql`
    insert into payment_event (id, provider, type, intent_id, received_at, handled_at)
    select id, ${provider}, type, intent_id, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(handled)}::jsonb) as handled(id text, type text, intent_id text)
    on conflict (id) do nothing`.execute(db)
}

/** Deletes webhooks that arrived before an instant, at most DELETED_AT_ONCE. @returns how many */
export async function deleteOldWebhooks(db: Database, before: Temporal.Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from payment_event where id in (
      select id from payment_event where received_at < ${before.toString()} order by received_at limit ${DELETED_AT_ONCE})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/**
 * Records and logs money that moved outside our service.
 * @returns whether it was new and belongs to a payment of ours
 */
export async function recordOutsideMoney(
  db: Database,
  intentId: string,
  { kind, amountCents, reference }: OutsideMovement,
  now: string,
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select record_outside_money(${intentId}, ${kind}, ${amountCents}, ${reference}, ${now}::timestamptz) as "isNew"`.execute(
    db,
  )
  return rows[0]?.isNew ?? false
}

/** Records refunds of an intent that others made, each once. @returns how many were new */
export async function storeOutsideRefunds(
  db: Database,
  intentId: string,
  refunds: ProviderRefund[],
  now: string,
): Promise<number> {
  let isNew = 0
  for (const { reference, amountCents, isOurs } of refunds)
    if (!isOurs && (await recordOutsideMoney(db, intentId, { kind: 'outside_refund', reference, amountCents }, now)))
      isNew++
  return isNew
}

/** Ends an order whose intent is certainly over. @returns whether this call ended it */
export async function markCancelled(db: Database, paymentId: string, now: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment set status = 'cancelled', updated_at = ${now} where id = ${paymentId} and status in ('opening', 'open')`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export type OrderKind = 'showing' | 'demo' | 'pack' | 'first_month' | 'renewal'

/**
 * @returns the kind of each intent's order, in order, or `null` if the intent belongs to no order, or to one that is paid
 * and fulfilled
 */
export async function listKindsToSettle(db: Database, intentIds: string[]): Promise<(OrderKind | null)[]> {
  const { rows } = await sql<{ intent_id: string; kind: OrderKind }>`
    select intent_id, kind from payment where intent_id = any(${intentIds}) and intent_id is not null
      and status not in ('authorized', 'capture_due', 'succeeded')`.execute(db)
  const kinds = new Map(rows.map(({ intent_id, kind }) => [intent_id, kind]))
  return intentIds.map((id) => kinds.get(id) ?? null)
}

export type UnsettledOrder = {
  id: string
  kind: OrderKind
  bookingId: string | null
  provider: ProviderName
  intentId: string | null
  status: 'opening' | 'open' | 'refund_due'
  revision: number
  /** Whether the order has ended and can no longer be paid. */
  isOver: boolean
}

/** Lists orders, by ID, that are neither paid nor over. We ask the provider about them. */
export async function listUnsettled(
  db: Database,
  page: { before: string; now: string; provider: string; afterId: string | null; limit: number },
): Promise<UnsettledOrder[]> {
  const { rows } = await sql<UnsettledOrder>`
    select p.id, p.kind, p.booking_id as "bookingId", p.provider, p.intent_id as "intentId", p.status, p.revision,
      coalesce(coalesce(b.hold_expires_at, u.expires_at) <= ${page.now}::timestamptz or b.status = 'lapsed', false)
        or a.deleted_at is not null as "isOver"
    from payment p left join booking b on b.id = p.booking_id left join purchase u on u.id = p.id
      left join account a on a.id = p.account_id left join payment_retry r on r.payment_id = p.id
    where p.status in ('opening', 'open', 'refund_due') and (b.id is null or b.status in ('held', 'lapsed'))
      and p.updated_at < ${page.before}::timestamptz
      -- We can't refund money paid through a provider that is now off. The reconciliation names it.
      and (p.status <> 'refund_due' or p.provider in ('sandbox', ${page.provider})) and (r.next_at is null or r.next_at <= ${page.now}::timestamptz)
      ${page.afterId ? sql`and p.id > ${page.afterId}::uuid` : sql``}
    order by p.id limit ${page.limit}`.execute(db)
  return rows
}

/** Records that a refund failed. Each retry waits longer. */
export async function recordFailure(db: Database, paymentId: string, now: string): Promise<void> {
  await sql`select record_payment_failure(id, ${now}::timestamptz) from payment where id = ${paymentId} and status = 'refund_due'`.execute(
    db,
  )
}

/** Records that the order waits for another card. We ask again in an hour. */
export async function postpone(db: Database, paymentId: string, now: string): Promise<void> {
  await sql`
    insert into payment_retry (payment_id, failures, next_at)
    select id, 0, ${now}::timestamptz + interval '1 hour' from payment where id = ${paymentId} and status in ('opening', 'open')
    on conflict (payment_id) do update set next_at = excluded.next_at`.execute(db)
}
