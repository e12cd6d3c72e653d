import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute } from '../../platform/http.ts'
import { LinkText, LinkTextState } from './contract.ts'
import type { LinkTextService } from './service.ts'

const shared = {
  path: '/api/showingbooker/properties/{id}/link-text',
  security: allow.signedIn,
  tags: ['Properties'],
  request: { params: z.object({ id: z.uuid() }) },
}
const failures = { 404: 'No such property of yours' }

const get = createRoute({
  ...shared,
  method: 'get',
  operationId: 'getLinkText',
  summary: 'Get your phone, and the state of the latest text with the booking link',
  responses: answers(200, LinkTextState, failures),
})

const ask = createRoute({
  ...shared,
  method: 'post',
  operationId: 'textBookingLink',
  limit: { perMinute: 20 },
  summary: 'Text the booking link to the phone of your profile, up to 5 times a day',
  responses: answers(202, LinkText, {
    ...failures,
    409: 'Your profile has no phone (`no_phone`), or the phone replied STOP (`no_texts_wanted`)',
    429: 'Too many texts today, or too many requests',
  }),
})

export function linkTextApi({ linkTexts }: { linkTexts: LinkTextService }) {
  const api = createApi()
  api.openapi(get, async (c) => c.json(await linkTexts.find(await c.var.actor(), c.req.valid('param').id), 200))
  api.openapi(ask, async (c) => c.json(await linkTexts.ask(await c.var.actor(), c.req.valid('param').id), 202))
  return api
}
