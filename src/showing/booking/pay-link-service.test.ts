import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { LINKS, payLinks, secretOf, VISITOR, WHEN } from '../../../test/pay-links.ts'
import { signUp } from '../../../test/scene.ts'
import type { PaymentProvider } from '../../money/payment/ports.ts'
import { listOwnDifferences } from '../../money/reconciliation/repository.ts'

const faults = createFaults<'open' | 'cancel'>()
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let stranger: Awaited<ReturnType<typeof signUp>>
let boss: Awaited<ReturnType<typeof signUp>>
let { home, open, act, listed, holdOf, confirm, settle, textsOf } = {} as ReturnType<typeof payLinks>
before(async () => {
  app = await testApp({ max: 20, provider: (real: PaymentProvider) => faults.over(real, ['open', 'cancel']) })
  agent = await signUp(app, 'agent@agents.example.com')
  stranger = await signUp(app, 'other@agents.example.com')
  boss = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
  ;({ home, open, act, listed, holdOf, confirm, settle, textsOf } = payLinks(app, { agent, boss }))
})
after(() => app.close())
beforeEach(async () => {
  faults.mend()
  app.clock.set('2026-11-23T18:00:00Z')
  await sql`update booking set status = 'lapsed' where status = 'held'`.execute(app.db)
  await sql`delete from text_opt_out`.execute(app.db)
  await sql`delete from try_count`.execute(app.db)
})

const differences = () =>
  listOwnDifferences(app.db, { fromId: null, provider: 'sandbox', before: app.clock.now().toString() })

/** Returns the states, the ledger, the log, and who got which message. */
async function story(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select b.status, p.status as payment,
      (select string_agg(kind || ' ' || amount_cents, ', ' order by m.id) from money_entry m where m.payment_id = p.id) as money,
      (select string_agg(event, ', ' order by sequence) from compliance_entry c
        where c.booking_id = b.id and event <> 'notified') as log,
      (select string_agg(distinct event || ' ' || channel || ' ' || role, ', ' order by event || ' ' || channel || ' ' || role)
        from notification n where n.booking_id = b.id) as told
    from booking b join payment p on p.booking_id = b.id where b.id = ${id}`.execute(app.db)
  return rows[0]
}

test('a visitor who phoned gets a link, pays through it, and has a booking like any other', async () => {
  // The agent booked it, so it needs no approval.
  const { id: propertyId } = await home({ occupancy: 'resident', approval: 'manual' })
  const { status, body } = await open(propertyId, { specialRequests: 'Comes with a wheelchair' })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.amount, body.heldUntil, body.heldUntilTime, body.buyerPhone],
    [2500, '2026-11-23T18:10:00.000Z', '10:10 AM PST', '(213) 555-0177'],
  )
  assert.deepEqual(body.sent, [{ channel: 'sms', to: '(213) 555-0177', status: 'queued', reason: null }])
  assert.deepEqual(await differences(), [])
  await app.runJobs()
  const [text] = await textsOf(body.id)
  assert.match(text?.text ?? '', /held for you until 10:10 AM PST. Pay \$25/)
  assert.ok(text?.text.includes(`${body.payUrl} Reply STOP`))
  assert.deepEqual(
    (await listed()).map(({ id, sent }) => [id, sent]),
    [[body.id, [{ channel: 'sms', to: '(213) 555-0177', status: 'sent', reason: null }]]],
  )
  const hold = await holdOf(body.payUrl)
  assert.deepEqual([hold.status, hold.asksTerms, hold.buyerName, hold.buyerEmail], ['held', true, 'Paula Phone', ''])

  const path = `/api/payments/hold/${secretOf(body.payUrl)}/agree`
  assert.equal((await app.call('POST', path, { agreeToTerms: false })).status, 400)
  assert.equal((await app.call('POST', path, { agreeToTerms: true })).status, 200)
  assert.equal((await holdOf(body.payUrl)).asksTerms, false)

  await confirm(body.payUrl)
  const answers = await Promise.all([settle(body.payUrl), settle(body.payUrl), settle(body.payUrl)])
  assert.deepEqual(
    answers.map(({ status: one }) => one),
    [200, 200, 200],
  )
  assert.equal(answers[0]?.body.booking.id, body.id)
  await app.runJobs()
  assert.deepEqual(await story(body.id), {
    status: 'confirmed',
    payment: 'succeeded',
    money: 'charge 2500',
    log: 'booked',
    told: 'booked email listing_agent, booked sms buyer, booked sms listing_agent, booked sms resident, pay_link sms buyer',
  })
  assert.deepEqual(await listed(), [])
  const seen = await app.call('GET', `/api/showingbooker/bookings/${body.id}`, undefined, agent.headers)
  assert.deepEqual([seen.body.bookedBy, seen.body.amount, seen.body.paymentStatus], ['you', 2500, 'Paid'])
  const log = await app.call('GET', `/api/showingbooker/properties/${propertyId}/compliance`, undefined, agent.headers)
  assert.ok(!log.text.includes(secretOf(body.payUrl)))
  assert.deepEqual(await differences(), [])
})

test("the showing's thread has the words of the link's message, but not the link", async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId)
  await app.runJobs()
  await confirm(body.payUrl)
  await settle(body.payUrl)
  await app.runJobs()
  const thread = await app.call('GET', `/api/showingbooker/bookings/${body.id}/thread`, undefined, agent.headers)
  assert.match(thread.text, /held for you until/)
  assert.ok(!thread.text.includes(secretOf(body.payUrl)))
})

test('if no one pays in time, the slot is free, nothing is charged, and the visitor and the agent are notified once', async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId, { buyerEmail: 'paula@visitors.example.com', language: 'es' })
  await app.runJobs()
  assert.deepEqual((await textsOf(body.id)).map(({ channel, to }) => [channel, to]).sort(), [
    ['email', 'paula@visitors.example.com'],
    ['sms', '(213) 555-0177'],
  ])
  app.clock.advance({ minutes: 10 })
  assert.deepEqual(await listed(), [])
  assert.equal((await act(body.id, 'send-again')).status, 404)
  await Promise.all([app.orders.finishAll(), app.orders.finishAll()])
  await app.orders.finishAll()
  await app.runJobs()
  assert.deepEqual(await story(body.id), {
    status: 'lapsed',
    payment: 'cancelled',
    money: null,
    log: null,
    told: 'pay_link email buyer, pay_link sms buyer, pay_link_ended email buyer, pay_link_ended email listing_agent, pay_link_ended sms buyer, pay_link_ended sms listing_agent',
  })
  const texts = await textsOf(body.id)
  assert.equal(texts.length, 6)
  const words = texts.map(({ text }) => text).join('\n')
  assert.match(words, /ya no esta guardado para usted. No se cobro nada/)
  assert.match(words, /Paula Phone did not pay in time/)
  assert.equal((await settle(body.payUrl)).status, 410)
  const agreed = await app.call('POST', `/api/payments/hold/${secretOf(body.payUrl)}/agree`, { agreeToTerms: true })
  assert.equal(agreed.status, 410)
  assert.deepEqual(await differences(), [])
  assert.equal((await open(propertyId)).status, 201)
})

test('a late payment takes the slot back if it is free and is refunded if it is not', async () => {
  const { id: propertyId } = await home()
  const late = await open(propertyId)
  await confirm(late.body.payUrl)
  app.clock.advance({ minutes: 11 })
  await app.orders.finishAll()
  assert.equal((await story(late.body.id))?.status, 'confirmed')

  const lost = await open(propertyId, { showingTime: '15:00' })
  await confirm(lost.body.payUrl)
  app.clock.advance({ minutes: 11 })
  assert.equal((await open(propertyId, { showingTime: '15:00', buyerPhone: '213 555 0199' })).status, 201)
  assert.equal((await settle(lost.body.payUrl)).status, 409)
  await app.runJobs()
  const told = (await story(lost.body.id)) ?? {}
  assert.deepEqual([told.status, told.payment], ['lapsed', 'refunded'])
  assert.match(String(told.told), /slot_lost sms buyer/)
  assert.doesNotMatch(String(told.told), /pay_link_ended/)
  assert.deepEqual(await differences(), [])
})

test('if the agent releases the time, the visitor is notified and can no longer pay through the link', async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId)
  await app.runJobs()
  assert.equal((await act(body.id, 'release', stranger)).status, 404)
  faults.set('cancel', 'away')
  assert.equal((await act(body.id, 'release')).status, 503)
  assert.equal((await story(body.id))?.status, 'held')
  faults.mend()
  assert.equal((await act(body.id, 'release')).status, 204)
  assert.equal((await act(body.id, 'release')).status, 404)
  await app.runJobs()
  assert.deepEqual(await story(body.id), {
    status: 'lapsed',
    payment: 'cancelled',
    money: null,
    log: null,
    told: 'pay_link sms buyer, pay_link_ended sms buyer',
  })
  assert.notEqual((await confirm(body.payUrl)).status, 200)
  app.clock.advance({ minutes: 11 })
  await app.orders.finishAll()
  assert.deepEqual(await differences(), [])
})

test('an agent cannot release a link while the visitor pays', async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId)
  await confirm(body.payUrl)
  const refused = await act(body.id, 'release')
  assert.deepEqual([refused.status, refused.body.code], [409, 'pay_link_paid'])
  assert.equal((await settle(body.payUrl)).status, 200)
  assert.equal((await act(body.id, 'release')).status, 404)
})

test('an agent can resend the link after a minute, a few times at most, without extending the hold', async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId)
  await app.runJobs()
  const soon = await act(body.id, 'send-again')
  assert.deepEqual([soon.status, soon.body.code], [429, 'sent_too_soon'])
  for (const _ of [2, 3, 4]) {
    app.clock.advance({ minutes: 1 })
    const both = await Promise.all([act(body.id, 'send-again'), act(body.id, 'send-again')])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 429])
    await app.runJobs()
  }
  app.clock.advance({ minutes: 1 })
  const often = await act(body.id, 'send-again')
  assert.deepEqual([often.status, often.body.code], [429, 'sent_too_often'])
  const texts = await textsOf(body.id)
  assert.deepEqual([texts.length, new Set(texts.map(({ text }) => text)).size], [4, 1])
})

test('if 20 links and 20 buyers compete for one slot at once, exactly one gets it', async () => {
  const { id: propertyId, slug } = await home()
  const links = Array.from({ length: 20 }, (_, n) => open(propertyId, { buyerPhone: `213 555 ${3000 + n}` }))
  const online = Array.from({ length: 20 }, (_, n) =>
    app.call('POST', '/api/payments/create-payment-intent', {
      bookingData: makeForm(slug, { ...WHEN, buyerEmail: `b${n}@buyers.example.com`, buyerPhone: `213555${2000 + n}` }),
    }),
  )
  const answers = await Promise.all([...links, ...online])
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual([statuses.filter((one) => one === 201).length, new Set(statuses)], [1, new Set([201, 409])])
  for (const { status, body } of answers)
    if (status === 409) assert.deepEqual([body.code, body.alternatives.length], ['slot_taken', 3])
  const { rows } = await sql`select from booking where property_id = ${propertyId}`.execute(app.db)
  assert.equal(rows.length, 1)
})

test('an agent who shows alone can hold a time at only one of five properties', async () => {
  const alone = await signUp(app, 'alone@agents.example.com')
  await app.call('PUT', '/api/showingbooker/profile', { shows_alone: true }, alone.headers)
  const homes = await Promise.all(Array.from({ length: 5 }, () => home({ ownerId: alone.accountId })))
  const answers = await Promise.all(homes.map(({ id }, n) => open(id, { buyerPhone: `213 555 ${4000 + n}` }, alone)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
})

test('visitors without an email are different people, and one visitor can have at most three holds', async () => {
  const homes = await Promise.all(Array.from({ length: 12 }, () => home()))
  const at = (n: number, form: object) => open(homes[n]?.id ?? '', form)
  // There are more than ten, because the limit per IP address does not count an agent's holds.
  for (const n of homes.keys()) assert.equal((await at(n, { buyerPhone: `213 555 ${5000 + n}` })).status, 201)
  const more = (n: number) => at(n, { showingTime: '16:00' })
  for (const n of [0, 1, 2]) assert.equal((await more(n)).status, 201)
  const refused = await more(3)
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_holds'])
  assert.equal((await listed()).length, 15)
})

test("a link never takes over a buyer's hold, and the visitor gets the link's hold on the booking page", async () => {
  const { id: propertyId, slug } = await home()
  const form = makeForm(slug, { ...WHEN, buyerEmail: 'paula@visitors.example.com', buyerPhone: '213 555 0177' })
  const buys = () => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
  assert.equal((await buys()).status, 201)
  const refused = await open(propertyId, { buyerEmail: 'paula@visitors.example.com' })
  assert.deepEqual([refused.status, refused.body.code], [409, 'slot_taken'])
  app.clock.advance({ minutes: 11 })
  const { body } = await open(propertyId, { buyerEmail: 'paula@visitors.example.com' })
  assert.equal((await buys()).body.clientSecret, secretOf(body.payUrl))
})

test('a visitor whose phone said STOP gets an email instead of a text, or else the form says so', async () => {
  await sql`insert into text_opt_out (phone, is_out, word, changed_at) values ('+12135550177', true, 'stop', now())`.execute(
    app.db,
  )
  const { id: propertyId } = await home()
  const refused = await open(propertyId)
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.issues[0].path],
    [400, 'no_texts_wanted', 'buyerPhone'],
  )
  const { body } = await open(propertyId, { buyerEmail: 'paula@visitors.example.com' })
  await app.runJobs()
  assert.deepEqual(
    (await textsOf(body.id)).map(({ channel }) => channel),
    ['email'],
  )
  assert.deepEqual(
    (await listed())[0]?.sent.map((one) => Object.values(one)),
    [
      ['sms', '(213) 555-0177', 'not_sent', 'This number has opted out of text messages'],
      ['email', 'paula@visitors.example.com', 'sent', null],
    ],
  )
})

test("only the property's agent and admins can send a link, and never for a demo", async () => {
  const { id: propertyId } = await home()
  assert.equal((await open(propertyId, {}, stranger)).status, 404)
  assert.equal((await app.call('POST', LINKS, { propertyId, ...WHEN, ...VISITOR })).status, 401)
  const demo = await open((await home({ isDemo: true })).id)
  assert.deepEqual([demo.status, demo.body.issues[0].path], [400, 'propertyId'])
  const nobody = await open(propertyId, { buyerPhone: '' })
  assert.deepEqual([nobody.status, nobody.body.issues[0].path], [400, 'buyerPhone'])
  const byBoss = await open(propertyId, {}, boss)
  assert.equal(byBoss.status, 201)
  assert.deepEqual([(await listed()).length, (await listed(stranger)).length, (await listed(boss)).length], [1, 0, 1])
  assert.equal((await act(byBoss.body.id, 'release')).status, 204)
})

test('a repeated request makes one hold, and if the provider is down, nothing is held', async () => {
  const { id: propertyId } = await home()
  faults.set('open', 'away')
  assert.equal((await open(propertyId)).status, 503)
  faults.mend()
  const key = { 'idempotency-key': 'pressed-twice' }
  const [one, two] = [await open(propertyId, {}, agent, key), await open(propertyId, {}, agent, key)]
  assert.deepEqual([one.status, two.status, two.body.id], [201, 201, one.body.id])
  app.clock.advance({ minutes: 11 })
  await app.orders.finishAll()
  await app.runJobs()
  // No one gets a message about the hold that failed.
  const { rows } = await sql<{ told: number }>`
    select count(distinct n.booking_id)::int as told from notification n join booking b on b.id = n.booking_id
    where b.property_id = ${propertyId}`.execute(app.db)
  assert.equal(rows[0]?.told, 1)
})

test("the agent's week shows a held time until it is paid or ends, and a stranger's week does not", async () => {
  const { id: propertyId } = await home()
  const { body } = await open(propertyId)
  type Held = { date: string; from: number; to: number; payLink: { id: string; heldUntilTime: string } }
  const held = async (who = agent, day: string = WHEN.showingDate): Promise<Held[]> =>
    (await app.call('GET', `/api/showingbooker/calendar/week?start=${day}`, undefined, who.headers)).body.held
  assert.deepEqual(
    (await held()).map(({ payLink, ...part }) => [part, payLink.id, payLink.heldUntilTime]),
    [[{ date: '2026-11-27', from: 810, to: 840 }, body.id, '10:10 AM PST']],
  )
  assert.deepEqual(await held(stranger), [])
  assert.deepEqual(await held(agent, '2026-12-01'), [])
  app.clock.advance({ minutes: 10 })
  assert.deepEqual(await held(), [])
})
