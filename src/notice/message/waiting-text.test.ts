import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeTwilio, startTwilio } from '../../../test/fakes/twilio.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'

let twilio: FakeTwilio
let app: TestApp
let owner: Awaited<ReturnType<typeof signUp>>
before(async () => {
  twilio = await startTwilio()
  app = await testApp({ env: { ...twilio.env, PUBLIC_URL: 'https://showings.example.com' } })
  app.clock.set(Temporal.Now.instant().toString())
  owner = await signUp(app, 'owner@agents.example.com')
})
after(async () => {
  await app.close()
  await twilio.close()
})

async function booked() {
  const home = await makeProperty(app.db, { occupancy: 'vacant', ownerId: owner.accountId })
  const form = makeForm(home.slug, await freeSlot(app, home.slug))
  const { booking, token } = await bookShowing(app, form)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  const isToBuyer = ({ to }: { to: string }) => to.endsWith(form.buyerPhone.replace(/\D/g, ''))
  const deliver = (attempt: number) =>
    app.jobs['notification.deliver']?.({ bookingId: booking.id, attempt }, { isLastAttempt: false })
  return { id: booking.id as string, token, deliver, texts: () => twilio.texts.filter(isToBuyer) }
}

test('a text that waits while we do not call its vendor counts as untried, so a correction sends it once', async () => {
  const first = await booked()
  // One answer is enough to pause. The other text of this booking may be under way by then, or wait with the rest.
  twilio.failNext({ status: 429, headers: { 'retry-after': '60' } }, ({ method }) => method === 'POST')
  await first.deliver(1)
  const { id, token, deliver, texts } = await booked()
  const asked = twilio.requests.length
  await deliver(1)
  assert.equal(twilio.requests.length, asked)
  const { rows } = await sql`select status, attempts, tried_texts from notification
    where booking_id = ${id} and channel = 'sms' and role = 'buyer'`.execute(app.db)
  assert.deepEqual(rows, [{ status: 'queued', attempts: 1, tried_texts: [] }])
  const path = `/api/showingbooker/public/booking/${token}/email`
  const { body } = await app.call('POST', path, { email: 'bea@typo.example.com' })
  app.clock.advance({ minutes: 2 })
  await first.deliver(2)
  await deliver(2)
  assert.deepEqual(
    texts().map((text) => text.body.includes(body.booking.manageUrl)),
    [true],
  )
})
