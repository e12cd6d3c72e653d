import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { CreditEntry } from './contract.ts'
import type { Month, PurchaseKind } from './domain.ts'

export type PurchaseRow = {
  id: string
  account_id: string
  number: string
  kind: PurchaseKind
  subscription_id: string | null
  period: number | null
  credits: number
  provider: 'sandbox' | 'stripe'
  intent_id: string | null
  client_secret: string | null
  amount_cents: number
  status: 'opening' | 'open' | 'succeeded' | 'refund_due' | 'refunded' | 'cancelled'
  paid_cents: number | null
  paid_at: Date | null
  expires_at: Date
}

export type SubscriptionRow = {
  id: string
  account_id: string
  provider: 'sandbox' | 'stripe'
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

const purchase =
  sql.raw(`p.id, p.account_id, p.number, p.kind, p.subscription_id, p.period, p.credits, p.provider, p.intent_id,
  p.client_secret, p.amount_cents, p.status, p.paid_cents, p.paid_at, p.expires_at`)
const subscription =
  sql.raw(`s.id, s.account_id, s.provider, s.customer_ref, s.method_ref, s.status, s.period, s.period_start,
  s.period_end, s.anchor_at, s.anchor_months, s.cancelled_at, s.tries, s.next_try_at, s.ended_at, s.ended_because`)

export async function findBalance(db: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from credit_entry where account_id = ${accountId} order by sequence desc limit 1`.execute(db)
  return rows[0]?.balance ?? 0
}

/** The newest first. */
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

/** One of this kind that is open already is the same one. */
export async function insertPurchase(db: Database, row: NewPurchase, now: string): Promise<PurchaseRow | null> {
  await sql`
    insert into purchase (id, account_id, number, kind, credits, provider, amount_cents, status, expires_at, created_at, updated_at)
    values (${row.id}, ${row.account_id}, ${row.number}, ${row.kind}, ${row.credits}, ${row.provider}, ${row.amount_cents},
      'opening', ${row.expiresAt}, ${now}, ${now})
    on conflict (account_id, kind) where status in ('opening', 'open') and kind <> 'renewal' do nothing`.execute(db)
  const { rows } = await sql<PurchaseRow>`
    select ${purchase} from purchase p where account_id = ${row.account_id} and kind = ${row.kind}
      and status in ('opening', 'open')`.execute(db)
  return rows[0] ?? null
}

/** Of a month one, whoever asks. */
export async function insertRenewal(
  db: Database,
  row: NewPurchase & { subscriptionId: string; period: number },
  now: string,
): Promise<PurchaseRow> {
  await sql`
    insert into purchase (id, account_id, number, kind, subscription_id, period, credits, provider, amount_cents, status,
      expires_at, created_at, updated_at)
    values (${row.id}, ${row.account_id}, ${row.number}, 'renewal', ${row.subscriptionId}, ${row.period}, ${row.credits},
      ${row.provider}, ${row.amount_cents}, 'opening', ${row.expiresAt}, ${now}, ${now})
    on conflict on constraint purchase_month_once do nothing`.execute(db)
  const { rows } = await sql<PurchaseRow>`
    select ${purchase} from purchase p where subscription_id = ${row.subscriptionId} and period = ${row.period}`.execute(
    db,
  )
  return rows[0] as PurchaseRow
}

/** @returns the row; null: it is not to be paid with this intent */
export async function markOpen(
  db: Database,
  id: string,
  intent: { intentId: string; clientSecret: string },
  now: string,
): Promise<PurchaseRow | null> {
  await sql`
    update purchase set intent_id = ${intent.intentId}, client_secret = ${intent.clientSecret}, status = 'open', updated_at = ${now}
    where id = ${id} and status = 'opening'`.execute(db)
  const { rows } = await sql<PurchaseRow>`
    select ${purchase} from purchase p where id = ${id} and intent_id = ${intent.intentId} and status <> 'cancelled'`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Its intent is surely over. */
export async function markCancelled(db: Database, id: string, now: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update purchase set status = 'cancelled', updated_at = ${now} where id = ${id} and status in ('opening', 'open')`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function findByIntent(db: Database, intentId: string): Promise<PurchaseRow | null> {
  const { rows } = await sql<PurchaseRow>`select ${purchase} from purchase p where intent_id = ${intentId}`.execute(db)
  return rows[0] ?? null
}

/** Those that were paid, the newest first. */
export async function listPaid(
  db: Database,
  accountId: string,
  page: PageRange<{ id: string }>,
): Promise<PurchaseRow[]> {
  const { rows } = await sql<PurchaseRow>`
    select ${purchase} from purchase p where account_id = ${accountId} and status in ('succeeded', 'refund_due', 'refunded')
      ${page.after ? sql`and id < ${page.after.id}::uuid` : sql``} order by id desc limit ${page.limit}`.execute(db)
  return rows
}

export async function markSettled(
  db: Database,
  intentId: string,
  paid: {
    amountCents: number
    subscriptionId: string
    entryId: string
    mailId: string
    customer: string | null
    method: string | null
    month: Month | null
  },
  now: string,
): Promise<'settled' | 'succeeded' | 'refund_due' | 'refunded' | null> {
  const { month } = paid
  const values = {
    amount_cents: paid.amountCents,
    subscription_id: paid.subscriptionId,
    entry_id: paid.entryId,
    mail_id: paid.mailId,
    customer: paid.customer,
    method: paid.method,
    period_start: month?.periodStart.toString(),
    period_end: month?.periodEnd.toString(),
    anchor_at: month?.anchorAt.toString(),
    anchor_months: month?.anchorMonths,
  }
  const { rows } = await sql<{ outcome: 'settled' | 'succeeded' | 'refund_due' | 'refunded' }>`
    select outcome from settle_purchase(${intentId}, ${JSON.stringify(values)}::jsonb, ${now}::timestamptz)`.execute(db)
  return rows[0]?.outcome ?? null
}

/** The money has gone back; what others gave back of it is written down before. @returns whether this call did it */
export async function markRefunded(
  db: Database,
  id: string,
  back: { reference: string; amountCents: number; mailId: string },
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    with returned as (update purchase set status = 'refunded', updated_at = ${now} where id = ${id} and status = 'refund_due' returning *),
    moved as (
      insert into purchase_entry (purchase_id, kind, amount_cents, provider_reference, at)
      select returned.id, m.kind, m.amount, m.reference, m.at
      from returned, lateral (select coalesce(sum(amount_cents), 0)::integer as cents from purchase_entry
        where purchase_id = returned.id and kind = 'outside_refund') outside,
      lateral (values
        (1, 'charge', ${back.amountCents}::integer, returned.intent_id, coalesce(returned.paid_at, ${now}::timestamptz)),
        (2, 'refund', ${back.amountCents}::integer - outside.cents, ${back.reference}, ${now}::timestamptz))
        m(step, kind, amount, reference, at)
      where m.amount > 0 order by m.step)
    select graphile_worker.add_job('credit.mail', json_build_object('id', ${back.mailId}::text, 'kind', 'refunded', 'subject', id),
      max_attempts => 13) from returned`.execute(db)
  return rows.length > 0
}

export type UnsettledRow = PurchaseRow & { is_over: boolean }

/** What is neither paid nor over, in order of the id. Of a deleted account nothing is waited for. */
export async function listUnsettled(
  db: Database,
  scope: { provider: string; before: string; now: string; afterId: string | null; limit: number },
): Promise<UnsettledRow[]> {
  const { rows } = await sql<UnsettledRow>`
    select ${purchase}, (p.expires_at <= ${scope.now}::timestamptz or a.deleted_at is not null) as is_over
    from purchase p join account a on a.id = p.account_id
    where p.status in ('opening', 'open', 'refund_due') and p.provider = ${scope.provider}
      and p.updated_at <= ${scope.before}::timestamptz and (p.retry_at is null or p.retry_at <= ${scope.now}::timestamptz)
      ${scope.afterId ? sql`and p.id > ${scope.afterId}::uuid` : sql``} order by p.id limit ${scope.limit}`.execute(db)
  return rows
}

/** Not before then. @param hasFailed later each time */
export async function postpone(db: Database, id: string, now: string, { hasFailed }: { hasFailed: boolean }) {
  await sql`
    update purchase set failures = failures + ${hasFailed ? 1 : 0},
      retry_at = ${now}::timestamptz + ${hasFailed ? sql`least(power(2, least(failures, 10)), 60) * interval '1 minute'` : sql`interval '1 hour'`}
    where id = ${id} and status in ('opening', 'open', 'refund_due')`.execute(db)
}

/** The one that lives, or else the last. */
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

/** It ends with its month; one whose month is over is due at once. @returns whether this call did it */
export async function markPlanCancelled(db: Database, id: string, mailId: string, now: string): Promise<boolean> {
  const { rows } = await sql`
    with cancelled as (
      update subscription set cancelled_at = ${now}, updated_at = ${now},
        next_try_at = case when period_end <= ${now}::timestamptz then ${now}::timestamptz else period_end end
      where id = ${id} and status <> 'ended' and cancelled_at is null returning id)
    select graphile_worker.add_job('credit.mail', json_build_object('id', ${mailId}::text, 'kind', 'cancelled', 'subject', id),
      max_attempts => 13) from cancelled`.execute(db)
  return rows.length > 0
}

/** Goes on after all. @returns false: it is over */
export async function markResumed(db: Database, id: string, now: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update subscription set cancelled_at = null, updated_at = ${now}
    where id = ${id} and status <> 'ended' and cancelled_at is not null and period_end > ${now}::timestamptz`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Takes what is due, so that nobody else does until then. */
export async function claimDue(
  db: Database,
  scope: { provider: string; now: string; until: string; limit: number },
): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    update subscription s set next_try_at = ${scope.until}
    where id in (select id from subscription where status <> 'ended' and provider = ${scope.provider}
      and next_try_at <= ${scope.now}::timestamptz order by next_try_at limit ${scope.limit} for update skip locked)
    returning ${subscription}`.execute(db)
  return rows
}

/** A card was refused. @returns whether the plan waited for it still */
export async function markRefused(
  db: Database,
  refused: { id: string; period: number; tries: number; nextTryAt: string; mailId: string },
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    with late as (
      update subscription set status = 'past_due', tries = ${refused.tries}, next_try_at = ${refused.nextTryAt}, updated_at = ${now}
      where id = ${refused.id} and status <> 'ended' and period = ${refused.period} and tries = ${refused.tries - 1} returning id)
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
): Promise<boolean> {
  const { rows } = await sql`
    with over as (
      update subscription set status = 'ended', ended_at = ${now}, ended_because = ${ended.because}, updated_at = ${now}
      where id = ${ended.id} and status <> 'ended' and period = ${ended.period}
        ${ended.because === 'cancelled' ? sql`and cancelled_at is not null` : sql``} returning id)
    select graphile_worker.add_job('credit.mail', json_build_object('id', ${ended.mailId}::text, 'kind', 'ended', 'subject', id),
      max_attempts => 13) from over`.execute(db)
  return rows.length > 0
}

export async function listToForget(db: Database, provider: string): Promise<{ id: string; customer: string }[]> {
  const { rows } = await sql<{ id: string; customer: string }>`
    select id, customer_ref as customer from subscription s
    where status = 'ended' and customer_ref is not null and provider = ${provider} limit 50`.execute(db)
  return rows
}

export async function markForgotten(db: Database, id: string): Promise<void> {
  await sql`update subscription set customer_ref = null, method_ref = null where id = ${id} and status = 'ended'`.execute(
    db,
  )
}
