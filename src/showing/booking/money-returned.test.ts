import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, letterSlot, signUp } from '../../../test/scene.ts'
import { cancelWords, ownWords } from './buyer-page-messages.ts'
import { decisionWords } from './decision-messages.ts'

// Once part of the money went back, every message and screen gives only the rest.

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20 })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T18:00:00Z'))

const API = '/api/showingbooker'
type Booked = { id: string; token: string }
const own = async ({ token }: Booked, deed: string, body: object = {}) => {
  const answer = await app.call('POST', `${API}/public/booking/${token}/${deed}`, body)
  assert.equal(answer.status, 200, answer.text)
  return work()
}
const headers = () => ({ cookie: agent.cookie, origin: app.config.publicUrl })
const asAgent = async ({ id }: Booked, deed: string, body: object = {}) => {
  const answer = await app.call('POST', `${API}/bookings/${id}/${deed}`, body, headers())
  assert.equal(answer.status, 200, answer.text)
  return work()
}
const pageOf = async ({ token }: Booked) => (await app.call('GET', `${API}/public/booking/${token}`)).body
const recordOf = async ({ id }: Booked) => (await app.call('GET', `${API}/bookings/${id}`, undefined, headers())).body
const work = async () => {
  await app.runJobs()
  await app.runJobs()
}

/** Returns the newest message to a role on a channel, on one line. */
async function told({ id }: Booked, role: 'buyer' | 'listing_agent', channel: 'sms' | 'email'): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where booking_id = ${id} and role = ${role} and channel = ${channel}
    order by id desc limit 1`.execute(app.db)
  return rows[0]?.text.replace(/\s+/g, ' ') ?? ''
}

async function booked(): Promise<Booked> {
  const home = await makeProperty(app.db, { ownerId: agent.accountId })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  await work()
  return { id: booking.id, token }
}

/** Books for $25 and a letter for $10, then moves it so that the letter's price goes back. */
async function letterRefunded(): Promise<Booked> {
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId })
  const form = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const { booking, token } = await bookShowing(app, form)
  await work()
  app.clock.advance({ minutes: 2 })
  const one = { id: booking.id, token }
  await own(one, 'move', { showingDate: '2026-11-25', showingTime: '10:00' })
  assert.equal((await pageOf(one)).mailRefund, 'returned')
  return one
}

async function refundOutside({ id }: Booked, cents: number) {
  await sql`select record_outside_money(intent_id, 'outside_refund', ${cents}::integer, ${`re_${id}`}, ${app.clock.now().toString()}::timestamptz)
    from payment where booking_id = ${id}`.execute(app.db)
}

test("after a letter's price was refunded, a refund covers only the rest", async () => {
  const one = await letterRefunded()
  app.clock.set('2026-11-25T18:10:00Z')
  await own(one, 'refund-request', { reason: 'Nobody was there' })
  assert.match(await told(one, 'listing_agent', 'sms'), / wants \$25\.00 back/)
  assert.match(await told(one, 'listing_agent', 'email'), /requested a refund of \$25\.00/)
  assert.match(await told(one, 'buyer', 'email'), /Net paid: \$25\.00.*we'll refund \$25\.00 to your card/)
  const record = await recordOf(one)
  assert.equal(record.stillPaid, 2500)
  assert.match(decisionWords(record, 'approve_refund').what.join(' '), /remaining \$25\.00/)
  await asAgent(one, 'refund', { decision: 'approve' })
  assert.match(await told(one, 'buyer', 'sms'), /Refunded \$25\.00\./)
  assert.match(await told(one, 'listing_agent', 'sms'), /Refunded \$25\.00 to /)
  assert.match(
    await told(one, 'buyer', 'email'),
    /Paid on .*: \$35\.00 Refunded on Saturday, November 21, .*: -\$10\.00 Refunded on Wednesday, November 25, .*: -\$25\.00 Net paid: \$0\.00/,
  )
  assert.equal((await recordOf(one)).stillPaid, 0)
})

test("after a letter's price was refunded, no message promises it again", async () => {
  const one = await letterRefunded()
  const page = await pageOf(one)
  assert.deepEqual([page.money, page.stillPaid], ['paid', 2500])
  assert.match(cancelWords(page), /^Your \$25\.00 fee is non-refundable\. Your \$10\.00 .* was refunded\./)
  assert.match(decisionWords(await recordOf(one), 'cancel').what.join(' '), /remaining \$25\.00/)
  await asAgent(one, 'cancel')
  assert.match(await told(one, 'buyer', 'sms'), /We're refunding the remaining \$25\.00\./)
  assert.doesNotMatch(await told(one, 'buyer', 'email'), /your \$35/)
})

test("if the refund of a letter's price failed at the bank, the price is on its way and is not a part of the fee", async () => {
  const one = await letterRefunded()
  await own(one, 'cancel')
  await sql`select record_outside_money(p.intent_id, 'refund_failed', 1000, m.provider_reference, ${app.clock.now().toString()}::timestamptz)
    from payment p join money_entry m on m.payment_id = p.id and m.kind = 'letter_refund' where p.booking_id = ${one.id}`.execute(
    app.db,
  )
  const page = await pageOf(one)
  assert.deepEqual([page.money, page.stillPaid], ['paid', 3500])
  assert.match(
    ownWords(page).about.join(' '),
    /Your \$25\.00 fee is non-refundable\. Your \$10\.00 refund for certified mail is on its way/,
  )
  await refundOutside(one, 1000)
  const later = ownWords(await pageOf(one)).about.join(' ')
  assert.match(later, /Your \$25\.00 fee is non-refundable\. Your \$10\.00 for certified mail was refunded/)
})

test('money refunded at the provider is not shown to the buyer as paid or non-refundable', async () => {
  const whole = await booked()
  await refundOutside(whole, 2500)
  const page = await pageOf(whole)
  assert.deepEqual([page.money, page.stillPaid], ['returned', 0])
  assert.match(cancelWords(page), /^Your \$25\.00 was refunded in full/)
  assert.match(decisionWords(await recordOf(whole), 'cancel').what.join(' '), /was already refunded/)
  await own(whole, 'cancel')
  assert.match(await told(whole, 'buyer', 'sms'), /You already got your \$25\.00 back\./)
  assert.match(
    await told(whole, 'buyer', 'email'),
    /Paid on .*: \$25\.00 Refunded on .*: -\$25\.00 Net paid: \$0\.00 You already got your \$25\.00 back\./,
  )
  assert.match(ownWords(await pageOf(whole)).about.join(' '), /Your \$25\.00 was refunded in full/)

  const part = await booked()
  await refundOutside(part, 1000)
  const partPage = await pageOf(part)
  assert.deepEqual([partPage.money, partPage.stillPaid], ['paid', 1500])
  await own(part, 'cancel')
  assert.match(await told(part, 'buyer', 'sms'), /Your \$15\.00 fee is non-refundable/)
  assert.match(
    await told(part, 'buyer', 'email'),
    /Refunded on .*: -\$10\.00 Net paid: \$15\.00 Your \$15\.00 fee is non-refundable/,
  )
})

test('a buyer who got everything back cannot request a refund', async () => {
  const whole = await booked()
  await refundOutside(whole, 2500)
  app.clock.set('2026-11-27T21:40:00Z')
  assert.equal((await pageOf(whole)).can.requestRefund, false)
  const answer = await app.call('POST', `${API}/public/booking/${whole.token}/refund-request`, { reason: 'Locked' })
  assert.deepEqual([answer.status, answer.body.code], [409, 'nothing_to_refund'])
})

test('after a refund failed at the bank, the money is on its way until someone refunds it at the provider', async () => {
  const one = await booked()
  await asAgent(one, 'cancel')
  const state = async () => {
    const { money, stillPaid } = await pageOf(one)
    const record = await recordOf(one)
    return [money, stillPaid, record.paymentStatus, record.stillPaid]
  }
  assert.deepEqual(await state(), ['returned', 0, 'Refunded', 0])
  await sql`select record_outside_money(p.intent_id, 'refund_failed', 2500, m.provider_reference, ${app.clock.now().toString()}::timestamptz)
    from payment p join money_entry m on m.payment_id = p.id and m.kind = 'refund' where p.booking_id = ${one.id}`.execute(
    app.db,
  )
  assert.deepEqual(await state(), ['returning', 2500, 'Refund due', 2500])
  assert.match(ownWords(await pageOf(one)).about.join(' '), /Your full refund of \$25\.00 is on its way/)
  await refundOutside(one, 2500)
  assert.deepEqual(await state(), ['returned', 0, 'Refunded', 0])
})
