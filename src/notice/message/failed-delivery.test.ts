import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { bookShowing, freeSlot, lastDaytime, signUp } from '../../../test/scene.ts'

// Tests how the agent sees a message that we no longer try to send.
const faults = createFaults<'send'>()
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let stranger: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ senders: (real) => ({ ...real, sms: faults.over(real.sms, ['send']) }) })
  app.clock.set(lastDaytime())
  agent = await signUp(app, 'agent@agents.example.com')
  stranger = await signUp(app, 'stranger@agents.example.com')
})
after(() => app.close())
beforeEach(() => faults.mend())

const LAST_ATTEMPT = 18
const get = async (path: string, who = agent) => (await app.call('GET', path, undefined, { cookie: who.cookie })).body

async function failed() {
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId })
  const { booking } = await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  faults.set('send', 'away')
  await app.messaging.deliver(booking.id, LAST_ATTEMPT)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  return booking.id as string
}
const failedIn = async (id: string) => {
  const { bookings } = await get('/api/showingbooker/bookings')
  return bookings.find((one: { id: string }) => one.id === id).failedMessages
}
const activities = async (id: string, who = agent) =>
  (await get('/api/showingbooker/activity', who)).activities.filter(
    (one: { kind: string; booking_id: string }) => one.kind === 'message_failed' && one.booking_id === id,
  )

test('only the agent sees failed messages: their count on the showing, and each once in the activity', async () => {
  const id = await failed()
  assert.equal(await failedIn(id), 3)
  assert.equal((await get(`/api/showingbooker/bookings/${id}`)).failedMessages, 3)
  const [activity, ...others] = await activities(id)
  assert.equal(others.length, 0, 'three texts failed at one moment')
  assert.equal(activity.buyerName.slice(0, 11), 'Maria Gomez')
  assert.equal((await activities(id, stranger)).length, 0)
})

test('a message that arrives after a resend no longer counts as failed', async () => {
  const id = await failed()
  faults.mend()
  const { notifications } = await get(`/api/showingbooker/bookings/${id}/notifications`)
  const texts = notifications.filter(({ channel }: { channel: string }) => channel === 'sms')
  assert.deepEqual(
    texts.map((one: Record<string, unknown>) => [one.status, one.canResend, one.resendRefusal, one.isRetrying]),
    texts.map(() => ['failed', true, null, false]),
  )
  const headers = { cookie: agent.cookie, origin: app.config.publicUrl }
  for (const text of texts) {
    const { body } = await app.call('POST', `/api/showingbooker/notifications/${text.id}/resend`, {}, headers)
    assert.deepEqual([body.notification.status, body.notification.canResend], ['queued', false])
    assert.equal(body.notification.resendRefusal, 'This message is already being sent.')
  }
  await app.runJobs()
  assert.equal(await failedIn(id), 0)
  assert.equal((await activities(id)).length, 1, 'a past event still counts')
})

test('a message that waits for a retry says so', async () => {
  const home = await makeProperty(app.db, { ownerId: agent.accountId })
  const { booking } = await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  faults.set('send', 'away')
  await app.messaging.deliver(booking.id)
  const { notifications } = await get(`/api/showingbooker/bookings/${booking.id}/notifications`)
  const waiting = notifications.filter(({ isRetrying }: { isRetrying: boolean }) => isRetrying)
  assert.deepEqual(
    waiting.map(({ channel, reason }: Record<string, string>) => [channel, reason]),
    [
      ['sms', 'The text message could not be delivered'],
      ['sms', 'The text message could not be delivered'],
    ],
  )
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
})

test('an open dashboard gets an event for a failure, not for every message', async () => {
  const heard: string[] = []
  const client = await app.database.pool.connect()
  try {
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await client.query('listen event')
    const told = async () => {
      await client.query('select 1')
      const events = heard.splice(0).map((one) => JSON.parse(one))
      return events.filter(({ name, data }) => name.startsWith('message.') && data.owner === agent.accountId).length
    }
    const home = await makeProperty(app.db, { ownerId: agent.accountId })
    const { booking } = await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
    await app.runJobs()
    assert.equal(await told(), 0)
    const id = await failed()
    assert.ok((await told()) > 0)
    assert.notEqual(id, booking.id)
  } finally {
    client.release(true)
  }
})
