import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

type Statement = ReturnType<typeof sql<{ found: string }>>

const isBooked = sql`b.status not in ('held', 'lapsed')`
const isPaid = sql`p.status in ('authorized', 'succeeded')`

/** Each finds what may not be, one row for each difference. Read in one statement: a booking under way shows whole or not at all. */
const differences: Record<string, Statement> = {
  'paid, but not booked': sql`
    select 'payment ' || p.id as found from payment p join booking b on b.id = p.booking_id where ${isPaid} and not (${isBooked})`,
  // What is over may have its money back; what is to come may not.
  'booked, but not paid': sql`
    select 'booking ' || b.id as found from booking b left join payment p on p.booking_id = b.id
    where ${isBooked} and not coalesce(${isPaid} or p.status in ('capture_due', 'refund_due')
      or (p.status = 'refunded' and (b.refund_decision = 'approved' or b.status in ('completed', 'no_show', 'cancelled', 'declined')))
      or (p.status = 'cancelled' and b.status in ('cancelled', 'declined')), false)`,
  'paid, without an entry of that amount': sql`
    select 'payment ' || p.id as found from payment p
    where ${isPaid} and not exists (select from money_entry m where m.payment_id = p.id and m.amount_cents = p.amount_cents
      and m.kind = case p.status when 'authorized' then 'authorize' else 'charge' end)`,
  'refunded, without an entry of it': sql`
    select 'payment ' || p.id as found from payment p
    where p.status = 'refunded' and not exists (
      select from money_entry m where m.payment_id = p.id and m.kind in ('refund', 'release'))`,
  'to be given back, but not given back yet': sql`
    select 'payment ' || p.id as found from payment p where p.status = 'refund_due'`,
  'to be taken on approval, but not taken yet': sql`
    select 'payment ' || p.id as found from payment p where p.status = 'capture_due'`,
  'given back at the provider, not by us': sql`
    select 'payment ' || p.id || ' (' || sum(m.amount_cents) || ' of ' || p.amount_cents || ' cents)' as found
    from payment p join money_entry m on m.payment_id = p.id where m.kind = 'outside_refund' group by p.id`,
  'disputed: the bank has taken the money back': sql`
    select 'payment ' || p.id || ' (' || m.provider_reference || ')' as found from payment p join money_entry m on m.payment_id = p.id
    where m.kind = 'dispute' and not exists (
      select from money_entry r where r.kind = 'dispute_returned' and r.provider_reference = m.provider_reference)`,
  'a refund that failed at the bank': sql`
    select 'payment ' || p.id || ' (' || m.provider_reference || ')' as found from payment p join money_entry m on m.payment_id = p.id
    where m.kind = 'refund_failed'`,
}

/** What does not agree among payments, bookings and the entries of the money. */
export async function listDifferences(db: Database): Promise<{ what: string; found: string }[]> {
  const all = []
  for (const [what, statement] of Object.entries(differences)) {
    const { rows } = await statement.execute(db)
    for (const { found } of rows) all.push({ what, found })
  }
  return all
}

export type PaidPayment = {
  id: string
  intent_id: string | null
  amount_cents: number
  status: 'authorized' | 'succeeded'
}

/** What we hold to be paid through this provider, in order of the id. */
export async function listPaid(
  db: Database,
  page: { provider: string; afterId: string | null; limit: number },
): Promise<PaidPayment[]> {
  const { rows } = await sql<PaidPayment>`
    select id, intent_id, amount_cents, status from payment p
    where ${isPaid} and p.provider = ${page.provider} ${page.afterId ? sql`and id > ${page.afterId}` : sql``} order by id limit ${page.limit}`.execute(
    db,
  )
  return rows
}
