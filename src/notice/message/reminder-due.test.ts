import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeProperty, makeShowing } from '../../../test/factories.ts'
import { makeLongAgo } from '../../../test/past.ts'
import { listDue } from './reminder-repository.ts'
import { createReminderService } from './reminder-service.ts'

let app: TestApp
before(async () => {
  app = await testApp({ hasOwnPlans: true })
})
after(() => app.close())

test('plans no reminder from an outdated round if the showing changed after we read it', async () => {
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

test('the search of every minute reads only due reminders, not all bookings', async () => {
  const ownerId = await makeAgent(app.db)
  const { id: propertyId } = await makeProperty(app.db, { ownerId })
  const startsAt = Temporal.Instant.from('2026-11-27T18:00:00Z')
  await makeShowing(app.db, { propertyId, startsAt })
  await makeLongAgo(app, 3000)
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
