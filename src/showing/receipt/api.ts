import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { createApi, createRoute, fileAnswers } from '../../platform/http.ts'
import { leadsToPage, pageForPeople } from '../../platform/page-for-people.ts'
import { pdfHeaders } from '../../platform/pdf-document.ts'
import type { ReceiptService } from './service.ts'

const getPdf = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}/receipt.pdf',
  operationId: 'getBookingReceipt',
  security: allow.everyone,
  limit: { perMinute: 30 },
  tags: ['Booking'],
  summary: 'Get the receipt for the fee as the buyer (PDF)',
  request: { params: z.object({ token: z.string().max(100) }) },
  responses: {
    ...fileAnswers('application/pdf', {
      404: 'No such booking, or it has no payment',
    }),
    ...leadsToPage,
  },
})

export function receiptApi({ receipts }: { receipts: ReceiptService }) {
  const api = createApi()
  const toPage = pageForPeople('/showingbooker/booking/{token}')
  api.get(getPdf.getRoutingPath(), toPage)
  api.openapi(getPdf, async (c) => {
    const { name, pdf } = await receipts.print(c.req.valid('param').token)
    return c.body(pdf as Uint8Array<ArrayBuffer>, 200, {
      ...pdfHeaders(name),
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    })
  })
  return api
}
