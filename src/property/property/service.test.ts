import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import sharp from 'sharp'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { character, fc } from '../../../test/dice.ts'
import { quickSamples } from '../../../test/quick-samples.ts'
import { keepOwnTime } from '../../account/area.ts'
import { createDiskFiles } from '../../adapters/disk-files.ts'
import { createSharpPhotos } from '../../adapters/sharp-photos.ts'
import { type Actor, visitor } from '../../platform/actor.ts'
import { DomainError } from '../../platform/errors.ts'
import { drawnSamples } from '../adapters/drawn-samples.ts'
import { keptPagesOf } from '../area.ts'
import { Property, PublicProperty } from './contract.ts'
import { createPropertyService, type PropertyService } from './service.ts'

const agentId = '019ab000-0000-7000-8000-00000000000a'
const strangerId = '019ab000-0000-7000-8000-00000000000b'
const now = Temporal.Instant.from('2026-11-23T18:00:00Z')

let database: FreshDatabase
let folder: string
let properties: PropertyService
let drawn: string[]

before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'property-'))
  for (const [id, name] of [
    [agentId, 'agent'],
    [strangerId, 'stranger'],
  ]) {
    await sql(`insert into account (id, name, email) values ($1, $2, $2 || '@example.com')`, [id, name])
  }
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const table of ['booking', 'property', 'agent_profile']) await sql(`delete from ${table}`)
  drawn = []
  properties = createPropertyService(parts())
})

const parts = () => ({
  db: database.db,
  clock: { now: () => now },
  files: createDiskFiles(folder),
  photos: createSharpPhotos(),
  keepOwnTime,
  samples: quickSamples(drawn),
})

const sql = (text: string, values?: unknown[]) => database.pool.query(text, values)
const actor = (accountId: string, role: 'agent' | 'admin' = 'agent'): Actor => ({
  kind: 'account',
  accountId,
  role,
  email: 'x@example.com',
})

test('the samples belong to the agent, one vacant and one with a tenant, in Los Angeles time', async () => {
  await properties.seedProperties(agentId)
  const vacant = await properties.findPublic('sample-property')
  const occupied = await properties.findPublic('sample-occupied')
  assert.deepEqual([vacant.is_occupied, occupied.is_occupied], [false, true])
  assert.deepEqual([vacant.fee.mailUpgrade, occupied.fee.mailUpgrade], [null, 1000])
  for (const home of [vacant, occupied]) {
    assert.equal(home.time_zone, 'America/Los_Angeles')
    assert.equal(home.booking_approval, 'automatic')
    assert.equal(home.agent_name, 'Maya Okafor')
    PublicProperty.parse(home)
  }
  const { properties: own } = await properties.listOwn(actor(agentId), { limit: 50 })
  const home = own.find(({ slug }) => slug === 'sample-occupied')
  assert.equal(home?.resident_text_consent, true)
  assert.equal(home?.resident_text_attested_by, agentId)
  assert.equal(home?.resident_text_attested_at, '2026-11-23T18:00:00.000Z')
})

test('a sample has its photo in all renditions', async () => {
  await properties.seedProperties(agentId)
  const { photo } = await properties.findPublic('sample-property')
  assert.ok(photo)
  for (const [url, type] of [
    [photo.url, 'image/webp'],
    [photo.small, 'image/webp'],
    [photo.avif, 'image/avif'],
    [photo.smallAvif, 'image/avif'],
  ] as const) {
    const asVisitor = async () => visitor
    const file = await (await properties.openPhoto(asVisitor, url.replace('/files/photos/', ''))).read()
    assert.equal(file.contentType, type)
    assert.ok(file.bytes.length > 0)
  }
})

test('a second start draws nothing and does not change the samples', async () => {
  await properties.seedProperties(agentId)
  assert.deepEqual(drawn.sort(), ['sample-occupied', 'sample-property'])
  await sql(`update property set rent_amount = 1 where slug = 'sample-property'`)
  await sql(`update property set deleted_at = now() where slug = 'sample-occupied'`)
  await properties.seedProperties(agentId)
  assert.equal(drawn.length, 2)
  assert.equal((await properties.findPublic('sample-property')).rent_amount, 1)
  await assert.rejects(properties.findPublic('sample-occupied'), { kind: 'not_found' })
})

test('simultaneous starts create the samples once', async () => {
  await Promise.all([1, 2, 3].map(() => properties.seedProperties(agentId)))
  const { rows } = await sql('select slug from property order by slug')
  assert.deepEqual(rows, [{ slug: 'sample-occupied' }, { slug: 'sample-property' }])
})

test('the same drawing has the same URL, and another drawing another', async () => {
  const [sample] = drawnSamples
  const samples = ['#eee', '#eee', '#111'].map((background, at) => ({
    property: { ...sample?.property, slug: `sample-${at}` },
    drawPhoto: () =>
      sharp({ create: { width: 90, height: 60, channels: 3, background } })
        .png()
        .toBuffer(),
  }))
  const drawing = createPropertyService({ ...parts(), samples })
  await drawing.seedProperties(agentId)
  const [first, again, other] = await Promise.all(
    [0, 1, 2].map(async (at) => (await drawing.findPublic(`sample-${at}`)).property_photo),
  )
  assert.ok(first)
  assert.equal(first, again)
  assert.notEqual(first, other)
})

const plant = async (id: string, values: Record<string, unknown>) => {
  const row = {
    owner_id: agentId,
    created_by: agentId,
    slug: id,
    address_line1: '1 Elm Street',
    city: 'Reno',
    state: 'NV',
    zip_code: '89501',
    time_zone: 'America/Los_Angeles',
    id,
    ...values,
  }
  const names = Object.keys(row)
  await sql(`insert into property (${names}) values (${names.map((_, at) => `$${at + 1}`)})`, Object.values(row))
}
const idOf = (number: number) => `019ab000-0000-7000-8000-${String(number).padStart(12, '0')}`

test('finds a property by its slug, otherwise by its ID', async () => {
  await plant(idOf(1), { slug: 'by-slug' })
  assert.equal((await properties.findPublic('by-slug')).id, idOf(1))
  assert.equal((await properties.findPublic(idOf(1))).id, idOf(1))
  assert.equal((await properties.findPublic(idOf(1).toUpperCase())).id, idOf(1))
  await plant(idOf(2), { slug: idOf(1) })
  assert.equal((await properties.findPublic(idOf(1))).id, idOf(2))
})

for (const [state, values] of Object.entries({
  unlisted: { status: 'unlisted' },
  sold: { status: 'sold' },
  rented: { status: 'rented' },
  deleted: { deleted_at: new Date(0) },
})) {
  test(`does not find a property that is ${state}, like one that never existed`, async () => {
    await plant(idOf(1), { slug: 'hidden', ...values })
    for (const slugOrId of ['hidden', idOf(1)]) {
      await assert.rejects(properties.findPublic(slugOrId), {
        kind: 'not_found',
        code: 'property_not_found',
        message: `Property not found. This property may have been removed or the booking link may be invalid. Property ID/Slug: ${slugOrId}`,
      })
    }
  })
}

test('answers 404 to every malformed request', async () => {
  await plant(idOf(1), { slug: 'there' })
  const asked = [
    '',
    '\0',
    'there\0',
    "there' or '1'='1",
    '%',
    '_____',
    '🏡',
    'THERE',
    'a'.repeat(100_000),
    '\ud800',
    '../there',
    `${idOf(1)}0`,
    '__proto__',
  ]
  for (const slugOrId of asked)
    await assert.rejects(properties.findPublic(slugOrId), { kind: 'not_found' }, slugOrId.slice(0, 20))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: character, maxLength: 60 }), async (slugOrId) => {
      const error = await properties.findPublic(slugOrId).catch((error) => error)
      return error instanceof DomainError && error.kind === 'not_found'
    }),
  )
})

const privateValues = {
  resident_first_name: 'SENTINEL1',
  resident_last_name: 'SENTINEL2',
  resident_email: 'SENTINEL3',
  resident_phone: 'SENTINEL4',
  owner_first_name: 'SENTINEL5',
  owner_last_name: 'SENTINEL6',
  owner_entity_name: 'SENTINEL7',
  owner_email: 'SENTINEL8',
  owner_phone: 'SENTINEL9',
  showing_instructions: 'SENTINEL10',
  occupancy_status: 'resident',
  resident_consent_hours: { monday: { enabled: true, start: 'SENTINEL11', end: '12:00' } },
}

test('the public answer has nothing about residents, owners, entry, or accounts', async () => {
  await plant(idOf(1), { slug: 'private', ...privateValues })
  const home = await properties.findPublic('private')
  const text = JSON.stringify(home)
  assert.doesNotMatch(text, /SENTINEL/)
  assert.ok(!text.includes(agentId))
  const keys: string[] = []
  JSON.stringify(home, (key, value) => {
    keys.push(key)
    return value
  })
  assert.deepEqual(
    keys.filter((key) =>
      /resident|owner|tenant|instruction|created_by|agent_id|attested|count|version|deleted/.test(key),
    ),
    [],
  )
  assert.deepEqual(PublicProperty.strict().parse(home), home)
})

test("uses the saved profile as the contact with the public profile, otherwise the property's own", async () => {
  const own = {
    agent_first_name: 'Own',
    agent_last_name: 'Name',
    agent_email: 'own@example.com',
    agent_phone: '1',
    agent_license: '2',
    agent_brokerage: '3',
  }
  await plant(idOf(1), { slug: 'own', ...own })
  await plant(idOf(2), { slug: 'profile', use_public_profile: true, ...own })
  const contactOf = async (slug: string) => {
    const { agent_name, agent_email, agent_phone, agent_license, agent_brokerage } = await properties.findPublic(slug)
    return [agent_name, agent_email, agent_phone, agent_license, agent_brokerage]
  }
  assert.deepEqual(await contactOf('profile'), ['Own Name', 'own@example.com', '1', '2', '3'])
  await sql(
    `insert into agent_profile (account_id, agent_name, agent_phone, agent_email, agent_license, agent_brokerage) values ($1, 'Saved', '4', 'saved@example.com', '5', '6')`,
    [agentId],
  )
  assert.deepEqual(await contactOf('own'), ['Own Name', 'own@example.com', '1', '2', '3'])
  assert.deepEqual(await contactOf('profile'), ['Saved', 'saved@example.com', '4', '5', '6'])
})

test("a changed profile drops the kept pages of its account's properties, and no others", async () => {
  await plant(idOf(1), { slug: 'own' })
  await plant(idOf(2), { slug: 'profile', use_public_profile: true })
  await plant(idOf(3), { slug: 'strange', use_public_profile: true, owner_id: strangerId })
  const client = await database.pool.connect()
  try {
    const heard: string[] = []
    client.on('notification', ({ payload }) => heard.push(...keptPagesOf(JSON.parse(payload ?? ''))))
    await client.query('listen event')
    await client.query(`insert into agent_profile (account_id, agent_name) values ($1, 'A')`, [agentId])
    await client.query(`update agent_profile set agent_name = 'B'`)
    await client.query('delete from agent_profile')
    const both = [1, 2].map((n) => `property:${idOf(n)}`)
    assert.deepEqual([...heard].sort(), [...both, ...both, ...both].sort())
  } finally {
    client.release(true)
  }
})

test('an account lists its own properties, an admin all, and a visitor none', async () => {
  await plant(idOf(1), { ...privateValues })
  await plant(idOf(2), { owner_id: strangerId })
  await plant(idOf(3), { status: 'unlisted' })
  await plant(idOf(4), { deleted_at: new Date(0) })
  const idsOf = async (who: Actor) => (await properties.listOwn(who, { limit: 50 })).properties.map(({ id }) => id)
  assert.deepEqual(await idsOf(actor(agentId)), [idOf(3), idOf(1)])
  assert.deepEqual(await idsOf(actor(strangerId)), [idOf(2)])
  assert.deepEqual(await idsOf(actor(strangerId, 'admin')), [idOf(3), idOf(2), idOf(1)])
  await assert.rejects(idsOf(visitor), { kind: 'unauthenticated', message: 'No authenticated user found' })
})

test("the owner's answer has exactly the fields of the contract, including aliases", async () => {
  await plant(idOf(1), { ...privateValues, unit_number: '4', bedrooms: 2.5 })
  const [home] = (await properties.listOwn(actor(agentId), { limit: 1 })).properties
  assert.deepEqual(Property.strict().parse(home), home)
  assert.equal(home?.bedrooms, 2.5)
  assert.deepEqual(
    [home?.address, home?.unitNumber, home?.zipCode, home?.accessInstructions, home?.isOccupied, home?.agent_id],
    ['1 Elm Street', '4', '89501', 'SENTINEL10', true, agentId],
  )
  assert.deepEqual(
    [home?.tenantName, home?.tenant_email, home?.tenantPhone],
    ['SENTINEL1 SENTINEL2', 'SENTINEL3', 'SENTINEL4'],
  )
})

test('pages have no gap and no repeat, even if a property is added in between', async () => {
  for (let number = 1; number <= 5; number++) await plant(idOf(number), {})
  const first = await properties.listOwn(actor(agentId), { limit: 2 })
  await plant(idOf(6), {})
  const second = await properties.listOwn(actor(agentId), { limit: 2, cursor: first.nextCursor ?? '' })
  const third = await properties.listOwn(actor(agentId), { limit: 2, cursor: second.nextCursor ?? '' })
  const ids = [first, second, third].flatMap((page) => page.properties.map(({ id }) => id))
  assert.deepEqual(ids, [5, 4, 3, 2, 1].map(idOf))
  assert.equal(third.nextCursor, null)
  await assert.rejects(properties.listOwn(actor(agentId), { limit: 2, cursor: 'nonsense' }), { kind: 'invalid' })
})

test('a property counts bookings that were not canceled', async () => {
  await plant(idOf(1), {})
  const statuses = ['held', 'lapsed', 'pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined']
  for (const [hour, status] of statuses.entries()) {
    const start = new Date(Date.UTC(2026, 10, 27, hour))
    const end = new Date(start.getTime() + 1_800_000)
    const number = ['held', 'lapsed'].includes(status) ? null : `SB-${hour}`
    await sql(
      `insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at,
        requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents, confirmation_number, manage_token, notice_token, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, $3, $4, tstzrange($3, $4), '2026-11-27', '10:00', 'America/Los_Angeles', $4,
        'buyer', 'B', 'b@example.com', '5555550100', '::1', 2500, $5, gen_random_uuid(), gen_random_uuid(), $3, $3)`,
      [idOf(1), status, start, end, number],
    )
  }
  const [home] = (await properties.listOwn(actor(agentId), { limit: 1 })).properties
  assert.deepEqual([home?.booking_count, home?.showings_booked, home?.showings], [4, 4, 4])
})

test('the public read and the list use indexes', async () => {
  await sql(
    `insert into property (id, owner_id, created_by, slug, address_line1, city, state, zip_code, time_zone)
    select gen_random_uuid(), $1, $1, 'home-' || n, 'x', 'x', 'CA', '90001', 'America/Los_Angeles' from generate_series(1, 3000) n`,
    [agentId],
  )
  await sql('analyze property')
  const queries: CompiledQuery[] = []
  const listened = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => void queries.push(query),
  })
  const watched = createPropertyService({ ...parts(), db: listened })
  await watched.findPublic('home-7')
  const [one] = (await watched.listOwn(actor(agentId), { limit: 1 })).properties
  await watched.findPublic(one?.id ?? '')
  await watched.listOwn(actor(agentId, 'admin'), { limit: 50, cursor: one?.id ?? '' })
  assert.equal(queries.length, 6, 'one query each, and one count per list')
  for (const { sql: text, parameters } of queries.filter(({ sql: text }) => !text.includes('count(*) filter'))) {
    const plan = (await sql(`explain ${text}`, [...parameters])).rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.doesNotMatch(plan, /Seq Scan on (property|booking)/, plan)
  }
})
