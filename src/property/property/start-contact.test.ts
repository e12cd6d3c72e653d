import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

let made = 0
const newAgent = async () => (await signUp(app, `starter${++made}@agents.example.com`)).headers
type Headers = Record<string, string>
const start = async (headers: Headers) =>
  (await app.call('GET', '/api/showingbooker/properties/start-contact', undefined, headers)).body

async function addHome(headers: Headers, address: string, contact: object) {
  const form = { address_line1: address, city: 'Reno', state: 'NV', zip_code: '89501' }
  const added = await app.call('POST', '/api/showingbooker/properties', { ...form, ...contact }, headers)
  assert.equal(added.status, 201, JSON.stringify(added.body))
  return added.body.id as string
}
const LENA = {
  agent_first_name: 'Lena',
  agent_last_name: 'Lind',
  agent_email: 'lena@example.com',
  agent_phone: '(213) 555-0199',
}

test("a new property starts with the newest property's contact, never a demo's, a deleted one's, or another account's", async () => {
  const headers = await newAgent()
  const first = await start(headers)
  assert.deepEqual([first.agent_phone, first.copied_from], [null, null])
  assert.match(first.agent_email, /^starter/)
  await addHome(await newAgent(), '1 Foreign Street', LENA)
  assert.equal((await app.call('POST', '/api/showingbooker/demo-data', undefined, headers)).status, 201)
  assert.equal((await start(headers)).copied_from, null)
  await addHome(headers, '2 Elm Street', LENA)
  const newest = await addHome(headers, '3 Elm Street', { ...LENA, agent_phone: '(213) 555-0111' })
  assert.partialDeepStrictEqual(await start(headers), {
    ...LENA,
    agent_phone: '(213) 555-0111',
    use_public_profile: false,
    copied_from: '3 Elm Street, Reno, NV 89501',
  })
  await sql`update property set deleted_at = now() where id = ${newest}`.execute(app.db)
  assert.partialDeepStrictEqual(await start(headers), { ...LENA, copied_from: '2 Elm Street, Reno, NV 89501' })
  const profile = { agent_name: 'Ada Agent', agent_phone: '(213) 555-0144', agent_email: 'ada@example.com' }
  await app.call('PUT', '/api/showingbooker/profile', profile, headers)
  assert.partialDeepStrictEqual(await start(headers), {
    use_public_profile: true,
    agent_phone: profile.agent_phone,
    copied_from: null,
  })
})

test('rows of a file without an agent get that contact or, if there is none, an error', async () => {
  const headers = await newAgent()
  const csv = 'Address,City,State,ZIP\n1 Oak Street,Reno,NV,89501'
  const preview = async () =>
    (await app.call('POST', '/api/showingbooker/properties/import/preview', { csv }, headers)).body.rows[0].issues
  const missing = (await preview()).map(({ path }: { path: string }) => path)
  assert.ok(missing.includes('agent_phone'), missing)
  await addHome(headers, '2 Oak Street', LENA)
  assert.deepEqual(await preview(), [])
  const added = await app.call('POST', '/api/showingbooker/properties/import', { csv, lines: [2] }, headers)
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const { properties } = (await app.call('GET', '/api/showingbooker/properties?limit=1', undefined, headers)).body
  assert.partialDeepStrictEqual(properties[0], { address_line1: '1 Oak Street', ...LENA })
})

test('a preview shows the contact of rows without an agent, and an import stores the contact that it sends', async () => {
  const headers = await newAgent()
  await addHome(headers, '2 Oak Street', LENA)
  const csv = 'Address,City,State,ZIP\n1 Oak Street,Reno,NV,89501'
  const read = await app.call('POST', '/api/showingbooker/properties/import/preview', { csv }, headers)
  const { contact } = read.body
  assert.partialDeepStrictEqual(contact, { ...LENA, copied_from: '2 Oak Street, Reno, NV 89501' })
  const other = { ...LENA, agent_first_name: 'Bo', agent_email: 'bo@example.com', agent_phone: '(213) 555-0111' }
  await addHome(headers, '3 Oak Street', other)
  const added = await app.call('POST', '/api/showingbooker/properties/import', { csv, contact, lines: [2] }, headers)
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const { properties } = (await app.call('GET', '/api/showingbooker/properties?limit=1', undefined, headers)).body
  assert.partialDeepStrictEqual(properties[0], { address_line1: '1 Oak Street', ...LENA })
})
