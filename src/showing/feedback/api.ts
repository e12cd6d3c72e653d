import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody, pageQuery } from '../../platform/http.ts'
import { FeedbackForm, FeedbackPage, PropertyFeedback } from './contract.ts'
import type { FeedbackService } from './service.ts'

const tags = ['Feedback']
const ofLink = z.object({ token: z.string() })
const failures = { 404: 'No such link, or it is too old' }

const get = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/feedback/{token}',
  operationId: 'getFeedback',
  security: allow.everyone,
  limit: { perMinute: 60, sharedAs: 'feedback' },
  tags,
  summary: "Get the questions of a visitor's link; changes nothing",
  request: { params: ofLink },
  responses: answers(200, FeedbackPage, failures),
})

const answer = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/feedback/{token}',
  operationId: 'answerFeedback',
  security: allow.everyone,
  limit: { perMinute: 60, sharedAs: 'feedback' },
  tags,
  summary: 'Answer the questions, or change the answers for 14 days',
  request: { params: ofLink, ...jsonBody(FeedbackForm) },
  responses: answers(200, FeedbackPage, { ...failures, 400: 'A field is missing; each issue names its field' }),
})

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/feedback',
  operationId: 'listFeedback',
  security: allow.signedIn,
  tags,
  summary: 'Count and list what visitors said about a property, latest first',
  request: { params: z.object({ id: z.uuid() }), query: z.object(pageQuery) },
  responses: answers(200, PropertyFeedback, {
    400: 'The cursor belongs to another list',
    404: 'No such property of yours',
  }),
})

export function feedbackApi({ feedback }: { feedback: FeedbackService }) {
  const api = createApi()
  api.openapi(get, async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await feedback.open(c.req.valid('param').token), 200)
  })
  api.openapi(answer, async (c) => c.json(await feedback.answer(c.req.valid('param').token, c.req.valid('json')), 200))
  api.openapi(list, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await feedback.listForProperty(await c.var.actor(), { propertyId: id, ...c.req.valid('query') }), 200)
  })
  return api
}
