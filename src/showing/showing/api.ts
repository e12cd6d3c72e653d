import { z } from '@hono/zod-openapi'
import type { NotificationService } from '../../notice/area.ts'
import { allow } from '../../platform/callers.ts'
import { csvHeaders, csvStream } from '../../platform/csv.ts'
import {
  answers,
  createApi,
  createRoute,
  fileAnswers,
  jsonOrNothing,
  optionalJsonBody,
  pageQuery,
} from '../../platform/http.ts'
import { limitRequests } from '../../platform/rate-limit.ts'
import { textStream } from '../../platform/text-stream.ts'
import { BuyerPage, ShowingRecord } from '../booking/contract.ts'
import { Completion, NoShow, ShowingFilter, ShowingPage } from './contract.ts'
import type { ShowingService } from './service.ts'

const token = z.object({ token: z.string().max(100) })
const unknown = { 404: 'No such booking' }
const signedIn = { 401: 'Not signed in' }

const getBuyerPage = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}',
  operationId: 'getBuyerBooking',
  security: allow.everyone,
  tags: ['Booking'],
  summary: "The buyer's own page",
  request: { params: token },
  responses: answers(200, BuyerPage, unknown),
})

const getVersion = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}/version',
  operationId: 'getBuyerBookingVersion',
  security: allow.everyone,
  tags: ['Booking'],
  summary: "Whether the buyer's own page is as it was: its version, and nothing else",
  request: { params: token },
  responses: answers(200, z.object({ version: z.string() }), { ...unknown, 429: 'Too many requests' }),
})

const getCalendarFile = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}/calendar.ics',
  operationId: 'getBuyerCalendarFile',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'The showing for a calendar (RFC 5545)',
  request: { params: token },
  responses: fileAnswers('text/calendar', unknown),
})

const getNotice = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/notice/{token}',
  operationId: 'getNotice',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'The notice to enter, as the resident got it (PDF)',
  request: { params: token },
  responses: fileAnswers('application/pdf', unknown),
})

const tags = ['Showings']
const params = z.object({ id: z.uuid() })

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings',
  operationId: 'listBookings',
  security: allow.signedIn,
  tags,
  summary: "Bookings of one's own properties, latest start first",
  request: { query: ShowingFilter.extend(pageQuery) },
  responses: answers(200, ShowingPage, { ...signedIn, 400: 'What is wrong, at each field' }),
})

const exports = {
  csv: {
    operationId: 'exportBookingsCsv',
    type: 'text/csv',
    summary: 'All of them as CSV (RFC 4180, UTF-8 with a byte order mark)',
  },
  ics: {
    operationId: 'exportBookingsCalendar',
    type: 'text/calendar',
    summary: 'All of them for a calendar (RFC 5545), an hour each',
  },
  pdf: { operationId: 'exportBookingsPdf', type: 'application/pdf', summary: 'The first 500 as a printed report' },
}
const exported = <Kind extends keyof typeof exports>(kind: Kind) =>
  createRoute({
    method: 'get',
    path: `/api/showingbooker/bookings.${kind}`,
    operationId: exports[kind].operationId,
    security: allow.signedIn,
    tags,
    summary: exports[kind].summary,
    request: { query: ShowingFilter },
    responses: {
      ...answers(200, z.never(), { ...signedIn, 400: 'What is wrong, at each field', 429: 'Too many requests' }),
      200: { description: 'OK', content: { [exports[kind].type]: { schema: z.string() } } },
    },
  })
const [getCsv, getIcs, getPdf] = [exported('csv'), exported('ics'), exported('pdf')]

const getCalendarOf = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings/{id}/calendar.ics',
  operationId: 'getBookingCalendarFile',
  security: allow.signedIn,
  tags,
  summary: "A booking of one's own property for a calendar (RFC 5545)",
  request: { params },
  responses: fileAnswers('text/calendar', { ...signedIn, ...unknown }),
})

const refusals = { 400: 'What is wrong, at each field', ...signedIn, ...unknown, 409: 'It cannot be marked so now' }

const complete = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/complete',
  operationId: 'completeBooking',
  security: allow.signedIn,
  tags,
  summary: 'Mark a showing as completed; a no-show can be corrected until 7 days after its end',
  middleware: jsonOrNothing,
  request: { params, ...optionalJsonBody(Completion) },
  responses: answers(200, ShowingRecord, refusals),
})

const noShow = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/no-show',
  operationId: 'markBookingNoShow',
  security: allow.signedIn,
  tags,
  summary: 'Nobody came; also instead of completed, until 7 days after its end',
  middleware: jsonOrNothing,
  request: { params, ...optionalJsonBody(NoShow) },
  responses: answers(200, ShowingRecord, refusals),
})

const get = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings/{id}',
  operationId: 'getBooking',
  security: allow.signedIn,
  tags,
  summary: "A booking of one's own property",
  request: { params },
  responses: answers(200, ShowingRecord, { ...signedIn, ...unknown }),
})

export function showingApi({
  showings,
  notifications,
  rateLimitScale,
}: {
  showings: ShowingService
  notifications: NotificationService
  rateLimitScale: number
}) {
  const api = createApi()
  for (const { path } of [getCsv, getIcs, getPdf]) api.get(path, limitRequests('exports', 30, rateLimitScale))
  const marking = limitRequests('marks', 60, rateLimitScale)
  for (const { path } of [complete, noShow]) api.use(path.replace('{id}', ':id'), marking)
  api.openapi(getBuyerPage, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json(await showings.buyerPage(c.req.valid('param').token), 200)
  })
  api.use(getVersion.path.replace('{token}', ':token'), limitRequests('version', 60, rateLimitScale))
  api.openapi(getVersion, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json({ version: await showings.buyerVersion(c.req.valid('param').token) }, 200)
  })
  api.openapi(getCalendarFile, async (c) => {
    const file = await showings.calendarFile(c.req.valid('param').token)
    return c.body(file, 200, calendarHeaders('showing'))
  })
  api.openapi(getNotice, async (c) => {
    const showing = await showings.byNoticeToken(c.req.valid('param').token)
    const pdf = await notifications.noticePdf(showing)
    return c.body(pdf as Uint8Array<ArrayBuffer>, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="notice-to-enter.pdf"',
    })
  })
  api.openapi(list, async (c) => {
    const { cursor, limit, ...filter } = c.req.valid('query')
    return c.json(await showings.list(await c.var.actor(), filter, { cursor: cursor ?? null, limit }), 200)
  })
  api.openapi(getCsv, async (c) => {
    const { name, head, batches } = showings.spreadsheet(await c.var.actor(), c.req.valid('query'))
    return c.body(await csvStream(head, batches), 200, csvHeaders(name))
  })
  api.openapi(getIcs, async (c) => {
    const { name, parts } = showings.calendarExport(await c.var.actor(), c.req.valid('query'))
    return c.body(await textStream(parts), 200, calendarHeaders(name))
  })
  api.openapi(getPdf, async (c) => {
    const { name, pdf } = await showings.report(await c.var.actor(), c.req.valid('query'))
    return c.body(pdf as Uint8Array<ArrayBuffer>, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${name}.pdf"`,
    })
  })
  api.openapi(getCalendarOf, async (c) => {
    const { name, parts } = await showings.calendarOf(await c.var.actor(), c.req.valid('param').id)
    return c.body(await textStream(parts), 200, calendarHeaders(name))
  })
  api.openapi(complete, async (c) => {
    const told = { ...c.req.valid('json'), mark: 'completed' } as const
    return c.json(await showings.mark(await c.var.actor(), c.req.valid('param').id, told), 200)
  })
  api.openapi(noShow, async (c) => {
    const told = { ...c.req.valid('json'), mark: 'no_show' } as const
    return c.json(await showings.mark(await c.var.actor(), c.req.valid('param').id, told), 200)
  })
  api.openapi(get, async (c) => c.json(await showings.get(await c.var.actor(), c.req.valid('param').id), 200))
  return api
}

const calendarHeaders = (name: string) => ({
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': `attachment; filename="${name}.ics"`,
})
