import { createRoute, z } from '@hono/zod-openapi'
import { answers, createApi } from '../../platform/http.ts'
import { limitRequests } from '../../platform/rate-limit.ts'
import { Property } from '../property/contract.ts'
import { DemoData } from './contract.ts'
import type { DemoService } from './service.ts'

const path = '/api/showingbooker/demo-data'
const tags = ['Demo']
const failures = { 401: 'Not signed in', 429: 'Too many requests' }

const find = createRoute({
  method: 'get',
  path,
  tags,
  summary: 'Whether there is demo data',
  responses: answers(200, DemoData, { 401: 'Not signed in' }),
})

const create = createRoute({
  method: 'post',
  path,
  tags,
  summary: 'A demo property with five showings; the one that is there already, where there is one',
  responses: { ...answers(200, Property, failures), ...answers(201, Property) },
})

const remove = createRoute({
  method: 'delete',
  path,
  tags,
  summary: 'Remove the demo property and its showings',
  responses: {
    ...answers(204, z.never(), { ...failures, 409: 'It has upcoming showings that were paid for' }),
    204: { description: 'There is none any more' },
  },
})

export function demoApi({ demos, rateLimitScale }: { demos: DemoService; rateLimitScale: number }) {
  const api = createApi()
  api.on(['POST', 'DELETE'], path, limitRequests('demo', 20, rateLimitScale))
  api.openapi(find, async (c) => c.json(await demos.find(await c.var.actor()), 200))
  api.openapi(create, async (c) => {
    const { property, isNew } = await demos.create(await c.var.actor())
    return isNew ? c.json(property, 201) : c.json(property, 200)
  })
  api.openapi(remove, async (c) => {
    await demos.remove(await c.var.actor())
    return c.body(null, 204)
  })
  return api
}
