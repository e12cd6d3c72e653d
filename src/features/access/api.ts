import { createRoute, z } from '@hono/zod-openapi'
import { getCookie, setCookie } from 'hono/cookie'
import { type AppContext, answers, createApi, jsonBody } from '../../platform/http.ts'
import { AccessForm, Granted, GrantState, ProtectedApp } from './contract.ts'
import type { AccessService } from './service.ts'

const params = z.object({ app: ProtectedApp })

const enter = createRoute({
  method: 'post',
  path: '/api/access/{app}',
  tags: ['Account'],
  summary: 'Open a protected app with its code, for this session; takes half a second at least',
  request: { params, ...jsonBody(AccessForm) },
  responses: answers(200, Granted, {
    400: 'No code',
    401: 'Not signed in',
    403: 'A wrong code',
    429: 'Five wrong codes within a minute',
  }),
})

const look = createRoute({
  method: 'get',
  path: '/api/access/{app}',
  tags: ['Account'],
  summary: 'Whether a protected app is open to this session',
  request: { params },
  responses: answers(200, GrantState, { 401: 'Not signed in' }),
})

/** The cookie that holds the grant of a protected app. */
const cookieOf = (app: ProtectedApp) => `showingbooker.access_${app}`

export function accessApi({ access, publicUrl }: { access: AccessService; publicUrl: string }) {
  const api = createApi()
  const callerOf = (c: AppContext) => ({ headers: c.req.raw.headers, address: c.var.clientAddress })
  api.openapi(enter, async (c) => {
    const { app } = c.req.valid('param')
    const seal = await access.enter(callerOf(c), app, c.req.valid('json').code)
    // Without an age: it ends with the browser.
    setCookie(c, cookieOf(app), seal, {
      ...{ path: '/', httpOnly: true, sameSite: 'Lax', secure: publicUrl.startsWith('https:') },
    })
    return c.json({ granted: true as const }, 200)
  })
  api.openapi(look, async (c) => {
    const { app } = c.req.valid('param')
    return c.json({ granted: await access.isGranted(c.req.raw.headers, app, getCookie(c, cookieOf(app))) }, 200)
  })
  return api
}
