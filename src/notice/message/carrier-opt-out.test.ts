import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeTwilio, startTwilio } from '../../../test/fakes/twilio.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'

// A carrier may report that a phone takes no texts after its owner has said START again.

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

/** Returns a text to a buyer that the vendor took. */
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

test("a carrier's report stops texts to a phone until its owner says START, and a repeated report does not stop them again", async () => {
  const one = await sent()
  await report(one)
  assert.equal(await isOut(one), true)
  await say(one, 'START')
  await report(one)
  assert.equal(await isOut(one), false)
})

test('a late report on a text from before START changes nothing', async () => {
  const one = await sent()
  await say(one, 'STOP')
  await say(one, 'START')
  await report(one)
  assert.equal(await isOut(one), false)
})

test('a report on a text from before its resend counts from when the message was planned', async () => {
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

test('a report on an unknown text counts from when it first came', async () => {
  const one = await sent()
  const stranger = { text: { ...one.text, sid: 'SMunknown', callback: `${PUBLIC_URL}/api/webhooks/twilio/status` } }
  await report(stranger)
  assert.equal(await isOut(one), true)
  await say(one, 'START')
  await report(stranger)
  assert.equal(await isOut(one), false)
})

test('a STOP that the vendor repeats after START does not stop texts again, and a repeated START does not resume them', async () => {
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
