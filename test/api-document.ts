import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describedApi } from '../scripts/described-api.ts'

type Header = { $ref?: string; required?: boolean; schema?: object }
type Answered = { $ref?: string; headers?: Record<string, Header>; content?: Record<string, { schema?: object }> }
type Operation = { responses: Record<string, Answered> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'responses' | 'headers', Record<string, object>>
}

const load = async () => {
  const document = (await describedApi()) as Document
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', components: document.components })
  const patterns = routes.map((route) => ({
    ...route,
    // A path without parameters takes precedence over one with parameters.
    weight: route.path.split('{').length,
    pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  patterns.sort((one, other) => one.weight - other.weight)
  return { document, ajv, patterns, compiled: new Map<string, ValidateFunction>() }
}
let loaded: ReturnType<typeof load> | undefined

/** An instant in an answer. The log keeps its own payloads as they were hashed. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
const WRITTEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function* wrongInstants(value: unknown, path: string): Generator<string> {
  if (typeof value === 'string' && INSTANT.test(value) && !WRITTEN.test(value)) yield `${path}: ${value}`
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    if (name !== 'payload') yield* wrongInstants(member, `${path}/${name}`)
}

/** Headers for transport, security, and caching. The document does not list them for each answer. */
const UNLISTED =
  /^(content-(type|length|encoding|disposition|security-policy)|cache-control|vary|etag|set-cookie|x-cache-.*|strict-transport-security|x-content-type-options|x-frame-options|referrer-policy|permissions-policy|cross-origin-.*|x-robots-tag|x-accel-buffering|allow|location|last-modified|x-dns-prefetch-control|x-permitted-cross-domain-policies|origin-agent-cluster|x-download-options|x-xss-protection)$/

/** Asserts that the API document describes an answer: its status, content type, headers, and body. */
export async function assertDocumented(method: string, target: string, response: Response, body: unknown) {
  loaded ??= load()
  const { document, ajv, patterns, compiled } = await loaded
  const path = tryDecode(target.replace(/[?#].*$/s, ''))
  const asked = method === 'HEAD' ? 'GET' : method
  const route = patterns.find((one) => one.method === asked && one.pattern.test(path))
  // The server refuses an unknown operation by its path or method alone.
  if (!route) return
  const { status } = response
  const what = `${method} ${route.path} answered ${status}`
  const declared = route.operation.responses[status]
  assert.ok(declared, `${what}, which the API document does not name: ${JSON.stringify(body)?.slice(0, 300)}`)
  const answer = (
    declared.$ref ? document.components.responses[declared.$ref.split('/').at(-1) ?? ''] : declared
  ) as Answered

  for (const [name, it] of Object.entries(answer.headers ?? {})) {
    const header = (it.$ref ? document.components.headers[it.$ref.split('/').at(-1) ?? ''] : it) as Header
    const value = response.headers.get(name)
    if (header.required) assert.ok(value !== null, `${what} without ${name}`)
    if (value !== null) validate(header.schema ?? {}, /^\d+$/.test(value) ? Number(value) : value, `${what}, ${name}`)
  }
  const listed = new Set(Object.keys(answer.headers ?? {}).map((name) => name.toLowerCase()))
  for (const name of response.headers.keys())
    assert.ok(listed.has(name) || UNLISTED.test(name), `${what} with ${name}, which the API document does not name`)

  // These answers have no body.
  if (method === 'HEAD' || status === 304) return
  const type = response.headers.get('content-type')?.replace(/;.*$/s, '')
  const types = Object.keys(answer.content ?? {})
  if (types.length === 0) assert.equal(type, undefined, `${what} with an undocumented body of ${type}`)
  else assert.ok(type !== undefined && types.includes(type), `${what} as ${type} instead of ${types}`)
  const schema = type === undefined ? undefined : answer.content?.[type]?.schema
  if (type === 'application/json' && schema) {
    validate(schema, body, what)
    const wrong = [...wrongInstants(body, '')]
    assert.deepEqual(wrong, [], `${what} with instants without milliseconds`)
  }

  function validate(schema: object, value: unknown, what: string) {
    // Most routes refuse with the same schema.
    const written = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const check = compiled.get(written) ?? ajv.compile(JSON.parse(written))
    compiled.set(written, check)
    if (!check(value))
      assert.fail(
        `${what} with a body that differs from the API document: ${ajv.errorsText(check.errors)} ${JSON.stringify(value).slice(0, 400)}`,
      )
  }
}

function tryDecode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
