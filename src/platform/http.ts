import { createRoute as describeRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { Actor } from './actor.ts'
import { type Issue, invalid } from './errors.ts'
import type { Language } from './language.ts'
import { formatChoices } from './language.ts'
import * as t from './text/fault.ts'

export type AppEnv = {
  Bindings: {
    /** Node's own request. Calls made in process have none. */
    incoming?: import('node:http').IncomingMessage
    /** Set for a call that a page makes in process: the page's own request. */
    caller?: { requestId: string; clientAddress: string; language?: Language }
  }
  Variables: {
    requestId: string
    clientAddress: string
    /** Resolved once, when a route needs it. */
    actor: () => Promise<Actor>
    /** The pattern of the page that answered, such as `/book/:slug`. */
    pageRoute: string
    /** The pattern of the API's route, even if a guard refuses before it runs. */
    apiRoute: string
    /** Unexpected error, for the log line. */
    failure?: unknown
    /** Drops the kept pages and answers that have this tag. */
    forget: (tag: string) => void
  }
}

export type AppContext = Context<AppEnv>

/**
 * Who may call, in OpenAPI's form: the caller must meet every member of one alternative. An empty one requires nothing.
 */
export type Security = Record<string, string[]>[]

/** What a route declares. The server checks these in this order before it reads the query and the body. */
export type Guards = {
  security: Security
  /** Requests per minute from one address to one process. Routes that share a name share the count. */
  limit?: { perMinute: number; sharedAs?: string }
  /** Largest body in bytes, if not the usual one, and the error that refuses a larger one. */
  largestBody?: { bytes: number; refuse?: () => Error }
  /** Honors `Idempotency-Key`: a key belongs to the signed-in account or to the caller's address. */
  idempotencyKeyOf?: 'account' | 'address'
}

/** Creates a part of the API that parses by its schemas and reports errors by field. */
export const createApi = () =>
  new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      // The body as sent, if it has the wrong type.
      const { data } = result as { data: unknown }
      if (!result.success)
        throw invalid(result.error.issues.flatMap((issue) => meant(issue, data)).map((issue) => issueOf(issue, data)))
      // Nothing in the database matches such a text in a path, so the service answers 404.
      const unfit = result.target === 'param' ? [] : unfitTexts(data)
      if (unfit.length > 0) throw invalid(unfit.map((path) => ({ path: bareField(path), message: t.unfitText() })))
    },
  })

/** Declares a route with a stable name and its guards, which `guards.ts` obeys. */
export const createRoute = <
  P extends string,
  R extends Omit<RouteConfig, 'path'> & Guards & { path: P; operationId: string },
>(
  route: R & Record<Exclude<keyof R, keyof RouteConfig | keyof Guards>, never>,
) => describeRoute<P, R>(route)

type ZodIssue = z.core.$ZodIssue
type Path = PropertyKey[]

/** Finds texts that PostgreSQL cannot store: with NUL, or half a surrogate pair in jsonb. */
function unfitTexts(value: unknown, path: Path = []): Path[] {
  // We hash a password, so it may contain anything.
  if (/password$/i.test(String(path.at(-1)))) return []
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => unfitTexts(member, [...path, name]))
}

/** Returns the errors of the alternative that the caller meant: that in which a sent member is wrong. */
function meant(issue: ZodIssue, sent: unknown): ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const isSent = ({ path: [name] }: ZodIssue) =>
    name !== undefined && typeof sent === 'object' && sent !== null && Object.hasOwn(sent, name)
  return issue.errors.find((issues) => issues.some(isSent)) ?? issue.errors.at(-1) ?? [issue]
}

/** Unwraps a member named `…Data`, which wraps a form, so that fields have the form's names. */
const bareField = (path: Path) => {
  const fields = /Data$/.test(String(path[0])) && path.length > 1 ? path.slice(1) : path
  return fields.map(String).join('.')
}

function issueOf(issue: ZodIssue, sent: unknown): Issue {
  const path = bareField(issue.path)
  return { path, message: faultOf(issue, path.split('.').at(-1) || 'body', isAbsent(issue.path, sent)) }
}

/** Tells whether nothing was sent at a path. */
const isAbsent = (path: Path, sent: unknown) =>
  path.reduce((value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name], sent) === undefined

function faultOf(issue: ZodIssue, field: string, isMissing: boolean): string {
  if (issue.code === 'invalid_type' && isMissing) return t.missing({ field })
  if (issue.code === 'invalid_type') return t.mustBe({ field, kind: issue.expected })
  if (issue.code === 'too_big' && issue.origin === 'string') return t.tooLong({ field, maximum: issue.maximum })
  if (issue.code === 'too_small' && issue.origin === 'string') return t.missing({ field })
  if (issue.code === 'too_big' && issue.origin === 'array') return t.tooManyEntries({ field, maximum: issue.maximum })
  if (issue.code === 'too_big') return t.atMost({ field, maximum: issue.maximum })
  if (issue.code === 'too_small') return t.atLeast({ field, minimum: issue.minimum })
  if (issue.code === 'invalid_format' && issue.format === 'uuid') return t.notAnId({ field })
  if (issue.code === 'invalid_value') return t.oneOf({ field, values: formatChoices(issue.values.map(String)) })
  return `${field}: ${issue.message}`
}

export const ErrorBody = z
  .object({
    error: z.string().openapi({ description: 'Message for a person.' }),
    code: z.string().openapi({ example: 'slot_taken' }),
    requestId: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .openapi('Error')

/** Describes a route's answers: success and the failures that it names. */
export const answers = <S extends number, T extends z.ZodType>(
  status: S,
  schema: T,
  failures: Record<number, string> = {},
) =>
  ({
    ...Object.fromEntries(
      Object.entries(failures).map(([code, description]) => [
        code,
        { description, content: { 'application/json': { schema: ErrorBody } } },
      ]),
    ),
    [status]: { description: 'OK', content: { 'application/json': { schema } } },
  }) as { [K in S]: { description: string; content: { 'application/json': { schema: T } } } }

/** Describes the answers of a route that returns a file. */
export const fileAnswers = <Type extends string>(type: Type, failures: Record<number, string> = {}) => ({
  ...answers(200, z.never(), failures),
  200: {
    description: 'The file',
    content: { [type]: { schema: z.string() } } as Record<Type, { schema: z.ZodString }>,
  },
})

export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

/** Describes a form with one file. The handler reads it, not a validator, so that other refusals come first. */
export const uploadBody = (field: string, description?: string) => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        properties: { [field]: { type: 'string' as const, format: 'binary', ...(description && { description }) } },
        required: [field],
      },
    },
  },
})
export const PHOTO_BODY = uploadBody('image', 'JPEG, PNG, or WebP, at most 2048 KB.')

/** Reads the file of an uploaded form. Returns `null` if there is none or the form is unreadable. */
export async function uploadOf(c: AppContext, field = 'image'): Promise<File | null> {
  const form = await c.req.formData().catch(() => null)
  const file = form?.get(field)
  return file instanceof File ? file : null
}

/** Describes an optional body, which must be JSON if present. */
export const optionalJsonBody = <T extends z.ZodType>(schema: T) => ({
  body: { required: false, content: { 'application/json': { schema } } },
})
export const jsonOrNothing = createMiddleware<AppEnv>(async (c, next) => {
  const type = c.req.header('content-type')
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new HTTPException(415)
  await next()
})

/** Marks a call that stores its own idempotency keys, per account. */
export const idempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .openapi({ description: 'Repeat a request with the same key and the same body and you get the first answer.' }),
})

/** `?limit=` (default 50, at most 100) and `?cursor=` of every list (decisions.md section 1). */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
}
