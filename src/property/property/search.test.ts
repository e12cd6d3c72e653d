import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeProperty } from '../../../test/factories.ts'
import type { Actor } from '../../platform/actor.ts'
import { createPropertyService } from './service.ts'

let app: TestApp
let agentId: string
let strangerId: string
let homes: Record<string, string>
const actor = (accountId: string, role: 'agent' | 'admin' = 'agent'): Actor => ({
  kind: 'account',
  accountId,
  role,
  email: 'x@example.com',
})
before(async () => {
  app = await testApp({ hasOwnPlans: true })
  agentId = await makeAgent(app.db)
  strangerId = await makeAgent(app.db)
  const make = async (values: Record<string, unknown>, ownerId = agentId) => {
    const { id } = await makeProperty(app.db, { ownerId })
    const plain = { resident_first_name: null, owner_first_name: null, owner_last_name: null }
    const columns = Object.entries({ ...plain, ...values }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    await sql`update property set ${sql.join(columns)} where id = ${id}`.execute(app.db)
    return id
  }
  homes = {
    elm: await make({ address_line1: '1 Elm Street', city: 'Reno', state: 'NV', zip_code: '89501', unit_number: '4B' }),
    oak: await make({ address_line1: '2 Oak_Way 100%', owner_first_name: 'Olga', owner_last_name: 'Petrov' }),
    ash: await make({ address_line1: '3 Ash Lane', resident_first_name: 'Zoë', status: 'unlisted' }),
    fir: await make({ address_line1: '4 Fir Road', owner_entity_name: 'Juniper LLC', status: 'sold' }),
    bay: await make({ address_line1: '5 Bay\\Street', agent_first_name: 'Priya', agent_last_name: 'Shah' }),
    yew: await make({ address_line1: '6 Yew Street' }, strangerId),
  }
  const gone = await make({ address_line1: '7 Elm Street' })
  await sql`update property set deleted_at = now() where id = ${gone}`.execute(app.db)
})
after(() => app.close())

const nameOf = (id: string) => Object.entries(homes).find(([, one]) => one === id)?.[0] ?? id
async function find(query: object, who = actor(agentId)) {
  const page = await app.properties.listOwn(who, { limit: 50, ...query })
  return { names: page.properties.map(({ id }) => nameOf(id)).sort(), counts: page.counts }
}

const searches: [q: string, names: string[]][] = [
  ['', ['ash', 'bay', 'elm', 'fir', 'oak']],
  ['   ', ['ash', 'bay', 'elm', 'fir', 'oak']],
  ['elm', ['elm']],
  ['ELM street', ['elm']],
  ['reno', ['elm']],
  ['89501', ['elm']],
  ['Reno, NV 89501', ['elm']],
  ['1 Elm Street, Unit 4B, Reno, NV 89501', ['elm']],
  ['4b', ['elm']],
  ['petrov olga', ['oak']],
  ['zoë', ['ash']],
  // With any accents, or none.
  ['ZOE', ['ash']],
  ['Élm strèet', ['elm']],
  ['juniper llc', ['fir']],
  ['priya', ['bay']],
  ['elm petrov', []],
  ['Lockbox', []],
  // Characters that are special in LIKE match only themselves.
  ['100%', ['oak']],
  ['k_w', ['oak']],
  ['%', ['oak']],
  ['_', ['oak']],
  ['y\\s', ['bay']],
  ['\\', ['bay']],
  ["' or 1=1 --", []],
]
for (const [q, names] of searches) {
  test(`a search for "${q}" finds ${names.join(', ') || 'nothing'}`, async () =>
    assert.deepEqual((await find({ q })).names, names))
}

test('filters by listed, unlisted (everything not listed), sold, and rented', async () => {
  assert.deepEqual((await find({ status: 'listed' })).names, ['bay', 'elm', 'oak'])
  assert.deepEqual((await find({ status: 'unlisted' })).names, ['ash', 'fir'])
  assert.deepEqual((await find({ status: 'sold' })).names, ['fir'])
  assert.deepEqual((await find({ status: 'rented' })).names, [])
})

test('the counts follow the search but not the status filter', async () => {
  assert.deepEqual((await find({})).counts, { listed: 3, unlisted: 2 })
  assert.deepEqual((await find({ status: 'sold' })).counts, { listed: 3, unlisted: 2 })
  assert.deepEqual(await find({ q: 'fir', status: 'listed' }), { names: [], counts: { listed: 0, unlisted: 1 } })
})

test("an agent's filter finds only their own properties, and an admin's finds all", async () => {
  assert.deepEqual(await find({ agent_id: strangerId }), { names: [], counts: { listed: 0, unlisted: 0 } })
  assert.deepEqual((await find({ agent_id: agentId })).names.length, 5)
  const admin = actor(strangerId, 'admin')
  assert.deepEqual(await find({ agent_id: strangerId }, admin), { names: ['yew'], counts: { listed: 1, unlisted: 0 } })
  assert.deepEqual((await find({}, admin)).names.length, 6)
})

/** Returns the best of five execution times in milliseconds, and the plan. */
async function explain({ sql: text, parameters }: CompiledQuery) {
  let best = Number.POSITIVE_INFINITY
  let plan = ''
  for (let run = 0; run < 5; run++) {
    const { rows } = await app.database.pool.query(`explain (analyze, buffers, format text) ${text}`, [...parameters])
    plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    best = Math.min(best, Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]))
  }
  return { best, plan }
}

/** Each has 25 bookings. The proofs use 50,000 bookings, which take the database 15 seconds to store. */
const HOMES = process.env.PROOFS ? 2_000 : 200

test('the database lists, searches, and counts many properties with many bookings in at most 50 ms', async () => {
  const busyId = await makeAgent(app.db)
  await sql`
    insert into property (id, owner_id, created_by, slug, address_line1, city, state, zip_code, time_zone, status,
      agent_first_name, agent_last_name, owner_first_name, owner_last_name, resident_first_name, resident_last_name)
    select gen_random_uuid(), ${busyId}, ${busyId}, 'busy-' || n, n || ' Sycamore Avenue', 'Los Angeles', 'CA', '90012',
      'America/Los_Angeles', case n % 4 when 0 then 'unlisted' else 'listed' end, 'Lena', 'Listing', 'Olga', 'Owner' || n,
      'Rosa', 'Resident' || n from generate_series(1, ${HOMES}::int) n`.execute(app.db)
  await sql`alter table booking disable trigger user`.execute(app.db)
  await sql`
    insert into booking (id, property_id, owner_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
      hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents,
      confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at)
    select gen_random_uuid(), p.id, p.owner_id, 'completed', at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes'),
      at::date, '10:00', p.time_zone, at, 'buyer', 'B', 'b@example.com', '5555550100', '::1', 2500, 'SB-' || p.slug || '-' || n,
      gen_random_uuid(), gen_random_uuid(), at, at, at
    from property p, generate_series(1, 25) n, lateral (select timestamptz '2026-01-01' + n * interval '1 day' as at) t
    where p.owner_id = ${busyId}`.execute(app.db)
  await sql`analyze property`.execute(app.db)
  await sql`analyze booking`.execute(app.db)
  const queries: CompiledQuery[] = []
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: app.database.pool }),
    log: ({ query }) => void queries.push(query),
  })
  const keepOwnTime = () => assert.fail()
  const parts = {
    db,
    clock: app.clock,
    files: app.files,
    photos: { render: () => assert.fail() },
    samples: [],
    keepOwnTime,
  }
  const watched = createPropertyService(parts)
  const page = await watched.listOwn(actor(busyId), { limit: 100 })
  assert.equal(page.properties.length, 100)
  assert.deepEqual(page.counts, { listed: HOMES * 0.75, unlisted: HOMES * 0.25 })
  assert.equal(page.properties[0]?.booking_count, 25)
  await watched.listOwn(actor(busyId), { limit: 100, q: `owner${HOMES - 1} sycamore`, cursor: page.nextCursor ?? '' })
  await watched.listOwn(actor(busyId), { limit: 100, q: 'nowhere', status: 'unlisted' })
  await watched.listOwn(actor(agentId, 'admin'), { limit: 100, q: 'resident77' })
  // A page and its counts take two queries, however many properties there are.
  assert.equal(queries.length, 8)
  for (const query of queries) {
    const { best, plan } = await explain(query)
    assert.ok(best <= 50, `${best} ms\n${plan}`)
    assert.doesNotMatch(plan, /Seq Scan on booking/, plan)
  }
})
