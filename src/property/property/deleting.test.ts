import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeAgent, makeForm, makeProperty, makeShowing } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'
import type { Actor } from '../../platform/actor.ts'

let app: TestApp
let agentId: string
let agent: Actor
before(async () => {
  app = await testApp({ max: 20 })
  agentId = await makeAgent(app.db)
  agent = { kind: 'account', accountId: agentId, role: 'agent', email: 'x@example.com' }
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

const makeHome = (choices: object = {}) => makeProperty(app.db, { ownerId: agentId, ...choices })
const remove = (id: string) => app.properties.remove(agent, id)
const hold = (slug: string, change: Record<string, unknown> = {}) =>
  app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(slug, change) })
const pay = (clientSecret: string) =>
  app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
const process = (paymentIntentId: string) => app.call('POST', '/api/payments/process-booking', { paymentIntentId })
const query = async <T>(text: ReturnType<typeof sql<T>>) => (await text.execute(app.db)).rows
const bookingsOf = (id: string) =>
  query(sql<{ status: string; payment: string | null }>`
    select b.status, p.status as payment from booking b left join payment p on p.booking_id = b.id
    where b.property_id = ${id} order by b.created_at, b.id`)

const upcoming = {
  kind: 'conflict',
  code: 'upcoming_showings',
  message: 'This property has upcoming paid showings. Cancel or complete them first.',
}

test('a deleted property is a 404 for everyone, and its bookings and log stay', async () => {
  const { id, slug } = await makeHome()
  const { booking } = await bookShowing(app, makeForm(slug))
  await sql`update booking set status = 'cancelled' where id = ${booking.id}`.execute(app.db)
  await remove(id)
  const missing = { kind: 'not_found' }
  await assert.rejects(app.properties.get(agent, id), missing)
  await assert.rejects(app.properties.change(agent, id, { bedrooms: 2 }), missing)
  await assert.rejects(app.properties.uploadPhotoFor(agent, id, null), missing)
  await assert.rejects(remove(id), missing)
  await assert.rejects(app.properties.findPublic(slug), missing)
  await assert.rejects(app.availability.days(slug), missing)
  await assert.rejects(app.availability.preview(agent, { propertyId: id }), missing)
  assert.equal((await hold(slug, { showingTime: '09:00' })).status, 404)
  assert.deepEqual(await bookingsOf(id), [{ status: 'cancelled', payment: 'succeeded' }])
  const [log] = await query(
    sql<{ n: number }>`select count(*)::int as n from compliance_entry where property_id = ${id}`,
  )
  assert.equal(log?.n, 1)
})

for (const status of ['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined'] as const) {
  const keeps = status === 'pending' || status === 'confirmed'
  test(`an upcoming ${status} showing ${keeps ? 'blocks' : 'does not block'} the deletion of its property`, async () => {
    const { id, slug } = await makeHome()
    const { booking } = await bookShowing(app, makeForm(slug))
    await sql`update booking set status = ${status} where id = ${booking.id}`.execute(app.db)
    if (keeps) await assert.rejects(remove(id), upcoming)
    else await remove(id)
  })
}

test('a free showing is not called paid', async () => {
  const { id } = await makeHome()
  const startsAt = app.clock.now().add({ hours: 70 })
  const { id: showing } = await makeShowing(app.db, { propertyId: id, startsAt, isDemo: true })
  const free = sql`update booking set is_demo = false, amount_cents = 0, booked_by = ${agentId} where id = ${showing}`
  await free.execute(app.db)
  await assert.rejects(remove(id), {
    code: 'upcoming_showings',
    message: 'This property has upcoming showings. Cancel or complete them first.',
  })
  await makeShowing(app.db, { propertyId: id, startsAt: startsAt.add({ hours: 1 }) })
  await assert.rejects(remove(id), upcoming)
})

test('a showing in progress blocks the deletion, and a past one does not', async () => {
  const { id, slug } = await makeHome()
  const { booking } = await bookShowing(app, makeForm(slug))
  app.clock.set(booking.startsAt)
  app.clock.advance({ minutes: 29 })
  await assert.rejects(remove(id), upcoming)
  app.clock.advance({ minutes: 1 })
  await remove(id)
})

test('a refused deletion leaves holds as they are', async () => {
  const { id, slug } = await makeHome()
  await bookShowing(app, makeForm(slug))
  await hold(slug, { showingTime: '10:00' })
  await assert.rejects(remove(id), upcoming)
  assert.deepEqual((await bookingsOf(id)).map(({ status }) => status).sort(), ['confirmed', 'held'])
})

test("a hold ends with its property: an unpaid one can't be paid, and a paid one is refunded", async () => {
  const { id, slug } = await makeHome()
  const early = (await hold(slug, { showingTime: '10:00' })).body
  const late = (await hold(slug, { showingTime: '11:00' })).body
  const never = (await hold(slug, { showingTime: '12:00' })).body
  await pay(early.clientSecret)
  await remove(id)
  assert.equal((await process(early.paymentIntentId)).status, 409)
  await pay(late.clientSecret)
  const answer = await process(late.paymentIntentId)
  assert.equal(answer.status, 409)
  assert.match(answer.body.error, /We're refunding your \$\d+\.\d\d in full/)
  assert.deepEqual(answer.body.alternatives, [])
  assert.equal((await process(never.paymentIntentId)).status, 410)
  assert.deepEqual(
    (await bookingsOf(id)).map(({ status }) => status),
    ['lapsed', 'lapsed', 'lapsed'],
  )
  app.clock.advance({ minutes: 11 })
  await app.orders.finishAll()
  assert.deepEqual((await bookingsOf(id)).map(({ payment }) => payment).sort(), ['cancelled', 'refunded', 'refunded'])
})

test('if two people delete one property, one succeeds and the other gets a 404', async () => {
  const { id } = await makeHome()
  const ends = await Promise.allSettled([remove(id), remove(id), remove(id)])
  assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
  for (const end of ends) if (end.status === 'rejected') assert.equal(end.reason.kind, 'not_found')
})

/** Asserts that a deleted property has no showing, and that paid money has a showing or is being refunded. */
async function assertSound(id: string, about: string) {
  const [home] = await query(
    sql<{ gone: boolean }>`select deleted_at is not null as gone from property where id = ${id}`,
  )
  for (const { status, payment } of await bookingsOf(id)) {
    if (home?.gone) assert.ok(['lapsed', 'cancelled'].includes(status), `${about}: ${status}`)
    if (payment === 'succeeded') assert.equal(status, 'confirmed', about)
  }
  return home?.gone
}

test('deletion racing with holds leaves no hold at a deleted property', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const { id, slug } = await makeHome()
    const times = ['09:00', '10:00', '11:00', '12:00']
    const wait = () => new Promise((resolve) => setTimeout(resolve, round))
    const [end, ...holds] = await Promise.all([
      wait().then(() =>
        remove(id).then(
          () => 'gone',
          (error) => error.code as string,
        ),
      ),
      ...times.map((showingTime) => hold(slug, { showingTime })),
    ])
    outcomes.add(end)
    for (const { status } of holds) assert.ok([201, 404].includes(status), String(status))
    assert.equal(await assertSound(id, `round ${round}`), end === 'gone')
  }
  assert.ok(outcomes.has('gone'))
})

test('deletion racing with payments ends each as a showing at an existing property or as a refund', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 16; round++) {
    const { id, slug } = await makeHome()
    const paid = []
    for (const showingTime of ['09:00', '10:00']) {
      const { body } = await hold(slug, { showingTime })
      await pay(body.clientSecret)
      paid.push(body.paymentIntentId)
    }
    const wait = () => new Promise((resolve) => setTimeout(resolve, round / 2))
    const [end, ...settled] = await Promise.all([
      wait().then(() =>
        remove(id).then(
          () => 'gone',
          (error) => error.code as string,
        ),
      ),
      ...paid.map(process),
    ])
    for (const { status, text } of settled)
      assert.ok(status === (end === 'gone' ? 409 : 200), `${end} ${status} ${text}`)
    seen.add(end)
    await assertSound(id, `round ${round}`)
  }
  assert.ok(seen.size > 0)
})

test('deletion racing with late money does not take the expired slot again at a deleted property', async () => {
  for (let round = 0; round < 12; round++) {
    const { id, slug } = await makeHome()
    const { body } = await hold(slug)
    await pay(body.clientSecret)
    await sql`update booking set status = 'lapsed' where property_id = ${id}`.execute(app.db)
    const wait = () => new Promise((resolve) => setTimeout(resolve, round / 2))
    const [end, settled] = await Promise.all([
      wait().then(() =>
        remove(id).then(
          () => 'gone',
          (error) => error.code as string,
        ),
      ),
      process(body.paymentIntentId),
    ])
    assert.equal(settled.status, end === 'gone' ? 409 : 200)
    await assertSound(id, `round ${round}`)
  }
})

test('a hold that is being settled counts as upcoming, and the deletion does not wait for it', async () => {
  const { id, slug } = await makeHome()
  await hold(slug)
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from booking where property_id = $1 for update', [id])
    await assert.rejects(remove(id), upcoming)
    await client.query('rollback')
  } finally {
    client.release()
  }
  await remove(id)
})

test('a late payment finds no slot at a property that was deleted meanwhile', async () => {
  const { id, slug } = await makeHome()
  const { body } = await hold(slug)
  await sql`update booking set status = 'lapsed' where property_id = ${id}`.execute(app.db)
  await remove(id)
  await assert.rejects(
    sql`update booking set status = 'confirmed', confirmation_number = 'SB-LATE' where property_id = ${id}`.execute(
      app.db,
    ),
    { code: '23P01' },
  )
  assert.ok(body.paymentIntentId)
})
