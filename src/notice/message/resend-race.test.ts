import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { bookShowing, letterSlot, signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp({ max: 20 })
})
after(() => app.close())

test('does not mail a failed letter twice if its vendor reports at the same time that it has the letter', async () => {
  app.clock.set('2026-11-21T09:00:00Z')
  const agent = await signUp(app, 'agent@agents.example.com')
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident' })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const { booking } = await bookShowing(app, form)
  await app.runJobs()
  const letter = sql`booking_id = ${booking.id} and channel = 'certified_mail'`
  const { rows } = await sql<{ id: string }>`
    update notification set status = 'failed', reason = 'The letter could not be handed to the post office'
    where ${letter} returning id`.execute(app.db)
  app.clock.advance({ minutes: 5 })
  const answer = await app.db.connection().execute(async (vendor) => {
    await sql`begin`.execute(vendor)
    // record_carriage does the same.
    await sql`update notification set status = 'sent', reason = null where ${letter}`.execute(vendor)
    const path = `/api/showingbooker/notifications/${rows[0]?.id}/resend`
    const resent = app.call('POST', path, undefined, agent.headers)
    await untilLockWaits(app.db, resent)
    await sql`commit`.execute(vendor)
    return resent
  })
  assert.deepEqual([answer.status, answer.body.code], [429, 'resent_too_soon'], answer.text)
  const { rows: now } = await sql`select status, resends from notification where ${letter}`.execute(app.db)
  assert.deepEqual(now, [{ status: 'sent', resends: 0 }])
})

test("the answer to a resend has the message's new status", async () => {
  const agent = await signUp(app, 'other@agents.example.com')
  const home = await makeProperty(app.db, { ownerId: agent.accountId })
  const { booking } = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  const { rows } = await sql<{ id: string }>`
    update notification set status = 'failed', reason = 'The email could not be delivered', sent_at = null, attempts = 3
    where booking_id = ${booking.id} and channel = 'email' and role = 'buyer' returning id`.execute(app.db)
  app.clock.advance({ minutes: 5 })
  const path = `/api/showingbooker/notifications/${rows[0]?.id}/resend`
  const { status, body } = await app.call('POST', path, undefined, agent.headers)
  assert.equal(status, 200)
  const { reason, isRetrying, resends, plannedAt } = body.notification
  assert.deepEqual(
    [body.notification.status, reason, isRetrying, resends, plannedAt],
    ['queued', null, false, 1, app.clock.now().toString({ fractionalSecondDigits: 3 })],
  )
})
