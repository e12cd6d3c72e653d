import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { limitRequests } from '../../platform/rate-limit.ts'
import { ShowingRecord } from '../booking/contract.ts'
import type { ShowingService } from '../booking/showing-service.ts'
import { Late } from './contract.ts'
import type { LateService } from './late-service.ts'

const ofAgent = { security: allow.signedIn, tags: ['Showings'] }
const params = z.object({ id: z.uuid() })
const faults = { 400: 'What is wrong, at each field' }
const signedIn = { 401: 'Not signed in' }
const unknown = { 404: 'No such booking' }

const runLate = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/running-late',
  operationId: 'runLate',
  ...ofAgent,
  summary: 'Tell the buyer that you are late, from an hour before the start until the end, once for each amount',
  request: { params, ...jsonBody(Late) },
  responses: answers(200, ShowingRecord, {
    ...faults,
    ...signedIn,
    ...unknown,
    409: 'It is too early or over, the buyer was told before, or no message can reach them now',
  }),
})

/** Path under which `use` matches the route. */
const matched = ({ path }: { path: string }) => path.replace(/\{(\w+)\}/, ':$1')

/** Builds the routes for what agent and visitor arrange between them. */
export function arrangementApi(options: { lateness: LateService; showings: ShowingService; rateLimitScale: number }) {
  const { lateness, showings } = options
  const api = createApi()
  const deciding = limitRequests('arrangements', 60, options.rateLimitScale)
  for (const route of [runLate]) api.use(matched(route), deciding)
  api.openapi(runLate, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await lateness.runLate(actor, id, c.req.valid('json').minutes)
    return c.json(await showings.get(actor, id), 200)
  })
  return api
}
