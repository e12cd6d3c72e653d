import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { assertProblem } from '../../../test/problem.ts'
import { signUp } from '../../../test/scene.ts'

const PATH = '/api/showingbooker/message-templates'
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let other: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp()
  agent = await signUp(app, 'agent@agents.example.com')
  other = await signUp(app, 'other@agents.example.com')
})
after(() => app.close())

const list = async (who = agent) => (await app.call('GET', PATH, undefined, who.headers)).body.templates
const add = (name: string, words = 'Hello {name}', who = agent) => app.call('POST', PATH, { name, words }, who.headers)

test('only the owner adds, lists, changes, and deletes their templates, which are sorted by name', async () => {
  const parking = (await add('Parking', 'In front of {address}, {name}.')).body
  await add('Arrival')
  assert.deepEqual(
    (await list()).map(({ name }: { name: string }) => name),
    ['Arrival', 'Parking'],
  )
  assert.deepEqual(await list(other), [])
  const path = `${PATH}/${parking.id}`
  const form = { name: 'Where to park', words: 'Behind {address}.' }
  assertProblem(await app.call('PUT', path, form, other.headers), 404, "another's")
  assertProblem(await app.call('DELETE', path, undefined, other.headers), 404, "another's")
  assert.deepEqual((await app.call('PUT', path, form, agent.headers)).body, { id: parking.id, ...form })
  assertProblem(await app.call('PUT', path, { name: '', words: '{code}' }, agent.headers), 400, 'faults')
  assert.equal((await app.call('DELETE', path, undefined, agent.headers)).status, 204)
  assertProblem(await app.call('DELETE', path, undefined, agent.headers), 404, 'gone')
})

test('never replaces what another tab saved unseen, and treats a repeated change as the same one', async () => {
  const seen = { name: 'Keys', words: 'Ask {agent}.' }
  const { id } = (await add(seen.name, seen.words)).body
  const change = (form: object) => app.call('PUT', `${PATH}/${id}`, form, agent.headers)
  const first = { name: 'Keys', words: 'Ask {agent} for the keys.' }
  for (const _ of [1, 2]) assert.deepEqual((await change({ ...first, seen })).body, { id, ...first })
  const late = await change({ name: 'Keys', words: 'In the lockbox.', seen })
  assertProblem(late, 409, 'changed meanwhile')
  assert.deepEqual([late.body.code, late.body.template], ['template_changed', { id, ...first }])
  const last = { name: 'Keys', words: 'In the lockbox.' }
  assert.deepEqual((await change({ ...last, seen: first })).body, { id, ...last })
})

test('an account has at most twenty templates, even if it adds several at once', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => add(`Template ${n}`, 'Hello', other)))
  const stored = answers.filter(({ status }) => status === 201).length
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
  assert.equal((await list(other)).length, stored)
  assert.ok(stored <= 20)
  for (let n = stored; n < 20; n++) assert.equal((await add(`More ${n}`, 'Hello', other)).status, 201)
  assertProblem(await add('One more', 'Hello', other), 409, 'the twenty-first')
})
