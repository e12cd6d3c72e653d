import type { OpenAPIHono } from '@hono/zod-openapi'
import { allow } from './callers.ts'
import type { AppEnv, Guards, Security } from './http.ts'
import { createOperations, type Operation } from './operations.ts'
import { requestsPerMinute } from './rate-limit.ts'
import { type ApiDocument, finishSchemas } from './wire-schemas.ts'

type Api = OpenAPIHono<AppEnv>
type Head = Parameters<Api['getOpenAPI31Document']>[0]
type PathItem = NonNullable<ApiDocument['paths']>[string]
type OperationObject = NonNullable<PathItem['get']>
type Responses = NonNullable<OperationObject['responses']>
type ResponseObject = { description: string; headers?: Record<string, unknown>; content?: Record<string, unknown> }
type SecurityScheme = NonNullable<NonNullable<ApiDocument['components']>['securitySchemes']>[string]

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

/** Failures that any route of a kind can answer. A route's own words take precedence. */
const COMMON = {
  400: { name: 'BadRequest', description: 'The request does not match its description; `issues` names the fields' },
  401: { name: 'Unauthenticated', description: 'Not signed in, or the session or token has expired' },
  403: { name: 'Forbidden', description: 'The caller may not do this, or the request came from another site' },
  409: {
    name: 'KeyReused',
    description: 'The Idempotency-Key was used for another request, or the first request is still running',
  },
  413: { name: 'TooLarge', description: 'The request is too large' },
  415: { name: 'WrongType', description: "The body's content type does not match the description" },
  429: { name: 'TooManyRequests', description: 'Too many requests from this address' },
  500: { name: 'Internal', description: 'Server error; `requestId` finds it in our log' },
  503: { name: 'Unavailable', description: 'A service that we need is down; try again' },
} as const
type CommonStatus = keyof typeof COMMON

const problemContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })

const HEADERS = {
  'X-Request-Id': { description: 'ID of this request in our log.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before you try again.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Idempotent-Replayed': {
    description: 'Answer to the first request with this Idempotency-Key. Nothing was done twice.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Repeat a request with the same key and the same body and you get the first answer.',
  schema: { type: 'string', maxLength: 255 },
}

/** Describes the API: what routes declare, and what all routes of a kind share. */
export function describeApi(
  api: Api,
  head: Head,
  { securitySchemes, rateLimitScale }: { securitySchemes: Record<string, SecurityScheme>; rateLimitScale: number },
): ApiDocument {
  const document = api.getOpenAPI31Document(head)
  const operations = createOperations(api)
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of METHODS) {
      const operation = item[method]
      const declared = operations.find(method.toUpperCase(), samplePath(path))
      if (operation && declared) complete(operation, declared, rateLimitScale)
    }
  const responses = Object.entries(COMMON).map(([status, { name, description }]) => [
    name,
    withHeaders(status, { description, content: problemContent }),
  ])
  document.components = {
    ...document.components,
    securitySchemes,
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY as never },
    headers: HEADERS as never,
    responses: Object.fromEntries(responses),
  }
  finishSchemas(document)
  return document
}

const samplePath = (path: string) => path.replaceAll(/\{\w+\}/g, 'x')

function complete(operation: OperationObject & Partial<Guards>, declared: Operation, rateLimitScale: number): void {
  const honorsKey = declared.idempotencyKeyOf !== undefined
  // The description states them in words.
  for (const guard of ['limit', 'largestBody', 'idempotencyKeyOf'] as const) delete operation[guard]
  if (honorsKey)
    operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IdempotencyKey' }]
  const sentences = sentencesOf(declared, rateLimitScale)
  operation.description = [operation.description, ...sentences].filter(Boolean).join(' ')
  operation.security = declared.security
  const responses: Responses = {}
  for (const [status, response] of Object.entries(operation.responses ?? {}))
    responses[status] = withHeaders(status, response as ResponseObject, honorsKey) as never
  for (const status of commonStatuses(operation, declared))
    responses[status] ??= { $ref: `#/components/responses/${COMMON[status].name}` }
  operation.responses = responses
}

function commonStatuses(operation: OperationObject, declared: Operation): CommonStatus[] {
  const { security } = declared
  const isRead = declared.method === 'GET'
  const asks = security !== allow.everyone && security !== allow.optionalSignIn
  const needsMore = security === allow.admins || security.some((alternative) => Object.keys(alternative).length > 1)
  const statuses: [CommonStatus, boolean][] = [
    [400, true],
    [401, asks],
    [403, !isRead || needsMore],
    [409, declared.idempotencyKeyOf !== undefined],
    [413, !isRead],
    [415, operation.requestBody !== undefined],
    [429, declared.limit !== undefined],
    [500, true],
    [503, true],
  ]
  return statuses.filter(([, isPossible]) => isPossible).map(([status]) => status)
}

function withHeaders(status: string, response: ResponseObject, canBeReplayed = false): ResponseObject {
  const names = ['X-Request-Id']
  // A request with the same key may still be running.
  if (status === '429' || status === '503' || (status === '409' && canBeReplayed)) names.push('Retry-After')
  if (canBeReplayed && status.startsWith('2')) names.push('Idempotent-Replayed')
  const headers = Object.fromEntries(names.map((name) => [name, headerRef(name)]))
  return { ...response, headers: { ...headers, ...response.headers } }
}

const CALLERS = new Map<Security, string>([
  [allow.everyone, 'Anyone may call this.'],
  [allow.optionalSignIn, 'Anyone may call this; a signed-in caller may see or do more.'],
  [allow.signedIn, 'For signed-in callers.'],
  [allow.browserSession, 'For signed-in browsers: a bearer token is refused.'],
  [allow.admins, 'For admins.'],
])

const furtherSchemes = ([first = {}]: Security) =>
  Object.keys(first)
    .filter((scheme) => scheme !== 'session')
    .map((scheme) => `\`${scheme}\``)

function sentencesOf({ security, limit, idempotencyKeyOf }: Operation, rateLimitScale: number): string[] {
  const sentences = [CALLERS.get(security) ?? `For signed-in callers with ${furtherSchemes(security).join(' and ')}.`]
  if (limit) {
    const most = requestsPerMinute(limit.perMinute, rateLimitScale)
    sentences.push(`At most ${most} calls a minute from one address.`)
  }
  if (idempotencyKeyOf) sentences.push('Safe to repeat with an Idempotency-Key.')
  return sentences
}
