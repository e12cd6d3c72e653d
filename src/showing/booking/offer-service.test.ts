import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20 })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

const TIMES = [
  { showingDate: '2026-11-30', showingTime: '11:00' },
  { showingDate: '2026-11-28', showingTime: '10:00' },
]
const decline = (id: string, body: object) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/decline`, body, {
    cookie: agent.cookie,
    origin: app.config.publicUrl,
  })
const book = (token: string, time: object) =>
  app.call('POST', `/api/showingbooker/public/booking/${token}/book-offered`, time)
const pageOf = async (token: string) => (await app.call('GET', `/api/showingbooker/public/booking/${token}`)).body

async function requested() {
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident', approval: 'manual' })
  const shown = await bookShowing(app, makeForm(home.slug, { specialRequests: 'With a stroller' }))
  await app.runJobs()
  return { home, ...shown, id: shown.booking.id as string }
}

test('a buyer books an offered time with the same details, pays as usual, and needs no second approval', async () => {
  const { id, token, booking } = await requested()
  const declined = await decline(id, { reason: 'The <b>tenant</b> is away', times: TIMES })
  assert.deepEqual([declined.status, declined.body.status], [200, 'declined'], declined.text)
  await app.runJobs()
  const page = await pageOf(token)
  assert.equal(page.reason, 'The <b>tenant</b> is away')
  assert.deepEqual(
    page.otherTimes.map(({ date, time }: { date: string; time: string }) => `${date} ${time}`),
    ['2026-11-28 10:00', '2026-11-30 11:00'],
  )
  const { rows } = await sql<{ channel: string; text: string; html: string | null }>`
    select channel, text, html from outbox_message where booking_id = ${id} and role = 'buyer' order by id desc limit 2`.execute(
    app.db,
  )
  const mail = rows.find(({ channel }) => channel === 'email')
  assert.match(mail?.text ?? '', /Reason: The <b>tenant<\/b> is away[\s\S]*Saturday, November 28, 2026 at 10:00 AM PST/)
  assert.doesNotMatch(mail?.html ?? '', /<b>tenant/)
  assert.match(rows.find(({ channel }) => channel === 'sms')?.text ?? '', /offers 2 other times: \S+\/booking\//)

  const held = await book(token, TIMES[1] as object)
  assert.equal(held.status, 201, held.text)
  const clientSecret = new URL(held.body.payUrl).pathname.split('/').at(-1) as string
  const hold = (await app.call('GET', `/api/payments/hold/${clientSecret}`)).body
  assert.deepEqual(
    [hold.status, hold.buyerName, hold.amount, hold.onApproval],
    ['held', booking.buyerName, 2500, false],
  )
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  const { paymentIntentId } = hold
  const booked = await app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  assert.deepEqual(
    [booked.body.booking.status, booked.body.booking.specialRequests, booked.body.booking.startsAt],
    ['confirmed', 'With a stroller', '2026-11-28T18:00:00.000Z'],
    booked.text,
  )
  assert.deepEqual((await pageOf(token)).otherTimes, [], 'a buyer who booked one time gets no other offers')
  const { rows: money } = await sql<{ entries: string }>`
    select string_agg(m.kind, ', ' order by m.id) as entries from money_entry m join payment p on p.id = m.payment_id
    where p.booking_id = ${id}`.execute(app.db)
  assert.equal(money[0]?.entries, 'authorize, release', 'the authorization of the request is released')
})

test('the buffer of the declined request does not block the times next to it, but its own time stays taken', async () => {
  const rules = { approval: 'manual', bufferMinutes: 30 } as const
  const home = await makeProperty(app.db, { ownerId: agent.accountId, ...rules })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  const at = (showingTime: string) => ({ showingDate: '2026-11-27', showingTime })
  const same = await decline(booking.id, { times: [at('13:30')] })
  assert.deepEqual([same.status, same.body.code], [409, 'slot_taken'])
  const declined = await decline(booking.id, { times: [at('14:00'), at('13:00')] })
  assert.deepEqual([declined.status, declined.body.status], [200, 'declined'], declined.text)
  assert.equal((await book(token, at('14:00'))).status, 201)
})

/** Pays for the hold behind a link. Returns the answer with the booking. */
async function pay(payUrl: string) {
  const clientSecret = secretOf(payUrl)
  const paid = await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  if (paid.status !== 200) return paid
  const { paymentIntentId } = (await app.call('GET', `/api/payments/hold/${clientSecret}`)).body
  return app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
}
const statesOf = async (propertyId: string) => {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', showing_date, status) as state from booking
    where property_id = ${propertyId} and status <> 'declined' order by id`.execute(app.db)
  return rows.map(({ state }) => state)
}

test('a buyer can book only one of the offered times, and another one after that is canceled', async () => {
  const { id, token, home } = await requested()
  await decline(id, { times: TIMES })
  const booked = await pay((await book(token, TIMES[1] as object)).body.payUrl)
  assert.equal(booked.body.booking.status, 'confirmed', booked.text)
  const second = await book(token, TIMES[0] as object)
  assert.deepEqual([second.status, second.body.code], [400, 'slot_not_offered'], second.text)
  assert.deepEqual(await statesOf(home.id), ['2026-11-28 confirmed'])

  const manageToken = booked.body.booking.manageUrl.split('/').at(-1)
  assert.equal((await app.call('POST', `/api/showingbooker/public/booking/${manageToken}/cancel`, {})).status, 200)
  const instead = await pay((await book(token, TIMES[0] as object)).body.payUrl)
  assert.equal(instead.body.booking?.status, 'confirmed', instead.text)
})

test('a buyer who chooses another offered time before they pay gives up the first one', async () => {
  const { id, token, home } = await requested()
  await decline(id, { times: TIMES })
  const first = await book(token, TIMES[1] as object)
  const second = await book(token, TIMES[0] as object)
  assert.equal(second.status, 201, second.text)
  assert.equal((await pay(first.body.payUrl)).status, 410)
  assert.equal((await pay(second.body.payUrl)).body.booking?.status, 'confirmed')
  assert.deepEqual(await statesOf(home.id), ['2026-11-28 lapsed', '2026-11-30 confirmed'])
})

const holdOnPage = (form: object, clientSecret?: string) =>
  app.call('POST', '/api/payments/create-payment-intent', { bookingData: form, clientSecret })
const secretOf = (payUrl: string) => new URL(payUrl).pathname.split('/').at(-1) as string

test('a buyer who held an offered time on the booking page needs no approval once they take the offer', async () => {
  const { id, token, home, booking } = await requested()
  await decline(id, { times: TIMES })
  const { buyerName, buyerEmail, buyerPhone } = booking
  const form = makeForm(home.slug, { ...TIMES[1], buyerName, buyerEmail, buyerPhone })
  const former = await holdOnPage(form)
  assert.equal(former.status, 201, former.text)
  const offered = await book(token, TIMES[1] as object)
  assert.equal(offered.status, 201, offered.text)
  assert.deepEqual(await statesOf(home.id), ['2026-11-28 lapsed', '2026-11-28 held'])
  const again = await book(token, TIMES[1] as object)
  assert.equal(again.body.payUrl, offered.body.payUrl, 'a repeated request returns the same hold')
  const paid = await pay(offered.body.payUrl)
  assert.equal(paid.body.booking?.status, 'confirmed', paid.text)
  const lost = { clientSecret: former.body.clientSecret, card: goodCard, billing }
  assert.equal((await app.call('POST', '/api/payments/sandbox/confirm', lost)).status, 410)
})

test('a buyer who held an offered time needs approval if they then book it on the booking page', async () => {
  const { id, token, home, booking } = await requested()
  await decline(id, { times: TIMES })
  const { buyerName, buyerEmail, buyerPhone } = booking
  const offered = await book(token, TIMES[1] as object)
  const form = makeForm(home.slug, { ...TIMES[1], buyerName, buyerEmail, buyerPhone, specialRequests: 'Two dogs' })
  const held = await holdOnPage(form, secretOf(offered.body.payUrl))
  assert.equal(held.status, 201, held.text)
  const hold = (await app.call('GET', `/api/payments/hold/${held.body.clientSecret}`)).body
  assert.equal(hold.onApproval, true)
  assert.equal((await pay(offered.body.payUrl)).status, 410)
  const paid = await pay(`http://page.example/${held.body.clientSecret}`)
  assert.equal(paid.body.booking?.status, 'pending', paid.text)
})

test('if a buyer has just paid for a hold, taking the offer does not change it', async () => {
  const { id, token, home, booking } = await requested()
  await decline(id, { times: TIMES })
  const { buyerName, buyerEmail, buyerPhone } = booking
  const form = makeForm(home.slug, { ...TIMES[1], buyerName, buyerEmail, buyerPhone })
  const { clientSecret } = (await holdOnPage(form)).body
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  const offered = await book(token, TIMES[1] as object)
  assert.deepEqual([offered.status, offered.body.code], [409, 'already_paid'], offered.text)
  assert.deepEqual(await statesOf(home.id), ['2026-11-28 pending'])
})

test('a buyer who has just paid for one offered time gets no other', async () => {
  const { id, token, home } = await requested()
  await decline(id, { times: TIMES })
  const { payUrl } = (await book(token, TIMES[1] as object)).body
  const clientSecret = secretOf(payUrl)
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  const second = await book(token, TIMES[0] as object)
  assert.deepEqual([second.status, second.body.code], [409, 'already_paid'], second.text)
  assert.deepEqual(await statesOf(home.id), ['2026-11-28 confirmed', '2026-11-30 lapsed'])
})

test('if a buyer chooses two offered times at once, one is held', async () => {
  for (let round = 0; round < 5; round++) {
    await sql`delete from try_count`.execute(app.db)
    const { id, token, home } = await requested()
    await decline(id, { times: TIMES })
    const held = async () => (await statesOf(home.id)).filter((state) => state.endsWith(' held')).length
    await Promise.all(TIMES.map((time) => book(token, time)))
    assert.equal(await held(), 1)
    await Promise.all([...TIMES, ...TIMES].map((time) => book(token, time)))
    assert.ok((await held()) <= 1)
  }
})

/** Makes a showing for a visitor who phoned and then moved it. The agent declined the new time and offers others. */
async function declinedByHand(contact: object = { buyerPhone: '213 555 0177' }) {
  await sql`delete from try_count`.execute(app.db)
  const home = await makeProperty(app.db, { ownerId: agent.accountId, approval: 'manual' })
  const form = { propertyId: home.id, showingDate: '2026-11-27', showingTime: '13:30', buyerName: 'Paula Phone' }
  const { body } = await app.call(
    'POST',
    '/api/showingbooker/bookings',
    { ...form, ...contact, specialRequests: 'With a stroller', language: 'es' },
    agent.headers,
  )
  const { rows } = await sql<{ manage_token: string }>`
    select manage_token from booking where id = ${body.id}`.execute(app.db)
  const token = rows[0]?.manage_token ?? ''
  const moved = { showingDate: '2026-11-29', showingTime: '11:00' }
  assert.equal((await app.call('POST', `/api/showingbooker/public/booking/${token}/move`, moved)).status, 200)
  assert.equal((await decline(body.id, { times: TIMES })).status, 200)
  await app.runJobs()
  return { home, id: body.id as string, token }
}
const newest = async (propertyId: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select b.id, b.status, b.amount_cents, b.booked_by, b.buyer_phone, b.special_requests, b.language, b.starts_at,
      (select count(*)::int from payment where booking_id = b.id) as payments
    from booking b where b.property_id = ${propertyId} and b.status = 'confirmed' order by b.created_at desc, b.id desc`.execute(
    app.db,
  )
  return rows
}

test('a free showing stays free: the visitor books an offered time with one tap, and it is confirmed at once', async () => {
  const { home, token } = await declinedByHand()
  const taken = await book(token, TIMES[1] as object)
  assert.deepEqual([taken.status, taken.body.payUrl], [201, null], taken.text)
  const [made, ...others] = await newest(home.id)
  assert.equal(others.length, 0)
  const { id: newId, ...columns } = made ?? {}
  assert.deepEqual(columns, {
    status: 'confirmed',
    amount_cents: 0,
    booked_by: agent.accountId,
    buyer_phone: '(213) 555-0177',
    special_requests: 'With a stroller',
    language: 'es',
    starts_at: new Date('2026-11-28T18:00:00Z'),
    payments: 0,
  })
  await app.runJobs()
  const page = await pageOf(taken.body.manageUrl.split('/').at(-1))
  assert.deepEqual([page.booking.status, page.booking.amount], ['confirmed', 0])
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where booking_id = ${newId} and role = 'buyer'`.execute(app.db)
  assert.equal(rows.length, 1)
  assert.doesNotMatch(rows[0]?.text ?? '', /\$/)

  // If the answer gets lost, the same request returns the same page, and the visitor cannot take another offered time.
  const again = await book(token, TIMES[1] as object)
  assert.deepEqual([again.status, again.body.manageUrl], [201, taken.body.manageUrl])
  assert.equal((await book(token, TIMES[0] as object)).body.code, 'slot_not_offered')
  assert.deepEqual((await pageOf(token)).otherTimes, [])
  assert.equal((await newest(home.id)).length, 1)
})

test('a visitor who corrects the email of a free showing keeps it and gets no second one', async () => {
  const { home, token } = await declinedByHand()
  const taken = await book(token, TIMES[1] as object)
  const own = taken.body.manageUrl.split('/').at(-1)
  const corrected = await app.call('POST', `/api/showingbooker/public/booking/${own}/email`, {
    email: 'right@b.example',
  })
  assert.equal(corrected.status, 200, corrected.text)
  const second = await book(token, TIMES[0] as object)
  assert.deepEqual([second.status, second.body.code], [400, 'slot_not_offered'], second.text)
  assert.deepEqual((await pageOf(token)).otherTimes, [])
  assert.equal((await book(token, TIMES[1] as object)).body.manageUrl, taken.body.manageUrl)
  assert.equal((await newest(home.id)).length, 1)
})

test('a visitor who left only an email and corrects it keeps the free showing that the agent offered', async () => {
  const { home, token } = await declinedByHand({ buyerEmail: 'paula@tpyo.example.com' })
  const taken = await book(token, TIMES[1] as object)
  const own = taken.body.manageUrl.split('/').at(-1)
  const path = `/api/showingbooker/public/booking/${own}/email`
  assert.equal((await app.call('POST', path, { email: 'paula@typo.example.com' })).status, 200)
  const second = await book(token, TIMES[0] as object)
  assert.deepEqual([second.status, second.body.code], [400, 'slot_not_offered'], second.text)
  assert.deepEqual((await pageOf(token)).otherTimes, [])
  // The mistyped mailbox has the link of the declined showing, which does not lead to the new one.
  const again = await book(token, TIMES[1] as object)
  assert.deepEqual([again.status, again.body.code], [409, 'slot_taken'], again.text)
  // A stranger who enters the corrected email, or any other one, does not get there, either.
  let link = token
  for (const email of ['paula@typo.example.com', 'paula@tpoy.example.com']) {
    const guessed = await app.call('POST', `/api/showingbooker/public/booking/${link}/email`, { email })
    link = guessed.body.booking.manageUrl.split('/').at(-1)
    assert.equal((await book(link, TIMES[1] as object)).body.code, 'slot_taken')
    assert.equal((await book(link, TIMES[0] as object)).body.code, 'slot_not_offered')
  }
  assert.equal((await newest(home.id)).length, 1)
})

test('a visitor of a free showing who paid for one of the offered times gets no other for free', async () => {
  const { home, token } = await declinedByHand()
  const form = makeForm(home.slug, { ...TIMES[1], buyerEmail: 'paula@b.example', buyerPhone: '213 555 0177' })
  await bookShowing(app, form)
  const second = await book(token, TIMES[0] as object)
  assert.deepEqual([second.status, second.body.code], [400, 'slot_not_offered'], second.text)
  assert.equal((await newest(home.id)).length, 0)
})

test("two clients with the phone of one buyer's agent are two visitors, unless they share an email", async () => {
  for (const [payer, open] of [
    ['dora@b.example', 1],
    ['Carl@b.example', 0],
  ] as const) {
    const { home, token } = await declinedByHand({ buyerEmail: 'carl@b.example', buyerPhone: '213 555 0177' })
    await bookShowing(app, makeForm(home.slug, { ...TIMES[1], buyerEmail: payer, buyerPhone: '213 555 0177' }))
    assert.equal((await pageOf(token)).otherTimes.length, open, payer)
    assert.equal((await book(token, TIMES[0] as object)).status, open ? 201 : 400, payer)
    assert.equal((await newest(home.id)).length, open, payer)
  }
})

test('two visitors without an email are different people', async () => {
  const { home, token } = await declinedByHand()
  const rival = {
    propertyId: home.id,
    ...TIMES[0],
    buyerName: 'Rita Rival',
    buyerPhone: '213 555 0178',
    language: 'en',
  }
  assert.equal((await app.call('POST', '/api/showingbooker/bookings', rival, agent.headers)).status, 201)
  assert.equal((await pageOf(token)).otherTimes.length, 1)
  assert.equal((await book(token, TIMES[1] as object)).status, 201)
  assert.equal((await newest(home.id)).length, 2)
})

test('if a visitor takes two free offered times at once, one is booked', async () => {
  const { home, token } = await declinedByHand()
  const answers = await Promise.all([...TIMES, ...TIMES].map((time) => book(token, time)))
  assert.equal((await newest(home.id)).length, 1, JSON.stringify(answers.map(({ status }) => status)))
})

test('a free offered time that someone else booked is taken', async () => {
  const { home, token } = await declinedByHand()
  await bookShowing(
    app,
    makeForm(home.slug, { ...TIMES[1], buyerEmail: 'rival@b.example', buyerPhone: '213-555-0178' }),
  )
  const refused = await book(token, TIMES[1] as object)
  assert.deepEqual([refused.status, refused.body.code], [409, 'slot_taken'])
  assert.equal((await newest(home.id)).length, 0)
})

test('a time that the agent did not offer, or that is taken or too soon by now, is refused', async () => {
  const { id, token, home } = await requested()
  await decline(id, { times: TIMES })
  assert.equal((await book(token, { showingDate: '2026-11-28', showingTime: '11:00' })).body.code, 'slot_not_offered')
  await bookShowing(
    app,
    makeForm(home.slug, { ...TIMES[1], buyerEmail: 'rival@b.example', buyerPhone: '213-555-0177' }),
  )
  const left = (await pageOf(token)).otherTimes
  assert.deepEqual(
    left.map(({ date }: { date: string }) => date),
    ['2026-11-30'],
    'the page does not show a time that someone else booked',
  )
  const taken = await book(token, TIMES[1] as object)
  assert.deepEqual([taken.status, taken.body.code, taken.body.alternatives.length], [409, 'slot_taken', 3])
  app.clock.set('2026-11-27T18:00:00Z')
  assert.deepEqual((await pageOf(token)).otherTimes.length, 1)
  assert.equal((await book(token, TIMES[1] as object)).status, 400)
})

test('an agent can offer at most three times, all open; without times, the reason is only in the log', async () => {
  const { id, token, home } = await requested()
  await bookShowing(
    app,
    makeForm(home.slug, { ...TIMES[1], buyerEmail: 'rival@b.example', buyerPhone: '213-555-0177' }),
  )
  assert.deepEqual(
    [(await decline(id, { times: TIMES })).status, (await pageOf(token)).booking.status],
    [409, 'pending'],
  )
  const odd = await decline(id, { times: [{ showingDate: '2026-11-28', showingTime: '10:10' }] })
  assert.deepEqual([odd.status, odd.body.issues?.[0]?.path], [400, 'times'])
  assert.equal((await decline(id, { times: Array(4).fill(TIMES[0]) })).status, 400)
  await sql`update property set status = 'unlisted' where id = ${home.id}`.execute(app.db)
  assert.equal((await decline(id, { times: [TIMES[0]] })).body.code, 'slot_not_offered', 'a property that is unlisted')
  assert.equal((await decline(id, { reason: 'Not that day' })).status, 200)
  const page = await pageOf(token)
  assert.deepEqual([page.reason, page.otherTimes], [null, []])
  assert.equal((await book(token, TIMES[0] as object)).status, 400)
})
