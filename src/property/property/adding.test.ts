import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm } from '../../../test/factories.ts'
import { assertProblem, countRows } from '../../../test/problem.ts'
import { freeSlot, makeScene, type Scene, signUp } from '../../../test/scene.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
})
after(() => app.close())

const PATH = '/api/showingbooker/properties'
const form = {
  address_line1: '1 Oak Street',
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90012',
  agent_first_name: 'Lena',
  agent_last_name: 'Listing',
  agent_email: 'lena@agents.example.com',
  agent_phone: '(213) 555-0100',
  rent_amount: 3200,
}
const add = (change: object, headers = scene.owner.headers) => app.call('POST', PATH, { ...form, ...change }, headers)

for (const [sent, status, approval] of [
  [{}, 'listed', 'automatic'],
  [{ status: 'listed', booking_approval: 'automatic' }, 'listed', 'automatic'],
  [{ status: 'unlisted' }, 'unlisted', 'automatic'],
  [{ booking_approval: 'manual' }, 'listed', 'manual'],
  [{ status: 'unlisted', booking_approval: 'manual' }, 'unlisted', 'manual'],
] as const)
  test(`a new property sent with ${JSON.stringify(sent)} is ${status} and books with ${approval} approval`, async () => {
    const { status: code, body, text } = await add(sent)
    assert.equal(code, 201, text)
    assert.deepEqual([body.status, body.booking_approval], [status, approval])
    const kept = (await app.call('GET', `${PATH}/${body.id}`, undefined, scene.owner.headers)).body
    assert.deepEqual([kept.status, kept.booking_approval], [status, approval])
    const isPublic = (await app.call('GET', `/api/showingbooker/public/property/${body.slug}`)).status === 200
    assert.equal(isPublic, status === 'listed')
  })

test('a property added with manual approval charges no one before the approval', async () => {
  const { body: home } = await add({ booking_approval: 'manual' })
  const bookingData = makeForm(home.slug, await freeSlot(app, home.slug))
  const { clientSecret } = (await app.call('POST', '/api/payments/create-payment-intent', { bookingData })).body
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' }
  const billing = { name: 'Maria', email: 'maria@buyers.example.com', phone: '2135550142' }
  const paid = await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card, billing })
  assert.equal(paid.body.status, 'requires_capture')
})

test('the form of a first property asks whether the agent shows alone, and stores both or neither', async () => {
  const agent = await signUp(app, 'alone@agents.example.com')
  const profile = async () => (await app.call('GET', '/api/showingbooker/profile', undefined, agent.headers)).body
  const count = async () => (await app.call('GET', PATH, undefined, agent.headers)).body.properties.length
  assertProblem(await add({ shows_alone: true, zip_code: '9' }, agent.headers), 400, 'zip_code')
  assertProblem(await add({ shows_alone: 'yes' }, agent.headers), 400, 'shows_alone')
  assert.deepEqual([await count(), (await profile()).shows_alone], [0, false])
  const { status, body, text } = await add({ shows_alone: true }, agent.headers)
  assert.equal(status, 201, text)
  assert.equal('shows_alone' in body, false)
  assert.equal((await profile()).shows_alone, true)
  // A later form does not ask, so it changes nothing.
  const second = (await add({ address_line1: '2 Oak Street' }, agent.headers)).body
  assert.equal((await profile()).shows_alone, true)

  // Another tab may still show the first form after the agent has showings that one person cannot do alone.
  await add({ shows_alone: false }, agent.headers)
  const startsAt = await freeSlot(app, body.slug)
  for (const slug of [body.slug, second.slug]) {
    const held = await app.call('POST', '/api/payments/create-payment-intent', {
      bookingData: makeForm(slug, startsAt),
    })
    assert.equal(held.status, 201, held.text)
  }
  const refused = await add({ shows_alone: true }, agent.headers)
  assertProblem(refused, 409, 'shows_alone')
  assert.equal(refused.body.code, 'showings_too_close')
  assert.deepEqual([await count(), (await profile()).shows_alone], [3, false])
})

for (const [field, value] of [
  ...([
    ['status', 'sold-out'],
    ['status', 5],
    ['status', null],
    ['status', ['listed']],
  ] as const),
  ...([
    ['booking_approval', 'sometimes'],
    ['booking_approval', true],
    ['booking_approval', null],
  ] as const),
])
  test(`refuses ${field} ${JSON.stringify(value)} at that field, in a new property as in a change`, async () => {
    const stored = await countRows(app)
    for (const answer of [
      await add({ [field]: value }),
      await app.call('PUT', `${PATH}/${scene.home.id}`, { [field]: value }, scene.owner.headers),
    ]) {
      assertProblem(answer, 400, field)
      assert.deepEqual(
        answer.body.issues.map(({ path }: { path: string }) => path),
        [field],
      )
    }
    assert.deepEqual(await countRows(app), stored)
  })

for (const status of ['sold', 'rented'] as const)
  test(`only an admin can add or mark a property as ${status}`, async () => {
    const mark = (headers: Record<string, string>) => app.call('PUT', `${PATH}/${scene.home.id}`, { status }, headers)
    for (const answer of [await add({ status }), await mark(scene.owner.headers)]) {
      assertProblem(answer, 403, status)
      assert.equal(answer.body.code, 'admin_only_status')
    }
    assert.equal((await add({ status }, scene.admin.headers)).body.status, status)
    assert.equal((await mark(scene.admin.headers)).body.status, status)
    const back = await app.call('PUT', `${PATH}/${scene.home.id}`, { status: 'unlisted' }, scene.owner.headers)
    assert.equal(back.body.status, 'unlisted')
  })
