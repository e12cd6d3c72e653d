import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeTwilio, startTwilio } from '../../../test/fakes/twilio.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'

// The vendor reports on a text before we store its answer, or after we gave up on the text.

const PUBLIC_URL = 'https://showings.example.com'
let twilio: FakeTwilio
let app: TestApp
let owner: Awaited<ReturnType<typeof signUp>>
before(async () => {
  twilio = await startTwilio()
  app = await testApp({ env: { ...twilio.env, PUBLIC_URL } })
  app.clock.set(Temporal.Now.instant().toString())
  owner = await signUp(app, 'owner@agents.example.com')
})
after(async () => {
  await app.close()
  await twilio.close()
})

/** Books a showing whose text to the buyer is at the vendor, although we got no answer. */
async function unanswered() {
  app.clock.set(Temporal.Now.instant().toString())
  const home = await makeProperty(app.db, { occupancy: 'vacant', ownerId: owner.accountId })
  const form = makeForm(home.slug, await freeSlot(app, home.slug))
  const { booking } = await bookShowing(app, form)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  const isToBuyer = (to: string) => to.endsWith(form.buyerPhone.replace(/\D/g, ''))
  twilio.failNext(
    'answer lost',
    ({ method, body }) => method === 'POST' && isToBuyer(new URLSearchParams(body.toString()).get('To') ?? ''),
  )
  const one = { id: booking.id as string, homeId: home.id, texts: () => twilio.texts.filter(({ to }) => isToBuyer(to)) }
  await deliver(one)
  assert.deepEqual([one.texts().length, (await shownOf(one)).status], [1, 'queued'])
  return one
}
type Unanswered = Awaited<ReturnType<typeof unanswered>>

const deliver = ({ id: bookingId }: { id: string }, attempt = 1) =>
  app.jobs['notification.deliver']?.({ bookingId, attempt }, { isLastAttempt: false })

async function report({ texts }: Unanswered, index: number, status: string, errorCode?: number) {
  const text = texts()[index]
  assert.ok(text)
  if (status !== 'delivered') text.status = status
  const { target, body, headers } = twilio.status(text, status, errorCode)
  assert.equal((await app.call('POST', target, body, headers)).status, 200)
}

const headers = () => ({ cookie: owner.cookie, origin: PUBLIC_URL })
async function shownOf({ id }: { id: string }) {
  const { body } = await app.call('GET', `/api/showingbooker/bookings/${id}/notifications`, undefined, headers())
  type Shown = { channel: string; role: string; status: string; delivery: string | null; reason: string | null }
  const found = (body.notifications as Shown[]).find(({ channel, role }) => channel === 'sms' && role === 'buyer')
  assert.ok(found)
  return { status: found.status, delivery: found.delivery, reason: found.reason }
}
async function loggedOf({ homeId }: Unanswered) {
  const { body } = await app.call('GET', `/api/showingbooker/properties/${homeId}/bookings`, undefined, headers())
  const { status, reason } = body.logs[0].notificationDetails.sms.buyer
  return { status, reason }
}

const ARRIVED = { status: 'sent', delivery: 'delivered', reason: null }
const SENT = { status: 'Sent', reason: null }

test('a text counts as lost if its vendor reports that before we know that the vendor has it', async () => {
  const one = await unanswered()
  await report(one, 0, 'undelivered', 30005)
  app.clock.advance({ minutes: 1 })
  await deliver(one, 2)
  assert.equal(one.texts().length, 1)
  assert.deepEqual(await shownOf(one), { status: 'sent', delivery: 'undelivered', reason: null })
  assert.deepEqual(await loggedOf(one), { status: 'Not sent', reason: 'This number is not in service' })
})

test('if the first try was lost and the second arrived, the text arrived, whichever report comes first', async () => {
  for (const order of [
    ['lost', 'answer', 'arrived'],
    ['lost', 'arrived early'],
    ['answer', 'arrived', 'lost'],
  ]) {
    const one = await unanswered()
    const [first] = one.texts()
    assert.ok(first)
    first.status = 'failed'
    for (const step of order) {
      if (step === 'lost') await report(one, 0, 'failed', 30008)
      if (step === 'arrived') await report(one, 1, 'delivered')
      if (step === 'answer' || step === 'arrived early') {
        app.clock.advance({ minutes: 1 })
        await deliver(one, 2)
      }
      if (step === 'arrived early') {
        // Restore the state from before we stored the answer.
        await sql`update notification set status = 'sending', logged_at = null, provider_reference = null, attempts = 2
          where booking_id = ${one.id} and channel = 'sms' and role = 'buyer'`.execute(app.db)
        await report(one, 1, 'delivered')
        app.clock.advance({ minutes: 5 })
        await deliver(one, 3)
      }
    }
    assert.equal(one.texts().length, 2)
    assert.deepEqual([await shownOf(one), await loggedOf(one)], [ARRIVED, SENT], order.join(', '))
  }
})

test('a text that arrived counts as sent, although we gave up on it', async () => {
  for (const order of ['report first', 'report last']) {
    const one = await unanswered()
    if (order === 'report first') await report(one, 0, 'delivered')
    app.clock.advance({ hours: 25 })
    twilio.failNext({ status: 500 }, ({ method }) => method === 'GET')
    await deliver(one, 2)
    if (order === 'report last') {
      assert.equal((await shownOf(one)).status, 'failed')
      await report(one, 0, 'delivered')
    }
    assert.deepEqual([await shownOf(one), await loggedOf(one)], [ARRIVED, SENT], order)
  }
})
