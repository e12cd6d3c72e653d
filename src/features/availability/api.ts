import { createRoute, z } from '@hono/zod-openapi'
import { answers, createApi } from '../../platform/http.ts'
import { CACHE_TAG, CACHE_UNTIL } from '../../platform/page-cache.ts'
import { Availability, BlockingBookings } from './contract.ts'
import { NOTICE_HOURS, WINDOW_DAYS } from './domain.ts'
import type { AvailabilityService } from './service.ts'

const params = z.object({ slugOrId: z.string().openapi({ description: 'Slug of the property, or its id.' }) })
const missing = { 404: 'No such listed property' }

const getAvailability = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/property/{slugOrId}/availability',
  tags: ['Booking'],
  summary: 'The bookable half hours of the coming 15 dates',
  request: { params },
  responses: answers(200, Availability, missing),
})

const getBlocking = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/property/{slugOrId}/bookings',
  tags: ['Booking'],
  summary: 'What blocks the property from now on, without any person',
  request: { params },
  responses: answers(200, BlockingBookings, missing),
})

export function availabilityApi({ availability }: { availability: AvailabilityService }) {
  const api = createApi()
  api.openapi(getAvailability, async (c) => {
    const { propertyId, timeZone, days, changesAt } = await availability.days(c.req.valid('param').slugOrId)
    c.header(CACHE_TAG, `property:${propertyId}`)
    c.header(CACHE_UNTIL, changesAt.toString())
    return c.json({ time_zone: timeZone, minimumNoticeHours: NOTICE_HOURS, windowDays: WINDOW_DAYS, days }, 200)
  })
  api.openapi(getBlocking, async (c) => {
    const bookings = await availability.blocking(c.req.valid('param').slugOrId)
    return c.json({ bookings: bookings as z.infer<typeof BlockingBookings>['bookings'] }, 200)
  })
  return api
}
