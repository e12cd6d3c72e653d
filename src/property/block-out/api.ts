import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody, pageQuery } from '../../platform/http.ts'
import { BlockOut, BlockOutForm, BlockOutPage } from './contract.ts'
import type { BlockOutService } from './service.ts'

const tags = ['Calendar']

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/block-outs',
  operationId: 'listBlockOuts',
  security: allow.signedIn,
  tags,
  summary: 'List the times that you have blocked at all your properties, soonest first',
  request: { query: z.object(pageQuery) },
  responses: answers(200, BlockOutPage, { 400: 'The cursor is invalid' }),
})

const add = createRoute({
  method: 'post',
  path: '/api/showingbooker/block-outs',
  operationId: 'addBlockOut',
  security: allow.signedIn,
  limit: { perMinute: 60, sharedAs: 'block-out' },
  idempotencyKeyOf: 'account',
  tags,
  summary: 'Block a time at all your properties',
  request: jsonBody(BlockOutForm),
  responses: answers(201, BlockOut, {
    400: 'A field is invalid; each issue names its field',
    409: 'Showings are in this time (`showings_in_block_out`; `bookings` lists them). Send `keep: true` to keep them.',
  }),
})

const remove = createRoute({
  method: 'delete',
  path: '/api/showingbooker/block-outs/{id}',
  operationId: 'deleteBlockOut',
  security: allow.signedIn,
  limit: { perMinute: 60, sharedAs: 'block-out' },
  tags,
  summary: 'Unblock a time',
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    ...answers(204, z.never(), { 404: 'No such blocked time of yours' }),
    204: { description: 'The time is open again.' },
  },
})

export function blockOutApi({ blockOuts }: { blockOuts: BlockOutService }) {
  const api = createApi()
  api.openapi(list, async (c) => c.json(await blockOuts.list(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(add, async (c) => c.json(await blockOuts.add(await c.var.actor(), c.req.valid('json')), 201))
  api.openapi(remove, async (c) => {
    await blockOuts.remove(await c.var.actor(), c.req.valid('param').id)
    return c.body(null, 204)
  })
  return api
}
