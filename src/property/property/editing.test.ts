import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { propertyBody } from '../../../test/api/sample-bodies.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'
import { type Actor, visitor } from '../../platform/actor.ts'
import { DomainError } from '../../platform/errors.ts'
import { Property, type PropertyChange } from './contract.ts'

let app: TestApp
let agentId: string
let strangerId: string
before(async () => {
  app = await testApp()
  agentId = await makeAgent(app.db)
  strangerId = await makeAgent(app.db)
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

const actor = (accountId: string, role: 'agent' | 'admin' = 'agent'): Actor => ({
  kind: 'account',
  accountId,
  role,
  email: 'x@example.com',
})
const agent = () => actor(agentId)
const add = (change: object = {}) => app.properties.add(agent(), { ...propertyBody(), ...change })
const refused = (kind: string, code: string) => (error: unknown) =>
  error instanceof DomainError && error.kind === kind && error.code === code
const activityOf = async (id: string) =>
  (
    await sql<{ kind: string }>`select kind from activity where property_id = ${id} order by id`.execute(app.db)
  ).rows.map(({ kind }) => kind)

test('stores a new property with every sent field, and answers with what it stored', async () => {
  const home = await add()
  assert.deepEqual(Property.strict().parse(home), home)
  const { availability_overrides, ...told } = propertyBody()
  for (const [name, value] of Object.entries(told)) assert.deepEqual(home[name as keyof Property], value, name)
  assert.equal(home.availability_overrides.length, availability_overrides?.length)
  assert.match(home.slug, /^[A-Za-z0-9]{32}[a-z0-9]+$/)
  assert.deepEqual(
    [home.status, home.booking_approval, home.version, home.agent_id, home.created_by, home.is_demo],
    ['listed', 'automatic', 1, agentId, agentId, false],
  )
  assert.deepEqual([home.view_count, home.share_count, home.booking_count], [0, 0, 0])
  assert.deepEqual(
    [home.resident_text_attested_by, home.resident_text_attested_at],
    [agentId, '2026-11-21T09:00:00.000Z'],
  )
  assert.deepEqual(await app.properties.get(agent(), home.id), home)
  assert.deepEqual(await activityOf(home.id), ['property_added'])
})

test('a property offers the times that its agent set', async () => {
  const home = await add({ availability_overrides: [{ date: '2026-11-25', closed: true }] })
  const { days } = await app.availability.days(home.slug)
  const timesOn = (date: string) => days.find((day) => day.date === date)?.slots.map(({ time }) => time) ?? []
  assert.deepEqual([timesOn('2026-11-24')[0], timesOn('2026-11-24').at(-1)], ['10:00', '18:00'])
  assert.deepEqual(timesOn('2026-11-25'), [])
})

test('a change updates only the sent fields, and increases the version', async () => {
  const home = await add()
  app.clock.advance({ minutes: 1 })
  const changed = await app.properties.change(agent(), home.id, { rent_amount: 3300, unit_number: null, version: 1 })
  assert.deepEqual(
    { ...changed, rent_amount: home.rent_amount, unit_number: '3', unitNumber: '3', full_address: home.full_address },
    { ...home, version: 2, updated_at: '2026-11-21T09:01:00.000Z' },
  )
  assert.deepEqual([changed.rent_amount, changed.unit_number], [3300, null])
})

test('a change without effect keeps the version, so that a caller can repeat it after a lost answer', async () => {
  const home = await add()
  const change = { rent_amount: 3300, version: home.version }
  const first = await app.properties.change(agent(), home.id, change)
  assert.deepEqual(await app.properties.change(agent(), home.id, change), first)
  assert.equal((await app.properties.change(agent(), home.id, propertyBody())).version, 3)
  assert.equal((await app.properties.change(agent(), home.id, propertyBody())).version, 3)
})

test('counters do not increase the version', async () => {
  const home = await add()
  await sql`update property set view_count = view_count + 1, share_count = share_count + 1 where id = ${home.id}`.execute(
    app.db,
  )
  const seen = await app.properties.get(agent(), home.id)
  assert.deepEqual([seen.view_count, seen.version], [1, 1])
})

test('one of two changes to a version gets a conflict, and nothing of the other is lost', async () => {
  for (let round = 0; round < 10; round++) {
    const home = await add()
    const rivals: PropertyChange[] = [
      { bedrooms: 4, version: 1 },
      { rent_amount: 1234, version: 1 },
      { city: 'Pasadena', version: 1 },
    ]
    const ends = await Promise.allSettled(rivals.map((form) => app.properties.change(agent(), home.id, form)))
    const [won, ...others] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    assert.deepEqual(others, [])
    for (const end of ends)
      if (end.status === 'rejected') assert.ok(refused('conflict', 'edited_elsewhere')(end.reason))
    assert.deepEqual(await app.properties.get(agent(), home.id), won)
    assert.equal(won?.version, 2)
  }
})

test('a conflict has its message and the stored version', async () => {
  const home = await add()
  await app.properties.change(agent(), home.id, { bedrooms: 4 })
  await assert.rejects(app.properties.change(agent(), home.id, { bathrooms: 3, version: 1 }), {
    message: 'This property was changed somewhere else. Your change was not saved.',
    details: { version: 2 },
  })
})

test('changes without a version all apply, one after another', async () => {
  const home = await add()
  const forms: PropertyChange[] = [
    { bedrooms: 4 },
    { bathrooms: 3 },
    { rent_amount: 1234 },
    { square_feet: 777 },
    { city: 'Pasadena' },
    { status: 'unlisted' as const },
    { showing_instructions: 'Ring.' },
    { buffer_minutes: 45 },
  ]
  await Promise.all(forms.map((form) => app.properties.change(agent(), home.id, form)))
  const now = await app.properties.get(agent(), home.id)
  for (const form of forms) {
    for (const [name, value] of Object.entries(form)) assert.equal(now[name as keyof Property], value)
  }
  assert.equal(now.version, 1 + forms.length)
})

test('an invalid change reports every error and changes nothing', async () => {
  const home = await add()
  const form = { address_line1: '', agent_email: 'x', rent_amount: 1.5, property_photo: '/files/photos/none.webp' }
  await assert.rejects(app.properties.change(agent(), home.id, form), (error) => {
    assert.ok(error instanceof DomainError)
    assert.deepEqual(
      error.issues.map(({ path }) => path),
      ['address_line1', 'property_photo', 'rent_amount', 'agent_email'],
    )
    assert.equal(error.message, error.issues.map(({ message }) => message).join('. '))
    return true
  })
  assert.deepEqual(await app.properties.get(agent(), home.id), home)
})

test("answers 404 for another agent's property; an admin may change everything, and attests in their own name", async () => {
  const home = await add()
  const gone = refused('not_found', 'property_not_found')
  for (const who of [actor(strangerId)]) {
    await assert.rejects(app.properties.get(who, home.id), gone)
    await assert.rejects(app.properties.change(who, home.id, { bedrooms: 9 }), gone)
    await assert.rejects(app.properties.change(who, home.id, { bedrooms: -9 }), gone)
    await assert.rejects(app.properties.remove(who, home.id), gone)
    await assert.rejects(app.properties.uploadPhotoFor(who, home.id, null), gone)
  }
  for (const act of [
    app.properties.get(visitor, home.id),
    app.properties.add(visitor, propertyBody()),
    app.properties.change(visitor, home.id, {}),
    app.properties.remove(visitor, home.id),
    app.properties.uploadPhoto(visitor, null),
  ])
    await assert.rejects(act, { kind: 'unauthenticated' })
  const admin = actor(strangerId, 'admin')
  const changed = await app.properties.change(admin, home.id, { resident_phone: '213-555-0199' })
  assert.deepEqual([changed.agent_id, changed.resident_text_attested_by], [agentId, strangerId])
  await app.properties.remove(admin, home.id)
  await assert.rejects(app.properties.get(agent(), home.id), gone)
})

test('only admins set sold and rented, and a sold property may stay sold', async () => {
  const home = await add()
  for (const status of ['sold', 'rented'] as const) {
    await assert.rejects(app.properties.change(agent(), home.id, { status }), {
      kind: 'forbidden',
      message: 'Only an admin can mark a property as sold or rented.',
    })
    assert.equal((await app.properties.change(actor(strangerId, 'admin'), home.id, { status })).status, status)
    assert.equal((await app.properties.change(agent(), home.id, { status, bedrooms: 1 })).status, status)
    await app.properties.change(agent(), home.id, { status: 'listed', bedrooms: 2 })
  }
})

test('listing and unlisting change the public page and show on the dashboard', async () => {
  const home = await add()
  await app.properties.change(agent(), home.id, { status: 'unlisted' })
  await assert.rejects(app.properties.findPublic(home.slug), { kind: 'not_found' })
  await app.properties.change(agent(), home.id, { status: 'listed' })
  await app.properties.findPublic(home.slug)
  assert.deepEqual(await activityOf(home.id), ['property_added', 'property_unlisted', 'property_listed'])
})

test("the time zone can't change while there are upcoming showings or holds", async () => {
  const { id, slug } = await makeProperty(app.db, { ownerId: agentId })
  const keeps = refused('conflict', 'time_zone_kept')
  const move = () => app.properties.change(agent(), id, { time_zone: 'America/Denver' })
  await app.call('POST', '/api/payments/create-payment-intent', {
    bookingData: makeForm(slug, { showingDate: '2026-11-26', showingTime: '10:00' }),
  })
  await assert.rejects(move(), keeps)
  // The hold has ended.
  app.clock.advance({ minutes: 10 })
  assert.equal((await move()).time_zone, 'America/Denver')
  await bookShowing(app, makeForm(slug))
  await assert.rejects(app.properties.change(agent(), id, { time_zone: '' }), keeps)
  await app.properties.change(agent(), id, { bedrooms: 5, time_zone: 'America/Denver' })
  await sql`update booking set status = 'cancelled' where property_id = ${id} and status = 'confirmed'`.execute(app.db)
  assert.equal((await app.properties.change(agent(), id, { time_zone: '' })).time_zone, 'America/Los_Angeles')
})

test('a hold during a change of time zone uses the new zone or fails', async () => {
  for (let round = 0; round < 8; round++) {
    const { id, slug } = await makeProperty(app.db, { ownerId: agentId })
    const [change] = await Promise.allSettled([
      app.properties.change(agent(), id, { time_zone: 'America/Denver' }),
      ...['09:00', '10:00', '11:00', '12:00'].map((showingTime) =>
        app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(slug, { showingTime }) }),
      ),
    ])
    const { rows } = await sql<{ same: boolean }>`
      select bool_and(b.time_zone = p.time_zone) as same from booking b join property p on p.id = b.property_id
      where p.id = ${id} and b.status = 'held'`.execute(app.db)
    assert.notEqual(rows[0]?.same, false, change.status)
  }
})
