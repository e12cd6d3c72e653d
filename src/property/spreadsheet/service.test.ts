import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/past.ts'
import { csvText } from '../../platform/csv.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const contact = {
  agent_first_name: 'Ada',
  agent_last_name: 'Agent',
  agent_email: 'ada@example.com',
  agent_phone: '(213) 555-0144',
}
const HEAD = 'Address,Unit,City,State,ZIP,Rent'
const count = async (ownerId: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from property where owner_id = ${ownerId}`.execute(app.db)
  return rows[0]?.count
}

test('a preview stores nothing and marks existing properties', async () => {
  const { actor, ownerId } = await makeOwner(app, {})
  const csv = `${HEAD}
742 juniper street,3,Los Angeles,CA,90012,3200
1 Elm Street,,Reno,NV,89501,2000
1 ELM Street,,Reno,NV,89501,2000
2 Elm Street,,Reno,NV,8950,2000
742 Juniper Street,3,Los Angeles,California,90012-1234,3200`
  const { rows } = await app.spreadsheets.preview(actor, { csv, contact })
  assert.deepEqual(
    rows.map(({ line, isKnown, sameAsLine, issues }) => [
      line,
      isKnown,
      sameAsLine,
      issues.map(({ name, message }) => `${name}: ${message}`),
    ]),
    [
      [2, true, null, []],
      [3, false, null, []],
      [4, true, 3, []],
      [5, false, null, ['ZIP code: Please enter a 5-digit ZIP code']],
      [6, true, null, []],
    ],
  )
  assert.equal(await count(ownerId), 1)
})

test('adds all chosen rows or none', async () => {
  const { actor, ownerId } = await makeOwner(app)
  const csv = `${HEAD}
1 Elm Street,,Reno,NV,89501,2000
2 Elm Street,,Reno,NV,8950,2000
3 Elm Street,,Reno,NV,89501,2000`
  const sheet = { csv, contact }
  await assert.rejects(app.spreadsheets.importRows(actor, { ...sheet, lines: [2, 3] }), {
    kind: 'invalid',
    issues: [{ path: 'rows.3.zip_code', message: 'Line 3: Please enter a 5-digit ZIP code' }],
  })
  await assert.rejects(app.spreadsheets.importRows(actor, { ...sheet, lines: [2, 9] }), { kind: 'invalid' })
  assert.equal(await count(ownerId), 0)
  assert.deepEqual(await app.spreadsheets.importRows(actor, { ...sheet, lines: [2, 4, 2] }), { added: 2 })
  assert.equal(await count(ownerId), 2)
})

test('reads an export back as the same properties, including formulas', async () => {
  const one = await makeOwner(app, { occupancy: 'resident' }, { status: 'unlisted' })
  await sql`update property set address_line1 = '=1+1 "Elm"; Street', showing_instructions = E'Ring\\ntwice, then wait',
    resident_phone = '(213) 555-0111', resident_phone_e164 = '+12135550111', resident_text_attested_by = owner_id,
    resident_text_attested_at = now() where id = ${one.ids[0]}`.execute(app.db)
  const { head, batches } = app.spreadsheets.exportSheet(one.actor)
  let csv = csvText([head])
  for await (const batch of batches) csv += csvText(batch)
  assert.match(csv, /"'=1\+1 ""Elm""; Street"/)
  const other = await makeOwner(app)
  const { rows, ignoredColumns } = await app.spreadsheets.preview(other.actor, { csv, contact: {} })
  assert.deepEqual(ignoredColumns, [])
  assert.deepEqual(
    rows.flatMap(({ issues }) => issues),
    [],
  )
  await app.spreadsheets.importRows(other.actor, { csv, contact: {}, lines: rows.map(({ line }) => line) })
  const sheetOf = async (actor: typeof one.actor) => {
    const all: unknown[] = []
    for await (const batch of app.spreadsheets.exportSheet(actor).batches) all.push(...batch)
    return new Set(all.map((row) => JSON.stringify(row)))
  }
  assert.deepEqual(await sheetOf(other.actor), await sheetOf(one.actor))
})

test('an export says that a resident agreed to texts only if someone attested it', async () => {
  const { actor, ownerId, ids } = await makeOwner(
    app,
    { occupancy: 'vacant' },
    { occupancy: 'resident' },
    { occupancy: 'resident' },
  )
  await sql`update property set resident_text_attested_by = owner_id, resident_text_attested_at = now()
    where id = ${ids[1]}`.execute(app.db)
  const { rows: stored } = await sql<{ consent: boolean }>`
    select distinct resident_text_consent as consent from property where owner_id = ${ownerId}`.execute(app.db)
  assert.deepEqual(stored, [{ consent: true }], 'true is the default')
  const { head, batches } = app.spreadsheets.exportSheet(actor)
  const column = head.indexOf('Agreed to text messages')
  const said: unknown[] = []
  for await (const batch of batches) said.push(...batch.map((row) => row[column] ?? 'empty'))
  assert.deepEqual(said.sort(), ['empty', 'empty', 'yes'])
})

test('adds the rows of a repeated import once', async () => {
  const signUp = { email: 'twice@example.com', password: 'a password of the tests', name: 'Ada Agent' }
  const origin = { origin: app.config.publicUrl }
  const signed = await app.call('POST', '/api/auth/sign-up/email', signUp, origin)
  const cookie = signed.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const body = { csv: `${HEAD}\n1 Elm Street,,Reno,NV,89501,2000`, contact, lines: [2] }
  const headers = { ...origin, cookie, 'idempotency-key': 'once' }
  const send = () => app.call('POST', '/api/showingbooker/properties/import', body, headers)
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.status], [201, 201], first.text)
  assert.equal(await count(signed.body.user.id), 1)
})
