import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { DEMO_PATH, type DemoFields, makeDemoForm } from '../../../test/demos.ts'
import { billing, goodCard } from '../../../test/factories.ts'
import { makeScene, type Scene, signUp } from '../../../test/scene.ts'
import { phoneKey, readPhone } from '../../platform/phone.ts'
import { PRODUCT_PROPERTY } from '../../property/property/domain.ts'
import { DEMO_BUYER } from './domain.ts'

let app: TestApp
let scene: Scene
let made = 0
before(async () => {
  app = await testApp({ max: 25 })
  scene = await makeScene(app)
})
after(() => app.close())

const demoForm = (change?: DemoFields) => makeDemoForm(app, change)
const only = (kind: 'email' | 'phone' | 'address', change: DemoFields = {}) =>
  demoForm({
    ...(kind !== 'email' && { demoRecipientEmail: '' }),
    ...(kind !== 'phone' && { demoRecipientPhone: null }),
    ...(kind !== 'address' && { demoMailAddress: '', demoMailCity: '', demoMailZip: '' }),
    ...change,
  })

const hold = (form: DemoFields, headers: Record<string, string> = {}) => app.call('POST', DEMO_PATH, form, headers)
const payFor = (payment: { clientSecret: string }) =>
  app.call('POST', '/api/payments/sandbox/confirm', { clientSecret: payment.clientSecret, card: goodCard, billing })
const process = ({ paymentIntentId, clientSecret }: { paymentIntentId: string; clientSecret: string }) =>
  app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })

async function demo(form: DemoFields) {
  const held = await hold(form)
  assert.equal(held.status, 201, held.text)
  assert.equal((await payFor(held.body.payment)).status, 200)
  const booked = await process(held.body.payment)
  assert.equal(booked.status, 200, booked.text)
  await app.runJobs()
  return {
    held: held.body,
    booking: booked.body.booking,
    token: booked.body.booking.manageUrl.split('/').at(-1) as string,
  }
}

type Sent = {
  channel: string
  role: string
  to: unknown
  cc: string[]
  subject: string | null
  text: string
  html: string | null
}
async function outbox(bookingId: string): Promise<Sent[]> {
  const { body } = await app.call('GET', `/api/dev/outbox?bookingId=${bookingId}`, undefined, scene.admin.headers)
  return body.messages
}

test('the answer is like that of public/book: a hold for one dollar and where to pay', async () => {
  const { status, body } = await hold(await demoForm())
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body).sort(), ['bookingId', 'payUrl', 'payment', 'status'])
  assert.deepEqual([body.status, body.payment.amount, body.payment.currency], ['awaiting_payment', 100, 'usd'])
  assert.ok(body.payUrl.endsWith(`/showingbooker/pay/${body.payment.clientSecret}`))
  assert.deepEqual(await outbox(body.bookingId), [])
})

test("a paid demo sends each role's messages to the chosen destinations only, and each begins with DEMO", async () => {
  const form = await demoForm({ buyerName: 'Mallory <b>Free Text</b>', specialRequests: 'BUY NOW at spam.example' })
  const { held, booking } = await demo(form)
  const messages = await outbox(held.bookingId)
  assert.deepEqual(messages.map(({ channel, role }) => `${channel} ${role}`).sort(), [
    'certified_mail resident',
    'email buyer',
    'email listing_agent',
    'email resident',
    'sms buyer',
    'sms resident',
  ])
  for (const { channel, to, cc, subject, text, html } of messages) {
    assert.deepEqual(cc, [])
    if (channel === 'sms') assert.match(text, /^DEMO ShowingBooker: /)
    else {
      assert.match(subject ?? '', /^DEMO: /)
      assert.match(text, /^DEMO: This is a demo/)
    }
    if (channel === 'email') {
      assert.equal(to, form.demoRecipientEmail)
      assert.match(html ?? '', /<div role="note"[^>]*><strong>DEMO<\/strong> This is a demo/)
      assert.match(html ?? '', /<title>DEMO: /)
    }
    // A demo has no refund rule, because no one visits a property. Its page has none, either.
    assert.ok(!text.includes('Ask within 24 hours'), text)
    if (channel === 'sms') assert.equal(to, readPhone(String(form.demoRecipientPhone)).text)
    if (channel === 'certified_mail')
      assert.deepEqual(to, {
        name: 'Demo Resident',
        address_line1: form.demoMailAddress,
        address_line2: null,
        address_city: 'Fresno',
        address_state: 'CA',
        address_zip: '93650',
      })
    const words = JSON.stringify([subject, text, html])
    for (const typed of [/Mallory/, /Free Text/, /spam\.example/, /vera\d/, /310555/]) assert.doesNotMatch(words, typed)
  }
  assert.deepEqual([booking.buyerName, booking.buyerEmail], [DEMO_BUYER.name, DEMO_BUYER.email])
  assert.deepEqual([booking.property_id, booking.amount, booking.status], [PRODUCT_PROPERTY.id, 100, 'confirmed'])
})

test('a demo sends nothing before the payment, and then only to the chosen destinations', async () => {
  for (const [kind, expected] of [
    ['email', ['email buyer', 'email listing_agent', 'email resident']],
    ['phone', ['sms buyer', 'sms resident']],
    ['address', ['certified_mail resident']],
  ] as const) {
    const held = await hold(await only(kind))
    await app.runJobs()
    assert.deepEqual(await outbox(held.body.bookingId), [])
    await payFor(held.body.payment)
    await process(held.body.payment)
    await app.runJobs()
    const told = (await outbox(held.body.bookingId)).map(({ channel, role }) => `${channel} ${role}`)
    assert.deepEqual(told.sort(), expected)
  }
})

test('a second demo for a destination on the same Pacific day is a 429 at its field, in any spelling', async () => {
  const first = await demoForm({ demoMailAddress: '77 North Main Street Apt 4B' })
  await demo(first)
  const spelled = {
    demoRecipientEmail: String(first.demoRecipientEmail).toUpperCase(),
    demoRecipientPhone: `+1 (${String(first.demoRecipientPhone).replace(/^(\d{3})(\d{3})/, '$1) $2-')}`,
    demoMailAddress: '77 n. main st., # 4b',
  }
  for (const [kind, field] of [
    ['email', 'demoRecipientEmail'],
    ['phone', 'demoRecipientPhone'],
    ['address', 'demoMailAddress'],
  ] as const) {
    const again = await hold(await only(kind, { [field]: spelled[field] }))
    assert.deepEqual([again.status, again.body.code], [429, 'demo_had_today'], again.text)
    assert.deepEqual(again.body.issues, [{ path: field, message: again.body.error }])
    assert.match(again.body.error, /^This .* has already received a demo today\. Please try again tomorrow\.$/)
    const seconds = Number(again.headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= 25 * 3600, `${seconds}`)
  }
  const all = await hold(await demoForm(spelled))
  assert.deepEqual(
    all.body.issues.map(({ path }: { path: string }) => path),
    ['demoRecipientEmail', 'demoRecipientPhone', 'demoMailAddress'],
  )
  await later({ hours: 24 }, async () =>
    assert.equal((await hold({ ...first, showingDate: (await demoForm()).showingDate })).status, 201),
  )
})

/** Does the work at a later time, then sets the clock back, so that sessions stay valid. */
async function later(duration: Temporal.DurationLike, work: () => Promise<void>) {
  const now = app.clock.now()
  app.clock.advance(duration)
  await work()
  app.clock.set(now.toString())
}

test('if 20 visitors want one destination at once, one of them gets the demo, and no one else can pay', async () => {
  const { demoRecipientPhone } = await demoForm()
  const forms = await Promise.all(Array.from({ length: 20 }, () => demoForm({ demoRecipientPhone })))
  const answers = await Promise.all(forms.map((form) => hold(form)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 19 }, () => 429)])
  const won = answers.find(({ status }) => status === 201)?.body
  assert.equal((await payFor(won.payment)).status, 200)
  const settled = await Promise.all(Array.from({ length: 5 }, () => process(won.payment)))
  assert.deepEqual(new Set(settled.map(({ status }) => status)), new Set([200]))
  await app.runJobs()
  const texts = (await outbox(won.bookingId)).filter(({ channel }) => channel === 'sms')
  assert.equal(texts.length, 2)
  const { rows } =
    await sql`select from demo_destination where folded = ${phoneKey(String(demoRecipientPhone))}`.execute(app.db)
  assert.equal(rows.length, 1)
  // The other destinations of the refused visitors stay free.
  const loser = answers.findIndex(({ status }) => status === 429)
  assert.equal((await hold({ ...forms[loser], demoRecipientPhone: '' })).status, 201)
})

test('if many visitors want the same two destinations, one gets both and the others get a 429', async () => {
  const { demoRecipientEmail, demoRecipientPhone } = await demoForm()
  const forms = await Promise.all(
    Array.from({ length: 16 }, () => demoForm({ demoRecipientEmail, demoRecipientPhone })),
  )
  const answers = await Promise.all(forms.map((form) => hold(form)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 15 }, () => 429)])
})

test('a hold that ends unpaid frees its destinations', async () => {
  const form = await demoForm()
  assert.equal((await hold(form)).status, 201)
  const other = await demoForm({ demoRecipientEmail: form.demoRecipientEmail })
  assert.equal((await hold(other)).status, 429)
  await later({ minutes: 11 }, async () => assert.equal((await hold(other)).status, 201))
})

test('the sweep also ends a hold and frees its destinations', async () => {
  const form = await demoForm()
  await hold(form)
  await later({ minutes: 11 }, async () => void (await app.orders.finishAll()))
  const { rows } = await sql<{ taken: boolean }>`
    select bool_or(is_taken) as taken from demo_destination where folded = ${form.demoRecipientEmail}`.execute(app.db)
  assert.deepEqual(rows, [{ taken: false }])
})

test('a late payment gets its demo if the destinations are free, or else a full refund', async () => {
  const late = async (isTakenMeanwhile: boolean) => {
    const form = await demoForm()
    const { body } = await hold(form)
    // The card is charged, but we learn about it only after the hold has ended.
    await payFor(body.payment)
    await sql`update booking set status = 'lapsed' where id = ${body.bookingId}`.execute(app.db)
    if (isTakenMeanwhile) await demo(await demoForm({ demoRecipientEmail: form.demoRecipientEmail }))
    return { body, answer: await process(body.payment) }
  }
  const free = await late(false)
  assert.equal(free.answer.status, 200, free.answer.text)

  const taken = await late(true)
  assert.deepEqual([taken.answer.status, taken.answer.body.code], [409, 'demo_lost_refunded'])
  assert.match(taken.answer.body.error, /We're refunding your \$1\.00 in full/)
  await app.runJobs()
  assert.deepEqual(await outbox(taken.body.bookingId), [])
  const { rows } = await sql`select m.kind, m.amount_cents from money_entry m join payment p on p.id = m.payment_id
    where p.booking_id = ${taken.body.bookingId} order by m.id`.execute(app.db)
  assert.deepEqual(rows, [
    { kind: 'charge', amount_cents: 100 },
    { kind: 'refund', amount_cents: 100 },
  ])
})

test('a visitor who asks again gets the same hold with the new choices, but a paid demo does not change', async () => {
  const form = await demoForm()
  const first = await hold(form)
  const second = await hold({ ...form, showingTime: '15:30', demoRecipientPhone: '', demoMailZip: '93651' })
  assert.deepEqual(
    [second.status, second.body.bookingId, second.body.payment.paymentIntentId],
    [201, first.body.bookingId, first.body.payment.paymentIntentId],
  )
  // The phone is free again.
  assert.equal((await hold(await only('phone', { demoRecipientPhone: form.demoRecipientPhone }))).status, 201)
  await payFor(second.body.payment)
  const third = await hold({ ...form, showingTime: '09:30', demoRecipientPhone: '' })
  assert.equal(third.status, 201)
  const { body } = await process(second.body.payment)
  assert.equal(body.booking.showingTime, '15:30')
  await app.runJobs()
  const messages = await outbox(first.body.bookingId)
  assert.deepEqual(new Set(messages.map(({ channel }) => channel)), new Set(['email', 'certified_mail']))
})

test('a visitor who asks again for a taken destination keeps their hold as it was', async () => {
  const other = await demoForm()
  await demo(other)
  const form = await demoForm()
  const first = await hold(form)
  const again = await hold({ ...form, showingTime: '11:00', demoRecipientPhone: other.demoRecipientPhone })
  assert.deepEqual([again.status, again.body.issues?.[0]?.path], [429, 'demoRecipientPhone'])
  await payFor(first.body.payment)
  const { body } = await process(first.body.payment)
  assert.equal(body.booking.showingTime, '10:00')
})

test('any number of demos can have the same time, but a real property cannot share one', async () => {
  const slots = await Promise.all([1, 2, 3].map(async () => demo(await only('email'))))
  assert.equal(new Set(slots.map(({ booking }) => booking.startsAt)).size, 1)
  const emptied = sql`update booking set during = 'empty' where property_id = ${scene.home.id}`.execute(app.db)
  await assert.rejects(emptied, { constraint: 'booking_only_demos_block_nothing' })
})

test('a phone that said STOP gets no text', async () => {
  const form = await only('phone')
  await sql`insert into text_opt_out values (${phoneKey(String(form.demoRecipientPhone))}, true, 'stop', null, ${app.clock.now()})`.execute(
    app.db,
  )
  const { held, token } = await demo(form)
  assert.deepEqual(await outbox(held.bookingId), [])
  const { body } = await app.call('GET', `/api/showingbooker/public/booking/${token}`)
  assert.deepEqual(new Set(body.demo.messages.map((one: { status: string }) => one.status)), new Set(['not_sent']))
})

test("a demo's page says what we sent where, names no one, and offers no actions", async () => {
  const form = await demoForm()
  const { token, held } = await demo(form)
  const page = await app.call('GET', `/api/showingbooker/public/booking/${token}`)
  const { is_demo, can, demo: sent, booking, calendar } = page.body
  assert.deepEqual([is_demo, can], [true, { cancel: false, move: false, requestRefund: false, bookAgain: false }])
  assert.equal(sent.messages.length, 6)
  assert.ok(sent.messages.every(({ status }: { status: string }) => status === 'sent'))
  assert.match(decodeURIComponent(calendar.google), /DEMO: Showing/)
  assert.equal(booking.buyerName, 'Demo Buyer')
  for (const typed of [
    form.buyerName,
    form.buyerEmail,
    form.demoRecipientEmail,
    form.demoRecipientPhone,
    form.demoMailAddress,
  ])
    assert.ok(!page.text.includes(String(typed)), String(typed))
  for (const [move, body] of [
    ['cancel', {}],
    ['move', { showingDate: '2026-11-27', showingTime: '10:00' }],
    ['refund-request', { reason: 'No' }],
  ] as const) {
    const answer = await app.call('POST', `/api/showingbooker/public/booking/${token}/${move}`, body)
    assert.deepEqual([answer.status, answer.body.code], [409, 'demo_stays'], move)
  }
  const notice = await app.call('GET', noticeOf(await outbox(held.bookingId)))
  assert.equal(notice.status, 200)
})
const noticeOf = (messages: Sent[]) =>
  new URL(/https?:\S+\/public\/notice\/\S+/.exec(messages.map(({ text }) => text).join('\n'))?.[0] ?? '').pathname

test('an admin can refund the dollar, and no one gets a message', async () => {
  const { held, token } = await demo(await only('email'))
  const path = `/api/showingbooker/bookings/${held.bookingId}/cancel`
  assert.equal((await app.call('POST', path, {}, scene.owner.headers)).status, 404)
  assert.equal((await app.call('POST', path, {}, scene.admin.headers)).status, 200)
  await app.runJobs()
  assert.equal((await outbox(held.bookingId)).length, 3)
  const { body } = await app.call('GET', `/api/showingbooker/public/booking/${token}`)
  assert.deepEqual([body.money, body.booking.status], ['returned', 'cancelled'])
})

test('the payment page shows the name and email of the person who pays', async () => {
  const form = await demoForm()
  const { body } = await hold(form)
  const { body: page } = await app.call('GET', `/api/payments/hold/${body.payment.clientSecret}`)
  assert.deepEqual([page.buyerName, page.buyerEmail, page.amount], [form.buyerName, form.buyerEmail, 100])
})

test("the product's demo property is on no list, page, or report, and no one can change it", async () => {
  await demo(await demoForm())
  const { headers } = scene.admin
  const { body } = await app.call('GET', '/api/showingbooker/properties?limit=100', undefined, headers)
  assert.ok(!body.properties.some(({ id }: { id: string }) => id === PRODUCT_PROPERTY.id))
  for (const key of [PRODUCT_PROPERTY.id, PRODUCT_PROPERTY.slug]) {
    for (const path of [`public/property/${key}`, `public/property/${key}/availability`, `public/share/${key}`])
      assert.equal((await app.call('GET', `/api/showingbooker/${path}`)).status, 404, path)
    const form = { ...(await demoForm()), propertyId: key }
    const real = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
    assert.equal(real.status, 404)
  }
  const path = `/api/showingbooker/properties/${PRODUCT_PROPERTY.id}`
  assert.equal((await app.call('PUT', path, { status: 'listed' }, headers)).status, 404)
  assert.equal((await app.call('DELETE', path, undefined, headers)).status, 404)
  const listed = sql`update property set status = 'listed' where id = ${PRODUCT_PROPERTY.id}`.execute(app.db)
  await assert.rejects(listed, { constraint: 'property_listed_is_reachable' })
  const sold = sql`update property set status = 'sold' where id = ${PRODUCT_PROPERTY.id}`.execute(app.db)
  await assert.rejects(sold, { constraint: 'property_demo_home_stays' })
  const { rows } = await sql`select from property_month where property_id = ${PRODUCT_PROPERTY.id}
    union all select from activity where property_id = ${PRODUCT_PROPERTY.id}`.execute(app.db)
  assert.deepEqual(rows, [])
  const { rows: due } =
    await sql`select from booking where property_id = ${PRODUCT_PROPERTY.id} and remind_at is not null`.execute(app.db)
  assert.deepEqual(due, [])
})

test("a booking at an agent's own demo property is marked DEMO, too, and its messages go to its agent and buyer", async () => {
  const agent = await signUp(app, `agent${++made}@agents.example.com`)
  const { body: own } = await app.call('POST', '/api/showingbooker/demo-data', undefined, agent.headers)
  const { body: free } = await app.call('GET', `/api/showingbooker/public/property/${own.slug}/availability`)
  const day = free.days[6]
  const form = await demoForm({ propertyId: own.id, showingDate: day.date, showingTime: day.slots[3].time })
  const { body } = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
  assert.equal(body.amount, 100)
  await payFor(body)
  const { body: booked } = await process(body)
  await app.runJobs()
  const messages = await outbox(booked.booking.id)
  assert.deepEqual(messages.map(({ channel, role, to }) => `${channel} ${role} ${to}`).sort(), [
    `email buyer ${form.buyerEmail}`,
    `email listing_agent agent${made}@agents.example.com`,
    `sms buyer ${readPhone(String(form.buyerPhone)).text}`,
  ])
  for (const { channel, subject, text } of messages) assert.match(channel === 'sms' ? text : (subject ?? ''), /^DEMO/)
})

test('after all of these tests, the books agree', async (t) => {
  app.clock.advance({ minutes: 30 })
  await app.orders.finishAll()
  await app.runJobs()
  const said: string[] = []
  t.mock.method(console, 'log', (line: string) => said.push(line))
  assert.equal(await app.runAdmin(['reconcile']), 0, said.join('\n'))
})
