import type { OpenAPIHono } from '@hono/zod-openapi'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { AppContext, AppEnv, Guards } from './http.ts'
import * as t from './text/fault.ts'

/** An operation of the API document. */
export type Operation = Guards & {
  method: string
  path: string
  operationId: string
  /** The path as Hono's router writes it. The log uses it as the operation's name. */
  route: string
}

type Declared = { path: string; operationId?: string } & Partial<Guards>

/** Finds a request's operation. Routes may be added until the first request. */
export function createOperations(api: OpenAPIHono<AppEnv>) {
  let made: { router: SmartRouter<Operation>; methods: string[] } | undefined

  function make() {
    const router = new SmartRouter<Operation>({ routers: [new RegExpRouter(), new TrieRouter()] })
    const methods = new Set<string>()
    const shared = new Map<string, number>()
    for (const definition of api.openAPIRegistry.definitions) {
      if (definition.type !== 'route') continue
      const { path, operationId, security, limit, largestBody, idempotencyKeyOf } = definition.route as Declared
      const method = definition.route.method.toUpperCase()
      if (!operationId || !security) throw new Error(`${method} ${path} does not declare its id and its callers`)
      if (limit?.sharedAs) {
        const { sharedAs, perMinute } = limit
        if ((shared.get(sharedAs) ?? perMinute) !== perMinute) throw new Error(`${sharedAs} has two limits`)
        shared.set(sharedAs, perMinute)
      }
      const guards = { security, limit, largestBody, idempotencyKeyOf }
      const route = routingPath(path)
      router.add(method, route, { method, path, operationId, route, ...guards })
      methods.add(method)
    }
    made = { router, methods: [...methods] }
    return made
  }

  const match = (method: string, path: string) => (made ?? make()).router.match(method, path)[0][0]?.[0]

  return {
    find: (method: string, path: string): Operation | undefined => match(method === 'HEAD' ? 'GET' : method, path),
    /** Lists the methods of a path; an empty list means that no such path exists. */
    methodsOf: (path: string): string[] => (made ?? make()).methods.filter((method) => match(method, path)),
  }
}

export type Operations = ReturnType<typeof createOperations>

/** Writes `/a/{b}` as Hono does, even if the parameter ends within a segment, as in `/a/{b}.ics`. */
const routingPath = (path: string) =>
  path.replaceAll(/\{(\w+)\}([^/]*)/g, (_, name: string, rest: string) =>
    rest ? `:${name}{[^/]+${rest.replaceAll('.', '\\.')}}` : `:${name}`,
  )

/** Lists a known path's methods, as the answer to OPTIONS or in the refusal of another method. */
export function refuseOtherMethods(c: AppContext, methods: string[]): Response {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS']
  c.header('Allow', allowed.join(', '))
  if (c.req.method === 'OPTIONS') return c.body(null, 204)
  const { requestId } = c.var
  return c.json({ error: t.wrongMethod(), code: 'method_not_allowed', requestId }, 405)
}
