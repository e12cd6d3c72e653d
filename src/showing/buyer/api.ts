import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody, pageQuery } from '../../platform/http.ts'
import { Buyer, BuyerHistory, BuyerList, BuyerNote, BuyerQuery } from './contract.ts'
import type { BuyerBook } from './service.ts'

const tags = ['Buyers']
const failures = { 404: 'No such showing of yours' }
const ofShowing = z.object({ id: z.uuid().openapi({ description: 'ID of one of their showings.' }) })

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/buyers',
  operationId: 'listBuyers',
  security: allow.signedIn,
  tags,
  summary: "List the people who booked with you, latest showing first; admins get everyone's",
  request: { query: BuyerQuery.extend(pageQuery) },
  responses: answers(200, BuyerList, { 400: 'The cursor belongs to another list' }),
})

const get = createRoute({
  method: 'get',
  path: '/api/showingbooker/buyers/{id}',
  operationId: 'getBuyer',
  security: allow.signedIn,
  tags,
  summary: 'Get the buyer of a showing with their history',
  request: { params: ofShowing, query: z.object(pageQuery) },
  responses: answers(200, BuyerHistory, { ...failures, 400: 'The cursor belongs to another list' }),
})

const note = createRoute({
  method: 'put',
  path: '/api/showingbooker/buyers/{id}/note',
  operationId: 'writeBuyerNote',
  security: allow.signedIn,
  limit: { perMinute: 60 },
  tags,
  summary: 'Save your own private note on a buyer',
  request: { params: ofShowing, ...jsonBody(BuyerNote) },
  responses: answers(200, Buyer, { ...failures, 400: 'The note is too long' }),
})

export function buyerApi({ buyerBook }: { buyerBook: BuyerBook }) {
  const api = createApi()
  api.openapi(list, async (c) => c.json(await buyerBook.list(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await buyerBook.history(await c.var.actor(), { bookingId: id, ...c.req.valid('query') }), 200)
  })
  api.openapi(note, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await buyerBook.writeNote(await c.var.actor(), id, c.req.valid('json').note), 200)
  })
  return api
}
