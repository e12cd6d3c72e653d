import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { patternOf } from '../src/platform/search-words.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** Tables that every booking writes. */
const TABLES = [
  'booking',
  'payment',
  'notification',
  'money_entry',
  'compliance_entry',
  'activity',
  'property_month',
  'event',
  'sandbox_intent',
  'sandbox_event',
]

const ID = `'01900000-0000-7000-8000-000000000001'::uuid`
const MOMENT = `'2026-06-01T10:00:00Z'::timestamptz`
const isBooked = "status not in ('held', 'lapsed')"

/** A query of the product for each index that enforces no rule. */
const QUERIES: Record<string, string> = {
  booking_of_owner: `select id, starts_at from booking where owner_id = ${ID} and ${isBooked} and not is_demo
    and search_text ~ '${patternOf('maria')}' order by starts_at desc, id desc limit 50`,
  booking_by_start: `select id from booking where ${isBooked} and search_text ~ '${patternOf('maria')}' order by starts_at desc, id desc limit 50`,
  booking_of_property: `select starts_at from booking where property_id = ${ID} and starts_at >= ${MOMENT}
    and status in ('held', 'pending', 'confirmed', 'completed', 'no_show')`,
  booking_by_buyer_phone: `select id from booking where buyer_phone_e164 = '+12135550142' and confirmation_number is not null
    and not is_demo and ends_at > ${MOMENT}`,
  booking_held_email: `select count(*) from booking where status = 'held' and email_folded = 'maria@example.com'`,
  booking_held_phone: `select count(*) from booking where status = 'held' and phone_key = '+12135550142'`,
  booking_held_address: `select count(*) from booking where status = 'held' and client_address = '10.0.0.1'`,
  booking_held_by_hand: `select id from booking where status = 'held' and booked_by is not null and owner_id = ${ID}
    and hold_expires_at > ${MOMENT}`,
  booking_to_complete: `select id from booking where status = 'confirmed' and ends_at <= ${MOMENT} order by ends_at`,
  booking_to_remind: `select id from booking where remind_at <= ${MOMENT} order by remind_at, id limit 100`,
  booking_undecided: `select id from booking where status = 'pending' and decision_due_at <= ${MOMENT} order by decision_due_at`,
  booking_lapsed_person: `select id from booking where status = 'lapsed' and booked_by is null and buyer_name <> ''
    and hold_expires_at < ${MOMENT} order by hold_expires_at limit 10000`,
  booking_answered: `select booked_at from booking where decided_at between ${MOMENT} and ${MOMENT} and not is_demo and owner_id = ${ID}`,
  booking_refund_asked: `select id from booking where refund_requested_at is not null and refund_decision is null and owner_id = ${ID}`,
  booking_refund_waiting: `select id from booking where refund_requested_at <= ${MOMENT} and refund_decision is null
    and status <> 'cancelled' and refund_reminded_at is null order by refund_requested_at limit 100`,
  payment_unsettled: "select id from payment where status in ('opening', 'open', 'refund_due') order by id limit 200",
  payment_due: `select id from payment where status in ('capture_due', 'refund_due') and updated_at < ${MOMENT} order by updated_at`,
  payment_of_account: `select id from payment where account_id = ${ID} order by id desc limit 50`,
  notification_unfinished:
    'select distinct booking_id from notification where logged_at is null order by booking_id limit 100',
  notification_by_reference: "select id from notification where provider_reference = 'SM1'",
  notification_by_earlier_reference: `select id from notification where earlier_references <> '{}' and earlier_references && array['SM1']`,
  notification_has_failed: 'select id from notification where has_failed limit 100',
  notification_sent_letter: `select id from notification where channel = 'certified_mail' and status = 'sent' and recall is null
    and sent_at > ${MOMENT}`,
  compliance_entry_by_booking: `select sequence from compliance_entry where booking_id = ${ID} order by sequence`,
  activity_by_owner: `select id from activity where owner_id = ${ID} order by id desc limit 20`,
  property_month_by_owner: `select month from property_month where owner_id = ${ID} and month >= '2026-01-01'`,
  sandbox_intent_by_customer: "select id from sandbox_intent where customer = 'cus_1'",
}

let database: FreshDatabase
before(async () => {
  database = await freshDatabase({ hasOwnPlans: true })
})
after(() => database.close())

type Index = { name: string; keepsPromise: boolean }

async function listIndexes(): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select c.relname as name, i.indisunique or i.indisexclusion as "keepsPromise"
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and t.relname = any(${TABLES}) order by 1`.execute(database.db)
  return rows
}

test('docs/indexes.md names every index of the booking path, and no other', async () => {
  const page = readFileSync('docs/indexes.md', 'utf8')
  const named = [...page.matchAll(/^\| `([a-z0-9_]+)` \| \S/gm)].map(([, name]) => name)
  const present = (await listIndexes()).map(({ name }) => name)
  assert.deepEqual(named.toSorted(), present.toSorted())
})

test('PostgreSQL uses each index that enforces no rule for its query', async () => {
  const indexes = (await listIndexes()).filter(({ keepsPromise }) => !keepsPromise).map(({ name }) => name)
  assert.deepEqual(Object.keys(QUERIES).toSorted(), indexes.toSorted())
  await database.db.transaction().execute(async (tx) => {
    // The tables are empty, so PostgreSQL would prefer to scan and sort them.
    for (const way of ['enable_seqscan', 'enable_sort']) await sql`select set_config(${way}, 'off', true)`.execute(tx)
    const others: string[] = []
    for (const [name, query] of Object.entries(QUERIES)) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(query)}`.execute(tx)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      if (!new RegExp(`\\b${name}\\b`).test(plan)) others.push(`${name}:\n${plan}`)
    }
    assert.deepEqual(others, [])
  })
})
