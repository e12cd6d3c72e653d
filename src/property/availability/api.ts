import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { writeInstant } from '../../platform/instant.ts'
import { CACHE_TAG, CACHE_UNTIL } from '../../platform/page-cache.ts'
import {
  Availability,
  AvailabilityPreview,
  BlockingBookings,
  PreviewForm,
  ShowingsElsewhere,
  TimeReview,
} from './contract.ts'
import { LEAD_TIME_HOURS, WINDOW_DAYS } from './domain.ts'
import type { AvailabilityService } from './service.ts'

const params = z.object({ slugOrId: z.string().openapi({ description: 'Slug or ID of the property.' }) })
const missing = { 404: 'No such listed property' }

const getAvailability = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/property/{slugOrId}/availability',
  operationId: 'listOpenSlots',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'List the bookable half hours of the next 15 days',
  request: {
    params,
    query: z.object({
      moving: z.uuid().optional().openapi({
        description:
          'ID of the showing to move or to decline. Its buffer does not block the times next to it. Its own time stays taken.',
      }),
      hold: z
        .string()
        .max(255)
        .regex(/^[\w-]+_secret_[\w-]+$/)
        .optional()
        .openapi({
          description:
            'Secret of the hold that another time would replace. Neither its buffer nor its own time blocks.',
        }),
    }),
  },
  responses: answers(200, Availability, missing),
})

const getBlocking = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/property/{slugOrId}/bookings',
  operationId: 'listBlockedTimes',
  security: allow.everyone,
  tags: ['Booking'],
  summary: "List the property's taken times from now on, without personal data",
  request: { params },
  responses: answers(200, BlockingBookings, missing),
})

const getReview = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/time-check',
  operationId: 'checkShowingTime',
  security: allow.signedIn,
  tags: ['Showings'],
  summary: 'Check a time at your property: warnings, conflicts, and alternatives',
  request: {
    params: z.object({ id: z.uuid() }),
    query: z.object({ date: z.iso.date(), time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  },
  responses: answers(200, TimeReview, { 404: 'No such property of yours' }),
})

const getElsewhere = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/showings-elsewhere',
  operationId: 'listShowingsElsewhere',
  security: allow.signedIn,
  tags: ['Showings'],
  summary: "List the upcoming showings of the property's agent at other properties",
  request: { params: z.object({ id: z.uuid() }) },
  responses: answers(200, ShowingsElsewhere, { 404: 'No such property of yours' }),
})

const preview = createRoute({
  method: 'post',
  path: '/api/showingbooker/availability-preview',
  operationId: 'previewAvailability',
  security: allow.signedIn,
  tags: ['Properties'],
  summary: 'Preview the next 15 days with these settings',
  request: jsonBody(PreviewForm),
  responses: answers(200, AvailabilityPreview, {
    400: 'A field is invalid; each issue names its field',
    404: 'No such property of yours',
  }),
})

export function availabilityApi({ availability }: { availability: AvailabilityService }) {
  const api = createApi()
  api.openapi(getAvailability, async (c) => {
    const own = c.req.valid('query')
    const { propertyId, agentId, timeZone, days, mailFrom, changesAt } = await availability.days(
      c.req.valid('param').slugOrId,
      own,
    )
    // Only one person moves a showing or leaves a hold, so that answer is not kept.
    if (!own.moving && !own.hold) {
      c.header(CACHE_TAG, `property:${propertyId},agent:${agentId}`)
      c.header(CACHE_UNTIL, changesAt.toString())
    }
    const window = { time_zone: timeZone, minimumNoticeHours: LEAD_TIME_HOURS, windowDays: WINDOW_DAYS }
    return c.json({ ...window, certifiedMailFrom: mailFrom && writeInstant(mailFrom), days }, 200)
  })
  api.openapi(getBlocking, async (c) => {
    const bookings = await availability.blocking(c.req.valid('param').slugOrId)
    return c.json({ bookings: bookings as z.infer<typeof BlockingBookings>['bookings'] }, 200)
  })
  api.openapi(getReview, async (c) => {
    const wanted = { propertyId: c.req.valid('param').id, ...c.req.valid('query') }
    return c.json(await availability.review(await c.var.actor(), wanted), 200)
  })
  api.openapi(getElsewhere, async (c) => {
    const showings = await availability.elsewhere(await c.var.actor(), c.req.valid('param').id)
    return c.json({ showings }, 200)
  })
  api.openapi(preview, async (c) => c.json(await availability.preview(await c.var.actor(), c.req.valid('json')), 200))
  return api
}
