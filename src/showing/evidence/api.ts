import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, fileAnswers } from '../../platform/http.ts'
import { pdfHeaders } from '../../platform/pdf-document.ts'
import { Evidence } from './contract.ts'
import type { EvidenceService } from './service.ts'

const tags = ['Compliance']
const params = z.object({ id: z.uuid() })
const failures = { 404: 'No such booking of yours' }

const get = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings/{id}/evidence',
  operationId: 'getEvidence',
  security: allow.signedIn,
  limit: { perMinute: 120 },
  tags,
  summary: 'Get the evidence for your showing: messages, notice, service, log, and whether the chain is intact',
  request: { params },
  responses: answers(200, Evidence, failures),
})

const getPdf = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings/{id}/evidence.pdf',
  operationId: 'getEvidencePdf',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags,
  summary: 'Print the evidence as a packet with a code that anyone can check',
  request: { params },
  responses: fileAnswers('application/pdf', failures),
})

export function evidenceApi({ evidence }: { evidence: EvidenceService }) {
  const api = createApi()
  api.openapi(get, async (c) => c.json(await evidence.get(await c.var.actor(), c.req.valid('param').id), 200))
  api.openapi(getPdf, async (c) => {
    const { name, pdf } = await evidence.print(await c.var.actor(), c.req.valid('param').id)
    return c.body(pdf as Uint8Array<ArrayBuffer>, 200, pdfHeaders(name))
  })
  return api
}
