import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, freeSlot, makeScene, type Scene } from '../../../test/scene.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
})
after(() => app.close())

const logs = (query = '') =>
  app.call('GET', `/api/showingbooker/properties/${scene.home.id}/bookings${query}`, undefined, scene.owner.headers)

test("the log has every field of the specification's entry", async () => {
  const { body } = await logs()
  const [log] = body.logs
  const { booking } = scene
  assert.deepEqual(
    [log.bookingId, log.propertyId, log.propertyOwnerId, log.confirmationNumber],
    [booking.id, scene.home.id, scene.owner.accountId, booking.confirmation_number],
  )
  assert.deepEqual(log.property, {
    address_line1: '742 Juniper Street',
    unit_number: '3',
    city: 'Los Angeles',
    state: 'CA',
    zip_code: '90012',
  })
  assert.deepEqual([log.showingDate, log.showingTime], [booking.showingDate, booking.showingTime])
  assert.deepEqual(
    [log.buyerName, log.buyerEmail, log.buyerPhone],
    [booking.buyerName, booking.buyerEmail, booking.buyerPhone],
  )
  assert.deepEqual(log.residentInfo, { name: 'Rosa Resident', phone: '(213) 555-0111', email: 'rosa@home.example.com' })
  const { processedAt, paymentIntentId, ...payment } = log.payment
  assert.deepEqual(payment, {
    amount: 3500,
    status: 'Paid',
    includedMailUpgrade: true,
  })
  assert.match(paymentIntentId, /^[0-9a-f]{8}-/)
  assert.equal(processedAt, log.bookingCreatedAt)
  const { sms, email, certifiedMail } = log.notificationDetails
  for (const one of [sms.listing_agent, sms.resident, sms.buyer, email.listing_agent, email.resident, email.buyer])
    assert.deepEqual([one.status, typeof one.sentAt], ['Sent', 'string'])
  assert.deepEqual([sms.resident.phone, email.resident.email], ['(213) 555-0111', 'rosa@home.example.com'])
  assert.match(certifiedMail.trackingNumber, /^TEST-/)
  assert.deepEqual(
    log.events.map((one: { event: string }) => one.event),
    ['booked', 'notified'],
  )
  assert.equal(log.events[1].previousHash, log.events[0].hash)
})

test('pages of the log follow each other without gaps or repeats, newest first', async () => {
  const numbers = [scene.booking.confirmation_number]
  for (let n = 0; n < 4; n++) {
    const { booking } = await bookShowing(app, makeForm(scene.home.slug, await freeSlot(app, scene.home.slug)))
    numbers.unshift(booking.confirmation_number)
  }
  const seen: string[] = []
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null; pages++) {
    assert.ok(pages < 5)
    const { body } = await logs(`?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.logs.map((log: { confirmationNumber: string }) => log.confirmationNumber))
    cursor = body.nextCursor
  }
  assert.deepEqual(seen, numbers)
})

test('verifies the chain over HTTP', async () => {
  const answer = await app.call(
    'GET',
    `/api/showingbooker/properties/${scene.home.id}/logs/verify`,
    undefined,
    scene.owner.headers,
  )
  assert.deepEqual([answer.status, answer.body.valid], [200, true])
})

test('the log names an owner who lives in the property as the person we notified', async () => {
  const home = await makeProperty(app.db, { occupancy: 'owner', ownerId: scene.owner.accountId })
  await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  const { body } = await app.call(
    'GET',
    `/api/showingbooker/properties/${home.id}/bookings`,
    undefined,
    scene.owner.headers,
  )
  assert.deepEqual(body.logs[0].residentInfo, { name: 'Olga Owner', phone: null, email: 'olga@owners.example.com' })
})

const of = (what: string) =>
  app.call('GET', `/api/showingbooker/properties/${scene.home.id}/${what}`, undefined, scene.owner.headers)

test('the log names its property even after someone deletes the property', async () => {
  const property = {
    full_address: '742 Juniper Street, Unit 3, Los Angeles, CA 90012',
    time_zone: 'America/Los_Angeles',
    is_demo: false,
  }
  assert.deepEqual((await logs()).body.property, property)
  const home = await makeProperty(app.db, { ownerId: scene.owner.accountId })
  await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  await app.database.pool.query('update property set deleted_at = now() where id = $1', [home.id])
  const path = `/api/showingbooker/properties/${home.id}/bookings`
  const { body } = await app.call('GET', path, undefined, scene.owner.headers)
  assert.deepEqual([body.property, body.logs.length], [property, 1])
})

test('exports the log as a CSV file', async () => {
  const { status, headers, text } = await of('logs.csv')
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8'])
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="compliance-log-742-juniper-street-\d{4}-\d\d-\d\d\.csv"$/,
  )
  assert.ok(text.includes(`"${scene.booking.confirmation_number}"`))
})

test('exports the log as a PDF', async () => {
  const { status, headers, text } = await of('logs.pdf')
  assert.deepEqual([status, headers.get('content-type'), text.slice(0, 5)], [200, 'application/pdf', '%PDF-'])
})

test('limits exports, verifications, and notes of the log per minute', async () => {
  const small = await testApp({ rateLimitScale: 1 / 15, database: app.database })
  const { headers } = scene.owner
  const log = `/api/showingbooker/properties/${scene.home.id}/logs`
  const note = { bookingId: scene.booking.id, note: 'Hello' }
  try {
    for (const [method, path, body] of [
      ['GET', `${log}.pdf`],
      ['GET', `${log}/verify`],
      ['POST', '/api/bookings/log', note],
    ] as const) {
      const ask = async () => (await small.call(method, path, body, { ...headers, 'x-address': '10.1.1.1' })).status
      assert.deepEqual(
        [await ask(), await ask(), await ask()],
        [method === 'GET' ? 200 : 201, method === 'GET' ? 200 : 201, 429],
        path,
      )
    }
  } finally {
    await small.close()
  }
})

for (const [what, body, status, path] of [
  ['without words', { note: '   ' }, 400, 'note'],
  ['that is missing', {}, 400, 'note'],
  ['of 2001 characters', { note: 'x'.repeat(2001) }, 400, 'note'],
  ['that is a number', { note: 5 }, 400, 'note'],
  ['with a NUL', { note: 'a\0b' }, 400, 'note'],
  ['of no booking', { note: 'Hello', bookingId: 'x' }, 400, 'bookingId'],
  ['of 2000 characters', { note: 'x'.repeat(2000) }, 201, null],
  ['with the rest of the log beside it', { note: 'Hello', buyerName: 5, payment: { amount: 1 } }, 201, null],
] as const)
  test(`a note ${what} gets the status ${status}`, async () => {
    const sent = { bookingId: scene.booking.id, ...body }
    const answer = await app.call('POST', '/api/bookings/log', sent, scene.owner.headers)
    assert.deepEqual([answer.status, answer.body.issues?.[0].path ?? null], [status, path], answer.text)
  })
