import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { makeLongAgo } from '../../../test/past.ts'
import { bookShowing } from '../../../test/scene.ts'
import type { Database } from '../../platform/db/connect.ts'
import { NOTHING_KEPT, resultOf } from './attempt-domain.ts'
import { markSending, recordDeliveries } from './repository.ts'

let app: TestApp
before(async () => {
  app = await testApp({ hasOwnPlans: true })
  app.clock.set('2026-11-21T09:00:00Z')
})
after(() => app.close())

test('recording what was sent scans no table, however many showings there are', async () => {
  const home = await makeProperty(app.db)
  const { booking } = await bookShowing(app, makeForm(home.slug))
  await makeLongAgo(app, 3000)
  await sql`alter table notification enable trigger user`.execute(app.db)
  const now = app.clock.now()
  const [marked] = await markSending(app.db, [booking.id], { real: [], now })
  const results = (marked?.rows ?? []).map((row) => {
    const sent = { reference: `ref-${row.id}`, trackingNumber: null, refused: [], kept: NOTHING_KEPT }
    return resultOf(row, { status: 'sent', ...sent }, now.toString())
  })
  assert.ok(results.length >= 4)
  const scans = await app.db.transaction().execute(async (tx) => {
    const earlier = await scansIn(tx)
    await recordDeliveries(tx, [{ property_id: home.id, booking_id: booking.id, at: now.toString(), results }])
    return (await scansIn(tx)) - earlier
  })
  assert.equal(scans, 0)
  const unlogged = await sql`select from notification where booking_id = ${booking.id} and logged_at is null`.execute(
    app.db,
  )
  assert.equal(unlogged.rows.length, 0)
})

/** Counts the scans of whole tables by this connection. It may still count those of a second ago. */
async function scansIn(db: Database): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select coalesce(sum(seq_scan), 0)::int as scans from pg_stat_xact_user_tables
    where relname in ('booking', 'notification')`.execute(db)
  return rows[0]?.scans ?? 0
}
