import { sql } from 'kysely'
import type { ProviderName } from '../../money/payment/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { CreditEntry } from './contract.ts'
import type { Month, PurchaseKind, PurchaseMoney } from './domain.ts'

export type PurchaseRow = PurchaseMoney & {
  id: string
  account_id: string
  number: string
  kind: PurchaseKind
  subscription_id: string | null
  period: number | null
  credits: number
  provider: ProviderName
  intent_id: string | null
  client_secret: string | null
  status: 'opening' | 'open' | 'succeeded' | 'refund_due' | 'refunded' | 'cancelled'
  paid_cents: number | null
  paid_at: Date | null
  expires_at: Date
}

export type SubscriptionRow = {
  id: string
  account_id: string
  provider: ProviderName
  customer_ref: string | null
  method_ref: string | null
  status: 'active' | 'past_due' | 'ended'
  period: number
  period_start: Date
  period_end: Date
  anchor_at: Date
  anchor_months: number
  cancelled_at: Date | null
  tries: number
  next_try_at: Date
  ended_at: Date | null
  ended_because: 'cancelled' | 'unpaid' | 'account_deleted' | null
}

/** An order for credits, which is a `payment`, with what it buys and the sums of its ledger entries. */
const purchase =
  sql.raw(`p.id, p.account_id, u.number, p.kind, u.subscription_id, u.period, u.credits, p.provider, p.intent_id,
  p.client_secret, p.amount_cents, p.status, p.paid_cents, p.paid_at, u.expires_at,
  (select coalesce(sum(case when kind in ('charge', 'refund_failed', 'dispute_returned') then amount_cents else -amount_cents end), 0)::integer
    from counted_entry where payment_id = p.id and kind not in ('authorize', 'release')) as net_cents,
  (select coalesce(sum(case kind when 'dispute' then amount_cents else -amount_cents end), 0)::integer
    from counted_entry where payment_id = p.id and kind in ('dispute', 'dispute_returned')) as disputed_cents`)
const orders = sql.raw(`payment p join purchase u on u.id = p.id and p.account_id is not null
  and p.kind in ('pack', 'first_month', 'renewal')
  and p.status in ('opening', 'open', 'succeeded', 'refund_due', 'refunded', 'cancelled')`)
const subscription =
  sql.raw(`s.id, s.account_id, s.provider, s.customer_ref, s.method_ref, s.status, s.period, s.period_start,
  s.period_end, s.anchor_at, s.anchor_months, s.cancelled_at, s.tries, s.next_try_at, s.ended_at, s.ended_because`)

export async function findBalance(db: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from credit_entry where account_id = ${accountId} order by sequence desc limit 1`.execute(db)
  return rows[0]?.balance ?? 0
}

/** Lists credit movements, newest first. */
export async function listEntries(
  db: Database,
  accountId: string,
  page: PageRange<{ sequence: number }>,
): Promise<(CreditEntry & { sequence: number })[]> {
  const { rows } = await sql<Omit<CreditEntry, 'createdAt'> & { sequence: number; createdAt: Date }>`
    select id, sequence, amount, kind, balance, created_at as "createdAt" from credit_entry
    where account_id = ${accountId} ${page.after ? sql`and sequence < ${page.after.sequence}::bigint` : sql``}
    order by sequence desc limit ${page.limit}`.execute(db)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

export type NewPurchase = Pick<
  PurchaseRow,
  'id' | 'account_id' | 'number' | 'kind' | 'credits' | 'provider' | 'amount_cents'
> & {
  expiresAt: Temporal.Instant
}

/** Returns the open purchase of this kind if there is one. */
export async function insertPurchase(db: Database, row: NewPurchase, now: string): Promise<PurchaseRow | null> {
  await sql`
    with ordered as (
      insert into payment (id, kind, account_id, provider, amount_cents, capture, status, created_at, updated_at)
      values (${row.id}, ${row.kind}, ${row.account_id}, ${row.provider}, ${row.amount_cents}, 'automatic', 'opening', ${now}, ${now})
      on conflict (account_id, kind) where status in ('opening', 'open') and kind in ('pack', 'first_month') do nothing
      returning id)
    insert into purchase (id, number, credits, expires_at, created_at)
    select id, ${row.number}::text, ${row.credits}::integer, ${row.expiresAt}::timestamptz, ${now}::timestamptz from ordered`.execute(
    db,
  )
  const { rows } = await sql<PurchaseRow>`
    select ${purchase} from ${orders} where p.account_id = ${row.account_id} and p.kind = ${row.kind}
      and p.status in ('opening', 'open')`.execute(db)
  return rows[0] ?? null
}

/**
 * Inserts the only renewal of a month. It replaces one that expired during a suspension.
 */
export async function insertRenewal(
  db: Database,
  row: NewPurchase & { subscriptionId: string; period: number },
  now: string,
): Promise<PurchaseRow> {
  await sql`
    update purchase u set subscription_id = null, period = null from payment p
    where u.subscription_id = ${row.subscriptionId} and u.period = ${row.period} and u.expires_at <= ${now}::timestamptz
      and p.id = u.id and p.status = 'cancelled'`.execute(db)
  await sql`
    with bought as (
      insert into purchase (id, number, subscription_id, period, credits, expires_at, created_at)
      values (${row.id}, ${row.number}, ${row.subscriptionId}, ${row.period}, ${row.credits}, ${row.expiresAt}, ${now})
      on conflict on constraint purchase_month_once do nothing returning id)
    insert into payment (id, kind, account_id, provider, amount_cents, capture, status, created_at, updated_at)
    select id, 'renewal', ${row.account_id}::uuid, ${row.provider}::text, ${row.amount_cents}::integer, 'automatic', 'opening',
      ${now}::timestamptz, ${now}::timestamptz from bought`.execute(db)
  const { rows } = await sql<PurchaseRow>`
    select ${purchase} from ${orders} where u.subscription_id = ${row.subscriptionId} and u.period = ${row.period}`.execute(
    db,
  )
  return rows[0] as PurchaseRow
}

export async function findByIntent(db: Database, intentId: string): Promise<PurchaseRow | null> {
  const { rows } = await sql<PurchaseRow>`select ${purchase} from ${orders} where p.intent_id = ${intentId}`.execute(db)
  return rows[0] ?? null
}

/** Lists paid purchases, newest first. */
export async function listPaid(
  db: Database,
  accountId: string,
  page: PageRange<{ id: string }>,
): Promise<PurchaseRow[]> {
  const { rows } = await sql<PurchaseRow>`
    select ${purchase} from ${orders} where p.account_id = ${accountId} and p.status in ('succeeded', 'refund_due', 'refunded')
      ${page.after ? sql`and p.id < ${page.after.id}::uuid` : sql``} order by p.id desc limit ${page.limit}`.execute(db)
  return rows
}

/** Builds the argument of `fulfil_credits`. */
export const fulfillment = (paid: {
  subscriptionId: string
  entryId: string
  mailId: string
  customer: string | null
  method: string | null
  month: Month | null
}) => ({
  subscription_id: paid.subscriptionId,
  entry_id: paid.entryId,
  mail_id: paid.mailId,
  customer: paid.customer,
  method: paid.method,
  period_start: paid.month?.periodStart.toString(),
  period_end: paid.month?.periodEnd.toString(),
  anchor_at: paid.month?.anchorAt.toString(),
  anchor_months: paid.month?.anchorMonths,
})

/** Finds the plan that has not ended, otherwise the latest one. */
export async function findSubscription(db: Database, accountId: string): Promise<SubscriptionRow | null> {
  const { rows } = await sql<SubscriptionRow>`
    select ${subscription} from subscription s where account_id = ${accountId}
    order by (status <> 'ended') desc, created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function findSubscriptionById(db: Database, id: string): Promise<SubscriptionRow | null> {
  const { rows } = await sql<SubscriptionRow>`select ${subscription} from subscription s where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Cancels a plan at the end of its month. If that month is over, the next run ends the plan and sends the only email. */
export async function markPlanCancelled(db: Database, id: string, mailId: string, now: string): Promise<void> {
  await sql`
    with cancelled as (
      update subscription set cancelled_at = ${now}, updated_at = ${now},
        next_try_at = case when period_end <= ${now}::timestamptz then ${now}::timestamptz else period_end end
      where id = ${id} and status <> 'ended' and cancelled_at is null returning id, period_end)
    select case when period_end > ${now}::timestamptz then graphile_worker.add_job('credit.mail',
      json_build_object('id', ${mailId}::text, 'kind', 'cancelled', 'subject', id), max_attempts => 13) end
    from cancelled`.execute(db)
}

/** Resumes a canceled plan. @returns false if it is over */
export async function markResumed(db: Database, id: string, now: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update subscription set cancelled_at = null, updated_at = ${now}
    where id = ${id} and status <> 'ended' and cancelled_at is not null and period_end > ${now}::timestamptz`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/**
 * Claims the due plans, so that no other process takes them before `until`. A suspended account can neither use nor
 * cancel its plan, so we may end its plan but never charge it.
 */
export async function claimDue(
  db: Database,
  scope: { now: string; until: string; limit: number },
): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    update subscription s set next_try_at = ${scope.until}
    where id in (select id from subscription where status <> 'ended' and next_try_at <= ${scope.now}::timestamptz
      and (cancelled_at is not null or not exists (select from suspension x where x.account_id = subscription.account_id))
      order by next_try_at limit ${scope.limit} for update skip locked)
    returning ${subscription}`.execute(db)
  return rows
}

/** Reads a claimed plan again. @returns `null` if its month is no longer due, or its account was suspended since */
export async function findClaimed(
  db: Database,
  claimed: Pick<SubscriptionRow, 'id' | 'period' | 'tries'>,
): Promise<SubscriptionRow | null> {
  const { rows } = await sql<SubscriptionRow>`
    select ${subscription} from subscription s
    where id = ${claimed.id} and status <> 'ended' and period = ${claimed.period} and tries = ${claimed.tries}
      and (cancelled_at is not null or not exists (select from suspension x where x.account_id = s.account_id))`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Lets a claimed plan wait, unless its month was paid or its owner canceled it in the meantime. */
export async function markWaiting(
  db: Database,
  { id, period, tries }: Pick<SubscriptionRow, 'id' | 'period' | 'tries'>,
  until: string,
): Promise<void> {
  await sql`
    update subscription set next_try_at = ${until}::timestamptz
    where id = ${id} and status <> 'ended' and period = ${period} and tries = ${tries} and cancelled_at is null`.execute(
    db,
  )
}

/** Records a refused card. @returns whether the plan was still waiting for it and was not canceled */
export async function markRefused(
  db: Database,
  refused: { id: string; period: number; tries: number; nextTryAt: string; mailId: string },
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    with late as (
      update subscription set status = 'past_due', tries = ${refused.tries}, next_try_at = ${refused.nextTryAt}, updated_at = ${now}
      where id = ${refused.id} and status <> 'ended' and period = ${refused.period} and tries = ${refused.tries - 1}
        and cancelled_at is null returning id)
    select graphile_worker.add_job('credit.mail',
      json_build_object('id', ${refused.mailId}::text, 'kind', 'renewal_failed', 'subject', id), max_attempts => 13) from late`.execute(
    db,
  )
  return rows.length > 0
}

export async function markEnded(
  db: Database,
  ended: { id: string; period: number; because: 'cancelled' | 'unpaid'; mailId: string },
  now: string,
): Promise<void> {
  await sql`
    with over as (
      update subscription set status = 'ended', ended_at = ${now}, ended_because = ${ended.because}, updated_at = ${now}
      where id = ${ended.id} and status <> 'ended' and period = ${ended.period}
        ${ended.because === 'cancelled' ? sql`and cancelled_at is not null` : sql``} returning id)
    select graphile_worker.add_job('credit.mail', json_build_object('id', ${ended.mailId}::text, 'kind', 'ended', 'subject', id),
      max_attempts => 13) from over`.execute(db)
}

/** Plans to delete a card that no plan uses. */
export async function planToForget(db: Database, card: { provider: string; customer: string }): Promise<void> {
  await sql`
    select graphile_worker.add_job('credit.forget-card', ${JSON.stringify(card)}::json,
      job_key => ${`card ${card.customer}`})`.execute(db)
}

/** Lists saved cards of ended plans, those tried longest ago first. */
export async function listToForget(db: Database, provider: string): Promise<{ id: string; customer: string }[]> {
  const { rows } = await sql<{ id: string; customer: string }>`
    select id, customer_ref as customer from subscription s
    where status = 'ended' and customer_ref is not null and provider in ('sandbox', ${provider}) order by updated_at, id limit 50`.execute(
    db,
  )
  return rows
}

/** Records a try to delete a card. The next run begins with the cards tried longest ago. */
export async function markTriedToForget(db: Database, id: string, now: string): Promise<void> {
  await sql`update subscription set updated_at = ${now}::timestamptz where id = ${id} and status = 'ended'`.execute(db)
}

export async function markForgotten(db: Database, id: string): Promise<void> {
  await sql`update subscription set customer_ref = null, method_ref = null where id = ${id} and status = 'ended'`.execute(
    db,
  )
}
