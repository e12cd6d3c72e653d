import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, pageQuery } from '../../platform/http.ts'
import { ActKind, AdminActPage } from './contract.ts'
import type { AuditService } from './service.ts'

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/admin/acts',
  operationId: 'listAdminActs',
  security: allow.admins,
  tags: ['Administration'],
  summary: 'List what admins did, newest first',
  request: {
    query: z.object({
      ...pageQuery,
      act: ActKind.optional(),
      person: z
        .string()
        .max(320)
        .optional()
        .openapi({ description: 'The id or email of the person who acted, or whose account was affected.' }),
    }),
  },
  responses: answers(200, AdminActPage, {
    400: 'A parameter is invalid; the issue names it',
    403: 'Admins only',
  }),
})

export function auditApi({ audit }: { audit: AuditService }) {
  const api = createApi()
  api.openapi(list, async (c) => {
    return c.json(await audit.list(await c.var.actor(), c.req.valid('query')), 200)
  })
  return api
}
