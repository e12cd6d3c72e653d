import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeTwilio, startTwilio } from '../../../test/fakes/twilio.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'

// A carrier reports that a phone takes no texts, after its owner may have said START again.

const PUBLIC_URL = 'https://showings.example.com'
/** Twilio's code for a phone that opted out. */
const UNSUBSCRIBED = 21610

let twilio: FakeTwilio
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  twilio = await startTwilio()
  app = await testApp({ env: { ...twilio.env, PUBLIC_URL } })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(async () => {
  await app.close()
  await twilio.close()
})
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

/** A text to a buyer that the vendor took. */
async function sent() {
  const home = await makeProperty(app.db, { ownerId: agent.accountId })
  const form = makeForm(home.slug, await freeSlot(app, home.slug))
  const { booking } = await bookShowing(app, form)
  await app.runJobs()
  const text = twilio.texts.find(({ to }) => to.endsWith(form.buyerPhone))
  assert.ok(text)
  return { id: booking.id as string, phone: `+1${form.buyerPhone}`, text }
}
type Sent = Awaited<ReturnType<typeof sent>>

async function report({ text }: Pick<Sent, 'text'>): Promise<void> {
  app.clock.advance({ minutes: 1 })
  const { target, body, headers } = twilio.status(text, 'undelivered', UNSUBSCRIBED)
  const answer = await app.call('POST', target, body, headers)
  assert.equal(answer.status, 200, answer.text)
}
async function say({ phone }: Sent, words: string): Promise<void> {
  app.clock.advance({ minutes: 1 })
  const { target, body, headers } = twilio.inbound(PUBLIC_URL, phone, words)
  assert.equal((await app.call('POST', target, body, headers)).status, 200)
}
async function isOut({ phone }: Sent): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_out: boolean }>`select is_out from text_opt_out where phone = ${phone}`.execute(
    app.db,
  )
  return rows[0]?.is_out
}

test('the report of a carrier silences a phone until its owner says START, and not again when it comes twice', async () => {
  const one = await sent()
  await report(one)
  assert.equal(await isOut(one), true)
  await say(one, 'START')
  await report(one)
  assert.equal(await isOut(one), false)
})

test('the late report of a text from before START changes nothing', async () => {
  const one = await sent()
  await say(one, 'STOP')
  await say(one, 'START')
  await report(one)
  assert.equal(await isOut(one), false)
})

test('the report of a text from before it was sent again counts from then', async () => {
  const one = await sent()
  await report(one)
  await say(one, 'START')
  app.clock.advance({ minutes: 2 })
  const headers = { cookie: agent.cookie, origin: PUBLIC_URL }
  const again = { bookingId: one.id, to: one.phone }
  assert.equal((await app.call('POST', '/api/notifications/sms', again, headers)).status, 200)
  await app.runJobs()
  await report(one)
  assert.equal(await isOut(one), false)
  await report({ text: twilio.texts.at(-1) as Sent['text'] })
  assert.equal(await isOut(one), true)
})

test('the report of a text that we do not know counts from the first time', async () => {
  const one = await sent()
  const stranger = { text: { ...one.text, sid: 'SMunknown', callback: `${PUBLIC_URL}/api/webhooks/twilio/status` } }
  await report(stranger)
  assert.equal(await isOut(one), true)
  await say(one, 'START')
  await report(stranger)
  assert.equal(await isOut(one), false)
})

test('a STOP that the vendor passes on once more after START does not silence the phone again, nor the other way round', async () => {
  const one = await sent()
  const calls = ['STOP', 'START'].map((words) => twilio.inbound(PUBLIC_URL, one.phone, words))
  const receive = async ({ target, body, headers }: (typeof calls)[number]) => {
    app.clock.advance({ minutes: 1 })
    assert.equal((await app.call('POST', target, body, headers)).status, 200)
  }
  for (const call of calls) await receive(call)
  await receive(calls[0] as (typeof calls)[number])
  assert.equal(await isOut(one), false)
  await say(one, 'STOP')
  await receive(calls[1] as (typeof calls)[number])
  assert.equal(await isOut(one), true)
})
