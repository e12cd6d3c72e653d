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
  assert.deepEqual(log.residentInfo, { name: 'Rosa Resident', phone: '213-555-0111', email: 'rosa@home.example.com' })
  const { processedAt, ...payment } = log.payment
  assert.deepEqual(payment, {
    amount: 3500,
    status: 'Paid',
    paymentIntentId: scene.paymentIntentId,
    includedMailUpgrade: true,
  })
  assert.equal(processedAt, log.bookingCreatedAt)
  const { sms, email, certifiedMail } = log.notificationDetails
  for (const one of [sms.listing_agent, sms.resident, sms.buyer, email.listing_agent, email.resident, email.buyer])
    assert.deepEqual([one.status, typeof one.sentAt], ['Sent', 'string'])
  assert.deepEqual([sms.resident.phone, email.resident.email], ['213-555-0111', 'rosa@home.example.com'])
  assert.match(certifiedMail.trackingNumber, /^TEST-/)
  assert.deepEqual(
    log.events.map((one: { event: string }) => one.event),
    ['booked', 'notified'],
  )
  assert.equal(log.events[1].previousHash, log.events[0].hash)
})

test('pages of the log meet without a gap or a double, newest first', async () => {
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

test('the chain is proved over HTTP', async () => {
  const answer = await app.call(
    'GET',
    `/api/showingbooker/properties/${scene.home.id}/logs/verify`,
    undefined,
    scene.owner.headers,
  )
  assert.deepEqual([answer.status, answer.body.valid], [200, true])
})

test('an owner who lives there is in the log as the one who was told', async () => {
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
