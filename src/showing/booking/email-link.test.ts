import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty, type PropertyChoices } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { newLinkToken } from '../../platform/link-token.ts'

/** What happens to the buyer's links when they correct their email (decision 89). */
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20 })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

const FORMER = 'bea@tpyo.example.com'
const EMAIL = 'bea@typo.example.com'
const TIME = { showingDate: '2026-11-28', showingTime: '10:00' }

async function booked(choices: PropertyChoices = {}) {
  const home = await makeProperty(app.db, { ownerId: agent.accountId, ...choices })
  const { booking, token } = await bookShowing(app, makeForm(home.slug, { buyerEmail: FORMER }))
  await app.runJobs()
  return { token, id: booking.id as string }
}
const asBuyer = (token: string, act: string, body: object, headers = {}) =>
  app.call('POST', `/api/showingbooker/public/booking/${token}/${act}`, body, headers)
const asAgent = (id: string, act: string, body: object = {}) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/${act}`, body, agent.headers)
const pageOf = (token: string) => app.call('GET', `/api/showingbooker/public/booking/${token}`)
const linkOf = ({ body }: { body: { booking: { manageUrl: string } } }) =>
  body.booking.manageUrl.split('/').at(-1) ?? ''

test('someone who paid for an offered time through the old link loses it once the buyer corrects the email', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  await asAgent(id, 'decline', { times: [TIME] })
  // The old mailbox has the link of the declined showing, and gets the same secret as the buyer.
  const secrets = []
  for (const _ of ['stranger', 'buyer']) {
    const { body } = await asBuyer(token, 'book-offered', TIME)
    secrets.push(body.payUrl.split('/').at(-1))
  }
  const [clientSecret, same] = secrets
  assert.equal(clientSecret, same)
  const { paymentIntentId } = (await app.call('GET', `/api/payments/hold/${clientSecret}`)).body
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  const settle = () => app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  const paid = await settle()
  assert.equal(paid.body.booking.buyerEmail, FORMER, paid.text)
  const link = linkOf(await asBuyer(linkOf(paid), 'email', { email: EMAIL }))
  const { manageUrl, buyerEmail } = (await settle()).body.booking
  assert.deepEqual([manageUrl, buyerEmail], [null, null])
  assert.equal((await app.call('GET', `/api/payments/hold/${clientSecret}`)).status, 404)
  assert.equal((await pageOf(link)).status, 200)
})

/** Returns what a repeated correction must not change: the booking, its log, and its messages. */
async function stateOf(id: string) {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', updated_at, (select count(*) from notification where booking_id = b.id),
      (select count(*) from compliance_entry where booking_id = b.id)) as state from booking b where id = ${id}`.execute(
    app.db,
  )
  return rows[0]?.state
}

test('a buyer whose answer got lost can send the same correction again, from any IP address, and gets the link they chose', async () => {
  const { id, token } = await booked()
  const nextToken = newLinkToken()
  const send = () => asBuyer(token, 'email', { email: EMAIL, nextToken })
  const [first, twice] = await Promise.all([send(), send()])
  assert.deepEqual([first.status, linkOf(first)], [200, nextToken], first.text)
  assert.deepEqual(twice.body, first.body)
  await app.runJobs()
  const before = await stateOf(id)
  // This is more often than a buyer can correct their email.
  for (const address of ['10.9.0.1', '10.9.0.2', '10.9.0.3', '10.9.0.4']) {
    const again = await asBuyer(token, 'email', { email: ` ${EMAIL}`, nextToken }, { 'x-address': address })
    assert.deepEqual([again.status, again.body], [200, first.body], again.text)
  }
  for (const body of [{ email: EMAIL }, { email: FORMER, nextToken }, { email: EMAIL, nextToken: newLinkToken() }])
    assert.equal((await asBuyer(token, 'email', body)).status, 404)
  await app.runJobs()
  assert.equal(await stateOf(id), before)
  assert.equal((await pageOf(token)).status, 404)
})

test('a chosen next link that is malformed or already leads to a booking is refused', async () => {
  const [one, other] = [await booked(), await booked()]
  const before = await stateOf(one.id)
  for (const nextToken of [other.token, one.token]) {
    const { status, body } = await asBuyer(one.token, 'email', { email: EMAIL, nextToken })
    assert.deepEqual([status, body.code], [404, (await pageOf('x'.repeat(32))).body.code])
  }
  for (const nextToken of ['short', `${'x'.repeat(31)}/`, 'x'.repeat(33)])
    assert.equal((await asBuyer(one.token, 'email', { email: EMAIL, nextToken })).status, 400)
  assert.equal(await stateOf(one.id), before)

  const nextToken = newLinkToken()
  const answers = await Promise.all(
    [one, other].map(({ token }) => asBuyer(token, 'email', { email: EMAIL, nextToken })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
})

const mailsTo = async (id: string, to: string) => {
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, text from outbox_message
    where booking_id = ${id} and channel = 'email' and recipient #>> '{}' = ${to} order by id`.execute(app.db)
  return rows
}
const textsOf = async (id: string) => {
  const { rows } = await sql`select from outbox_message where booking_id = ${id} and channel = 'sms'`.execute(app.db)
  return rows.length
}

for (const [status, end] of [
  ['declined', (id: string) => asAgent(id, 'decline')],
  ['cancelled', (id: string) => asAgent(id, 'cancel')],
  ['completed', (id: string) => asAgent(id, 'complete')],
  ['no_show', (id: string) => asAgent(id, 'no-show')],
] as const)
  test(`the old link also ends if the showing is ${status}, and the new address gets the new one`, async () => {
    const { id, token } = await booked({ approval: status === 'declined' ? 'manual' : 'automatic' })
    if (status === 'completed' || status === 'no_show') app.clock.set('2026-11-27T22:10:00Z')
    const ended = await end(id)
    assert.deepEqual([ended.status, ended.body.status], [200, status], ended.text)
    await app.runJobs()
    const texts = await textsOf(id)
    const answer = await asBuyer(token, 'email', { email: EMAIL })
    assert.deepEqual([answer.status, answer.body.booking?.status], [200, status], answer.text)
    const link = linkOf(answer)
    assert.notEqual(link, token)
    assert.equal((await pageOf(token)).status, 404)
    await app.runJobs()
    const [mail, ...others] = await mailsTo(id, EMAIL)
    assert.deepEqual([mail?.subject, others.length], ['Your booking page', 0])
    assert.ok(mail?.text.includes(`/showingbooker/booking/${link}`))
    assert.equal((await mailsTo(id, FORMER)).at(-1)?.subject, 'Your email was replaced')
    assert.equal(await textsOf(id), texts)
  })

test("an email with the new link goes only to the buyer's current address", async () => {
  const { id, token } = await booked()
  await asAgent(id, 'cancel')
  await app.runJobs()
  const second = linkOf(await asBuyer(token, 'email', { email: 'bea@tyop.example.com' }))
  const last = linkOf(await asBuyer(second, 'email', { email: EMAIL }))
  await app.runJobs()
  for (const { text } of await mailsTo(id, 'bea@tyop.example.com')) assert.ok(!text.includes('/booking/'), text)
  assert.ok((await mailsTo(id, EMAIL))[0]?.text.includes(last))
})
