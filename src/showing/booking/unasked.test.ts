import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 5 })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())

test('an agent gets a message that the buyer did not answer only if the proposal may have reached the buyer', async () => {
  const questions = (id: string) => sql`booking_id = ${id} and event = 'move_proposed'`
  const failed = (id: string, reason: string) =>
    sql`update notification set status = 'failed', reason = ${reason}, attempts = 1, logged_at = now()
      where ${questions(id)}`.execute(app.db)
  const set = (id: string, to: object) =>
    sql`update notification n set status = r.status, attempts = r.attempts, reason = r.reason, logged_at = r.logged_at
      from jsonb_populate_record(null::notification, ${JSON.stringify(to)}::jsonb) r where n.booking_id = ${id}
        and n.event = 'move_proposed'`.execute(app.db)
  type Fate = [name: string, befall: (id: string) => Promise<unknown>, said: RegExp, then?: (id: string) => unknown]
  const fates: Fate[] = [
    ['it was sent', () => app.runJobs(), /didn't answer/],
    ['it never went out', async () => undefined, /couldn't (ask|reach)/],
    ['it was refused', (id) => failed(id, 'The mailbox is full'), /couldn't (ask|reach)/],
    [
      'it failed, but an earlier try may have arrived',
      (id) => failed(id, 'The email could not be delivered; an earlier try may have arrived'),
      /didn't answer/,
    ],
    [
      'its first sender left it out at that moment',
      (id) => set(id, { status: 'sending', attempts: 1 }),
      /couldn't (ask|reach)/,
      (id) => set(id, { status: 'not_sent', attempts: 1, reason: 'Not wanted', logged_at: '2026-11-24T18:00:00Z' }),
    ],
    [
      'one of two was refused',
      async (id) => {
        await app.runJobs()
        await sql`update notification set status = 'failed', reason = 'The mailbox is full'
          where ${questions(id)} and channel = 'email'`.execute(app.db)
      },
      /didn't answer/,
    ],
  ]
  for (const [name, befall, said, then] of fates) {
    app.clock.set('2026-11-23T18:00:00Z')
    const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident' })
    const { booking } = await bookShowing(app, makeForm(home.slug))
    await app.runJobs()
    const path = `/api/showingbooker/bookings/${booking.id}/propose-move`
    const proposed = await app.call(
      'POST',
      path,
      { showingDate: '2026-11-28', showingTime: '10:00' },
      { cookie: agent.cookie, origin: app.config.publicUrl },
    )
    assert.equal(proposed.status, 200, proposed.text)
    await befall(booking.id)
    app.clock.advance({ hours: 24 })
    assert.equal(await app.proposals.closeUnanswered(), 1)
    await then?.(booking.id)
    await app.runJobs()
    const { rows } = await sql<{ text: string }>`
      select o.text from outbox_message o join notification n on coalesce(n.send_id, n.id)::text = o.id::text
      where n.booking_id = ${booking.id} and n.event = 'move_unanswered' and n.role = 'listing_agent'`.execute(app.db)
    assert.equal(rows.length, 2, name)
    for (const { text } of rows) assert.match(text, said, name)
    await sql`update booking set status = 'cancelled' where id = ${booking.id}`.execute(app.db)
  }
})
