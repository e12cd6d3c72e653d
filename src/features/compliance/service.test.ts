import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'

const admin = { kind: 'account', accountId: '', role: 'admin', email: '' } as const

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const words = ['booked', 'notified', 'booked', 'notified', 'approved', 'note']

/** A home with a chain of six entries. */
async function makeChain(): Promise<string> {
  const { id } = await makeProperty(app.db)
  for (const [n, event] of words.entries())
    await sql`select append_compliance(${id}, ${randomUUIDv7()}, ${event}, ${app.clock.now().toString()}, ${`{"of":"Maria","n":${n}}`})`.execute(
      app.db,
    )
  return id
}

const verify = (propertyId: string) => app.compliance.verify(admin, propertyId)

/** What somebody could do who owns the tables. */
async function tamper(...statements: ReturnType<typeof sql>[]) {
  await app.db.transaction().execute(async (tx) => {
    await sql`alter table compliance_entry disable trigger user`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
    await sql`alter table compliance_entry enable trigger user`.execute(tx)
  })
}

test('an untouched chain proves itself', async () => {
  assert.deepEqual(await verify(await makeChain()), { valid: true, entries: 6 })
})

type Statement = ReturnType<typeof sql>
const fitting =
  sql.raw(`encode(sha256(convert_to(concat_ws(E'\\n', previous_hash, property_id, booking_id, sequence, event,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '{}'), 'UTF8')), 'hex')`)

const forgeries: [what: string, brokenAt: number, forge: (id: string) => Statement[]][] = [
  ['a word in an entry is changed', 3, (id) => [change(id, 3, sql`payload = replace(payload, 'Maria', 'Marta')`)]],
  ['a moment is changed', 2, (id) => [change(id, 2, sql`at = at - interval '1 microsecond'`)]],
  ['the kind of an event is changed', 4, (id) => [change(id, 4, sql`event = 'note'`)]],
  ['an entry is given to another booking', 4, (id) => [change(id, 4, sql`booking_id = ${randomUUIDv7()}::uuid`)]],
  ['an entry is taken out', 5, (id) => [remove(id, 4)]],
  ['the first entry is taken out', 2, (id) => [remove(id, 1)]],
  [
    'an entry is rewritten with a hash that fits it',
    4,
    (id) => [change(id, 3, sql`payload = '{}', hash = ${fitting}`)],
  ],
  [
    'two entries change places',
    2,
    (id) => [change(id, 2, sql`sequence = 99`), change(id, 3, sql`sequence = 2`), change(id, 99, sql`sequence = 3`)],
  ],
]
const change = (id: string, sequence: number, set: Statement) =>
  sql`update compliance_entry set ${set} where property_id = ${id} and sequence = ${sequence}`
const remove = (id: string, sequence: number) =>
  sql`delete from compliance_entry where property_id = ${id} and sequence = ${sequence}`

for (const [what, brokenAt, forge] of forgeries)
  test(`the chain is broken when ${what}`, async () => {
    const id = await makeChain()
    await tamper(...forge(id))
    const { valid, brokenAt: found } = await verify(id)
    assert.deepEqual([valid, found], [false, brokenAt])
  })

test("another home's chain is not this home's", async () => {
  const [one, other] = [await makeChain(), await makeChain()]
  await tamper(
    sql`delete from compliance_entry where property_id = ${one}`,
    sql`update compliance_entry set property_id = ${one} where property_id = ${other}`,
  )
  assert.deepEqual(await verify(one), { valid: false, entries: 0, brokenAt: 1 })
})

test('the command of an operator proves every chain and fails when one is broken', async (t) => {
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
  test(`the database lets nobody change, delete or empty ${table}`, async () => {
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

test('entries of one home written at once make one chain', async () => {
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

test('a chain of more than a thousand entries is proved to its end', async () => {
  const home = await makeProperty(app.db)
  await sql`select append_compliance(${home.id}, null, 'note', now(), n::text) from generate_series(1, 2100) n`.execute(
    app.db,
  )
  assert.deepEqual(await verify(home.id), { valid: true, entries: 2100 })
  await tamper(sql`update compliance_entry set payload = 'x' where property_id = ${home.id} and sequence = 2050`)
  assert.deepEqual(await verify(home.id), { valid: false, entries: 2049, brokenAt: 2050 })
})
