import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody, pageQuery } from '../../platform/http.ts'
import { Property } from '../../property/property/contract.ts'
import { AgentPage, AgentPropertyForm } from './contract.ts'
import type { AdminService } from './service.ts'

const tags = ['Administration']
const denied = { 403: 'Admins only' }

const listAgents = createRoute({
  method: 'get',
  path: '/api/showingbooker/admin/agents',
  operationId: 'listAgents',
  security: allow.admins,
  tags,
  summary: 'List everyone who can list properties, with their counts, newest first',
  request: {
    query: z.object({
      ...pageQuery,
      q: z.string().max(200).default('').openapi({ description: 'Words in the name or email.' }),
    }),
  },
  responses: answers(200, AgentPage, denied),
})

const addProperty = createRoute({
  method: 'post',
  path: '/api/showingbooker/admin/properties',
  operationId: 'createPropertyForAgent',
  security: allow.admins,
  idempotencyKeyOf: 'account',
  tags,
  summary: 'Add a property for an agent, who then owns it',
  request: jsonBody(AgentPropertyForm),
  responses: answers(201, Property, { 400: 'A field is invalid; each issue names its field', ...denied }),
})

export function adminApi({ admins }: { admins: AdminService }) {
  const api = createApi()
  api.openapi(listAgents, async (c) => {
    return c.json(await admins.listAgents(await c.var.actor(), c.req.valid('query')), 200)
  })
  api.openapi(addProperty, async (c) => c.json(await admins.addProperty(await c.var.actor(), c.req.valid('json')), 201))
  return api
}
