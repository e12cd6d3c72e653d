import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { MessageTemplate, MessageTemplateChange, MessageTemplateForm, MessageTemplates } from './contract.ts'
import type { TemplateService } from './service.ts'

const ofAgent = { security: allow.signedIn, tags: ['Threads'] }
const params = z.object({ id: z.uuid() })
const faults = { 400: 'A field is invalid; each issue names its field' }
const unknown = { 404: 'No such template of yours' }

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/message-templates',
  operationId: 'listMessageTemplates',
  ...ofAgent,
  summary: 'List your templates for messages to buyers, by name',
  responses: answers(200, MessageTemplates),
})

const add = createRoute({
  method: 'post',
  path: '/api/showingbooker/message-templates',
  operationId: 'addMessageTemplate',
  ...ofAgent,
  idempotencyKeyOf: 'account',
  summary: 'Add a template; up to 20',
  request: jsonBody(MessageTemplateForm),
  responses: answers(201, MessageTemplate, { ...faults, 409: 'You have the maximum number of templates' }),
})

const change = createRoute({
  method: 'put',
  path: '/api/showingbooker/message-templates/{id}',
  operationId: 'changeMessageTemplate',
  ...ofAgent,
  summary: 'Change a template',
  request: { params, ...jsonBody(MessageTemplateChange) },
  responses: answers(200, MessageTemplate, {
    ...faults,
    ...unknown,
    409: 'It has changed since you saw it; `template` is the current one',
  }),
})

const remove = createRoute({
  method: 'delete',
  path: '/api/showingbooker/message-templates/{id}',
  operationId: 'deleteMessageTemplate',
  ...ofAgent,
  summary: 'Delete a template',
  request: { params },
  responses: { 204: { description: 'Deleted' }, ...failuresOf() },
})

function failuresOf() {
  const { 200: _, ...failures } = answers(200, MessageTemplates, { ...unknown })
  return failures
}

export function templateApi({ templates }: { templates: TemplateService }) {
  const api = createApi()
  api.openapi(list, async (c) =>
    c.json({ templates: await templates.list(await c.var.actor()), nextCursor: null }, 200),
  )
  api.openapi(add, async (c) => c.json(await templates.add(await c.var.actor(), c.req.valid('json')), 201))
  api.openapi(change, async (c) => {
    const { seen, ...form } = c.req.valid('json')
    const template = await templates.change(await c.var.actor(), c.req.valid('param').id, form, seen)
    return c.json(template, 200)
  })
  api.openapi(remove, async (c) => {
    await templates.remove(await c.var.actor(), c.req.valid('param').id)
    return c.body(null, 204)
  })
  return api
}
