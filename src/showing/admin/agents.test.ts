import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeScene, type Scene } from '../../../test/scene.ts'
import { nameParts } from './domain.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
})
after(() => app.close())

const BASE = '/api/showingbooker/admin'
const ask = (method: string, path: string, body?: unknown) =>
  app.call(method, `${BASE}${path}`, body, scene.admin.headers)
const agents = async () => (await ask('GET', '/agents?limit=100')).body.agents as Record<string, unknown>[]
const address = { address_line1: '12 Hill Road', city: 'Austin', state: 'TX', zip_code: '78701' }

test('the last word of a name is the last name, and the words before it are the first name', () => {
  const names: [string | null, string | null, string | null][] = [
    [null, null, null],
    ['  ', null, null],
    ['Lena', 'Lena', null],
    ['Lena Listing', 'Lena', 'Listing'],
    [' Lena  Maria\tListing ', 'Lena Maria', 'Listing'],
  ]
  for (const [name, first_name, last_name] of names) assert.deepEqual(nameParts(name), { first_name, last_name })
})

test('an admin sees each account once, page by page, with its name, role, and number of properties', async () => {
  await sql`insert into agent_profile (account_id, agent_name) values (${scene.owner.accountId}, 'Lena Maria Listing')
    on conflict (account_id) do update set agent_name = excluded.agent_name`.execute(app.db)
  const all = await agents()
  const { rows } = await sql<{ id: string; homes: number }>`
    select a.id, (select count(*)::int from property p where p.owner_id = a.id and p.deleted_at is null) as homes
    from account a where a.email not like '%.invalid' order by a.id desc`.execute(app.db)
  assert.deepEqual(
    all.map(({ id, property_count }) => [id, property_count]),
    rows.map(({ id, homes }) => [id, homes]),
  )
  const owner = all.find(({ id }) => id === scene.owner.accountId)
  assert.deepEqual([owner?.first_name, owner?.last_name, owner?.role], ['Lena Maria', 'Listing', 'agent'])
  assert.ok((owner?.property_count as number) >= 1)
  assert.equal(all.find(({ id }) => id === scene.admin.accountId)?.role, 'admin')

  const paged: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await ask('GET', `/agents?limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...body.agents)
    cursor = body.nextCursor
  }
  assert.deepEqual(paged, all)
  assert.equal((await ask('GET', '/agents?cursor=nonsense')).status, 400)
})

test('an admin adds a property for an agent with only an address, and the audit trail records it', async () => {
  const { accountId, headers } = scene.stranger
  for (const status of ['listed', 'unlisted', 'sold', 'rented'] as const) {
    const { status: code, body, text } = await ask('POST', '/properties', { ...address, agent_id: accountId, status })
    assert.equal(code, 201, text)
    assert.deepEqual([body.agent_id, body.created_by, body.status], [accountId, scene.admin.accountId, status])
    assert.deepEqual([body.time_zone, body.booking_approval], ['America/Chicago', 'automatic'])
    assert.equal((await app.call('GET', `/api/showingbooker/properties/${body.id}`, undefined, headers)).status, 200)
    const [act] = (await ask('GET', '/acts?limit=1')).body.acts
    assert.deepEqual(
      [act.act, act.subjectKind, act.subjectId, act.details, act.actorId],
      ['property.create', 'property', body.id, { agentId: accountId }, scene.admin.accountId],
    )
    const isPublic = (await app.call('GET', `/api/showingbooker/public/property/${body.slug}`)).status === 200
    assert.equal(isPublic, status === 'listed')
  }
  assert.equal((await agents()).find(({ id }) => id === accountId)?.property_count, 4)
})

test('a request repeated after a lost answer adds one property', async () => {
  const { accountId } = scene.stranger
  const body = { ...address, address_line1: '14 Hill Road', agent_id: accountId }
  const send = () =>
    app.call('POST', `${BASE}/properties`, body, { ...scene.admin.headers, 'idempotency-key': 'lost-answer' })
  const [first, again] = [await send(), await send()]
  assert.deepEqual([first.status, again.status], [201, 201], first.text)
  assert.equal(again.body.id, first.body.id)
  const { rows } = await sql`
    select id from property where owner_id = ${accountId} and address_line1 = '14 Hill Road'`.execute(app.db)
  assert.equal(rows.length, 1)
})

test('each wrong field has an error, beginning with the agent, and nothing is stored', async () => {
  const count = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from property`.execute(app.db)).rows[0]?.count
  const acts = async () => (await ask('GET', '/acts?limit=100')).body.acts.length
  const before = [await count(), await acts()]
  const nobody = '01900000-0000-7000-8000-000000000000'
  const { rows } = await sql<{ id: string }>`select id from account where email like '%.invalid'`.execute(app.db)
  assert.equal(rows.length, 1)
  for (const agent_id of [undefined, '', 'nonsense', nobody, rows[0]?.id]) {
    const { status, body } = await ask('POST', '/properties', { agent_id, zip_code: '1' })
    assert.equal(status, 400)
    assert.deepEqual(
      body.issues.map(({ path }: { path: string }) => path),
      ['agent_id', 'address_line1', 'city', 'state', 'zip_code'],
    )
    assert.equal(body.issues[0].message, 'Please select an agent')
  }
  const strange = await ask('POST', '/properties', { ...address, agent_id: scene.stranger.accountId, status: 'gone' })
  assert.deepEqual([strange.status, strange.body.issues[0].path], [400, 'status'])
  assert.deepEqual([await count(), await acts()], before)
})
