import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { MessageChoices, TopicName, WaysChange } from './contract.ts'
import type { PreferenceService } from './service.ts'

const ofAgent = { security: allow.signedIn, tags: ['Messages'] }

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/message-choices',
  operationId: 'listMessageChoices',
  ...ofAgent,
  summary: 'List which messages reach you, and how',
  responses: answers(200, MessageChoices),
})

const save = createRoute({
  method: 'put',
  path: '/api/showingbooker/message-choices/{topic}',
  operationId: 'saveMessageChoice',
  ...ofAgent,
  summary: 'Choose how messages about one topic reach you',
  request: { params: z.object({ topic: TopicName }), ...jsonBody(WaysChange) },
  responses: answers(200, MessageChoices, {
    400: 'No such topic, or a request would not reach you',
  }),
})

export function preferenceApi({ preferences }: { preferences: PreferenceService }) {
  const api = createApi()
  api.openapi(list, async (c) => c.json({ choices: await preferences.list(await c.var.actor()) }, 200))
  api.openapi(save, async (c) => {
    const choice = { ...c.req.valid('json'), ...c.req.valid('param') }
    return c.json({ choices: await preferences.save(await c.var.actor(), choice) }, 200)
  })
  return api
}
