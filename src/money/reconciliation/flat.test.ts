import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty } from '../../../test/factories.ts'
import { firstIdOf } from '../../platform/uuid.ts'
import { RECENT_DAYS } from './domain.ts'
import { listOwnDifferences } from './repository.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

/** Inserts completed showings, one after another, each paid once. */
async function makePaid(count: number) {
  const { id } = await makeProperty(app.db)
  const now = app.clock.now().toString()
  await sql`
    insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at,
      requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents, confirmation_number, manage_token,
      notice_token, created_at, booked_at, updated_at)
    select gen_random_uuid(), ${id}, 'completed', s, s + interval '30 minutes', tstzrange(s, s + interval '30 minutes'), s::date,
      s::time, 'America/Los_Angeles', s, 'buyer', 'Maria Gomez', 'maria@buyers.example.com', '2135550142', '10.0.0.1', 2500,
      'SB-' || n, 'm' || n, 'n' || n, s, s, s
    from generate_series(1, ${count}::int) n, lateral (select ${now}::timestamptz - n * interval '30 minutes' as s) at`.execute(
    app.db,
  )
  await sql`
    insert into payment (id, booking_id, provider, intent_id, amount_cents, capture, status, paid_cents, paid_at, created_at, updated_at)
    select gen_random_uuid(), id, 'sandbox', 'pi_' || id, 2500, 'automatic', 'succeeded', 2500, booked_at, booked_at, booked_at
    from booking`.execute(app.db)
  await sql`
    insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    select id, 'charge', 2500, intent_id, paid_at from payment`.execute(app.db)
  await sql`analyze booking, payment, money_entry`.execute(app.db)
}

/** Counts the ledger rows that one comparison reads. */
const readsOf = (fromId: string | null): Promise<number> =>
  app.db.transaction().execute(async (tx) => {
    assert.deepEqual(
      await listOwnDifferences(tx, { fromId, provider: 'sandbox', before: app.clock.now().toString() }),
      [],
    )
    const { rows } = await sql<{ reads: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as reads from pg_stat_xact_user_tables
      where relname = 'money_entry'`.execute(tx)
    return rows[0]?.reads ?? 0
  })

test('a round reads each ledger entry about once, however many bookings there are', async () => {
  const count = 1500
  await makePaid(count)
  const recent = firstIdOf(app.clock.now().subtract({ hours: RECENT_DAYS * 24 }))
  for (const fromId of [recent, null]) {
    const reads = await readsOf(fromId)
    assert.ok(reads <= 3 * count, `${reads} rows were read for ${count} entries`)
  }
})
