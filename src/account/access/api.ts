import { z } from '@hono/zod-openapi'
import { allow, callerOf } from '../../platform/callers.ts'
import { type AppContext, answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { AccessForm, Granted, GrantState, ProtectedApp } from './contract.ts'
import type { AccessService } from './service.ts'

const params = z.object({ app: ProtectedApp })

const enter = createRoute({
  method: 'post',
  path: '/api/access/{app}',
  operationId: 'enterAccessCode',
  security: allow.signedIn,
  tags: ['Account'],
  summary: 'Open a protected app with its access code for this session (takes at least half a second)',
  request: { params, ...jsonBody(AccessForm) },
  responses: answers(200, Granted, {
    400: 'No code',
    403: 'The code is wrong',
    429: 'Five wrong codes within a minute',
  }),
})

const look = createRoute({
  method: 'get',
  path: '/api/access/{app}',
  operationId: 'getAccess',
  security: allow.signedIn,
  tags: ['Account'],
  summary: 'Check whether a protected app is open to this session',
  request: { params },
  responses: answers(200, GrantState),
})

/** Throws if the app needs its access code and this session has not entered it. */
export const requireAccess = (access: Pick<AccessService, 'require'>, app: ProtectedApp) => (c: AppContext) =>
  access.require(c.req.raw.headers, app)

export function accessApi({ access }: { access: AccessService }) {
  const api = createApi()
  api.openapi(enter, async (c) => {
    const { app } = c.req.valid('param')
    c.header('Set-Cookie', await access.enter(callerOf(c), app, c.req.valid('json').code), { append: true })
    return c.json({ granted: true as const }, 200)
  })
  api.openapi(look, async (c) => {
    const { app } = c.req.valid('param')
    return c.json({ granted: await access.isGranted(c.req.raw.headers, app) }, 200)
  })
  return api
}
