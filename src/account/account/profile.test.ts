import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'
import type { AgentProfileForm } from './contract.ts'
import { agentProfileIssues, cleanProfile, registrationIssues } from './domain.ts'

const INCOMPLETE = 'Please fill in at least your name and phone number for the agent profile.'
const good: AgentProfileForm = { agent_name: 'Lena Listing', agent_phone: '213-555-0100' }

const forms: [form: AgentProfileForm, faults: string[]][] = [
  [good, []],
  [{ ...good, agent_email: '', agent_license: null, agent_brokerage: ' ' }, []],
  [{}, [`agent_name: ${INCOMPLETE}`, `agent_phone: ${INCOMPLETE}`]],
  [{ agent_name: 'Lena' }, [`agent_phone: ${INCOMPLETE}`]],
  [{ agent_phone: '2135550100', agent_name: ' \n' }, [`agent_name: ${INCOMPLETE}`]],
  [{ ...good, agent_phone: '555-0100' }, ['agent_phone: Please enter a valid 10-digit phone number']],
  [{ ...good, agent_email: 'lena@' }, ['agent_email: Please enter a valid email address']],
  [{ ...good, agent_license: 'x'.repeat(61) }, ['agent_license: Please use at most 60 characters']],
  [{ ...good, agent_brokerage: 'a\u0007' }, ["agent_brokerage: Please remove any characters that can't be displayed"]],
]
for (const [form, faults] of forms) {
  test(`a profile ${JSON.stringify(form).slice(0, 70)}`, () =>
    assert.deepEqual(
      agentProfileIssues(cleanProfile(form)).map(({ path, message }) => `${path}: ${message}`),
      faults,
    ))
}

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp()
  app.clock.set(Temporal.Now.instant().toString())
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
const PATH = '/api/showingbooker/profile'
const save = (body: object, headers = agent.headers) => app.call('PUT', PATH, body, headers)

test('a profile is empty until it is saved; then it has everything that was saved', async () => {
  const contact = { agent_name: null, agent_phone: null, agent_email: null, agent_license: null, agent_brokerage: null }
  const time = { shows_alone: false, travel_minutes: 0 }
  const empty = { ...contact, ...time }
  assert.deepEqual((await app.call('GET', PATH, undefined, agent.headers)).body, empty)
  const first = {
    ...good,
    agent_email: 'lena@agents.example.com',
    agent_license: 'DRE 01',
    agent_brokerage: ' My  Homes ',
  }
  const kept = { ...first, agent_phone: '(213) 555-0100', agent_brokerage: 'My Homes', ...time }
  assert.deepEqual((await save(first)).body, kept)
  assert.deepEqual((await app.call('GET', PATH, undefined, agent.headers)).body, kept)
  assert.deepEqual((await save(good)).body, { ...empty, ...good, agent_phone: '(213) 555-0100' })
  const stranger = await signUp(app, 'stranger@agents.example.com')
  assert.deepEqual((await app.call('GET', PATH, undefined, stranger.headers)).body, empty)
})

test("showings use the showing profile's name, otherwise the account's, never the anonymous one", async () => {
  const form = { email: 'kim@agents.example.com', password: 'a password of the tests', name: ' Kim   Kay ' }
  const { body, headers } = await app.call('POST', '/api/auth/sign-up/email', form)
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const named = async () => (await app.call('GET', '/api/auth/get-session', undefined, { cookie })).body.user
  const origin = app.config.publicUrl
  assert.deepEqual([body.user.name, body.user.showingName], ['Kim Kay', 'Kim Kay'])
  await app.call('POST', '/create-user', { username: 'CosmicVision4737' }, { cookie, origin })
  assert.partialDeepStrictEqual(await named(), { username: 'CosmicVision4737', showingName: 'Kim Kay' })
  await app.call('PUT', PATH, { ...good, agent_name: 'Kimberly Kay' }, { cookie, origin })
  assert.equal((await named()).showingName, 'Kimberly Kay')
  // Set up the account as earlier registrations left it.
  await sql`delete from agent_profile where account_id = ${body.user.id}`.execute(app.db)
  await sql`update account set name = 'CosmicVision4737', has_stand_in_name = true where id = ${body.user.id}`.execute(
    app.db,
  )
  assert.equal((await named()).showingName, 'kim@agents.example.com')
})

test("showings use a person's own name even if it equals their username", async () => {
  const form = { email: 'zelda@agents.example.com', password: 'a password of the tests', name: 'Zelda' }
  const { headers } = await app.call('POST', '/api/auth/sign-up/email', form)
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const called = { cookie, origin: app.config.publicUrl }
  assert.equal((await app.call('POST', '/create-user', { username: 'zelda' }, called)).status, 201)
  const { user } = (await app.call('GET', '/api/auth/get-session', undefined, { cookie })).body
  assert.deepEqual([user.username, user.showingName], ['zelda', 'Zelda'])
  const { slug } = await makeProperty(app.db, { ownerId: user.id })
  await sql`update property set agent_first_name = null, agent_last_name = null where slug = ${slug}`.execute(app.db)
  const { body } = await app.call('GET', `/api/showingbooker/public/property/${slug}`)
  assert.equal(body.agent_name, 'Zelda')
})

test('the registration form asks for a name', () => {
  const form = { email: 'kim@agents.example.com', password: 'a password of the tests' }
  for (const name of ['', '  ', '\u200b'])
    assert.deepEqual(registrationIssues({ ...form, name }), [{ path: 'name', message: 'Please enter your name' }])
  assert.deepEqual(registrationIssues({ ...form, name: 'Kim Kay' }), [])
})

test('shows one message for each missing field, and changes nothing', async () => {
  await save(good)
  const { status, body } = await save({ agent_email: 'x' })
  assert.deepEqual(
    [status, body.error, body.issues.map(({ path }: { path: string }) => path)],
    [400, `${INCOMPLETE}. Please enter a valid email address`, ['agent_name', 'agent_phone', 'agent_email']],
  )
  assert.equal((await app.call('GET', PATH, undefined, agent.headers)).body.agent_name, 'Lena Listing')
})

test('drops the kept pages of homes that show it when it changes, and only then', async () => {
  const { id } = await makeProperty(app.db, { ownerId: agent.accountId })
  await app.database.pool.query('update property set use_public_profile = true where id = $1', [id])
  await save(good)
  const client = await app.database.pool.connect()
  try {
    const heard: string[] = []
    client.on('notification', ({ payload }) => {
      const { name, subject } = JSON.parse(payload ?? '')
      heard.push(`${name} ${subject}`)
    })
    await client.query('listen event')
    await save(good)
    await client.query('select 1')
    assert.deepEqual(heard, [])
    await save({ ...good, agent_brokerage: 'Other Homes' })
    await client.query('select 1')
    assert.deepEqual(heard, [`property.contact_changed ${id}`])
  } finally {
    client.release(true)
  }
})
