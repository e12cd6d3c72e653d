import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../app.ts'
import { fc, spoiled } from '../dice.ts'
import { makeProperty } from '../factories.ts'
import { assertProblem, countRows } from '../problem.ts'
import { signUp } from '../scene.ts'
import { propertyBody } from './sample-bodies.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let home: { id: string }
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().round('second').toString())
  agent = await signUp(app, 'agent@agents.example.com')
  home = await makeProperty(app.db, { ownerId: agent.accountId })
})
after(() => app.close())

const LIST = '/api/showingbooker/properties'
const add = (body: unknown, headers: object = {}) => app.call('POST', LIST, body, { ...agent.headers, ...headers })
const change = (body: unknown) => app.call('PUT', `${LIST}/${home.id}`, body, agent.headers)
const read = () => app.call('GET', `${LIST}/${home.id}`, undefined, agent.headers)

test('an empty form gets all errors, in order, in one text and at each field', async () => {
  const { status, body } = await add({})
  assert.equal(status, 400)
  assert.deepEqual(
    body.issues.map(({ path }: { path: string }) => path),
    ['address_line1', 'city', 'state', 'zip_code', 'agent_first_name', 'agent_last_name', 'agent_email', 'agent_phone'],
  )
  assert.equal(body.error, body.issues.map(({ message }: { message: string }) => message).join('. '))
})

/** Wrong members, and the path of the problem that each causes. */
const wrong: [change: Record<string, unknown>, path: string][] = [
  [{ address_line1: '' }, 'address_line1'],
  [{ address_line1: 7 }, 'address_line1'],
  [{ city: '   ' }, 'city'],
  [{ state: 'Nowhere' }, 'state'],
  [{ zip_code: '123456' }, 'zip_code'],
  [{ zip_code: 90012 }, 'zip_code'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ property_photo: 'https://example.com/a.jpg' }, 'property_photo'],
  [{ property_photo: {} }, 'property_photo'],
  [{ bedrooms: 1.3 }, 'bedrooms'],
  [{ bedrooms: '2' }, 'bedrooms'],
  [{ bathrooms: 1e9 }, 'bathrooms'],
  [{ square_feet: -5 }, 'square_feet'],
  [{ rent_amount: 10.01 }, 'rent_amount'],
  [{ rent_amount: 2 ** 40 }, 'rent_amount'],
  [{ use_public_profile: 'yes' }, 'use_public_profile'],
  [{ agent_email: 'not an e-mail' }, 'agent_email'],
  [{ agent_phone: '123' }, 'agent_phone'],
  [{ agent_first_name: 'x'.repeat(101) }, 'agent_first_name'],
  [{ owner_type: 'ghost' }, 'owner_type'],
  [{ owner_entity_type: 'llc' }, 'owner_entity_type'],
  [{ owner_email: 'a b@c.d' }, 'owner_email'],
  [{ occupancy_status: 'haunted' }, 'occupancy_status'],
  [{ resident_type: 'guest' }, 'resident_type'],
  [{ resident_language: 'xx' }, 'resident_language'],
  [{ resident_phone: '555' }, 'resident_phone'],
  [{ resident_text_consent: 'true' }, 'resident_text_consent'],
  [
    { resident_consent_hours: { friday: { enabled: true, start: '9', end: '10:00' } } },
    'resident_consent_hours.friday.start',
  ],
  [{ resident_consent_hours: [] }, 'resident_consent_hours'],
  [{ entry_hours_rule: 'never' }, 'entry_hours_rule'],
  [{ availability_type: 'sometimes' }, 'availability_type'],
  [
    { custom_availability: { monday: { enabled: true, start: '10:00', end: '09:00' } } },
    'custom_availability.monday.start',
  ],
  [
    { custom_availability: { monday: { enabled: true, start: '10:00', end: '24:30' } } },
    'custom_availability.monday.end',
  ],
  [{ custom_availability: { monday: { start: '10:00', end: '12:00' } } }, 'custom_availability.monday.enabled'],
  [{ availability_overrides: [{ date: '2026-02-31', closed: true }] }, 'availability_overrides.0.date'],
  [{ availability_overrides: [{ date: '2026-12-24', end: '10:00' }] }, 'availability_overrides.0.start'],
  [
    {
      availability_overrides: [
        { date: '2026-12-24', closed: true },
        { date: '2026-12-24', start: '10:00', end: '11:00' },
      ],
    },
    'availability_overrides.1.date',
  ],
  [{ availability_overrides: {} }, 'availability_overrides'],
  [{ buffer_minutes: 1000 }, 'buffer_minutes'],
  [{ showing_instructions: 'x'.repeat(2001) }, 'showing_instructions'],
]
for (const [fault, path] of wrong) {
  test(`refuses ${JSON.stringify(fault).slice(0, 90)} at ${path}, in a new property and in a change`, async () => {
    const stored = await countRows(app)
    const before = (await read()).body
    for (const answer of [await add({ ...propertyBody(), ...fault }), await change(fault)]) {
      assertProblem(answer, 400, path)
      assert.deepEqual(
        answer.body.issues.map((issue: { path: string }) => issue.path),
        [path],
      )
      // People read these errors, so they name no types and show no patterns.
      assert.doesNotMatch(answer.body.error, /regex|pattern|undefined|NaN|\[object|Invalid|expected/)
    }
    assert.deepEqual((await read()).body, before)
    assert.deepEqual(await countRows(app), stored)
  })
}

test('refuses a change with an unknown status or approval, or a version that is not a number', async () => {
  for (const [name, value] of Object.entries({ status: 'gone', booking_approval: 'maybe', version: '1' }))
    assert.equal((await change({ [name]: value })).body.issues[0].path, name)
})

test('ignores fields that an agent may not set', async () => {
  const strange = {
    id: home.id,
    slug: 'mine',
    owner_id: home.id,
    agent_id: home.id,
    created_by: home.id,
    is_demo: true,
    view_count: 9,
    booking_count: 9,
    deleted_at: '2026-01-01',
    resident_text_attested_by: home.id,
    photo_key: 'x',
    showing_duration_minutes: 1,
    advance_notice_hours: 0,
  }
  const { status, body } = await add({ ...propertyBody(), ...strange })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.status, body.booking_approval, body.agent_id, body.created_by, body.is_demo, body.view_count],
    ['listed', 'automatic', agent.accountId, agent.accountId, false, 0],
  )
  assert.notEqual(body.slug, 'mine')
  assert.deepEqual(
    [body.resident_text_attested_by, body.property_photo, body.advance_notice_hours],
    [agent.accountId, null, 48],
  )
  const before = (await read()).body
  assert.deepEqual((await change(strange)).body, before)
})

test('answers 403 to the statuses sold and rented, and says why at the field', async () => {
  const { status, body } = await change({ status: 'sold' })
  assert.deepEqual(
    [status, body.code, body.issues],
    [403, 'admin_only_status', [{ path: 'status', message: 'Only an admin can mark a property as sold or rented.' }]],
  )
})

test('answers 409 to a stale version, and says so', async () => {
  await change({ bedrooms: 7 })
  const { status, body } = await change({ bedrooms: 8, version: 1 })
  assert.deepEqual(
    [status, body.code, body.error],
    [409, 'edited_elsewhere', 'This property was changed somewhere else. Your change was not saved.'],
  )
})

test("a repeated form with the same key adds one property, and another account's equal key is a different key", async () => {
  const key = { 'idempotency-key': 'a key of mine' }
  const first = await add(propertyBody(), key)
  const again = await add(propertyBody(), { ...key, 'x-address': '10.9.9.9' })
  assert.deepEqual([again.status, again.body.id], [201, first.body.id])
  const stranger = await signUp(app, 'stranger@agents.example.com')
  const other = await app.call('POST', LIST, propertyBody(), { ...stranger.headers, ...key })
  assert.deepEqual([other.status, other.body.agent_id], [201, stranger.accountId])
})

test('no half-valid form causes a 5xx, and a refused one leaves nothing behind', async () => {
  const routes = fc.constantFrom<[string, string]>(
    ['POST', LIST],
    ['PUT', `${LIST}/`],
    ['POST', '/api/showingbooker/availability-preview'],
    ['PUT', '/api/showingbooker/profile'],
  )
  const profile = { agent_name: 'A', agent_phone: '2135550100', agent_email: 'a@b.example' }
  const forms = spoiled({ ...propertyBody(), ...profile, status: 'unlisted', version: 1 })
  await fc.assert(
    fc.asyncProperty(routes, forms, async ([method, path], form) => {
      const stored = await countRows(app)
      const before = (await read()).body
      const answer = await app.call(method, path.replace(/\/$/, `/${home.id}`), form, agent.headers)
      assert.ok(answer.status < 500, `${method} ${path}: ${answer.status} ${answer.text}`)
      if (answer.status < 400) return
      assert.deepEqual(await countRows(app), stored)
      assert.deepEqual((await read()).body, before)
    }),
    { numRuns: 300 },
  )
})
