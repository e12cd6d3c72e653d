import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { MAIL_UPGRADE_CENTS } from '../payment/domain.ts'
import type { DifferenceKind } from './domain.ts'

/** Counts the known differences by kind. */
export async function countDifferencesByKind(db: Database): Promise<{ kind: DifferenceKind; count: number }[]> {
  const { rows } = await sql<{ kind: DifferenceKind; count: number }>`
    select kind, count(*)::int as count from money_difference group by kind`.execute(db)
  return rows
}

export type MoneyDue = { what: 'capture' | 'refund' | 'letter_refund'; count: number; oldest: number }

/** Counts captures and refunds that we can make now, and how many seconds the oldest has waited. */
export async function countMoneyDue(db: Database, now: string): Promise<MoneyDue[]> {
  const { rows } = await sql<MoneyDue>`
    select what, count(since)::int as count, coalesce(extract(epoch from ${now}::timestamptz - min(since)), 0)::float8 as oldest
    from (values ('capture'), ('refund'), ('letter_refund')) kinds(what) left join (
      select case status when 'capture_due' then 'capture' else 'refund' end as what, updated_at as since
      from payment where status in ('capture_due', 'refund_due')
      union all select 'letter_refund', due_at from letter_refund
      where done_at is null and not letter_waits_for_bank(payment_id, ${MAIL_UPGRADE_CENTS})) due using (what)
    group by what`.execute(db)
  return rows
}

/** Counts orders that ended before that time and may or may not have been paid. */
export async function countUnsettled(db: Database, before: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payment p
    left join booking b on b.id = p.booking_id left join purchase u on u.id = p.id
    where p.status in ('opening', 'open') and coalesce(b.hold_expires_at, u.expires_at, p.updated_at) < ${before}::timestamptz`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Measures the seconds since the last comparison of each kind. */
export async function listRoundAges(db: Database, now: string): Promise<{ scope: 'recent' | 'whole'; age: number }[]> {
  const { rows } = await sql<{ scope: 'recent' | 'whole'; age: number }>`
    select scope, extract(epoch from ${now}::timestamptz - finished_at)::float8 as age from reconciliation`.execute(db)
  return rows
}
