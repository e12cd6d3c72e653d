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

test('a resend to a person who only gets a copy of an email resends that email, and no other', async () => {
  app.clock.set('2026-11-21T18:00:00Z')
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId })
  const { booking } = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  const again = (to: string) =>
    app.call('POST', '/api/notifications/email', { bookingId: booking.id, to }, agent.headers)
  const mails = async () => {
    const { rows } = await sql<{ role: string; count: number }>`
      select role, count(*)::int as count from outbox_message where booking_id = ${booking.id} and channel = 'email'
      group by role order by role`.execute(app.db)
    return rows.map(({ role, count }) => `${role} ${count}`)
  }
  const told: [to: string, expected: string[]][] = [
    [' Rosa@home.example.com', ['buyer 1', 'listing_agent 2']],
    // The agent also gets a copy of the buyer's email.
    ['lena@agents.example.com', ['buyer 1', 'listing_agent 3']],
  ]
  for (const [to, expected] of told) {
    app.clock.advance({ minutes: 2 })
    const { status, body, text } = await again(to)
    assert.deepEqual([status, body.notifications?.length], [200, 1], text)
    await app.runJobs()
    assert.deepEqual(await mails(), expected, to)
  }
  const stranger = await again('nobody@else.example.com')
  assert.deepEqual([stranger.status, stranger.body.code], [400, 'not_a_party'])
})
