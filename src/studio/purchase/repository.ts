import { sql } from 'kysely'
import type { Movement, MovementKind, ProviderName } from '../../money/payment/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PurchaseKind } from '../credit/domain.ts'

/** The data of a receipt and its email. `email` belongs to an account that is not deleted. */
export type PaidRow = {
  number: string
  kind: PurchaseKind
  credits: number
  amount_cents: number
  provider: ProviderName
  paid_at: Date
  email: string | null
  /** Language of the account's email; `null` if none was chosen. */
  language: string | null
  /** End of the month that was paid. */
  period_end: Date | null
  /** Whether the plan of that month renews after it. */
  is_renewing: boolean
  movements: Movement[]
}

/** @param accountId the buyer; `null` for the job, which may read any purchase */
export async function findPaid(db: Database, id: string, accountId: string | null): Promise<PaidRow | null> {
  type Row = Omit<PaidRow, 'movements'> & { moved: { kind: MovementKind; amountCents: number; at: string }[] }
  const { rows } = await sql<Row>`
    select u.number, p.kind, u.credits, p.amount_cents, p.provider, p.paid_at,
      case when a.deleted_at is null then a.email end as email,
      (select h.settings ->> 'language' from profile h where h.account_id = a.id) as language,
      coalesce(u.period_end, (select s.period_end from subscription s where s.id = u.subscription_id and s.period = u.period)) as period_end,
      exists (select from subscription s where s.id = u.subscription_id and s.status <> 'ended' and s.cancelled_at is null) as is_renewing,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'amountCents', amount_cents, 'at', at) order by e.id), '[]')
        from counted_entry e where e.payment_id = p.id) as moved
    from payment p join purchase u on u.id = p.id join account a on a.id = p.account_id
    where p.id = ${id}::uuid and p.kind in ('pack', 'first_month', 'renewal')
      and p.status in ('succeeded', 'refund_due', 'refunded') and p.paid_at is not null
      ${accountId ? sql`and p.account_id = ${accountId}` : sql``}`.execute(db)
  const [found] = rows
  if (!found) return null
  const { moved, ...row } = found
  return { ...row, movements: moved.map((one) => ({ ...one, at: Temporal.Instant.from(one.at) })) }
}

type PlanRow = {
  status: 'active' | 'past_due' | 'ended'
  ended_because: 'cancelled' | 'unpaid' | 'account_deleted' | null
  cancelled_at: Date | null
  tries: number
  period_end: Date
  next_try_at: Date
  email: string | null
  /** Language of the account's email; `null` if none was chosen. */
  language: string | null
}

export async function findPlan(db: Database, id: string): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select s.status, s.ended_because, s.cancelled_at, s.tries, s.period_end, s.next_try_at,
      case when a.deleted_at is null then a.email end as email,
      (select h.settings ->> 'language' from profile h where h.account_id = a.id) as language
    from subscription s join account a on a.id = s.account_id where s.id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}
