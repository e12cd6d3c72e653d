import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { type AppContext, answers, createApi, createRoute, jsonBody, pageQuery } from '../../platform/http.ts'
import { drops } from '../../platform/kept-answers.ts'
import {
  AgeForm,
  AgeStanding,
  Appeal,
  AppealCasePage,
  AppealDecision,
  AppealForm,
  AppealStanding,
  ImageCase,
  ImageCasePage,
  ModeratedImagePage,
  PromptTerms,
  RemovalQuery,
  ReportForm,
  ReportReceipt,
  ResolveForm,
  TermForm,
} from './contract.ts'
import type { ModerationService } from './service.ts'

const tags = ['Moderation']
const denied = { 403: 'Admins only' }
const wrong = { 400: 'A field is invalid; the issue names it' }
const params = z.object({ id: z.string().max(100) })
const done = (failures: Record<number, string>) => ({
  ...answers(204, z.never(), failures),
  204: { description: 'Done' },
})

const report = createRoute({
  method: 'post',
  path: '/images/{id}/report',
  tags,
  summary: 'Report a public image, signed in or not',
  operationId: 'reportImage',
  security: allow.optionalSignIn,
  limit: { perMinute: 10 },
  request: { params, ...jsonBody(ReportForm) },
  responses: answers(201, ReportReceipt, {
    ...wrong,
    404: 'No such public image',
    409: "The caller's own image",
    429: 'Too many reports',
  }),
})
const getAppeal = createRoute({
  method: 'get',
  path: '/images/{id}/appeal',
  tags,
  summary: "Get the creator's appeal against a removal",
  operationId: 'getImageAppeal',
  security: allow.signedIn,
  request: { params },
  responses: answers(200, AppealStanding, { 404: 'No such image of yours' }),
})
const appeal = createRoute({
  method: 'post',
  path: '/images/{id}/appeal',
  tags,
  summary: 'Appeal a removal, once',
  operationId: 'appealImageRemoval',
  security: allow.signedIn,
  limit: { perMinute: 10 },
  request: { params, ...jsonBody(AppealForm) },
  responses: answers(201, Appeal, {
    ...wrong,
    404: 'No such image of yours',
    409: 'Not removed, or already appealed',
  }),
})
const listImages = createRoute({
  method: 'get',
  path: '/admin/images',
  tags,
  summary: "List everyone's images, newest first",
  operationId: 'listImagesForAdmin',
  security: allow.admins,
  request: { query: z.object(pageQuery) },
  responses: answers(200, ModeratedImagePage, { ...wrong, ...denied }),
})
const removeImage = createRoute({
  method: 'delete',
  path: '/admin/images/{id}',
  tags,
  summary: 'Remove an image and tell its creator the reason',
  operationId: 'removeImage',
  middleware: drops('gallery'),
  security: allow.admins,
  request: { params, query: RemovalQuery },
  responses: done({ ...wrong, ...denied, 404: 'No such visible image' }),
})
const listReports = createRoute({
  method: 'get',
  path: '/admin/reports',
  tags,
  summary: 'List reported images, longest waiting first',
  operationId: 'listImageReports',
  security: allow.admins,
  request: { query: z.object({ ...pageQuery, status: z.enum(['open', 'decided']).default('open') }) },
  responses: answers(200, ImageCasePage, { ...wrong, ...denied }),
})
const resolve = createRoute({
  method: 'post',
  path: '/admin/reports/{id}/resolve',
  tags,
  summary: 'Dismiss the reports of an image, or remove it',
  operationId: 'resolveImageReport',
  middleware: drops('gallery'),
  security: allow.admins,
  request: { params, ...jsonBody(ResolveForm) },
  responses: answers(200, ImageCase, {
    ...wrong,
    ...denied,
    404: 'No such report',
    409: 'Already decided, or your own image',
  }),
})
const listAppeals = createRoute({
  method: 'get',
  path: '/admin/appeals',
  tags,
  summary: 'List open appeals, longest waiting first',
  operationId: 'listImageAppeals',
  security: allow.admins,
  request: { query: z.object(pageQuery) },
  responses: answers(200, AppealCasePage, { ...wrong, ...denied }),
})
const decideAppeal = createRoute({
  method: 'post',
  path: '/admin/appeals/{id}/decide',
  tags,
  summary: 'Restore an image, or uphold its removal',
  operationId: 'decideImageAppeal',
  middleware: drops('gallery'),
  security: allow.admins,
  request: { params, ...jsonBody(AppealDecision) },
  responses: answers(200, Appeal, {
    ...wrong,
    ...denied,
    404: 'No such appeal',
    409: 'Already decided, or your own image',
  }),
})
const listTerms = createRoute({
  method: 'get',
  path: '/admin/prompt-terms',
  tags,
  summary: 'List the terms of the prompt filter and how often each refused a prompt',
  operationId: 'listPromptTerms',
  security: allow.admins,
  responses: answers(200, PromptTerms, denied),
})
const addTerm = createRoute({
  method: 'post',
  path: '/admin/prompt-terms',
  tags,
  summary: 'Add a term',
  operationId: 'addPromptTerm',
  security: allow.admins,
  request: jsonBody(TermForm),
  responses: done({ ...wrong, ...denied, 409: 'It already exists' }),
})
const deleteTerm = createRoute({
  method: 'delete',
  path: '/admin/prompt-terms/{id}',
  tags,
  summary: 'Delete a term',
  operationId: 'deletePromptTerm',
  security: allow.admins,
  request: { params },
  responses: done({ ...denied, 404: 'No such term' }),
})
const getAge = createRoute({
  method: 'get',
  path: '/studio/age',
  tags: ['Studio'],
  summary: 'Check whether you have confirmed your age',
  operationId: 'getAgeConfirmation',
  security: allow.signedIn,
  responses: answers(200, AgeStanding),
})
const confirmAge = createRoute({
  method: 'post',
  path: '/studio/age',
  tags: ['Studio'],
  summary: 'Confirm once that you are 18 or older',
  operationId: 'confirmAge',
  security: allow.signedIn,
  request: jsonBody(AgeForm),
  responses: answers(200, AgeStanding, { ...wrong, 403: 'Younger than 18; nothing is stored' }),
})

/** Refuses callers who have not confirmed their age. */
export const requireAdult = (moderation: Pick<ModerationService, 'requireAdult'>) => async (c: AppContext) =>
  moderation.requireAdult(await c.var.actor())

export function moderationApi({ moderation }: { moderation: ModerationService }) {
  const api = createApi()

  api.openapi(report, async (c) => {
    const asked = { ...c.req.valid('param'), ...c.req.valid('json'), clientAddress: c.var.clientAddress }
    return c.json(await moderation.report(await c.var.actor(), asked), 201)
  })
  api.openapi(getAppeal, async (c) =>
    c.json(await moderation.appealOf(await c.var.actor(), c.req.valid('param').id), 200),
  )
  api.openapi(appeal, async (c) => {
    const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await moderation.appeal(await c.var.actor(), asked), 201)
  })
  api.openapi(listImages, async (c) =>
    c.json(await moderation.listImages(await c.var.actor(), c.req.valid('query')), 200),
  )
  api.openapi(removeImage, async (c) => {
    await moderation.removeImage(await c.var.actor(), { ...c.req.valid('param'), ...c.req.valid('query') })
    return c.body(null, 204)
  })
  api.openapi(listReports, async (c) => {
    const { status, ...query } = c.req.valid('query')
    const wanted = { ...query, isOpen: status === 'open' }
    return c.json(await moderation.listReports(await c.var.actor(), wanted), 200)
  })
  api.openapi(resolve, async (c) => {
    const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await moderation.resolve(await c.var.actor(), asked), 200)
  })
  api.openapi(listAppeals, async (c) =>
    c.json(await moderation.listAppeals(await c.var.actor(), c.req.valid('query')), 200),
  )
  api.openapi(decideAppeal, async (c) => {
    const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await moderation.decideAppeal(await c.var.actor(), asked), 200)
  })
  api.openapi(listTerms, async (c) => c.json(await moderation.listTerms(await c.var.actor()), 200))
  api.openapi(addTerm, async (c) => {
    await moderation.addTerm(await c.var.actor(), c.req.valid('json'))
    return c.body(null, 204)
  })
  api.openapi(deleteTerm, async (c) => {
    await moderation.deleteTerm(await c.var.actor(), c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(getAge, async (c) => c.json(await moderation.age(await c.var.actor()), 200))
  api.openapi(confirmAge, async (c) =>
    c.json(await moderation.confirmAge(await c.var.actor(), c.req.valid('json')), 200),
  )
  return api
}
