import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { bookShowing, letterSlot, makeScene, type Scene } from '../../../test/scene.ts'
import type { Database } from '../../platform/db/connect.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp({ max: 10 })
  scene = await makeScene(app)
})
after(() => app.close())

test('if several people resend one message at once, one succeeds, and the others must wait a minute', async () => {
  app.clock.advance({ seconds: 61 })
  const path = `/api/showingbooker/notifications/${scene.emailId}/resend`
  const again = () => app.call('POST', path, undefined, scene.owner.headers)
  const answers = await Promise.all(Array.from({ length: 5 }, again))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429, 429, 429, 429])
  assert.deepEqual(new Set(answers.map(({ headers }) => headers.get('retry-after'))), new Set([null, '60']))
})

test("a cancellation waits for the sender of the showing's messages, without a deadlock", async () => {
  const home = await makeProperty(app.db, { ownerId: scene.owner.accountId, occupancy: 'resident' })
  const slot = await letterSlot(app, home.slug)
  const { booking } = await bookShowing(app, makeForm(home.slug, { ...slot, mailUpgrade: true }))
  const queued = sql<{ id: string }>`
    select id from notification where booking_id = ${booking.id} and status = 'queued' order by id`
  const ids = (await queued.execute(app.db)).rows.map(({ id }) => id)
  // The sender locks rows in the order of their IDs.
  const lock = (tx: Database, id: string | undefined) =>
    sql`select from notification where id = ${id} for update`.execute(tx)
  const cancelling = await app.db.transaction().execute(async (tx) => {
    await lock(tx, ids[0])
    const asked = app.call('POST', `/api/showingbooker/bookings/${booking.id}/cancel`, {}, scene.owner.headers)
    await untilLockWaits(app.db, asked)
    for (const id of ids.slice(1)) await lock(tx, id)
    return { asked }
  })
  assert.equal((await cancelling.asked).status, 200)
})
