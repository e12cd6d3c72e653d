import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeProperty, makeShowing } from '../../../test/factories.ts'
import { listDue } from './reminder-repository.ts'
import { createReminderService } from './reminder-service.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

test('a showing that changed after its round was read is not reminded of by that round', async () => {
  const ownerId = await makeAgent(app.db)
  const { id: propertyId } = await makeProperty(app.db, { ownerId })
  await makeShowing(app.db, { propertyId, startsAt: Temporal.Instant.from('2026-11-28T18:00:00Z') })
  app.clock.set('2026-11-27T18:30:00Z')
  const planWith = (raised: number) =>
    createReminderService({
      db: app.db,
      clock: app.clock,
      log: app.log,
      listOptedOut: async () => new Set(),
      listEmailOnly: async () => new Set(),
      showings: {
        async list(ids) {
          const found = await Promise.all(ids.map((one) => app.showings.find(one)))
          return found.flatMap((one) => (one ? { ...one, calendarSequence: one.calendarSequence + raised } : []))
        },
        listNoticesDue: async () => new Map(),
      },
    }).planDue()
  assert.deepEqual(await planWith(1), { planned: 0, failed: 0 })
  assert.deepEqual(await planWith(0), { planned: 1, failed: 0 })
})

test('the look of each minute reads what is due, not every booking there ever was', async () => {
  const ownerId = await makeAgent(app.db)
  const { id: propertyId } = await makeProperty(app.db, { ownerId })
  const startsAt = Temporal.Instant.from('2026-11-27T18:00:00Z')
  await makeShowing(app.db, { propertyId, startsAt })
  await sql`alter table booking disable trigger user`.execute(app.db)
  await sql`
    insert into booking (id, property_id, owner_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
      hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents,
      confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at)
    select gen_random_uuid(), ${propertyId}, ${ownerId}, 'completed', at, at + interval '30 minutes',
      tstzrange(at, at + interval '30 minutes'), at::date, '10:00', 'America/Los_Angeles', at, 'buyer', 'B', 'b@example.com',
      '5555550100', '::1', 2500, 'SB-PAST-' || n, gen_random_uuid(), gen_random_uuid(), at, at, at
    from generate_series(1, 3000) n, lateral (select timestamptz '2025-01-01' + n * interval '1 hour' as at) t`.execute(
    app.db,
  )
  await sql`analyze booking`.execute(app.db)
  const queries: CompiledQuery[] = []
  const listened = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: app.database.pool }),
    log: ({ query }) => void queries.push(query),
  })
  assert.equal((await listDue(listened, { now: '2026-11-26T18:00:00Z', after: null, limit: 100 })).length, 1)
  for (const { sql: text, parameters } of queries) {
    const { rows } = await app.database.pool.query(`explain ${text}`, [...parameters])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.doesNotMatch(plan, /Seq Scan on booking/, plan)
  }
})
