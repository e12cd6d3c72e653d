import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { countRows } from '../../../test/problem.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'
import { visitor } from '../../platform/actor.ts'

const PATH = '/api/showingbooker/demo-data'
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let made = 0
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set(Temporal.Now.instant().round('second').toString())
  agent = await signUp(app, `agent${++made}@agents.example.com`)
})

const call = (method: string) => app.call(method, PATH, undefined, agent.headers)
const bookingsOf = async (propertyId: string) =>
  (
    await sql<{ number: string; status: string; owner_id: string; paid: boolean }>`
      select confirmation_number as number, status, owner_id, exists (select from payment where booking_id = b.id) as paid
      from booking b where property_id = ${propertyId} order by confirmation_number`.execute(app.db)
  ).rows

test("demo data is one listed property of the agent's with five showings, and nothing else", async () => {
  // Send the sign-up email first.
  await app.runJobs()
  const stored = await countRows(app)
  const { status, body: home } = await call('POST')
  assert.equal(status, 201)
  assert.deepEqual([home.is_demo, home.status, home.agent_id, home.version], [true, 'listed', agent.accountId, 1])
  assert.deepEqual([home.rent_amount, home.bedrooms, home.bathrooms, home.square_feet], [3200, 2, 1, 950])
  assert.deepEqual([home.advance_notice_hours, home.showing_duration_minutes, home.booking_count], [24, 30, 5])
  assert.equal(home.agent_email, `agent${made}@agents.example.com`)
  assert.deepEqual(await bookingsOf(home.id), [
    ...[1, 2, 3].map((n) => ({ number: `DEMO00${n}`, status: 'confirmed', owner_id: agent.accountId, paid: false })),
    ...[4, 5].map((n) => ({ number: `DEMO00${n}`, status: 'completed', owner_id: agent.accountId, paid: false })),
  ])
  await app.runJobs()
  assert.deepEqual(await countRows(app), {
    ...stored,
    property: (stored.property ?? 0) + 1,
    booking: (stored.booking ?? 0) + 5,
  })
  const { rows } = await sql`select from activity where owner_id = ${agent.accountId}`.execute(app.db)
  assert.deepEqual(rows, [])
})

test('a repeated or concurrent request creates no second demo property', async () => {
  const answers = await Promise.all([call('POST'), call('POST'), call('POST'), call('POST')])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201])
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal((await bookingsOf(answers[0]?.body.id)).length, 5)
  const again = await call('POST')
  assert.deepEqual([again.status, again.body.id], [200, answers[0]?.body.id])
})

test('each agent has their own demo numbers', async () => {
  const first = await call('POST')
  agent = await signUp(app, `other${made}@agents.example.com`)
  const second = await call('POST')
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.notEqual(first.body.id, second.body.id)
})

test('the state names the demo property, if there is one, and says whether there are other properties', async () => {
  assert.deepEqual((await call('GET')).body, { propertyId: null, hasOtherProperties: false })
  const { body: home } = await call('POST')
  assert.deepEqual((await call('GET')).body, { propertyId: home.id, hasOtherProperties: false })
  await makeProperty(app.db, { ownerId: agent.accountId })
  assert.deepEqual((await call('GET')).body, { propertyId: home.id, hasOtherProperties: true })
  assert.equal((await call('DELETE')).status, 204)
  assert.deepEqual((await call('GET')).body, { propertyId: null, hasOtherProperties: true })
})

test('removing demo data deletes its showings, a second removal does nothing, and the agent can create it again', async () => {
  const { body: home } = await call('POST')
  assert.equal((await call('DELETE')).status, 204)
  assert.deepEqual(await bookingsOf(home.id), [])
  assert.equal(
    (await app.call('GET', `/api/showingbooker/properties/${home.id}`, undefined, agent.headers)).status,
    404,
  )
  assert.equal((await call('DELETE')).status, 204)
  const next = await call('POST')
  assert.equal(next.status, 201)
  assert.notEqual(next.body.id, home.id)
})

test('deleting the demo property like any other property also deletes its showings', async () => {
  const { body: home } = await call('POST')
  const path = `/api/showingbooker/properties/${home.id}`
  assert.equal((await app.call('DELETE', path, undefined, agent.headers)).status, 204)
  assert.deepEqual(await bookingsOf(home.id), [])
})

test('anyone can book it for the demo fee, and a paid showing keeps it until it ends and is never deleted', async () => {
  const { body: home } = await call('POST')
  const { body: page } = await app.call('GET', `/api/showingbooker/public/property/${home.slug}`)
  assert.deepEqual([page.is_demo, page.fee.showing, page.agent_email], [true, 100, `agent${made}@agents.example.com`])
  const { body: days } = await app.call('GET', `/api/showingbooker/public/property/${home.slug}/availability`)
  const taken = days.days.flatMap((day: { slots: { available: boolean }[] }) =>
    day.slots.filter((slot) => !slot.available),
  )
  // The showing in two days is within the notice period for at least part of the day.
  assert.ok(taken.length >= 2 && taken.length <= 3, `${taken.length}`)
  const { booking } = await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  assert.equal(booking.amount, 100)
  const refused = await call('DELETE')
  assert.deepEqual(
    [refused.status, refused.body.error],
    [409, 'This property has upcoming paid showings. Cancel or complete them first.'],
  )
  assert.equal((await bookingsOf(home.id)).length, 6)
  app.clock.set(booking.endsAt)
  await app.demos.remove(agentActor())
  assert.deepEqual(
    (await bookingsOf(home.id)).map(({ number, paid }) => [number, paid]),
    [[booking.confirmation_number, true]],
  )
})

const agentActor = () => ({
  kind: 'account' as const,
  accountId: agent.accountId,
  role: 'agent' as const,
  email: 'x@example.com',
})

test('the demo property uses the saved profile as its contact', async () => {
  const profile = { agent_name: 'Maya Okafor', agent_phone: '(213) 555-0142', agent_email: 'maya@homes.example.com' }
  await app.call('PUT', '/api/showingbooker/profile', profile, agent.headers)
  const { body: home } = await call('POST')
  const { body: page } = await app.call('GET', `/api/showingbooker/public/property/${home.slug}`)
  assert.deepEqual([page.agent_name, page.agent_phone, page.agent_email], Object.values(profile))
})

test('concurrent creations and removals leave either all of the demo data or none', async () => {
  for (let round = 0; round < 20; round++) {
    const ends = await Promise.all([call('POST'), call('DELETE'), call('POST'), call('DELETE')])
    for (const { status, text } of ends) assert.ok([200, 201, 204].includes(status), `${status} ${text}`)
    const { propertyId } = (await call('GET')).body
    if (propertyId) assert.equal((await bookingsOf(propertyId)).length, 5)
  }
})

test('a visitor can neither see, create, nor remove demo data', async () => {
  for (const act of [app.demos.find(visitor), app.demos.create(visitor), app.demos.remove(visitor)])
    await assert.rejects(act, { kind: 'unauthenticated' })
})

test('demo data with a proposed time can be deleted, alone or with the account', async () => {
  for (const path of [PATH, '/api/account/deletion']) {
    const { body: home } = await call('POST')
    const { rows } = await sql<{ id: string }>`
      select id from booking where property_id = ${home.id} and status = 'confirmed' order by starts_at desc`.execute(
      app.db,
    )
    const proposed = await app.call(
      'POST',
      `/api/showingbooker/bookings/${rows[0]?.id}/propose-move`,
      await freeSlot(app, home.slug, 40),
      agent.headers,
    )
    assert.equal(proposed.status, 200, proposed.text)
    const deleted =
      path === PATH
        ? await call('DELETE')
        : await app.call('POST', path, { password: 'a password of the tests', confirm: true }, agent.headers)
    assert.ok(deleted.status < 300, deleted.text)
    assert.deepEqual(await bookingsOf(home.id), [])
  }
})
