import { z } from '@hono/zod-openapi'
import type { AccountService } from '../../account/area.ts'
import { allow } from '../../platform/callers.ts'
import { csvHeaders, csvStream } from '../../platform/csv.ts'
import { answers, createApi, createRoute, fileAnswers, pageQuery } from '../../platform/http.ts'
import { streamReply } from '../../platform/server-streams.ts'
import type { AgendaService } from './agenda-service.ts'
import { ActivityPage, Agenda, DashboardStats, Report, ReportQuery, Stats, TabCounts } from './contract.ts'
import type { DashboardService } from './service.ts'

const tags = ['Dashboard']

const getDashboard = createRoute({
  method: 'get',
  path: '/api/showingbooker/dashboard',
  operationId: 'getDashboard',
  security: allow.signedIn,
  tags,
  summary: "Get totals of your properties and showings; admins get everyone's",
  responses: answers(200, DashboardStats),
})

const getAgenda = createRoute({
  method: 'get',
  path: '/api/showingbooker/agenda',
  operationId: 'getAgenda',
  security: allow.signedIn,
  tags,
  summary: "Get due tasks and today's showings",
  responses: answers(200, Agenda),
})

const getTabCounts = createRoute({
  method: 'get',
  path: '/api/showingbooker/agenda/counts',
  operationId: 'getTabCounts',
  security: allow.signedIn,
  tags,
  summary: 'Count what is waiting for an answer, for the dashboard tabs',
  responses: answers(200, TabCounts),
})

const listActivity = createRoute({
  method: 'get',
  path: '/api/showingbooker/activity',
  operationId: 'listActivity',
  security: allow.signedIn,
  tags,
  summary: 'List recent activity of your properties and showings, newest first',
  request: { query: z.object({ limit: pageQuery.limit, cursor: z.coerce.number().int().min(1).optional() }) },
  responses: answers(200, ActivityPage),
})

const getStats = createRoute({
  method: 'get',
  path: '/api/showingbooker/stats',
  operationId: 'getStats',
  security: allow.signedIn,
  tags,
  summary: 'Get totals, your most booked properties, and the last twelve months',
  responses: answers(200, Stats),
})

const getReport = createRoute({
  method: 'get',
  path: '/api/showingbooker/report',
  operationId: 'getReport',
  security: allow.signedIn,
  tags,
  summary: 'Get bookings, revenue, notices, and response times by month and property',
  request: { query: ReportQuery.extend(pageQuery) },
  responses: answers(200, Report, { 400: 'No such months' }),
})

const getReportFile = createRoute({
  method: 'get',
  path: '/api/showingbooker/report.csv',
  operationId: 'exportReportCsv',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags,
  summary: 'Export the report for a spreadsheet, one row per property and month',
  request: { query: ReportQuery },
  responses: fileAnswers('text/csv', { 400: 'No such months' }),
})

const listen = createRoute({
  method: 'get',
  path: '/api/showingbooker/events',
  operationId: 'followDashboard',
  security: allow.signedIn,
  tags,
  summary: 'Stream changes to your data (server-sent events named `change`)',
  description:
    'The first event, `since`, says how many milliseconds ago your data may last have changed. If you read your data before that, read it again.',
  responses: {
    ...answers(200, z.string(), { 429: 'Too many streams are open' }),
    200: { description: 'OK', content: { 'text/event-stream': { schema: z.string() } } },
  },
})

type Parts = { dashboard: DashboardService; agendas: AgendaService; accounts: AccountService }

export function dashboardApi({ dashboard, agendas, accounts }: Parts) {
  const api = createApi()
  api.openapi(getDashboard, async (c) => c.json(await dashboard.dashboard(await c.var.actor()), 200))
  api.openapi(getAgenda, async (c) => c.json(await agendas.agenda(await c.var.actor()), 200))
  api.openapi(getTabCounts, async (c) => c.json(await agendas.tabCounts(await c.var.actor()), 200))
  api.openapi(listActivity, async (c) => {
    return c.json(await dashboard.activity(await c.var.actor(), c.req.valid('query')), 200)
  })
  api.openapi(getStats, async (c) => c.json(await dashboard.stats(await c.var.actor()), 200))
  api.openapi(getReport, async (c) => c.json(await dashboard.report(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(getReportFile, async (c) => {
    const { name, head, batches } = await dashboard.reportFile(await c.var.actor(), c.req.valid('query'))
    return c.body(await csvStream(head, batches), 200, csvHeaders(name))
  })
  api.openapi(listen, async (c) => {
    const headers = new Headers(c.req.raw.headers)
    const stream = dashboard.listen(await c.var.actor(), () => accounts.actorOf({ headers }))
    return streamReply(c, stream)
  })
  return api
}
