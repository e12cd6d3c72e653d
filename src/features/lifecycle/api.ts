import { createRoute, z } from '@hono/zod-openapi'
import { answers, createApi, jsonOrNothing, optionalJsonBody } from '../../platform/http.ts'
import { ShowingRecord } from '../booking/contract.ts'
import type { ShowingService } from '../showing/service.ts'
import { Reason } from './contract.ts'
import type { LifecycleService } from './service.ts'

const decision = <Name extends 'approve' | 'decline' | 'cancel'>(name: Name, summary: string) =>
  createRoute({
    method: 'post',
    path: `/api/showingbooker/bookings/{id}/${name}`,
    tags: ['Showings'],
    summary,
    middleware: jsonOrNothing,
    request: { params: z.object({ id: z.uuid() }), ...optionalJsonBody(Reason) },
    responses: answers(200, ShowingRecord, {
      400: 'What is wrong, at each field',
      401: 'Not signed in',
      404: 'No such booking',
      409: 'Not as the booking stands; `status` says how it does',
    }),
  })

const approve = decision('approve', 'The showing takes place: the authorized card is charged')
const decline = decision('decline', 'The showing does not take place: the authorization is released')
const cancel = decision('cancel', 'Call a showing off: what was paid goes back in full')

export function lifecycleApi({ lifecycle, showings }: { lifecycle: LifecycleService; showings: ShowingService }) {
  const api = createApi()
  api.openapi(approve, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await lifecycle.act(actor, id, 'approve', c.req.valid('json')?.reason)
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(decline, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await lifecycle.act(actor, id, 'decline', c.req.valid('json')?.reason)
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(cancel, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await lifecycle.act(actor, id, 'cancel', c.req.valid('json')?.reason)
    return c.json(await showings.get(actor, id), 200)
  })
  return api
}
