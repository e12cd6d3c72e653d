import { createRoute, z } from '@hono/zod-openapi'
import { answers, createApi, pageQuery } from '../../platform/http.ts'
import { AdminActPage } from './contract.ts'
import type { AuditService } from './service.ts'

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/admin/acts',
  tags: ['Administration'],
  summary: 'What admins did, newest first',
  request: { query: z.object(pageQuery) },
  responses: answers(200, AdminActPage, { 401: 'Not signed in', 403: 'Admins only' }),
})

export function auditApi({ audit }: { audit: AuditService }) {
  const api = createApi()
  api.openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid('query')
    return c.json(await audit.list(await c.var.actor(), { cursor: cursor ?? null, limit }), 200)
  })
  return api
}
