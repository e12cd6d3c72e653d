import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonOrNothing, optionalJsonBody, pageQuery } from '../../platform/http.ts'
import { drops } from '../../platform/kept-answers.ts'
import { ReasonForm, User, UserPage } from './contract.ts'
import type { UserService } from './service.ts'

const BASE = '/api/showingbooker/admin/users'
const tags = ['Administration']
const denied = { 403: 'Admins only' }

const list = createRoute({
  method: 'get',
  path: BASE,
  operationId: 'listUsers',
  security: allow.admins,
  tags,
  summary: 'List everyone who can sign in, newest first',
  request: {
    query: z.object({
      ...pageQuery,
      q: z.string().max(200).default('').openapi({ description: 'Words from the name, email or id.' }),
    }),
  },
  responses: answers(200, UserPage, { 400: 'The cursor or the limit is wrong', ...denied }),
})

const on = <Act extends string>(act: Act, operationId: string, summary: string) =>
  createRoute({
    method: 'post',
    path: `${BASE}/{id}/${act}` as const,
    operationId,
    security: allow.admins,
    limit: { perMinute: 60, sharedAs: 'users' },
    middleware: [jsonOrNothing, drops('profile')] as const,
    tags,
    summary,
    request: { params: z.object({ id: z.string().max(100) }), ...optionalJsonBody(ReasonForm) },
    responses: answers(200, User, {
      400: 'The reason is invalid',
      ...denied,
      404: 'No such account',
      409: 'Not allowed for this account: the message says why',
    }),
  })
const grant = on('grant-admin', 'grantAdmin', 'Make an account an admin')
const revoke = on('revoke-admin', 'revokeAdmin', "Remove an account's admin role (never from the last admin)")
const suspend = on(
  'suspend',
  'suspendUser',
  'Suspend an account: end its sessions, block sign-ins, and unlist its properties',
)
const lift = on('lift', 'liftSuspension', "Lift a suspension and relist the account's properties")
const signOut = on('sign-out', 'signOutUser', 'End all sessions and tokens of an account')

export function userApi({ users }: { users: UserService }) {
  const api = createApi()
  // A call without a body gives no reason.
  const asked = ({ id }: { id: string }, form?: { reason?: string }) => ({ id, reason: form?.reason ?? '' })
  api.openapi(list, async (c) => {
    return c.json(await users.list(await c.var.actor(), c.req.valid('query')), 200)
  })
  api.openapi(grant, async (c) =>
    c.json(await users.grantAdmin(await c.var.actor(), asked(c.req.valid('param'), c.req.valid('json'))), 200),
  )
  api.openapi(revoke, async (c) =>
    c.json(await users.revokeAdmin(await c.var.actor(), asked(c.req.valid('param'), c.req.valid('json'))), 200),
  )
  api.openapi(suspend, async (c) =>
    c.json(await users.suspend(await c.var.actor(), asked(c.req.valid('param'), c.req.valid('json'))), 200),
  )
  api.openapi(lift, async (c) =>
    c.json(await users.liftSuspension(await c.var.actor(), asked(c.req.valid('param'), c.req.valid('json'))), 200),
  )
  api.openapi(signOut, async (c) =>
    c.json(await users.signOut(await c.var.actor(), asked(c.req.valid('param'), c.req.valid('json'))), 200),
  )
  return api
}
