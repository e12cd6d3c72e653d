import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody, PHOTO_BODY, uploadOf } from '../../platform/http.ts'
import { pdfHeaders } from '../../platform/pdf-document.ts'
import { MAX_UPLOAD_BYTES, photoTooLarge } from '../../platform/photo.ts'
import { NewService, ProofOfService, ServiceList, ServicePhoto, Withdrawal } from './contract.ts'
import { serviceNotFound } from './domain.ts'
import type { ServiceRecordService } from './service.ts'

const tags = ['Proof of service']
const BASE = '/api/showingbooker/bookings/{id}/service'
const ofBooking = z.object({ id: z.uuid() })
const ofService = z.object({ id: z.uuid(), serviceId: z.uuid() })
const failures = { 404: 'No such booking or record of yours' }
const written = { ...failures, 400: 'A field is invalid; each issue names its field' }

const record = createRoute({
  method: 'post',
  path: BASE,
  operationId: 'recordService',
  security: allow.signedIn,
  limit: { perMinute: 30, sharedAs: 'service-record' },
  idempotencyKeyOf: 'account',
  tags,
  summary: 'Record how the notice to enter was served; repeating it returns the same record',
  request: { params: ofBooking, ...jsonBody(NewService) },
  responses: answers(201, ProofOfService, { ...written, 409: 'There is nothing to serve, or the showing was changed' }),
})

const list = createRoute({
  method: 'get',
  path: BASE,
  operationId: 'listServiceRecords',
  security: allow.signedIn,
  tags,
  summary: 'List all service records of a showing, including withdrawn ones',
  request: { params: ofBooking },
  responses: answers(200, ServiceList, failures),
})

const withdraw = createRoute({
  method: 'post',
  path: `${BASE}/{serviceId}/withdraw`,
  operationId: 'withdrawService',
  security: allow.signedIn,
  limit: { perMinute: 30, sharedAs: 'service-record' },
  idempotencyKeyOf: 'account',
  tags,
  summary: 'Withdraw a mistaken record; it stays but does not count',
  request: { params: ofService, ...jsonBody(Withdrawal) },
  responses: answers(200, ProofOfService, { ...written, 409: 'It was already withdrawn' }),
})

const uploadPhoto = createRoute({
  method: 'post',
  path: `${BASE}/photo`,
  operationId: 'uploadServicePhoto',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  largestBody: { bytes: MAX_UPLOAD_BYTES, refuse: photoTooLarge },
  tags,
  summary: 'Upload a photo of the served notice, then name it when you record the service',
  request: { params: ofBooking },
  requestBody: PHOTO_BODY,
  responses: answers(201, ServicePhoto, {
    ...failures,
    400: 'The request has no image',
    409: 'There is nothing to serve',
    413: 'Larger than 2048 KB or 40 megapixels',
    415: 'Not a JPEG, PNG, or WebP',
    503: 'The photo could not be saved; nothing has changed',
  }),
})

const getPhoto = createRoute({
  method: 'get',
  path: `${BASE}/{serviceId}/photo`,
  operationId: 'getServicePhoto',
  security: allow.signedIn,
  tags,
  summary: 'Get the photo of a service record (owner and admins)',
  request: { params: ofService },
  responses: {
    ...answers(200, z.never(), failures),
    200: { description: 'OK', content: { 'image/jpeg': { schema: z.string().openapi({ format: 'binary' }) } } },
  },
})

const getPdf = createRoute({
  method: 'get',
  path: `${BASE}/{serviceId}.pdf`,
  operationId: 'getServicePdf',
  security: allow.signedIn,
  limit: { perMinute: 60 },
  tags,
  summary: 'Print the proof of service for signing',
  request: { params: ofService },
  responses: {
    ...answers(200, z.never(), failures),
    200: { description: 'OK', content: { 'application/pdf': { schema: z.string() } } },
  },
})

/** A path whose parameter ends within a segment, in Hono's syntax. */
const PDF_PATH = '/api/showingbooker/bookings/:id/service/:file{[^/]+\\.pdf}'

export function serviceRecordApi({ serviceRecords }: { serviceRecords: ServiceRecordService }) {
  const api = createApi()

  api.openapi(record, async (c) => {
    const entered = c.req.valid('json')
    return c.json(await serviceRecords.record(await c.var.actor(), c.req.valid('param').id, entered), 201)
  })
  api.openapi(list, async (c) =>
    c.json({ services: await serviceRecords.list(await c.var.actor(), c.req.valid('param').id) }, 200),
  )
  api.openapi(withdraw, async (c) => {
    const { id, serviceId } = c.req.valid('param')
    return c.json(await serviceRecords.withdraw(await c.var.actor(), id, serviceId, c.req.valid('json').reason), 200)
  })
  api.openapi(uploadPhoto, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await serviceRecords.uploadPhoto(await c.var.actor(), id, await uploadOf(c)), 201)
  })
  api.openapi(getPhoto, async (c) => {
    const { id, serviceId } = c.req.valid('param')
    const { bytes, contentType } = await serviceRecords.photo(await c.var.actor(), id, serviceId)
    return c.body(bytes, 200, { 'Content-Type': contentType, 'Cache-Control': 'private, no-store' })
  })
  api.openAPIRegistry.registerPath(getPdf)
  api.get(PDF_PATH, async (c) => {
    const asked = { id: c.req.param('id'), serviceId: c.req.param('file').slice(0, -'.pdf'.length) }
    const read = ofService.safeParse(asked)
    if (!read.success) throw serviceNotFound()
    const { name, pdf } = await serviceRecords.pdf(await c.var.actor(), read.data.id, read.data.serviceId)
    return c.body(pdf as Uint8Array<ArrayBuffer>, 200, pdfHeaders(name))
  })
  return api
}
