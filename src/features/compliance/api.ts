import { createRoute, z } from '@hono/zod-openapi'
import { answers, createApi, pageQuery } from '../../platform/http.ts'
import { LogPage, Verification } from './contract.ts'
import type { ComplianceService } from './service.ts'

const params = z.object({ id: z.uuid() })
const failures = { 401: 'Not signed in', 404: 'No such property of yours' }

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/bookings',
  tags: ['Compliance'],
  summary: "The compliance log of one's own property, newest booking first",
  request: { params, query: z.object({ limit: pageQuery.limit, cursor: z.coerce.number().int().min(1).optional() }) },
  responses: answers(200, LogPage, failures),
})

const verify = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/logs/verify',
  tags: ['Compliance'],
  summary: "Whether every entry's hash agrees with the one before it",
  request: { params },
  responses: answers(200, Verification, failures),
})

export function complianceApi({ compliance }: { compliance: ComplianceService }) {
  const api = createApi()
  api.openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid('query')
    const page = { propertyId: c.req.valid('param').id, cursor: cursor ?? null, limit }
    return c.json(await compliance.list(await c.var.actor(), page), 200)
  })
  api.openapi(verify, async (c) => c.json(await compliance.verify(await c.var.actor(), c.req.valid('param').id), 200))
  return api
}
