import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { MAIL_UPGRADE_CENTS } from '../payment/domain.ts'
import type { Compared, Difference, DifferenceKind, Place } from './domain.ts'

type Found = {
  kind: DifferenceKind
  subject: Difference['subject']
  subject_id: string
  details: Difference['details']
}

const differenceOf = ({ kind, subject, subject_id, details }: Found): Difference => ({
  kind,
  subject,
  subjectId: subject_id,
  details,
})

/** How much was refunded by us or at the provider, in US cents. It does not count failed refunds. */
const returned =
  sql.raw(`greatest(coalesce(sum(amount_cents) filter (where kind in ('refund', 'refund_again', 'letter_refund', 'outside_refund')), 0)
  - coalesce(sum(amount_cents) filter (where kind = 'refund_failed'), 0), 0)::int as returned`)

/** How much a bank took back and did not return, in US cents. */
const disputed = sql.raw(`greatest(coalesce(sum(amount_cents) filter (where kind = 'dispute'), 0)
  - coalesce(sum(amount_cents) filter (where kind = 'dispute_returned'), 0), 0)::int as disputed`)

/** The last refund that failed at the bank and whose amount has not been refunded again since. */
const failedRefund = sql.raw(`max(provider_reference) filter (where kind = 'refund_failed' and amount_cents > (
    select coalesce(sum(case l.kind when 'refund_failed' then -l.amount_cents else l.amount_cents end), 0) from counted_entry l
    where l.payment_id = e.payment_id and l.id > e.id and l.provider_reference is distinct from e.provider_reference
      and l.kind in ('refund', 'refund_again', 'letter_refund', 'outside_refund', 'refund_failed'))) as failed_refund`)

/**
 * Lists where payments, their entries, and the bookings disagree. One statement reads it all, so that it sees a booking
 * in progress either whole or not at all.
 * @param scope `fromId`: bookings made since this ID; `before`: money that became due later is not late yet
 */
export async function listOwnDifferences(
  db: Database,
  scope: { fromId: string | null; provider: string; before: string },
): Promise<Difference[]> {
  const { rows } = await sql<Found>`
    with books as (
      select b.id as booking_id, b.status as booking, b.is_demo or b.amount_cents = 0 as is_free, b.cancelled_by, b.refund_decision, b.status not in ('held', 'lapsed') as is_booked,
        p.id, p.status, p.amount_cents as amount, p.provider, p.updated_at < ${scope.before}::timestamptz as is_late,
        p.status in ('authorized', 'succeeded') as is_paid, l.due_at < ${scope.before}::timestamptz as is_letter_late, m.*
      from booking b left join payment p on p.booking_id = b.id
      left join letter_refund l on l.payment_id = p.id and l.done_at is null and p.status = 'succeeded'
        and not letter_waits_for_bank(l.payment_id, ${MAIL_UPGRADE_CENTS})
      left join lateral (
        select max(amount_cents) filter (where kind = 'charge') as charged,
          max(amount_cents) filter (where kind = 'authorize') as authorized,
          max(amount_cents) filter (where kind in ('refund', 'release')) as gone,
          ${returned},
          sum(amount_cents) filter (where kind = 'outside_refund')::int as outside,
          max(provider_reference) filter (where kind = 'dispute' and not exists (select from money_entry r
            where r.kind = 'dispute_returned' and r.provider_reference = e.provider_reference)) as dispute,
          ${disputed},
          ${failedRefund}
        from counted_entry e where e.payment_id = p.id) m on true
      ${scope.fromId ? sql`where b.id >= ${scope.fromId}::uuid` : sql``})
    select d.kind, d.subject, case d.subject when 'booking' then booking_id else coalesce(id, booking_id) end as subject_id, coalesce(d.details, '{}') as details
    from books, lateral (values
      ('money_without_booking', 'payment', is_paid and booking = 'lapsed', null),
      ('hold_with_money', 'payment', is_paid and booking = 'held', null),
      -- The payment of a past showing may be refunded; that of an upcoming one must not be.
      ('booking_without_money', 'booking', is_booked and not (id is null and is_free) and not coalesce(is_paid or status in ('capture_due', 'refund_due')
        or (status = 'refunded' and (refund_decision = 'approved' or booking in ('completed', 'no_show', 'cancelled', 'declined')))
        or (status = 'cancelled' and booking in ('cancelled', 'declined')), false), null),
      ('charge_missing', 'payment', (status = 'succeeded' and charged is null) or (status = 'authorized' and authorized is null),
        jsonb_build_object('status', status)),
      ('amount_differs', 'payment', is_paid and amount <> case status when 'authorized' then authorized else charged end,
        jsonb_build_object('amount', amount, 'entered', case status when 'authorized' then authorized else charged end)),
      ('refund_missing', 'payment', status = 'refunded' and gone is null and coalesce(outside, 0) + disputed < amount, null),
      ('refunded_too_much', 'payment', charged is not null and returned > charged,
        jsonb_build_object('charged', charged, 'returned', returned)),
      ('refund_not_started', 'payment', status = 'succeeded' and (refund_decision = 'approved' or booking = 'declined'
        or (booking = 'cancelled' and cancelled_by is distinct from 'buyer')), null),
      ('release_not_started', 'payment', status = 'authorized' and booking in ('cancelled', 'declined'), null),
      ('charge_not_started', 'payment', status = 'authorized' and booking in ('confirmed', 'completed', 'no_show'), null),
      ('refund_late', 'payment', provider in ('sandbox', ${scope.provider}) and (is_letter_late or status = 'refund_due' and is_late
        and (charged is not null or authorized is null)), null),
      ('release_late', 'payment', status = 'refund_due' and provider in ('sandbox', ${scope.provider}) and is_late
        and charged is null and authorized is not null, null),
      ('charge_late', 'payment', status = 'capture_due' and provider in ('sandbox', ${scope.provider}) and is_late, null),
      ('provider_off', 'payment', status in ('refund_due', 'capture_due') and provider not in ('sandbox', ${scope.provider}),
        jsonb_build_object('provider', provider, 'status', status)),
      ('refunded_outside', 'payment', outside is not null, jsonb_build_object('returned', outside, 'amount', amount)),
      ('disputed', 'payment', dispute is not null and not (status = 'refunded' and returned + disputed <= charged), jsonb_build_object('reference', dispute)),
      ('refund_failed', 'payment', failed_refund is not null and returned + disputed < charged, jsonb_build_object('reference', failed_refund))
    ) d(kind, subject, is_so, details)
    where d.is_so
      -- None of the above applies to a booking that was paid once, in full, and not refunded. Nearly all are like that.
      and not coalesce(status = 'succeeded' and booking in ('confirmed', 'completed', 'no_show') and charged = amount and returned = 0
        and refund_decision is distinct from 'approved' and outside is null and dispute is null and failed_refund is null, false)
    order by d.kind, subject_id`.execute(db)
  return [...rows.map(differenceOf), ...(await listPurchaseDifferences(db, scope))]
}

/** The same for purchases, their entries, and the credit ledger. */
async function listPurchaseDifferences(
  db: Database,
  scope: { fromId: string | null; provider: string; before: string },
): Promise<Difference[]> {
  const { rows } = await sql<Found>`
    with books as (
      select p.id, p.status, p.amount_cents as amount, p.provider, p.updated_at < ${scope.before}::timestamptz as is_late, m.*,
        (select sum(amount)::int from credit_entry c where c.account_id = p.account_id
          and (c.kind, c.reference) in (('purchase', p.id::text), ('subscription', u.subscription_id || ':' || u.period))) as given,
        u.credits, s.period_end < ${scope.before}::timestamptz as is_month_due
      from payment p join purchase u on u.id = p.id
      -- The last month that a running plan was paid for.
      left join subscription s on s.id = u.subscription_id and s.period = u.period and s.status <> 'ended' and s.cancelled_at is null
      cross join lateral (
        select max(amount_cents) filter (where kind = 'charge') as charged,
          max(amount_cents) filter (where kind = 'refund') as gone,
          ${returned},
          sum(amount_cents) filter (where kind = 'outside_refund')::int as outside,
          max(provider_reference) filter (where kind = 'dispute' and not exists (select from money_entry r
            where r.kind = 'dispute_returned' and r.provider_reference = e.provider_reference)) as dispute,
          ${disputed},
          ${failedRefund}
        from counted_entry e where e.payment_id = p.id) m
      where true ${scope.fromId ? sql`and p.id >= ${scope.fromId}::uuid` : sql``})
    select d.kind, 'purchase' as subject, id as subject_id, coalesce(d.details, '{}') as details
    from books, lateral (values
      ('money_without_credits', status = 'succeeded' and given is distinct from credits, null),
      ('credits_without_money', status <> 'succeeded' and given is not null, null),
      ('charge_missing', status = 'succeeded' and charged is null, jsonb_build_object('status', status)),
      ('amount_differs', status = 'succeeded' and amount <> charged, jsonb_build_object('amount', amount, 'entered', charged)),
      ('refund_missing', status = 'refunded' and gone is null and coalesce(outside, 0) + disputed < amount, null),
      ('refunded_too_much', charged is not null and returned > charged,
        jsonb_build_object('charged', charged, 'returned', returned)),
      ('refund_late', status = 'refund_due' and provider in ('sandbox', ${scope.provider}) and is_late, null),
      ('provider_off', (status = 'refund_due' or is_month_due) and provider not in ('sandbox', ${scope.provider}),
        jsonb_build_object('provider', provider, 'status', case status when 'refund_due' then status else 'month_due' end)),
      ('refunded_outside', outside is not null, jsonb_build_object('returned', outside, 'amount', amount)),
      ('disputed', dispute is not null and not (status = 'refunded' and returned + disputed <= charged), jsonb_build_object('reference', dispute)),
      ('refund_failed', failed_refund is not null and returned + disputed < charged, jsonb_build_object('reference', failed_refund))
    ) d(kind, is_so, details)
    where d.is_so order by d.kind, subject_id`.execute(db)
  return rows.map(differenceOf)
}

type ComparedRow = {
  id: string
  subject: Compared['subject']
  intent_id: string | null
  amount_cents: number
  status: Compared['status']
  returned: number
  disputed: number
  is_charged: boolean
}

/** @param where the rest of the condition on `p`, with order and limit */
const compared = (where: RawBuilder<unknown>) => sql`
  select p.id, case when p.booking_id is null then 'purchase' else 'payment' end as subject, p.intent_id,
    -- We refund or release a payment whose amount differs from the price.
    case when p.status = 'refunded' then coalesce(m.charged, m.authorized, p.amount_cents) else p.amount_cents end as amount_cents,
    p.status, m.returned, m.disputed, m.charged is not null as is_charged
  from payment p cross join lateral (
    select ${returned}, ${disputed},
      max(amount_cents) filter (where kind = 'charge') as charged,
      max(amount_cents) filter (where kind = 'authorize') as authorized
    from counted_entry e where e.payment_id = p.id) m
  where p.status in ('authorized', 'succeeded', 'refunded', 'cancelled') ${where}`

const comparedOf = (row: ComparedRow): Compared => ({
  id: row.id,
  subject: row.subject,
  intentId: row.intent_id,
  amountCents: row.amount_cents,
  status: row.status,
  returnedCents: row.returned,
  disputedCents: row.disputed,
  isCharged: row.is_charged,
})

/**
 * Lists the payments, by ID, to compare with this provider's ledger.
 * @param page `changedSince` limits it to those changed since
 */
export async function listCompared(
  db: Database,
  page: { provider: string; afterId: string | null; limit: number; fromId?: string; changedSince?: string },
): Promise<Compared[]> {
  const { provider, afterId, limit, fromId, changedSince } = page
  const where = sql`and p.provider = ${provider} and (p.intent_id is not null or p.status in ('authorized', 'succeeded'))
      ${afterId ? sql`and p.id > ${afterId}::uuid` : sql``} ${fromId ? sql`and p.id >= ${fromId}::uuid` : sql``}
      ${changedSince ? sql`and p.updated_at >= ${changedSince}::timestamptz` : sql``}
    order by p.id limit ${limit}`
  const { rows } = await sql<ComparedRow>`${compared(where)}`.execute(db)
  return rows.map(comparedOf)
}

export async function findCompared(db: Database, id: string): Promise<Compared | null> {
  const { rows } = await sql<ComparedRow>`${compared(sql`and p.id = ${id}::uuid`)}`.execute(db)
  return rows[0] ? comparedOf(rows[0]) : null
}

const PROVIDER_KINDS: DifferenceKind[] = [
  ...(['unknown_at_provider', 'status_differs', 'provider_amount_differs', 'refund_unknown'] as const),
  ...(['not_given_back', 'paid_after_end'] as const),
]

/**
 * Stores the differences found, and removes those that this round looked for and did not find.
 * @param looked `own`: the round searched our own ledger from this ID on (null: the whole ledger); `ids`: it compared these
 * payments with the provider
 */
export async function keepDifferences(
  db: Database,
  found: Difference[],
  looked: { own: string | null } | { ids: string[] },
  now: string,
): Promise<{ isNew: Difference[]; isGone: Difference[] }> {
  const rows = found.map(({ kind, subject, subjectId, details }) => ({ kind, subject, subject_id: subjectId, details }))
  const scope =
    'ids' in looked
      ? sql`kind = any(${PROVIDER_KINDS}) and subject_id = any(${looked.ids}::uuid[])`
      : sql`kind <> all(${PROVIDER_KINDS}) ${looked.own ? sql`and coalesce((select booking_id from payment where id = subject_id), subject_id) >= ${looked.own}::uuid` : sql``}`
  const kept = await sql<Found & { is_new: boolean; is_gone: boolean }>`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(kind text, subject text, subject_id uuid, details jsonb)),
    gone as (
      delete from money_difference where ${scope} and (kind, subject_id) not in (select kind, subject_id from found)
      returning kind, subject_kind as subject, subject_id, details),
    kept as (
      insert into money_difference (kind, subject_kind, subject_id, details, first_seen_at, last_seen_at)
      select kind, subject, subject_id, details, ${now}::timestamptz, ${now}::timestamptz from found
      on conflict (kind, subject_id) do update set last_seen_at = excluded.last_seen_at, details = excluded.details
      returning kind, subject_kind as subject, subject_id, details, (xmax = 0) as is_new)
    select kind, subject, subject_id, details, is_new, false as is_gone from kept where is_new
    union all select kind, subject, subject_id, details, false, true from gone`.execute(db)
  return {
    isNew: kept.rows.filter((row) => row.is_new).map(differenceOf),
    isGone: kept.rows.filter((row) => row.is_gone).map(differenceOf),
  }
}

export type Round = {
  scope: 'recent' | 'whole'
  finishedAt: string
  tookMs: number
  settled: number
  returned: number
  cancelled: number
  failed: number
  compared: number
  differences: number
  afterId: string | null
}

export async function keepRound(db: Database, round: Round): Promise<void> {
  const { scope, finishedAt, tookMs, settled, returned, cancelled, failed } = round
  await sql`
    insert into reconciliation (scope, finished_at, took_ms, settled, returned, cancelled, failed, compared, differences, after_id)
    values (${scope}, ${finishedAt}, ${tookMs}, ${settled}, ${returned}, ${cancelled}, ${failed}, ${round.compared},
      ${round.differences}, ${round.afterId})
    on conflict (scope) do update set finished_at = excluded.finished_at, took_ms = excluded.took_ms, settled = excluded.settled,
      returned = excluded.returned, cancelled = excluded.cancelled, failed = excluded.failed, compared = excluded.compared,
      differences = excluded.differences, after_id = excluded.after_id`.execute(db)
}

export async function findRound(db: Database, scope: Round['scope']): Promise<Round | null> {
  const { rows } = await sql<Omit<Round, 'finishedAt'> & { finishedAt: Date }>`
    select scope, finished_at as "finishedAt", took_ms as "tookMs", settled, returned, cancelled, failed, compared, differences,
      after_id as "afterId" from reconciliation where scope = ${scope}`.execute(db)
  return rows[0] ? { ...rows[0], finishedAt: rows[0].finishedAt.toISOString() } : null
}

export type Kept = Difference & Place & { firstSeenAt: string; lastSeenAt: string }

type Cursor = { firstSeenAt: string; kind: string; subjectId: string }

/** Lists the known differences, newest first. */
export async function listDifferences(db: Database, page: { after: Cursor | null; limit: number }): Promise<Kept[]> {
  const { after, limit } = page
  const { rows } = await sql<Found & { first_seen_at: Date; last_seen_at: Date }>`
    select kind, subject_kind as subject, subject_id, details, first_seen_at, last_seen_at from money_difference
    ${after ? sql`where (first_seen_at, kind, subject_id) < (${after.firstSeenAt}::timestamptz, ${after.kind}, ${after.subjectId}::uuid)` : sql``}
    order by first_seen_at desc, kind desc, subject_id desc limit ${limit}`.execute(db)
  const kept = rows.map((row) => ({
    ...differenceOf(row),
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }))
  return withPlaces(db, kept)
}

/** Adds the place of each difference. */
export async function withPlaces<Found extends Difference>(db: Database, found: Found[]): Promise<(Found & Place)[]> {
  if (found.length === 0) return []
  const { rows } = await sql<Place & { id: string }>`
    select d.id, b.id as "bookingId", b.confirmation_number as "confirmationNumber", p.intent_id as "intentId"
    from unnest(${found.map(({ subjectId }) => subjectId)}::uuid[]) as d(id)
    left join payment p on p.id = d.id or p.booking_id = d.id
    left join booking b on b.id = coalesce(p.booking_id, d.id) and b.status not in ('held', 'lapsed')`.execute(db)
  const places = new Map(rows.map(({ id, ...place }) => [id, place]))
  const nowhere: Place = { bookingId: null, confirmationNumber: null, intentId: null }
  return found.map((one) => ({ ...one, ...(places.get(one.subjectId) ?? nowhere) }))
}

export async function countDifferences(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from money_difference`.execute(db)
  return rows[0]?.count ?? 0
}

/** Cancels retries for money that has moved. */
export async function forgetRetries(db: Database): Promise<void> {
  await sql`delete from payment_retry r using payment p where p.id = r.payment_id
    and p.status not in ('capture_due', 'refund_due') and (p.booking_id is not null or p.status not in ('opening', 'open'))
    and not exists (select from letter_refund l where l.payment_id = p.id and l.done_at is null)`.execute(db)
}

/** @returns which of these intents a payment of ours has */
export async function listKnownIntents(db: Database, intentIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ intent_id: string }>`
    select intent_id from payment where intent_id = any(${intentIds}) and intent_id is not null`.execute(db)
  return rows.map(({ intent_id }) => intent_id)
}

/**
 * Counts payments through a vendor that is not the provider in use. The embedded provider's payments are in our database
 * in any case.
 */
export async function countUnreachable(
  db: Database,
  inUse: string,
): Promise<{ provider: string; payments: number } | null> {
  const { rows } = await sql<{ provider: string; payments: number }>`
    select provider, count(*)::int as payments from payment
    where provider not in ('sandbox', ${inUse}) and intent_id is not null group by provider order by provider`.execute(
    db,
  )
  return rows[0] ?? null
}
