import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../app.ts'
import { opened } from '../chat.ts'
import { portion } from '../portion.ts'
import { assertProblem, countRows } from '../problem.ts'
import { signUp } from '../scene.ts'
import type { Sample } from './sample.ts'
import { sampleBodies } from './sample-bodies.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
}
type Document = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}

let app: TestApp
let api: Document
let samples: Record<string, Sample>
let bearer: Record<string, string>
let browser: Record<string, string>
/** Cookie that lets the agent use the Oracle. */
let grant: string
let adminBearer: Record<string, string>
before(async () => {
  app = await testApp()
  api = (await app.call('GET', '/api/openapi.json')).body
  const agent = await signUp(app, 'bodies@agents.example.com')
  bearer = agent.headers
  browser = { cookie: agent.cookie, origin: app.config.publicUrl }
  grant = (await opened(app, agent.headers)).cookie
  adminBearer = (await signUp(app, 'boss@agents.example.com')).headers
  await app.accounts.grantAdmin('boss@agents.example.com')
  samples = await sampleBodies(app, agent)
})
after(() => app.close())

const methodOf = (route: string) => /^(PUT|PATCH) /.exec(route)?.[1] ?? 'POST'
const bareRoute = (route: string) => route.replace(/^(PUT|PATCH) /, '')
const pathOf = (route: string) => samples[route]?.path ?? bareRoute(route)

const callerOf = ({ isForAdmins, byCookie }: Partial<Sample> = {}) =>
  isForAdmins ? adminBearer : byCookie ? browser : bearer

const send = (route: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call(methodOf(route), pathOf(route), body, {
    ...callerOf(samples[route]),
    ...(pathOf(route).startsWith('/oracle/') && { cookie: grant }),
    ...headers,
  })

/** A bad value for a field, given as the path to it. */
type Spoiled = { at: string[]; value: unknown; about: string }

/** Sends a body with these bad values to the route. @returns the fields that its refusal names */
async function refusedFields(path: string, good: Record<string, unknown>, bad: Spoiled[]): Promise<string[]> {
  const body = bad.reduce((made, { at, value }) => changed(made, at, value), good)
  const about = `${path} ${bad.map((one) => one.about)}`
  const answer = await send(path, body)
  assertProblem(answer, 400, about)
  return (answer.body.issues as { path: string }[]).map((issue) => issue.path)
}

/**
 * Asserts that the route refuses each of these values at its field, and that nothing stays behind. The gate sends the
 * values of many fields in one body, and sends a value alone only if that answer does not name its field. The proofs send
 * each value alone.
 */
async function assertRefused(path: string, good: Record<string, unknown>, bad: Spoiled[]) {
  const stored = await countRows(app)
  const together = process.env.PROOFS ? [] : bad.filter(({ at }) => !bad.some((other) => isWithin(other.at, at)))
  const seen = new Set<Spoiled>()
  for (const kind of Map.groupBy(together, ({ value }) => value).values()) {
    for (const some of chunksOf(kind, mostOf(kind[0]?.value)).filter(({ length }) => length > 1)) {
      const fields = await refusedFields(path, good, some)
      for (const one of some) if (fields.includes(bare(one.at))) seen.add(one)
    }
  }
  for (const one of bad.filter((each) => !seen.has(each))) {
    const fields = await refusedFields(path, good, [one])
    assert.ok(fields.includes(bare(one.at)), `${path} ${one.about}: ${fields}`)
  }
  assert.deepEqual(await countRows(app), stored)
}

/** Returns how many of these values fit into the largest body that we accept. */
const mostOf = (value: unknown) => Math.floor(230_000 / JSON.stringify(value).length)
const chunksOf = <One>(all: One[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
/** Tells whether a field is a member of another one, at any depth. */
const isWithin = (inner: string[], outer: string[]) =>
  inner.length > outer.length && outer.every((name, at) => inner[at] === name)

type Leaf = { path: string[]; schema: Schema }

const named = (schema: Schema): Schema =>
  schema.$ref ? named(api.components.schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema) : schema

/** Lists a body's members. public/book takes the form flat or in `bookingData`; here, it is flat. */
const membersOf = (schema: Schema): Record<string, Schema> => {
  const { properties, anyOf, allOf } = named(schema)
  const parts = allOf ?? anyOf?.slice(-1) ?? []
  return properties ?? Object.assign({}, ...parts.map(membersOf))
}

/** Lists every field of the route's body, with its path and its schema in the document. */
function fieldsOf(path: string): Leaf[] {
  const { content } = api.paths[bareRoute(path)]?.[methodOf(path).toLowerCase()]?.requestBody ?? {
    content: {},
  }
  const found: Leaf[] = []
  const walk = (given: Schema, at: string[]) => {
    const schema = named(given)
    if (at.length > 0) found.push({ path: at, schema })
    for (const [name, member] of Object.entries(membersOf(schema))) walk(member, [...at, name])
  }
  walk(content['application/json']?.schema as Schema, [])
  return found
}

const typesOf = (schema: Schema) => [schema.type ?? (schema.properties ? 'object' : 'string')].flat()
const bare = (path: string[]) => (path[0] === 'bookingData' && path.length > 1 ? path.slice(1) : path).join('.')

function changed(body: Record<string, unknown>, path: string[], value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path
  return { ...body, [name]: rest.length > 0 ? changed(body[name] as Record<string, unknown>, rest, value) : value }
}

test('has a sample for every route that takes JSON', () => {
  const documented = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A spreadsheet may be larger than other bodies. spreadsheet/service.test.ts tests it.
      .filter(([, { requestBody }]) => requestBody?.content['application/json'] && !path.includes('/properties/import'))
      .map(([method]) => (method === 'post' ? path : `${method.toUpperCase()} ${path}`)),
  )
  assert.deepEqual(documented.sort(), Object.keys(samples).sort())
})

test('accepts every sample, even with unknown members', async () => {
  for (const [path, { make, status }] of Object.entries(samples)) {
    assert.equal((await send(path, await make())).status, status, path)
    const strange = { unknown: { a: [1] }, constructor: { prototype: { agreeToTerms: true } }, toString: 'x' }
    const text = JSON.stringify({ ...(await make()), ...strange }).replace('{', '{"__proto__":{"isAdmin":true},')
    assert.equal((await send(path, text)).status, status, path)
  }
  assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined)
})

test('ignores values that only a prototype has', async () => {
  const path = '/api/payments/create-payment-intent'
  const { make } = samples[path] as Sample
  const { agreeToTerms: _, ...rest } = (await make()).bookingData as Record<string, unknown>
  const text = JSON.stringify({ bookingData: rest }).replace(
    '"bookingData":{',
    '"bookingData":{"__proto__":{"agreeToTerms":true},',
  )
  const stored = await countRows(app)
  const answer = await send(path, text)
  assertProblem(answer, 400, '__proto__')
  assert.ok(
    answer.body.issues.some((issue: { path: string }) => issue.path === 'agreeToTerms'),
    answer.text,
  )
  assert.deepEqual(await countRows(app), stored)
})

test('refuses a field of the wrong type at that field', async () => {
  const wrong: [string, unknown][] = [
    ...([
      ['integer', 7],
      ['boolean', true],
      ['string', 'text'],
      ['null', null],
    ] as [string, unknown][]),
    ...([
      ['array', ['text']],
      ['object', { text: 'text' }],
    ] as [string, unknown][]),
  ]
  for (const [path, { make }] of Object.entries(samples)) {
    const good = await make()
    const byField = fieldsOf(path).map(({ path: at, schema }) => {
      const types = typesOf(schema)
      const isRight = (type: string) => types.includes(type) || (type === 'integer' && types.includes('number'))
      // An object where an object belongs fails at its members instead.
      return wrong.filter(([type]) => !isRight(type)).map(([type, value]) => ({ at, value, about: `${at} as ${type}` }))
    })
    // A nullable number has the fewest wrong types.
    assert.ok(byField.length > 0 && byField.every((bodies) => bodies.length >= 4), path)
    await assertRefused(path, good, byField.flat())
  }
})

test('refuses NUL, half a surrogate pair, and an endless text at their field', async () => {
  const texts = { NUL: 'a\0b', 'high surrogate': 'a\ud800', 'low surrogate': '\udc00b', endless: 'x'.repeat(100_000) }
  for (const [path, { make }] of Object.entries(samples)) {
    const good = await make()
    const leaves = fieldsOf(path).filter(({ schema }) => typesOf(schema).includes('string'))
    const bodies = leaves.flatMap(({ path: at }) =>
      Object.entries(texts)
        // A password can be any text up to a limit.
        .filter(([name]) => !/password$/i.test(at.at(-1) ?? '') || name === 'endless')
        .map(([name, text]) => ({ at, value: text, about: `${at} ${name}` })),
    )
    await assertRefused(path, good, bodies)
  }
})

test('refuses anything but a JSON object', async () => {
  const bodies = [
    '',
    '{',
    '{"a":}',
    'nonsense',
    '{"bookingData":{}',
    "{'a':1}",
    '\u0000',
    '[1,',
    'NaN',
    '{"a":1}{"a":2}',
    '['.repeat(50_000),
  ]
  const values = ['true', '7', '"text"', '[]', '[{}]', `${'['.repeat(50_000)}${']'.repeat(50_000)}`]
  for (const [turn, path] of Object.keys(samples).entries()) {
    const stored = await countRows(app)
    for (const body of ['null', ...portion([...bodies, ...values], turn, 4)])
      assertProblem(await send(path, body), 400, `${path} ${body.slice(0, 20)}`)
    // Some empty bodies are valid: a change, an outcome, a role, a fresh sign-in without a password, a first profile
    // without a name, and an owner's link that the page has not shown.
    if (
      !/^PUT .*properties|^PATCH \/user-profile|^\/create-user|bookings\/\{id\}|\{token\}\/cancel|owner-link|users\/\{id\}|passkey\/generate/.test(
        path,
      )
    ) {
      const empty = await send(path, undefined)
      assertProblem(empty, [400, 401], `${path} without a body`)
    }
    assert.deepEqual(await countRows(app), stored)
  }
})

test('refuses deep nesting in place of a text', async () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  for (const path of Object.keys(samples)) {
    const field = fieldsOf(path)[0]?.path[0] ?? ''
    assertProblem(await send(path, `{"${field}":${deep}}`), 400, path)
  }
})

test('answers 415 to a content type other than JSON, and 413 to a body of more than 256 KB', async () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'x',
  ]
  for (const [turn, [path, { make }]] of Object.entries(samples).entries()) {
    const body = JSON.stringify(await make())
    const stored = await countRows(app)
    for (const type of portion(types, turn, 3))
      assertProblem(await send(path, body, { 'content-type': type }), 415, `${path} ${type}`)
    const huge = `${body.slice(0, -1)},"more":"${'x'.repeat(256 * 1024)}"}`
    for (const headers of portion<Record<string, string>>([{}, { 'content-length': String(huge.length) }], turn, 2))
      assertProblem(await send(path, huge, headers), 413, path)
    assert.deepEqual(await countRows(app), stored)
  }
})

test('reads bytes that are not UTF-8 as unknown characters, without failing', async () => {
  const { make } = samples['/api/showingbooker/public/book'] as Sample
  const form = await make()
  const bytes = Buffer.from(JSON.stringify({ ...form, buyerName: 'Zoe@@' }).replace('@@', '\xc3\x28'), 'latin1')
  const answer = await app.app.request('/api/showingbooker/public/book', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bytes,
  })
  assert.equal(answer.status, 201)
})
