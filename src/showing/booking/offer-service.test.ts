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

test('the buyer books an offered time with the same details, and pays as usual', async () => {
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
  assert.deepEqual([hold.status, hold.buyerName, hold.amount, hold.onApproval], ['held', booking.buyerName, 2500, true])
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  const { paymentIntentId } = hold
  const booked = await app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  assert.deepEqual(
    [booked.body.booking.status, booked.body.booking.specialRequests, booked.body.booking.startsAt],
    ['pending', 'With a stroller', '2026-11-28T18:00:00.000Z'],
    booked.text,
  )
  assert.deepEqual((await pageOf(token)).otherTimes, [], 'whoever has booked one is offered no other')
  const { rows: money } = await sql<{ entries: string }>`
    select string_agg(m.kind, ', ' order by m.id) as entries from money_entry m join payment p on p.id = m.payment_id
    where p.booking_id = ${id}`.execute(app.db)
  assert.equal(money[0]?.entries, 'authorize, release', 'the authorization of the request is released')
})

test('a time that nobody offered, that is taken or too soon by now, is not booked', async () => {
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
    'a time that somebody else has booked is not shown',
  )
  const taken = await book(token, TIMES[1] as object)
  assert.deepEqual([taken.status, taken.body.code, taken.body.alternatives.length], [409, 'slot_taken', 3])
  app.clock.set('2026-11-27T18:00:00Z')
  assert.deepEqual((await pageOf(token)).otherTimes.length, 1)
  assert.equal((await book(token, TIMES[1] as object)).status, 400)
})

test('only open times are offered, three at the most; without times the reason stays in the log', async () => {
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
