import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Security } from '../src/platform/http.ts'
import { type TestApp, testApp } from './app.ts'
import { refusalOf } from './roles/callers.ts'
import { signUp } from './scene.ts'

type Document = { paths: Record<string, Record<string, { security: Security }>> }

let app: TestApp
let agentId: string
let headersOf: Record<'visitor' | 'owner' | 'admin', Record<string, string>>
before(async () => {
  app = await testApp()
  const agent = await signUp(app, 'agent@agents.example.com')
  const admin = await signUp(app, 'boss@agents.example.com')
  agentId = agent.accountId
  await app.accounts.grantAdmin('boss@agents.example.com')
  headersOf = { visitor: {}, owner: agent.headers, admin: admin.headers }
})
after(() => app.close())

const brokenRequests: [what: string, body: string | undefined, headers: Record<string, string>, query: string][] = [
  ['malformed JSON', '{"a":', { 'content-type': 'application/json' }, ''],
  ['the wrong content type', 'a', { 'content-type': 'text/plain' }, ''],
  ['a form without an end', 'a', { 'content-type': 'multipart/form-data; boundary=x' }, ''],
  ['too large a body', 'x'.repeat(300 * 1024), { 'content-type': 'application/json' }, ''],
  ['a body that says it is too large', 'x', { 'content-type': 'application/json', 'content-length': '99999999' }, ''],
  ['a key that is too long', '{}', { 'content-type': 'application/json', 'idempotency-key': 'k'.repeat(300) }, ''],
  ['a wrong query', undefined, {}, '?limit=abc&cursor=%00&date=never&status=no&conversationId=1'],
]

test('every route checks the caller, as it declares, before the body and the query', async (t) => {
  const { paths } = (await app.call('GET', '/api/openapi.json')).body as Document
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({ path, method: method.toUpperCase(), security })),
  )
  let refusals = 0
  for (const { path, method, security } of routes)
    for (const who of ['visitor', 'owner', 'admin'] as const) {
      const expected = refusalOf(security, who)
      if (expected === null) continue
      for (const [what, sent, headers, query] of brokenRequests) {
        if (method === 'GET' && sent !== undefined) continue
        const filled = path.replaceAll(/\{[^}]+\}/g, 'of-nobody') + query
        const answer = await app.call(method, filled, sent, { ...headers, ...headersOf[who] })
        assert.equal(answer.status, expected, `${method} ${path} as ${who} with ${what}: ${answer.text}`)
        refusals++
      }
    }
  assert.ok(refusals > 900, `${refusals} broken requests`)
  t.diagnostic(`${refusals} broken requests were refused because of their caller`)
})

test('refuses an action from a page that shows a different account than the signed-in one', async () => {
  const act = (headers: Record<string, string>) =>
    app.call('POST', '/api/showingbooker/demo-data', {}, { ...headers, 'x-account': agentId })
  const other = await act(headersOf.admin)
  assert.deepEqual([other.status, other.body.code], [401, 'other_account'], other.text)
  const homes = async () =>
    (await app.call('GET', '/api/showingbooker/demo-data', undefined, { ...headersOf.admin, 'x-account': agentId }))
      .text
  assert.doesNotMatch(await homes(), /error/, 'reads still work as the signed-in account')
  assert.equal((await act(headersOf.visitor)).body.code, 'unauthenticated')
  assert.equal((await act(headersOf.owner)).status, 201)
})
