import { sql } from 'kysely'
import { verifyChains } from '../src/notice/compliance/chain-service.ts'
import type { Database } from '../src/platform/db/connect.ts'
import type { Memory } from './crash-clients.ts'

type Statement = ReturnType<typeof sql<{ found: string }>>

/** Returns queries that each find rows that must never exist. @param except a payment that we have not found yet */
const faultsBut = (except: string): Record<string, Statement> => ({
  'money without exactly one of a booking or a full refund': sql`
    select i.id as found from sandbox_intent i left join payment p on p.intent_id = i.id left join booking b on b.id = p.booking_id
    where i.status in ('succeeded', 'requires_capture') and i.id <> ${except}
      and (coalesce(b.status, 'none') not in ('held', 'lapsed', 'none'))::int + (i.refunded_cents = i.amount_cents)::int <> 1`,
  'a booking without its money': sql`
    select b.confirmation_number as found from booking b left join payment p on p.booking_id = b.id left join sandbox_intent i on i.id = p.intent_id
    where b.status not in ('held', 'lapsed') and (p.status, i.status, i.amount_cents) is distinct from ('succeeded', 'succeeded', b.amount_cents)`,
  'a booking without exactly one charge': sql`
    select b.confirmation_number as found from booking b join payment p on p.booking_id = b.id
    where b.status not in ('held', 'lapsed')
      and (select count(*) from money_entry m where m.payment_id = p.id and m.kind = 'charge' and m.amount_cents = p.amount_cents) <> 1`,
  'a booking without exactly one entry in the log': sql`
    select b.confirmation_number as found from booking b
    where b.status not in ('held', 'lapsed')
      and (select count(*) from compliance_entry e where e.booking_id = b.id and e.event = 'booked') <> 1`,
  'an entry in the log without its booking': sql`
    select e.booking_id::text as found from compliance_entry e left join booking b on b.id = e.booking_id
    where e.event = 'booked' and b.confirmation_number is distinct from e.payload::json ->> 'confirmationNumber'`,
  'a booking that lacks a message, or has one too many': sql`
    select b.confirmation_number as found from booking b join property r on r.id = b.property_id
    where b.status not in ('held', 'lapsed') and (select count(*) from notification n where n.booking_id = b.id)
      <> case when r.occupancy_status = 'vacant' then 4 else 5 + b.mail_upgrade::int end`,
  'a message that was not sent, or sent and not kept': sql`
    select n.id::text as found from notification n full join outbox_message m on m.id = n.id
    where n.status is distinct from 'sent' or n.logged_at is null or m.id is null`,
  'a message that is not exactly once in the log': sql`
    with told as (
      select e.booking_id, m ->> 'channel' as channel, m ->> 'role' as role, count(*) as times
      from compliance_entry e, json_array_elements(e.payload::json -> 'messages') m where e.event = 'notified' group by 1, 2, 3)
    select n.id::text as found from notification n full join told t using (booking_id, channel, role)
    where n.id is null or t.times is distinct from 1`,
})

/** Lists faults in the database, and answers to clients that are no longer true. Call it after all jobs are done. */
export async function findFaults(db: Database, memory: Memory, except = ''): Promise<string[]> {
  const found: string[] = []
  for (const [name, statement] of Object.entries(faultsBut(except))) {
    const { rows } = await statement.execute(db)
    if (rows.length > 0) found.push(`${name}: ${rows.length}, such as ${rows[0]?.found}`)
  }
  for (const { propertyId, result } of await verifyChains(db))
    if (!result.valid) found.push(`the log of ${propertyId} is broken at ${result.brokenAt}`)
  return [...found, ...(await brokenWords(db, memory))]
}

async function brokenWords(db: Database, { held, paid, refused, booked }: Memory): Promise<string[]> {
  const { rows } = await sql<{ intent: string; money: string; booking: string; id: string; number: string | null }>`
    select i.id as intent, i.status as money, b.status as booking, b.id, b.confirmation_number as number
    from sandbox_intent i join payment p on p.intent_id = i.id join booking b on b.id = p.booking_id`.execute(db)
  const kept = new Map(rows.map((row) => [row.intent, row]))
  const broken: string[] = []
  for (const intent of held) if (!kept.has(intent)) broken.push(`the hold of ${intent} is lost`)
  for (const intent of paid) if (kept.get(intent)?.money !== 'succeeded') broken.push(`the payment ${intent} is lost`)
  for (const intent of refused)
    if (kept.get(intent)?.money === 'succeeded') broken.push(`the refused payment ${intent} is charged`)
  for (const [intent, { id, number }] of booked) {
    const row = kept.get(intent)
    if (row?.id !== id || row.number !== number || row.booking !== 'confirmed')
      broken.push(`the booking ${number} is lost`)
  }
  return broken
}

/** Counts the jobs that are still waiting, except scheduled ones. */
export async function countJobs(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from graphile_worker.jobs where task_identifier in ('notification.deliver', 'sandbox.deliver')`.execute(
    db,
  )
  return rows[0]?.n ?? -1
}

export async function countAll(db: Database) {
  const { rows } = await sql<{ bookings: number; messages: number; entries: number; succeeded: number }>`
    select (select count(*) from booking where status = 'confirmed') as bookings, (select count(*) from outbox_message) as messages,
      (select count(*) from compliance_entry) as entries, (select count(*) from sandbox_intent where status = 'succeeded') as succeeded`.execute(
    db,
  )
  return rows[0]
}
