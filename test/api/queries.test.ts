import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../app.ts'
import { portion } from '../portion.ts'
import { assertProblem, countRows } from '../problem.ts'
import { makeScene, type Scene } from '../scene.ts'

type Parameter = { in: string; name: string; schema: { type?: string; format?: string; maximum?: number } }
type Document = { paths: Record<string, Record<string, { parameters?: Parameter[] }>> }

let app: TestApp
let scene: Scene
let api: Document
/** Cookie that lets the admin use the Oracle. */
let grant: string
const conversationId = randomUUIDv7()
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
  api = (await app.call('GET', '/api/openapi.json')).body
  await app.call('POST', '/studio/age', { isAdult: true }, scene.admin.headers)
  const code = { code: app.config.accessCodes.oracle }
  const { headers } = await app.call('POST', '/api/access/oracle', code, scene.admin.headers)
  grant = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  await sql`insert into conversation (id, account_id, title, created_at, updated_at)
    values (${conversationId}, ${scene.admin.accountId}, 'Fever', now(), now())`.execute(app.db)
})
after(() => app.close())

const ask = (method: string, path: string) =>
  app.call(method, path, undefined, { ...scene.admin.headers, cookie: grant })
const get = (path: string) => ask('GET', path)

/** Lists GET routes, each with a path of real IDs and the names of its query parameters. */
function reads(): { path: string; query: string[] }[] {
  return Object.entries(api.paths).flatMap(([pattern, methods]) => {
    if (!methods.get) return []
    const id = /\/(bookings|buyers)\/\{id\}/.test(pattern)
      ? scene.booking.id
      : pattern.includes('outbox')
        ? scene.emailId
        : pattern.startsWith('/images/')
          ? scene.image.id
          : pattern.startsWith('/oracle/conversations/')
            ? conversationId
            : scene.home.id
    const path = pattern
      .replace('{id}', id)
      .replace('{token}', scene.token)
      .replace(/\{slug(OrId)?\}/, scene.home.slug)
      .replace('{userId}', scene.admin.accountId)
      .replace('{username}', 'owner')
      // An empty search is refused.
      .replace('/search-images', '/search-images?query=lake')
    const query = (methods.get.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name)
    return [{ path, query }]
  })
}

/** Adds a parameter. */
const withOne = (path: string, text: string) => `${path}${path.includes('?') ? '&' : '?'}${text}`
const readsWith = (name: string) => reads().filter(({ query }) => query.includes(name))

for (const [query, says] of [
  ['limit=0', 'limit must be at least 1'],
  ['limit=101', 'limit must be at most 100'],
  ['limit=abc', 'limit must be a number'],
  ['property_id=7', 'property_id must be an ID'],
] as const)
  test(`refuses ?${query} in plain words: ${says}`, async () => {
    const { body } = await get(`/api/showingbooker/bookings?${query}`)
    assert.deepEqual(body.error, says)
  })

test('a page has 1 to 100 rows, and any other limit is a 400 at `limit`', async () => {
  const lists = readsWith('limit')
  assert.ok(lists.length >= 4, `${lists.length} lists`)
  const wrong = ['-1', '1.5', '', 'NaN', 'Infinity', '1e9', '9'.repeat(400), '%00', '1&limit=2']
  for (const [turn, { path }] of lists.entries()) {
    for (const limit of ['1', '100']) assert.equal((await get(withOne(path, `limit=${limit}`))).status, 200, path)
    for (const limit of ['0', '101', 'abc', ...portion(wrong, turn, 3)]) {
      const answer = await get(withOne(path, `limit=${limit}`))
      assertProblem(answer, 400, `${path} ${limit}`)
      assert.equal(answer.body.issues[0].path, 'limit')
    }
  }
})

test('a cursor that is not ours is a 400 at `cursor`', async () => {
  const lists = readsWith('cursor')
  const texts = [
    'abc',
    '%00',
    'a%00b',
    '%ff',
    '-1',
    '0',
    '1.5',
    "'",
    '../..',
    'x'.repeat(2000),
    '%F0%9F%98%80',
    'a&cursor=b',
    '2026-11-21T10:00:00.000Z',
    '2026-11-21T10:00:00.000Z_',
    `_${scene.home.id}`,
    '9999-99-99T99:99:99.999Z_x',
    `-date_2026-11-21T10:00:00.000Z_${'-'.repeat(36)}`,
    ...['2026-02-30', '0000-01-01', '2026-13-01'].map((date) => `-date_${date}T10:00:00.000Z_${scene.home.id}`),
    // These are a cursor of the list in another order, and one of no list.
    ...['date', 'name', ''].map((order) => `${order}_2026-11-21T10:00:00.000Z_${scene.home.id}`),
    `${scene.home.id}' or true --`,
  ]
  for (const [turn, { path }] of lists.entries()) {
    for (const text of portion(texts, turn, 3)) {
      const answer = await get(withOne(path, `cursor=${text}`))
      assertProblem(answer, 400, `${path} ${text.slice(0, 80)}`)
      assert.equal(answer.body.issues[0].path, 'cursor', `${path} ${text}`)
    }
  }
})

test('a cursor beyond the end is an empty page', async () => {
  const at = `/api/showingbooker/properties/${scene.home.id}/bookings`
  assert.equal((await get(`${at}?cursor=9007199254740991`)).body.logs.length, 1)
  assert.deepEqual((await get(`${at}?cursor=1`)).body.logs, [])
  const before = `-date_1999-01-01T00:00:00.000Z_${scene.home.id}`
  assert.deepEqual((await get(`/api/showingbooker/bookings?cursor=${before}`)).body, { bookings: [], nextCursor: null })
})

test('answers 400 to any other invalid parameter, and ignores an unknown one', async () => {
  for (const { path, query } of reads()) {
    for (const name of query.filter((one) => one !== 'limit' && one !== 'cursor')) {
      // A search takes any text.
      const wrong = ['q', 'query', 'creator'].includes(name)
        ? []
        : ['no such thing', '%F0%9F%98%80', '0000-00-00', '25:61', 'a&b=c']
      for (const text of ['%00', 'x'.repeat(3000), ...wrong]) {
        const answer = await get(withOne(path, `${name}=${text}`))
        assertProblem(answer, 400, `${path} ${name}=${text.slice(0, 40)}`)
        assert.ok(
          answer.body.issues.some((issue: { path: string }) => issue.path === name),
          answer.text,
        )
      }
    }
  }
  assert.equal((await get('/api/showingbooker/bookings?unknown=1&__proto__=2&constructor[prototype]=3')).status, 200)
})

test("an unlikely date does not break the agents' availability helper", async () => {
  const at = `/api/showingbooker/properties/${scene.home.id}/time-check`
  for (const date of ['0000-01-01', '0001-01-01', '9999-12-31', '2028-02-29'])
    assert.equal((await get(`${at}?date=${date}&time=13:30`)).status, 200, date)
  assertProblem(await get(`${at}?date=2027-02-29&time=13:30`), 400, 'no leap year')
})

test('a path without a match is a 404 or a 400, with any contents', async () => {
  const texts = [
    'a%00b',
    '%ff',
    '%',
    '%zz',
    '%ED%A0%80',
    '%F0%9F%98%80',
    '%27%20or%201=1--',
    '..%2f..%2fsecrets.json',
    '%3Cscript%3E',
    'x'.repeat(5000),
    '%0d%0aSet-Cookie:%20a=b',
    '019a0000-0000-7000-8000-000000000000',
    '__proto__',
  ]
  const stored = await countRows(app)
  for (const [turn, [pattern, methods]] of Object.entries(api.paths).entries()) {
    if (!pattern.includes('{')) continue
    for (const method of Object.keys(methods)) {
      for (const text of ['%00', "'", ...portion(texts, turn, 4)]) {
        const path = pattern.replace(/\{[^}]+\}/, text)
        const query = pattern.endsWith('time-check') ? '?date=2026-11-27&time=13:30' : ''
        const answer = await ask(method.toUpperCase(), path + query)
        assertProblem(answer, [400, 404], `${method} ${pattern} ${text.slice(0, 40)}`)
        assert.ok(answer.text.isWellFormed() && !/\p{Cc}/u.test(answer.body.error), text)
      }
    }
  }
  assert.deepEqual(await countRows(app), stored)
})

test('answers any other method with 405 and the allowed methods, and OPTIONS with the allowed methods', async () => {
  const matching = (path: string) =>
    Object.entries(api.paths).filter(([pattern]) =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
    )
  for (const [turn, pattern] of Object.keys(api.paths).entries()) {
    const path = pattern.replaceAll(/\{[^}]+\}/g, scene.home.id)
    // `/images/verify` also matches `/images/{id}`.
    const methods = matching(path).flatMap(([, one]) => Object.keys(one))
    // The link in an email opens a page, and mail programs post to it. test/server.test.ts tests both.
    if (pattern === '/unsubscribe/{token}') methods.push('get')
    const has = [...new Set(methods.map((method) => method.toUpperCase()))]
    const allowed = has.includes('GET') ? [...has, 'HEAD', 'OPTIONS'] : [...has, 'OPTIONS']
    const allowOf = (answer: { headers: Headers }) => answer.headers.get('allow')?.split(', ').sort()
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter((method) => !has.includes(method))
    for (const method of portion(others, turn, 3)) {
      const answer = await ask(method, path)
      assertProblem(answer, 405, `${method} ${pattern}`)
      assert.equal(answer.body.code, 'method_not_allowed')
      assert.deepEqual(allowOf(answer), allowed.sort(), `${method} ${pattern}`)
    }
    const asked = await ask('OPTIONS', path)
    assert.deepEqual([asked.status, asked.text, allowOf(asked)], [204, '', allowed.sort()], pattern)
    if (!has.includes('GET')) assert.equal((await ask('HEAD', path)).status, 405, pattern)
  }
})

test('HEAD gives the same answer as GET, without a body', async () => {
  for (const { path } of reads()) {
    const [got, head] = [await ask('GET', path), await ask('HEAD', path)]
    assert.deepEqual([head.status, head.text], [got.status, ''], path)
    assert.equal(head.headers.get('content-type'), got.headers.get('content-type'), path)
  }
})

test('answers 404 with our error body for a path that does not exist', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/payments',
    '/api/dev/outbox/',
    '/API/dev/outbox',
    '/api//payments/webhook',
  ])
    for (const method of ['GET', 'POST', 'DELETE']) assertProblem(await ask(method, path), 404, `${method} ${path}`)
})
