import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute } from '../../platform/http.ts'
import { textStream } from '../../platform/text-stream.ts'
import { CalendarFeed, CalendarWeek, CalendarWeeks, WeekQuery, WeeksQuery } from './contract.ts'
import type { AgentCalendar } from './service.ts'

const tags = ['Calendar']

const getWeeks = createRoute({
  method: 'get',
  path: '/api/showingbooker/calendar',
  operationId: 'getCalendar',
  security: allow.signedIn,
  tags,
  summary: 'Get four weeks of your showings',
  request: { query: WeeksQuery },
  responses: answers(200, CalendarWeeks),
})

const getWeek = createRoute({
  method: 'get',
  path: '/api/showingbooker/calendar/week',
  operationId: 'getCalendarWeek',
  security: allow.signedIn,
  tags,
  summary: 'Get one week with hours: showings, blocked times, and why other times are closed',
  request: { query: WeekQuery },
  responses: answers(200, CalendarWeek),
})

const getFeed = createRoute({
  method: 'get',
  path: '/api/showingbooker/calendar-feed',
  operationId: 'getCalendarFeed',
  security: allow.signedIn,
  tags,
  summary: 'Get the private address of your calendar',
  responses: answers(200, CalendarFeed),
})

const rotateFeed = createRoute({
  method: 'post',
  path: '/api/showingbooker/calendar-feed/rotate',
  operationId: 'rotateCalendarFeed',
  security: allow.signedIn,
  limit: { perMinute: 10 },
  tags,
  summary: 'Create a new private address and disable the old one',
  responses: answers(200, CalendarFeed),
})

/** Hono handles this route itself, because the parameter ends within a path segment. */
export const FEED_PATH = '/calendar/:file{[^/]+\\.ics}'

export function calendarApi({ agentCalendar }: { agentCalendar: AgentCalendar }) {
  const api = createApi()
  api.openapi(getWeeks, async (c) => {
    const { start } = c.req.valid('query')
    return c.json(await agentCalendar.getWeeks(await c.var.actor(), start ?? null), 200)
  })
  api.openapi(getWeek, async (c) => c.json(await agentCalendar.getWeek(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(getFeed, async (c) => c.json(await agentCalendar.getFeedUrl(await c.var.actor()), 200))
  api.openapi(rotateFeed, async (c) => c.json(await agentCalendar.rotateFeed(await c.var.actor()), 200))

  api.openAPIRegistry.registerPath({
    method: 'get',
    path: '/calendar/{token}.ics',
    operationId: 'subscribeToCalendar',
    security: allow.everyone,
    tags,
    summary: 'Subscribe to the calendar behind a private address (RFC 5545)',
    request: { params: z.object({ token: z.string() }) },
    responses: {
      ...answers(200, z.never(), { 404: 'No such calendar' }),
      200: { description: 'OK', content: { 'text/calendar': { schema: z.string() } } },
      304: { description: 'Not changed' },
    },
  })
  api.get(FEED_PATH, async (c) => {
    const { etag, parts } = await agentCalendar.readFeed(c.req.param('file').slice(0, -'.ics'.length))
    const headers = {
      ETag: etag,
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="showings.ics"',
    }
    const isHeld = c.req
      .header('if-none-match')
      ?.split(',')
      .some((one) => one.trim() === etag || one.trim() === '*')
    if (isHeld) return c.body(null, 304, headers)
    return c.body(await textStream(parts), 200, headers)
  })
  return api
}
