import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { fc } from '../../../test/dice.ts'
import { makeForm, makeProperty, makeShowing, type PropertyChoices } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { overlapping } from './showing-domain.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let made = 0
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-21T09:00:00Z')
  agent = await signUp(app, `agent${++made}@agents.example.com`)
})

const at = (time: string) => `2026-11-27T${time}:00Z`
const showing = (property_id: string, from: string, to: string, status = 'confirmed') => ({
  property_id,
  status,
  starts_at: at(from),
  ends_at: at(to),
})

const one = showing('a', '18:00', '18:30')
for (const [what, other, expected] of [
  ['the same time', showing('b', '18:00', '18:30'), true],
  ['one that begins within it', showing('b', '18:15', '18:45'), true],
  ['one that ends within it', showing('b', '17:45', '18:15'), true],
  ['one around it', showing('b', '17:00', '19:00'), true],
  ['a request for the same time', showing('b', '18:00', '18:30', 'pending'), true],
  ['the half hour before', showing('b', '17:30', '18:00'), false],
  ['the half hour after', showing('b', '18:30', '19:00'), false],
  ['the same property', showing('a', '18:00', '18:30'), false],
  ...['cancelled', 'declined', 'completed', 'no_show', 'held', 'lapsed'].map(
    (status) => [`one that is ${status}`, showing('b', '18:00', '18:30', status), false] as const,
  ),
] as const)
  test(`${what} ${expected ? 'overlaps' : 'does not overlap'}`, () => {
    assert.deepEqual(overlapping(one, [other]), expected ? [other] : [])
    assert.deepEqual(overlapping(other, [one]), expected ? [one] : [])
  })

test('if one showing warns about another, the other warns about it, too', () => {
  const minute = fc.integer({ min: 0, max: 200 })
  const any = fc.record({
    property_id: fc.constantFrom('a', 'b'),
    status: fc.constantFrom('pending', 'confirmed', 'cancelled'),
    from: minute,
    length: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(any, any, (a, b) => {
      const [left, right] = [a, b].map(({ property_id, status, from, length }) => ({
        property_id,
        status,
        starts_at: new Date(from * 60_000),
        ends_at: new Date((from + length) * 60_000),
      })) as [Parameters<typeof overlapping>[0], Parameters<typeof overlapping>[0]]
      assert.equal(overlapping(left, [right]).length, overlapping(right, [left]).length)
    }),
  )
})

async function homeAt(street: string, choices: PropertyChoices = {}) {
  const home = await makeProperty(app.db, { ownerId: agent.accountId, ...choices })
  await sql`update property set address_line1 = ${street}, unit_number = null where id = ${home.id}`.execute(app.db)
  return home
}
const book = async (slug: string, time = '13:30') =>
  (await bookShowing(app, makeForm(slug, { showingDate: '2026-11-27', showingTime: time }))).booking
const get = async (path: string) => (await app.call('GET', `/api/showingbooker/${path}`, undefined, agent.headers)).body
const overlapsOf = async (id: string) =>
  (await get(`bookings/${id}`)).overlaps.map(({ propertyAddress, datetime }: Record<string, string>) => [
    propertyAddress,
    datetime,
  ])
async function toldTo(bookingId: string, event: string): Promise<string[]> {
  await app.runJobs()
  const { rows } = await sql<{ text: string }>`
    select o.text from outbox_message o join notification n on n.id = o.id
    where o.booking_id = ${bookingId} and n.role = 'listing_agent' and n.event = ${event} order by o.channel`.execute(
    app.db,
  )
  return rows.map(({ text }) => text)
}

test('an agent who is booked at two properties at once is warned about both in lists, messages, and reminders', async () => {
  const first = await book((await homeAt('1 Oak Street')).slug)
  const before = await toldTo(first.id, 'booked')
  const second = await book((await homeAt('9 Elm Street')).slug)
  const startsAt = '2026-11-27T21:30:00.000Z'
  assert.deepEqual(await overlapsOf(first.id), [['9 Elm Street, Los Angeles, CA 90012', startsAt]])
  assert.deepEqual(await overlapsOf(second.id), [['1 Oak Street, Los Angeles, CA 90012', startsAt]])
  const { bookings } = await get('bookings')
  assert.deepEqual(
    bookings.flatMap(({ overlaps }: { overlaps: { id: string }[] }) => overlaps.map(({ id }) => id)).sort(),
    [first.id, second.id].sort(),
  )

  for (const text of before) assert.doesNotMatch(text, /another showing/)
  const [mail = '', sms = ''] = await toldTo(second.id, 'booked')
  assert.match(
    mail,
    /You have another showing at the same time: 1 Oak Street, Los Angeles, CA 90012, Friday, November 27/,
  )
  assert.match(sms, /You have another showing then\./)
  app.clock.set('2026-11-26T22:00:00Z')
  await app.jobs['reminder.sweep']?.({}, { isLastAttempt: false })
  for (const [booking, other] of [
    [first, '9 Elm Street'],
    [second, '1 Oak Street'],
  ] as const) {
    const [reminder = '', text = ''] = await toldTo(booking.id, 'reminder_day')
    assert.match(reminder, new RegExp(`another showing at the same time: ${other}`))
    assert.match(text, /You have another showing/)
  }
})

test('only the agent gets the warning: no buyer or resident learns about another property', async () => {
  const first = await book((await homeAt('1 Oak Street', { occupancy: 'resident' })).slug)
  const second = await book((await homeAt('9 Elm Street', { occupancy: 'resident' })).slug)
  await app.runJobs()
  const { rows } = await sql<{ role: string; copy: object | null; text: string; html: string | null }>`
    select role, copy, text, html from outbox_message where booking_id in (${first.id}, ${second.id})`.execute(app.db)
  const ofAgent = rows.filter(({ role }) => role === 'listing_agent')
  assert.ok(ofAgent.some(({ text, copy }) => copy && text.includes('another showing at the same time')))
  for (const { copy } of ofAgent) assert.doesNotMatch(JSON.stringify(copy), /another showing/)
  const others = rows.filter(({ role }) => role !== 'listing_agent')
  assert.ok(others.length >= 4)
  for (const { text, html, copy } of others)
    assert.doesNotMatch(`${text} ${html} ${JSON.stringify(copy)}`, /another showing/)
})

test('the warning ends when one of the two is canceled; other agents, other times, and demos cause none', async () => {
  const first = await book((await homeAt('1 Oak Street')).slug)
  const second = await book((await homeAt('9 Elm Street')).slug)
  await book((await makeProperty(app.db)).slug)
  const demo = await homeAt('5 Demo Street', { isDemo: true })
  await makeShowing(app.db, { propertyId: demo.id, startsAt: Temporal.Instant.from(first.startsAt), isDemo: true })
  await book((await homeAt('7 Fir Street')).slug, '14:00')
  assert.equal((await overlapsOf(first.id)).length, 1)
  await app.call('POST', `/api/showingbooker/bookings/${second.id}/cancel`, {}, agent.headers)
  assert.deepEqual([await overlapsOf(first.id), await overlapsOf(second.id)], [[], []])
})

test('if very many showings overlap, a warning names the first 20', async () => {
  const first = await book((await homeAt('1 Oak Street')).slug)
  for (let n = 0; n < 22; n++) {
    const home = await homeAt(`${n} Elm Street`)
    await makeShowing(app.db, { propertyId: home.id, startsAt: Temporal.Instant.from(first.startsAt) })
  }
  assert.equal((await overlapsOf(first.id)).length, 20)
})

const setContact = (homeId: string, phone: string, email: string) =>
  sql`update property set agent_phone = ${phone}, agent_email = ${email} where id = ${homeId}`.execute(app.db)

test('two showings at once are no overlap if the properties have different people as contacts', async () => {
  const [here, there] = [await homeAt('1 Oak Street'), await homeAt('9 Elm Street')]
  await setContact(there.id, '(213) 555-0177', 'ben@agents.example.com')
  const [first, second] = [await book(here.slug), await book(there.slug)]
  assert.deepEqual([await overlapsOf(first.id), await overlapsOf(second.id)], [[], []])
  const texts = await toldTo(second.id, 'booked')
  assert.equal(texts.length, 2)
  for (const text of texts) assert.doesNotMatch(text, /another showing/)

  // One person can have two phone numbers or two emails.
  for (const [phone, email] of [
    ['(213) 555-0177', 'Lena@Agents.example.com'],
    ['(213) 555-0100', 'ben@agents.example.com'],
  ] as const) {
    await setContact(there.id, phone, email)
    assert.deepEqual([(await overlapsOf(first.id)).length, (await overlapsOf(second.id)).length], [1, 1])
  }
})

test('showings of many colleagues at the same time hide no overlap', async () => {
  const first = await book((await homeAt('1 Oak Street')).slug)
  for (let n = 0; n < 21; n++) {
    const home = await homeAt(`${n} Elm Street`)
    if (n < 20) await setContact(home.id, '(213) 555-0177', 'ben@agents.example.com')
    await makeShowing(app.db, { propertyId: home.id, startsAt: Temporal.Instant.from(first.startsAt) })
  }
  assert.deepEqual(await overlapsOf(first.id), [['20 Elm Street, Los Angeles, CA 90012', first.startsAt]])
})

test("a showing's record also has the stored form", async () => {
  const booking = await book((await homeAt('1 Oak Street')).slug)
  await sql`update booking set feedback = 'They liked the light.' where id = ${booking.id}`.execute(app.db)
  for (const record of [await get(`bookings/${booking.id}`), (await get('bookings')).bookings[0]])
    assert.deepEqual(
      [record.buyer_name, record.buyer_email, record.buyer_phone, record.showing_feedback],
      [booking.buyerName, booking.buyerEmail, booking.buyerPhone, 'They liked the light.'],
    )
})
