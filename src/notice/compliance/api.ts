import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { csvHeaders, csvStream } from '../../platform/csv.ts'
import { answers, createApi, createRoute, fileAnswers, jsonBody, pageQuery } from '../../platform/http.ts'
import { pdfHeaders } from '../../platform/pdf-document.ts'
import { LogEvent, LogPage, NewNote, PacketCheck, Verification } from './contract.ts'
import type { ComplianceService } from './service.ts'

const params = z.object({ id: z.uuid() })
const failures = { 404: 'No such property of yours' }

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/bookings',
  operationId: 'listComplianceLog',
  security: allow.signedIn,
  tags: ['Compliance'],
  summary: 'Get the compliance log of your property, newest booking first',
  request: { params, query: z.object({ limit: pageQuery.limit, cursor: z.coerce.number().int().min(1).optional() }) },
  responses: answers(200, LogPage, failures),
})

const verify = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/logs/verify',
  operationId: 'verifyComplianceLog',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags: ['Compliance'],
  summary: "Check that every entry's hash matches the one before it",
  request: { params },
  responses: answers(200, Verification, { ...failures }),
})

const getCsv = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/logs.csv',
  operationId: 'exportComplianceLogCsv',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags: ['Compliance'],
  summary: 'Export the whole log for a spreadsheet, one row per booking',
  request: { params },
  responses: fileAnswers('text/csv', failures),
})

const getPdf = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/logs.pdf',
  operationId: 'exportComplianceLogPdf',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags: ['Compliance'],
  summary: 'Print the latest 200 bookings of the log, with the proof of its chain',
  request: { params },
  responses: fileAnswers('application/pdf', failures),
})

const addNote = createRoute({
  method: 'post',
  path: '/api/bookings/log',
  operationId: 'addBookingNote',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  // If a note comes again after a lost answer, it is the same note.
  idempotencyKeyOf: 'account',
  tags: ['Compliance'],
  summary: 'Add a note to the log of your booking',
  request: jsonBody(NewNote),
  responses: answers(201, LogEvent, {
    400: 'No note',
    404: 'No such booking of yours',
    409: 'A demo showing has no log',
  }),
})

const checkPacket = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/packet/{code}',
  operationId: 'checkPacket',
  security: allow.everyone,
  limit: { perMinute: 30 },
  tags: ['Compliance'],
  summary: 'Check that a printed packet is genuine and its log unchanged, without personal data',
  request: { params: z.object({ code: z.string().max(100) }) },
  responses: answers(200, PacketCheck, { 404: 'No packet has this code' }),
})

export function complianceApi({ compliance }: { compliance: ComplianceService }) {
  const api = createApi()
  api.openapi(list, async (c) => {
    const asked = { ...c.req.valid('query'), propertyId: c.req.valid('param').id }
    return c.json(await compliance.list(await c.var.actor(), asked), 200)
  })
  api.openapi(verify, async (c) => c.json(await compliance.verify(await c.var.actor(), c.req.valid('param').id), 200))
  api.openapi(getCsv, async (c) => {
    const { name, head, batches } = await compliance.sheet(await c.var.actor(), c.req.valid('param').id)
    return c.body(await csvStream(head, batches), 200, csvHeaders(name))
  })
  api.openapi(getPdf, async (c) => {
    const { name, pdf } = await compliance.report(await c.var.actor(), c.req.valid('param').id)
    return c.body(pdf as Uint8Array<ArrayBuffer>, 200, pdfHeaders(name))
  })
  api.openapi(checkPacket, async (c) => c.json(await compliance.verifyBundle(c.req.valid('param').code), 200))
  api.openapi(addNote, async (c) => c.json(await compliance.note(await c.var.actor(), c.req.valid('json')), 201))
  return api
}
