import { createRoute, z } from '@hono/zod-openapi'
import { answers, createApi, pageQuery } from '../../platform/http.ts'
import { BuyerPage, ShowingRecord } from '../booking/contract.ts'
import type { NotificationService } from '../notification/service.ts'
import type { ShowingService } from './service.ts'

const token = z.object({ token: z.string().max(100) })
const unknown = { 404: 'No such booking' }
const signedIn = { 401: 'Not signed in' }

const getBuyerPage = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}',
  tags: ['Booking'],
  summary: "The buyer's own page",
  request: { params: token },
  responses: answers(200, BuyerPage, unknown),
})

const getCalendarFile = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/booking/{token}/calendar.ics',
  tags: ['Booking'],
  summary: 'The showing for a calendar (RFC 5545)',
  request: { params: token },
  responses: { 200: { description: 'OK', content: { 'text/calendar': { schema: z.string() } } } },
})

const getNotice = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/notice/{token}',
  tags: ['Booking'],
  summary: 'The notice to enter, as the resident got it (PDF)',
  request: { params: token },
  responses: { 200: { description: 'OK', content: { 'application/pdf': { schema: z.string() } } } },
})

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings',
  tags: ['Showings'],
  summary: "Bookings of one's own properties, latest start first",
  request: { query: z.object({ property_id: z.uuid().optional(), ...pageQuery }) },
  responses: answers(200, z.object({ bookings: z.array(ShowingRecord), nextCursor: z.string().nullable() }), signedIn),
})

const get = createRoute({
  method: 'get',
  path: '/api/showingbooker/bookings/{id}',
  tags: ['Showings'],
  summary: "A booking of one's own property",
  request: { params: z.object({ id: z.uuid() }) },
  responses: answers(200, ShowingRecord, { ...signedIn, ...unknown }),
})

export function showingApi({
  showings,
  notifications,
}: {
  showings: ShowingService
  notifications: NotificationService
}) {
  const api = createApi()
  api.openapi(getBuyerPage, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json(await showings.buyerPage(c.req.valid('param').token), 200)
  })
  api.openapi(getCalendarFile, async (c) => {
    const file = await showings.calendarFile(c.req.valid('param').token)
    return c.body(file, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="showing.ics"',
    })
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
    const { property_id, cursor, limit } = c.req.valid('query')
    const page = { propertyId: property_id ?? null, cursor: cursor ?? null, limit }
    return c.json(await showings.list(await c.var.actor(), page), 200)
  })
  api.openapi(get, async (c) => c.json(await showings.get(await c.var.actor(), c.req.valid('param').id), 200))
  return api
}
