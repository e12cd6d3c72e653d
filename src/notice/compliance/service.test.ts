import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'
import type { Actor } from '../../platform/actor.ts'
import type { PdfTable } from '../../platform/pdf-document.ts'
import { createComplianceService } from './service.ts'

const admin = { kind: 'account', accountId: randomUUIDv7(), role: 'admin', email: '' } as const

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const words = ['booked', 'notified', 'booked', 'notified', 'approved', 'note']

/** Makes a property with a chain of six entries. */
async function makeChain(): Promise<string> {
  const { id } = await makeProperty(app.db)
  for (const [n, event] of words.entries())
    await sql`select append_compliance(${id}, ${randomUUIDv7()}, ${event}, ${app.clock.now().toString()}, ${`{"of":"Maria","n":${n}}`})`.execute(
      app.db,
    )
  return id
}

const verify = (propertyId: string) => app.compliance.verify(admin, propertyId)

/** Changes entries as the owner of the tables could. */
async function tamper(...statements: ReturnType<typeof sql>[]) {
  await app.db.transaction().execute(async (tx) => {
    await sql`alter table compliance_entry disable trigger user`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
    await sql`alter table compliance_entry enable trigger user`.execute(tx)
  })
}

test('an untouched chain is valid', async () => {
  assert.deepEqual(await verify(await makeChain()), { valid: true, entries: 6 })
})

type Statement = ReturnType<typeof sql>
const fitting =
  sql.raw(`encode(sha256(convert_to(concat_ws(E'\\n', previous_hash, property_id, booking_id, sequence, event,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '{}'), 'UTF8')), 'hex')`)

const forgeries: [what: string, brokenAt: number, forge: (id: string) => Statement[]][] = [
  ['someone changes a word in an entry', 3, (id) => [change(id, 3, sql`payload = replace(payload, 'Maria', 'Marta')`)]],
  ['someone changes a time', 2, (id) => [change(id, 2, sql`at = at - interval '1 microsecond'`)]],
  ['someone changes the kind of an event', 4, (id) => [change(id, 4, sql`event = 'note'`)]],
  ['someone gives an entry to another booking', 4, (id) => [change(id, 4, sql`booking_id = ${randomUUIDv7()}::uuid`)]],
  ['someone deletes an entry', 5, (id) => [remove(id, 4)]],
  ['someone deletes the first entry', 2, (id) => [remove(id, 1)]],
  [
    'someone rewrites an entry with a matching hash',
    4,
    (id) => [change(id, 3, sql`payload = '{}', hash = ${fitting}`)],
  ],
  [
    'someone swaps two entries',
    2,
    (id) => [change(id, 2, sql`sequence = 99`), change(id, 3, sql`sequence = 2`), change(id, 99, sql`sequence = 3`)],
  ],
]
const change = (id: string, sequence: number, set: Statement) =>
  sql`update compliance_entry set ${set} where property_id = ${id} and sequence = ${sequence}`
const remove = (id: string, sequence: number) =>
  sql`delete from compliance_entry where property_id = ${id} and sequence = ${sequence}`

for (const [what, brokenAt, forge] of forgeries)
  test(`the chain is broken if ${what}`, async () => {
    const id = await makeChain()
    await tamper(...forge(id))
    const { valid, brokenAt: found } = await verify(id)
    assert.deepEqual([valid, found], [false, brokenAt])
  })

test("a property cannot pass off another property's chain as its own", async () => {
  const [one, other] = [await makeChain(), await makeChain()]
  await tamper(
    sql`delete from compliance_entry where property_id = ${one}`,
    sql`update compliance_entry set property_id = ${one} where property_id = ${other}`,
  )
  assert.deepEqual(await verify(one), { valid: false, entries: 0, brokenAt: 1 })
})

test("the operator's command verifies every chain and fails if one is broken", async (t) => {
  const said: string[] = []
  t.mock.method(console, 'log', (line: string) => said.push(line))
  await tamper(sql`delete from compliance_entry`)
  const good = await makeChain()
  assert.equal(await app.runAdmin(['verify-log']), 0)
  assert.equal(said.at(-1), '1 properties, 6 entries proved, 0 broken')
  await tamper(sql`update compliance_entry set payload = '{}' where property_id = ${good} and sequence = 2`)
  assert.equal(await app.runAdmin(['verify-log']), 1)
  assert.deepEqual(said.slice(-2), [`${good}: broken at entry 2`, '1 properties, 1 entries proved, 1 broken'])
})

for (const table of ['compliance_entry', 'money_entry'])
  test(`the database lets no one change, delete, or truncate ${table}`, async () => {
    await bookShowing(app, makeForm((await makeProperty(app.db)).slug))
    const count = async () => (await sql`select from ${sql.table(table)}`.execute(app.db)).rows.length
    const rows = await count()
    for (const statement of [
      sql`update ${sql.table(table)} set at = now()`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
      sql`truncate ${sql.table(table)} cascade`,
    ])
      await assert.rejects(statement.execute(app.db), { code: '42501', message: `${table} is append-only` })
    assert.equal(await count(), rows)
  })

test('concurrent entries of one property make one chain', async () => {
  const home = await makeProperty(app.db)
  const { booking } = await bookShowing(app, makeForm(home.slug))
  const entry = {
    propertyId: home.id,
    bookingId: booking.id,
    event: 'instructions_viewed',
    payload: {},
    at: app.clock.now(),
  }
  await Promise.all(Array.from({ length: 40 }, () => app.compliance.record(entry)))
  assert.deepEqual(await verify(home.id), { valid: true, entries: 41 })
})

test('verifies a chain of more than a thousand entries to its end', async () => {
  const home = await makeProperty(app.db)
  await sql`select append_compliance(${home.id}, null, 'note', now(), n::text) from generate_series(1, 2100) n`.execute(
    app.db,
  )
  assert.deepEqual(await verify(home.id), { valid: true, entries: 2100 })
  await tamper(sql`update compliance_entry set payload = 'x' where property_id = ${home.id} and sequence = 2050`)
  assert.deepEqual(await verify(home.id), { valid: false, entries: 2049, brokenAt: 2050 })
})

/** Makes a property whose log has this many bookings. */
async function makeLog(count: number): Promise<{ id: string; ownerId: string }> {
  const home = await makeProperty(app.db)
  const { booking } = await bookShowing(app, makeForm(home.slug))
  await sql`select append_compliance(${home.id}, gen_random_uuid(), 'booked', ${app.clock.now().toString()},
      (select payload from compliance_entry where booking_id = ${booking.id} and event = 'booked'))
    from generate_series(2, ${count}::int)`.execute(app.db)
  return home
}

test('the CSV file has every booking of a long log, newest first', async () => {
  const { id } = await makeLog(205)
  const { head, batches, name } = await app.compliance.sheet(admin, id)
  const rows = (await Array.fromAsync(batches)).flat()
  const entries = rows.map((row) => Number(row[head.indexOf('Entries')]))
  assert.deepEqual(
    entries,
    Array.from({ length: 205 }, (_, at) => 205 - at),
  )
  assert.equal(name, `compliance-log-742-juniper-street-${app.clock.now().toString().slice(0, 10)}`)
})

test('the PDF has the latest 200 bookings of a long log, says so, and verifies the chain', async () => {
  const { id } = await makeLog(203)
  const printed: PdfTable[] = []
  const pdf = {
    async render(report: PdfTable) {
      printed.push(report)
      return new Uint8Array()
    },
  }
  const compliance = createComplianceService({
    db: app.db,
    clock: app.clock,
    publicUrl: 'https://example.com',
    pdf,
  })
  await compliance.report(admin, id)
  await tamper(sql`update compliance_entry set payload = replace(payload, 'Maria', 'Marta') where property_id = ${id}`)
  await compliance.report(admin, id)
  const facts = printed.map((report) => report.facts.slice(2, 4).map(({ value }) => value))
  assert.deepEqual(facts, [
    ['The latest 200 of 203. The CSV export has all of them.', 'Every entry matches the one before it (203 entries)'],
    [
      'The latest 200 of 203. The CSV export has all of them.',
      'Broken at entry 1: it was changed, or one before it was removed. 0 entries before it are verified.',
    ],
  ])
  assert.equal(printed[0]?.rows.length, 200)
  assert.match(printed[0]?.rows[0]?.[5] ?? '', /^Entries 203 to 203\n/)
})

test("a note joins its property's chain, with its author and time", async () => {
  const home = await makeProperty(app.db)
  const { booking } = await bookShowing(app, makeForm(home.slug))
  const owner = { kind: 'account', accountId: home.ownerId, role: 'agent', email: 'lena@agents.example.com' } as const
  const written = await app.compliance.note(owner, { bookingId: booking.id, note: '  Dogs at home.\n' })
  const note = { note: 'Dogs at home.', by: 'lena@agents.example.com', accountId: home.ownerId }
  assert.deepEqual([written.sequence, written.event, written.payload], [2, 'note', note])
  assert.deepEqual(await verify(home.id), { valid: true, entries: 2 })
  const { logs } = await app.compliance.list(owner, { propertyId: home.id, cursor: null, limit: 10 })
  assert.deepEqual(logs[0]?.events[1], written)
})

test("no one can add a note to a hold, a demo, or someone else's booking", async () => {
  const home = await makeProperty(app.db)
  const { booking } = await bookShowing(app, makeForm(home.slug))
  const note = (bookingId: string, actor: Actor = admin) => app.compliance.note(actor, { bookingId, note: 'Hello' })
  await assert.rejects(note(randomUUIDv7()), { code: 'booking_not_found' })
  const stranger = { kind: 'account', accountId: randomUUIDv7(), role: 'agent', email: '' } as const
  await assert.rejects(note(booking.id, stranger), { code: 'booking_not_found' })
  await app.call('POST', '/api/payments/create-payment-intent', {
    bookingData: makeForm(home.slug, { showingTime: '15:00' }),
  })
  const { rows } = await sql<{
    id: string
  }>`select id from booking where property_id = ${home.id} and status = 'held'`.execute(app.db)
  await assert.rejects(note(rows[0]?.id ?? ''), { code: 'booking_not_found' })
  await sql`update property set is_demo = true where id = ${home.id}`.execute(app.db)
  await assert.rejects(note(booking.id), { code: 'demo_not_logged' })
  assert.deepEqual(await verify(home.id), { valid: true, entries: 1 })
})
