import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem } from '../../../test/problem.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let made = 0
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-21T09:00:00Z')
  agent = await signUp(app, `shown-by${++made}@agents.example.com`)
})

const DATE = '2026-11-27'
const own = (path: string) => app.call('GET', `/api/showingbooker${path}`, undefined, agent.headers)
const setTime = (setting: object) => app.call('PUT', '/api/showingbooker/profile', setting, agent.headers)
const home = (choices = {}) => makeProperty(app.db, { ownerId: agent.accountId, ...choices })
const at = (slug: string, showingTime: string) => makeForm(slug, { showingDate: DATE, showingTime })
const hold = (form: object) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
const book = async (slug: string): Promise<{ id: string; token: string }> => {
  const { booking, token } = await bookShowing(app, at(slug, '13:30'))
  return { id: booking.id, token }
}
const assign = (id: string, name: unknown, headers = agent.headers) =>
  app.call('PUT', `/api/showingbooker/bookings/${id}/shown-by`, { name }, headers)
const takenAt = async (slug: string): Promise<string[]> => {
  const { days } = (await app.call('GET', `/api/showingbooker/public/property/${slug}/availability`)).body
  const { slots } = days.find(({ date }: { date: string }) => date === DATE)
  return slots.filter(({ available }: { available: boolean }) => !available).map(({ time }: { time: string }) => time)
}

test("an assigned showing takes none of its agent's own or travel time until the agent takes it back", async () => {
  await setTime({ shows_alone: true, travel_minutes: 20 })
  const [here, there] = [await home(), await home()]
  const first = await book(here.slug)
  assert.deepEqual(await takenAt(there.slug), ['13:00', '13:30', '14:00'])
  const { status, body, text } = await assign(first.id, '  Dana   Diaz ')
  assert.equal(status, 200, text)
  assert.deepEqual([body.shownBy, body.can.reassign], ['Dana Diaz', true])
  assert.deepEqual(await takenAt(there.slug), [])

  const second = await book(there.slug)
  assert.deepEqual((await own(`/bookings/${second.id}`)).body.overlaps, [])
  // The showing stays assigned to Dana, because the agent is elsewhere at that time.
  for (const name of [null, '', ' ']) {
    const refused = await assign(first.id, name)
    assertProblem(refused, 409, 'name')
    const { code, booking } = refused.body
    assert.deepEqual([code, booking.id, booking.property_id], ['shows_another', second.id, there.id])
    assert.match(refused.body.error, /^This is too close to your showing at .* on .*1:30 PM/)
  }
  assert.equal((await own(`/bookings/${first.id}`)).body.shownBy, 'Dana Diaz')

  assert.equal((await assign(second.id, 'Lee')).status, 200)
  const back = await assign(first.id, null)
  assert.deepEqual([back.status, back.body.shownBy], [200, null])
  assert.deepEqual(await takenAt(there.slug), ['13:00', '13:30', '14:00'])
})

test('an expired hold does not stop an agent from taking a showing back; a live one does', async () => {
  await setTime({ shows_alone: true })
  const [here, there] = [await home(), await home()]
  const { id } = await book(here.slug)
  await assign(id, 'Dana')
  assert.equal((await hold(at(there.slug, '13:30'))).status, 201)
  assert.equal((await assign(id, null)).body.code, 'shows_another')
  app.clock.set('2026-11-21T09:11:00Z')
  assert.equal((await assign(id, null)).status, 200)
})

test('of two overlapping showings that Dana gives, the agent can take back only one, even in a race', async () => {
  await setTime({ shows_alone: true })
  const [here, there] = [await home(), await home()]
  const one = await book(here.slug)
  await assign(one.id, 'Dana')
  const other = await book(there.slug)
  await assign(other.id, 'Dana')
  const answers = await Promise.all([one, other].map(({ id }) => assign(id, null)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
})

test('a blocked time does not stop an agent from taking a showing back', async () => {
  const here = await home()
  const { id } = await book(here.slug)
  await assign(id, 'Dana')
  await sql`insert into block_out (id, account_id, during, time_zone, is_all_day, created_at)
    values (gen_random_uuid(), ${agent.accountId}, '[2026-11-27T20:00Z,2026-11-27T23:00Z)', 'America/Los_Angeles', false, now())`.execute(
    app.db,
  )
  assert.equal((await assign(id, null)).status, 200)
})

test('the person who gives a showing also gives it at the proposed time', async () => {
  await setTime({ shows_alone: true })
  const [here, there] = [await home(), await home()]
  const { id, token } = await book(here.slug)
  const proposed = await app.call(
    'POST',
    `/api/showingbooker/bookings/${id}/propose-move`,
    { showingDate: DATE, showingTime: '15:00' },
    agent.headers,
  )
  assert.deepEqual(await takenAt(there.slug), ['13:30', '15:00'])
  await assign(id, 'Dana')
  assert.deepEqual(await takenAt(there.slug), [])
  const { booking } = await bookShowing(app, at(there.slug, '15:00'))
  // The agent is elsewhere at the proposed time.
  const refused = await assign(id, null)
  assert.deepEqual([refused.status, refused.body.code, refused.body.booking.id], [409, 'shows_another', booking.id])
  await app.call('POST', `/api/showingbooker/bookings/${booking.id}/cancel`, {}, agent.headers)
  assert.equal((await assign(id, null)).status, 200)
  assert.deepEqual(await takenAt(there.slug), ['13:30', '15:00'])
  const path = `/api/showingbooker/public/booking/${token}/answer-move`
  const agreed = await app.call('POST', path, { proposalId: proposed.body.proposal.id, answer: 'agree' })
  assert.equal(agreed.status, 200, agreed.text)
  assert.deepEqual(await takenAt(there.slug), ['15:00'])
})

test('a name can have at most 100 characters, and an agent can assign only an upcoming showing', async () => {
  const here = await home()
  const { id } = await book(here.slug)
  for (const name of ['x'.repeat(101), 'a\u0007', 5, undefined]) assertProblem(await assign(id, name), 400, 'name')
  assert.equal((await assign(id, 'x'.repeat(100))).body.shownBy, 'x'.repeat(100))
  const stranger = await signUp(app, `stranger${made}@agents.example.com`)
  assert.equal((await assign(id, 'Eve', stranger.headers)).status, 404)
  await app.call('POST', `/api/showingbooker/bookings/${id}/cancel`, {}, agent.headers)
  const refused = await assign(id, 'Dana')
  assert.equal(refused.status, 409)
  assert.equal(refused.body.code, 'booking_cancelled')
  assert.equal((await own(`/bookings/${id}`)).body.can.reassign, false)
})

test("the agent's lists, files, and calendar name the person who shows; the buyer's page, file, and notice do not", async () => {
  const here = await home()
  const { id, token } = await book(here.slug)
  const { rows } = await sql`select id from event`.execute(app.db)
  await assign(id, 'Dana Diaz')
  const { rows: told } = await sql<{ name: string; data: object }>`
    select name, data from event order by id offset ${rows.length}`.execute(app.db)
  assert.deepEqual(
    told.filter(({ name }) => name.startsWith('booking.')).map(({ name }) => name),
    ['booking.reassigned'],
  )
  const listed = (await own('/bookings?when=upcoming')).body
  assert.equal(listed.bookings[0].shownBy, 'Dana Diaz')
  for (const path of ['/bookings.csv', `/bookings/${id}/calendar.ics`])
    assert.match((await own(path)).text.replaceAll('\r\n ', ''), /Dana Diaz/, path)
  for (const path of [`/public/booking/${token}`, `/public/booking/${token}/calendar.ics`])
    assert.doesNotMatch((await app.call('GET', `/api/showingbooker${path}`)).text, /Dana/, path)
})

test("the agent's reminder names the person who shows; the buyer's does not", async () => {
  const here = await home()
  const { id } = await book(here.slug)
  await assign(id, 'Dana Diaz')
  app.clock.set('2026-11-26T21:30:00Z')
  await app.reminders.planDue()
  await app.messaging.deliver(id)
  const { rows } = await sql<{ role: string; text: string }>`
    select role, text from outbox_message where booking_id = ${id} and text like '%Reminder:%'`.execute(app.db)
  assert.deepEqual(rows.map(({ role, text }) => [role, text.includes('Shown by Dana Diaz.')]).toSorted(), [
    ['buyer', false],
    ['listing_agent', true],
  ])
})
