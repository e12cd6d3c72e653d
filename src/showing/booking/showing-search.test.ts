import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeProperty } from '../../../test/factories.ts'
import { watchedDatabase } from '../../../test/past.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ShowingFilter } from './contract.ts'
import { searchOf } from './search-domain.ts'
import { listRows } from './showing-repository.ts'

const NOW = '2026-11-21T17:00:00Z'

let app: TestApp
let actor: Actor
let ownerId: string
before(async () => {
  app = await testApp({ hasOwnPlans: true })
  app.clock.set(NOW)
  ownerId = await makeAgent(app.db)
  actor = { kind: 'account', accountId: ownerId, role: 'agent', email: '' }
  const { id: propertyId } = await makeProperty(app.db, { ownerId })
  // There is a showing every six hours for a year. Some hours of a local day are on the next day in UTC.
  await sql`alter table booking disable trigger user`.execute(app.db)
  await sql`
    insert into booking (id, property_id, owner_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
      hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, client_address, amount_cents,
      confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at)
    select gen_random_uuid(), ${propertyId}, ${ownerId}, 'confirmed', at, at + interval '30 minutes',
      tstzrange(at, at + interval '30 minutes'), (at at time zone 'America/Los_Angeles')::date, '10:00', 'America/Los_Angeles',
      at, 'buyer', 'Buyer ' || n % 50, 'b' || n % 50 || '@example.com', '(213) 555-01' || 10 + n % 50, '+121355501' || 10 + n % 50, '', 2500,
      'SB-S' || n, md5('search-m' || n), md5('search-n' || n), at, at, at
    from generate_series(0, 1459) n, lateral (select timestamptz '2025-11-22T01:00:00Z' + n * interval '6 hours' as at) t`.execute(
    app.db,
  )
  await sql`alter table booking enable trigger user`.execute(app.db)
  await sql`analyze booking`.execute(app.db)
})
after(() => app.close())

async function pagesOf(filter: Partial<ShowingFilter>) {
  const seen: { id: string; date: string }[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await app.showings.list(actor, { sort: '-date', ...filter }, { cursor, limit: 7 })
    seen.push(...page.bookings)
    cursor = page.nextCursor
    if (!cursor) return seen
  }
}

test("a range of dates finds all showings on those dates in the property's time zone, page by page", async () => {
  for (const sort of ['date', '-date'] as const) {
    const seen = await pagesOf({ from: '2026-03-10', to: '2026-03-13', sort })
    assert.equal(new Set(seen.map(({ id }) => id)).size, 16)
    assert.equal(new Set(seen.map(({ date }) => date)).size, 4)
    assert.deepEqual(
      seen.map(({ date }) => date),
      seen.map(({ date }) => date).toSorted((one, other) => (sort === 'date' ? 1 : -1) * one.localeCompare(other)),
    )
  }
  assert.equal((await pagesOf({ from: '2026-03-06', to: '2026-03-06' })).length, 4)
  assert.equal(
    (await pagesOf({ from: '2026-11-20' })).every(({ date }) => date >= '2026-11-20'),
    true,
  )
})

test('a search within a range finds a person by name, email, or phone', async () => {
  const range = { from: '2026-03-01', to: '2026-04-30' }
  const byEmail = await pagesOf({ ...range, q: 'b7@example.com' })
  assert.ok(byEmail.length > 0)
  for (const q of ['Buyer 7', '213 555-0117']) {
    const seen = await pagesOf({ ...range, q })
    assert.ok(
      byEmail.every(({ id }) => seen.some((other) => other.id === id)),
      q,
    )
  }
})

test('a search finds people and addresses with or without accents', async () => {
  const { id: propertyId } = await makeProperty(app.db, { ownerId })
  await sql`update property set address_line1 = '9 Peñasquitos Drive' where id = ${propertyId}`.execute(app.db)
  await sql`update booking set buyer_name = case confirmation_number when 'SB-S1' then 'José Łuczak' when 'SB-S2' then 'Jose\u0301 Luczak'
      when 'SB-S3' then 'JOSE LUCZAK' end where confirmation_number in ('SB-S1', 'SB-S2', 'SB-S3')`.execute(app.db)
  await sql`update booking set property_id = ${propertyId} where confirmation_number = 'SB-S4'`.execute(app.db)
  for (const q of ['jose', 'José', 'JOSÉ łuczak', 'jòsé luczak']) assert.equal((await pagesOf({ q })).length, 3, q)
  for (const q of ['penasquitos', 'Peñasquitos']) assert.equal((await pagesOf({ q })).length, 1, q)
  for (const q of ['jos.', 'j[o]se', '%', 'jose|', '***=jose', '\\w']) assert.equal((await pagesOf({ q })).length, 0, q)
})

test('a search finds an address as we write it, with commas and the unit', async () => {
  const { id: propertyId } = await makeProperty(app.db, { ownerId })
  await sql`update property set address_line1 = '2817 Alder Street', zip_code = '90026' where id = ${propertyId}`.execute(
    app.db,
  )
  await sql`update booking set property_id = ${propertyId}, buyer_name = 'Maria Gomez' where confirmation_number = 'SB-S5'`.execute(
    app.db,
  )
  const found = [
    '2817 Alder Street, Unit 3',
    '2817 Alder Street, Los Angeles',
    'alder, Los Angeles, CA',
    'alder unit 3',
    'gomez, maria',
    '2817 Alder Street, Unit 3, Los Angeles, CA 90026',
  ]
  for (const q of found) {
    assert.equal((await pagesOf({ q })).length, 1, q)
    assert.equal((await pagesOf({ q: `${q} zzzzz` })).length, 0, q)
  }
})

test("a range reads only its part of an index, not all of the agent's showings", async () => {
  const { db, plans } = watchedDatabase(app)
  const now = Temporal.Instant.from(NOW)
  const range = searchOf({ from: '2026-03-06', to: '2026-03-09', sort: '-date' }, now)
  const upcoming = searchOf({ when: 'upcoming', days: 14, sort: 'date' }, now)
  for (const search of [range, upcoming]) await listRows(db, { ownerId, search, after: null, limit: 30 })
  const picked = (await plans()).map((plan) => plan.slice(0, plan.indexOf('->  ', plan.indexOf('CTE picked') + 400)))
  for (const plan of picked) assert.match(plan, /Index (Only )?Scan (Backward )?using booking_\w+ on booking b/, plan)
  assert.match(picked[0] ?? '', /Index Cond: .*starts_at >= .*starts_at < /)
  // Later requests count, too.
  assert.match(picked[1] ?? '', /Index Cond: .*starts_at >= /)
})
