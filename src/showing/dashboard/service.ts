import type { ProductEvent } from '../../events.ts'
import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Cell } from '../../platform/csv.ts'
import type { Database } from '../../platform/db/connect.ts'
import { eachPage, ID, INTEGER, type PageAsked, type PageRange, readPage, SEQUENCE } from '../../platform/paging.ts'
import { EVERYTHING, type ServerStreams } from '../../platform/server-streams.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import * as t from '../text/dashboard.ts'
import type { ActivityPage, DashboardStats, Figures, Report, Stats } from './contract.ts'
import {
  averageBookings,
  conversionRate,
  ESTIMATED_REVENUE_FORMULA,
  estimatedRevenue,
  hoursSaved,
  monthsFrom,
  reportRange,
  TOP_PROPERTIES,
} from './domain.ts'
import {
  countBookings,
  countByProperty,
  countThisMonth,
  type FiguresRow,
  findFirstMonth,
  listActivity,
  listFigures,
  listFiguresOf,
  listMonths,
  listResponses,
  type Months,
  type PropertyPlace,
  type ResponseRow,
  readTotals,
} from './repository.ts'

type Page = PageRange<PropertyPlace> & { order: 'bookings' | 'property' }
type Asked = { from?: string; to?: string }

/** Properties per batch of the report's file. */
const BATCH = 200

type DashboardDeps = { db: Database; clock: Clock; streams: ServerStreams }

/** Computes numbers about an agent's properties and showings, or about everyone's for an admin. */
export const createDashboardService = (deps: DashboardDeps) =>
  withDeps(deps, { dashboard, activity, stats, report, reportFile, listen, onEvent })

export type DashboardService = ReturnType<typeof createDashboardService>

/** @throws DomainError unauthenticated */
async function dashboard({ clock, db }: DashboardDeps, actor: Actor): Promise<DashboardStats> {
  const owner = scopeOf(actor)
  const now = clock.now()
  const [totals, bookings, monthlyBookings] = await Promise.all([
    readTotals(db, owner, now),
    countBookings(db, owner),
    countThisMonth(db, owner, now),
  ])
  return {
    properties: totals.properties,
    totalBookings: bookings.standing,
    hoursSaved: hoursSaved(bookings.shown),
    monthlyBookings,
    totalViews: totals.views,
  }
}

/** Lists activity, newest first. @throws DomainError unauthenticated */
async function activity({ db }: DashboardDeps, actor: Actor, asked: PageAsked): Promise<ActivityPage> {
  const owner = scopeOf(actor)
  const page = readPage({ id: SEQUENCE }, asked)
  const { shown, nextCursor } = page.cut(await listActivity(db, { ...page, owner }))
  return {
    activities: shown.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      at: row.at.toISOString(),
      property_id: row.property_id,
      propertyAddress: fullAddress(row),
      time_zone: row.time_zone,
      isPropertyDeleted: row.is_deleted,
      booking_id: row.booking_id,
      buyerName: row.buyer_name,
      confirmation_number: row.confirmation_number,
      datetime: row.starts_at?.toISOString() ?? null,
    })),
    nextCursor,
  }
}

/** @throws DomainError unauthenticated */
async function stats({ db, clock }: DashboardDeps, actor: Actor): Promise<Stats> {
  const owner = scopeOf(actor)
  const totals = await readTotals(db, owner, clock.now())
  const months = reportRange({}, totals.today.slice(0, 7))
  const [{ standing, top }, series] = await Promise.all([
    countByProperty(db, owner, TOP_PROPERTIES),
    listMonths(db, owner, months),
  ])
  const of = new Map(series.map((row) => [row.month, row]))
  return {
    properties: totals.properties,
    bookings: standing,
    views: totals.views,
    conversionRate: conversionRate(standing, totals.views),
    averageBookings: averageBookings(standing, totals.properties),
    estimatedRevenue: estimatedRevenue(standing),
    estimatedRevenueFormula: ESTIMATED_REVENUE_FORMULA,
    topProperties: top.map((row, at) => ({
      rank: at + 1,
      property_id: row.id,
      address: fullAddress(row),
      bookings: row.bookings,
      status: row.status,
      city: row.city,
    })),
    months: monthsFrom(months.from, months.to).map((month) => {
      return { month, bookings: of.get(month)?.bookings ?? 0, views: of.get(month)?.views ?? 0 }
    }),
  }
}

/** @throws DomainError unauthenticated, invalid */
async function report(deps: DashboardDeps, actor: Actor, asked: Asked & PageAsked): Promise<Report> {
  const { db } = deps
  const owner = scopeOf(actor)
  const page = readPage({ bookings: INTEGER, property_id: ID }, asked)
  const { lastMonth, ...months } = await rangeOf(deps, owner, asked)
  const [{ byMonth, properties }, responses, firstMonth] = await Promise.all([
    figuresFor(deps, owner, months, { ...page, order: 'bookings' }),
    listResponses(db, { owner, months, propertyIds: null }),
    findFirstMonth(db, owner),
  ])
  const minutesOf = minutesIn(responses)
  const of = new Map(byMonth.map((row) => [row.month, row]))
  const { shown, nextCursor } = page.cut(properties)
  return {
    ...months,
    firstMonth: firstMonth ?? lastMonth,
    lastMonth,
    totals: figuresOf(sumOf(byMonth), minutesOf(null, null)),
    months: monthsFrom(months.from, months.to).map((month) => ({
      month,
      ...figuresOf(of.get(month) ?? NOTHING, minutesOf(null, month)),
    })),
    properties: shown,
    nextCursor,
  }
}

/** Returns the report as a table with a row per property and month. @throws DomainError unauthenticated, invalid */
async function reportFile(deps: DashboardDeps, actor: Actor, asked: Asked) {
  const owner = scopeOf(actor)
  const { from, to } = await rangeOf(deps, owner, asked)
  return {
    name: `report-${from}-to-${to}`,
    head: REPORT_HEAD.map((name) => name()),
    batches: batchesOf(deps, owner, { from, to }),
  }
}

/**
 * Streams changes while the same person is signed in. The first event says how long ago the last change was, because
 * the page may have older data.
 * @param whoIsIt called regularly to check who is signed in
 * @throws DomainError unauthenticated, too_many
 */
function listen({ streams }: DashboardDeps, actor: Actor, whoIsIt: () => Promise<Actor>): ReadableStream<Uint8Array> {
  const { accountId, role } = requireAccount(actor)
  const topic = role === 'admin' ? EVERYTHING : accountId
  let isFirst = true
  return streams.open({
    account: accountId,
    topic,
    async read(what) {
      const events = what === null ? [] : [{ event: 'change', data: what }]
      if (isFirst) events.unshift({ event: 'since', data: String(streams.sinceChange(topic)) })
      isFirst = false
      return { events }
    },
    async mayStay() {
      const now = await whoIsIt()
      return now.kind === 'account' && now.accountId === accountId && now.role === role
    },
  })
}

/** Publishes events that have an owner, by the first part of their names: `booking`, `property`, or `message`. */
function onEvent({ streams }: DashboardDeps, { name, data }: ProductEvent) {
  if ('owner' in data) streams.publish(data.owner, name.replace(/\..*/, ''))
}

async function rangeOf({ db, clock }: DashboardDeps, owner: string | null, asked: Asked) {
  const { today } = await readTotals(db, owner, clock.now())
  const lastMonth = today.slice(0, 7)
  return { ...reportRange(asked, lastMonth), lastMonth }
}

async function figuresFor({ db }: DashboardDeps, owner: string | null, months: Months, page: Page) {
  const { properties: found, months: byMonth } = await listFigures(db, { owner, months, ...page })
  const propertyIds = found.map(({ property_id }) => property_id)
  const [byPropertyAndMonth, responses] = await Promise.all([
    listFiguresOf(db, propertyIds, months),
    listResponses(db, { owner, months, propertyIds }),
  ])
  const minutesOf = minutesIn(responses)
  const monthsOf = Map.groupBy(byPropertyAndMonth, ({ property_id }) => property_id)
  const properties: Report['properties'] = found.map((property) => ({
    property_id: property.property_id,
    address: fullAddress(property),
    status: property.status,
    ...figuresOf(property, minutesOf(property.property_id, null)),
    months: (monthsOf.get(property.property_id) ?? []).map((row) => ({
      month: row.month,
      ...figuresOf(row, minutesOf(property.property_id, row.month)),
    })),
  }))
  return { properties, byMonth }
}

async function* batchesOf(deps: DashboardDeps, owner: string | null, months: Months): AsyncGenerator<Cell[][]> {
  const propertiesAfter = async (after: PropertyPlace | null) =>
    (await figuresFor(deps, owner, months, { order: 'property', after, limit: BATCH })).properties
  for await (const properties of eachPage(BATCH, propertiesAfter))
    yield properties.flatMap((property) =>
      property.months.map(({ month, ...of }) => [property.address, month, ...cellsOf(of)]),
    )
}

const NOTHING: FiguresRow = { bookings: 0, cancelled: 0, revenue: 0, notices_sent: 0, notices_not_sent: 0 }

const sumOf = (all: FiguresRow[]): FiguresRow =>
  all.reduce(
    (sum, row) => ({
      bookings: sum.bookings + row.bookings,
      cancelled: sum.cancelled + row.cancelled,
      revenue: sum.revenue + row.revenue,
      notices_sent: sum.notices_sent + row.notices_sent,
      notices_not_sent: sum.notices_not_sent + row.notices_not_sent,
    }),
    NOTHING,
  )

const figuresOf = (row: FiguresRow, responseMinutes: number | null): Figures => ({
  bookings: row.bookings,
  cancelled: row.cancelled,
  revenue: row.revenue,
  noticesSent: row.notices_sent,
  noticesNotSent: row.notices_not_sent,
  responseMinutes,
})

/** Looks up a median in minutes. A `null` key means all properties or all months. */
function minutesIn(responses: ResponseRow[]) {
  const known = new Map(responses.map(({ property_id, month, minutes }) => [`${property_id} ${month}`, minutes]))
  return (propertyId: string | null, month: string | null): number | null => {
    const minutes = known.get(`${propertyId} ${month}`)
    return minutes === undefined ? null : Math.round(minutes * 10) / 10
  }
}

const REPORT_HEAD = [
  t.property,
  t.month,
  t.bookings,
  t.sheetCancelled,
  t.sheetFees,
  t.noticesSent,
  t.sheetNotSent,
  t.sheetResponse,
]

const cellsOf = (of: Figures): Cell[] => [
  of.bookings,
  of.cancelled,
  of.revenue / 100,
  of.noticesSent,
  of.noticesNotSent,
  of.responseMinutes,
]
