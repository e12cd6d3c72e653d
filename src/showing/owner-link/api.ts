import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonOrNothing, optionalJsonBody } from '../../platform/http.ts'
import { OwnerLink, OwnerReport, RenewForm, RevokeQuery } from './contract.ts'
import type { OwnerLinkService } from './service.ts'

const tags = ["Owner's link"]
const PATH = '/api/showingbooker/properties/{id}/owner-link'
const request = { params: z.object({ id: z.uuid() }) }
const failures = { 404: 'No such property of yours' }
const changed = { 409: 'The link has changed since you saw it' }

const get = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'getOwnerLink',
  security: allow.signedIn,
  tags,
  summary: "Get the link of a property's owner",
  request,
  responses: answers(200, OwnerLink, failures),
})

const renew = createRoute({
  method: 'post',
  path: PATH,
  operationId: 'renewOwnerLink',
  security: allow.signedIn,
  limit: { perMinute: 20, sharedAs: 'owner-link' },
  tags,
  summary: 'Make a link for the owner; an earlier one stops working',
  middleware: jsonOrNothing,
  request: { ...request, ...optionalJsonBody(RenewForm) },
  responses: answers(201, OwnerLink, { ...failures, ...changed }),
})

const revoke = createRoute({
  method: 'delete',
  path: PATH,
  operationId: 'revokeOwnerLink',
  security: allow.signedIn,
  limit: { perMinute: 20, sharedAs: 'owner-link' },
  tags,
  summary: 'Revoke the link; it shows nothing from then on',
  request: { ...request, query: RevokeQuery },
  responses: answers(200, OwnerLink, { ...failures, ...changed }),
})

const report = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/owner/{token}',
  operationId: 'getOwnerReport',
  security: allow.everyone,
  limit: { perMinute: 30 },
  tags,
  summary: "Read the report of an owner's link: the last 90 days and upcoming showings",
  request: { params: z.object({ token: z.string() }) },
  responses: answers(200, OwnerReport, { 404: 'No such link, or it was revoked' }),
})

export function ownerLinkApi({ ownerLinks }: { ownerLinks: OwnerLinkService }) {
  const api = createApi()
  api.openapi(get, async (c) => c.json(await ownerLinks.get(await c.var.actor(), c.req.valid('param').id), 200))
  api.openapi(renew, async (c) => {
    const { seen } = c.req.valid('json') ?? {}
    return c.json(await ownerLinks.renew(await c.var.actor(), c.req.valid('param').id, seen), 201)
  })
  api.openapi(revoke, async (c) => {
    const { seen } = c.req.valid('query')
    return c.json(await ownerLinks.revoke(await c.var.actor(), c.req.valid('param').id, seen), 200)
  })
  api.openapi(report, async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await ownerLinks.report(c.req.valid('param').token), 200)
  })
  return api
}
