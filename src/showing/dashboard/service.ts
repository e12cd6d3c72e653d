import type { ProductEvent } from '../../events.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Cell } from '../../platform/csv.ts'
import type { Database } from '../../platform/db/connect.ts'
import { eachPage, ID, INTEGER, type PageAsked, type PageRange, readPage, SEQUENCE } from '../../platform/paging.ts'
import { EVERYTHING, type ServerStreams } from '../../platform/server-streams.ts'
import { fullAddress } from '../../property/property/domain.ts'
import type { ActivityPage, DashboardStats, Figures, Report, Stats } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

type Asked = { from?: string; to?: string }

/** Homes of one batch of the report's file. */
const BATCH = 200

/** What an agent's homes and showings come to; an admin's are everybody's. */
export function createDashboardService({ db, clock, streams }: { db: Database; clock: Clock; streams: ServerStreams }) {
  const ownerOf = (actor: Actor) => {
    const account = requireAccount(actor)
    return account.role === 'admin' ? null : account.accountId
  }

  async function rangeOf(owner: string | null, asked: Asked) {
    const { today } = await rows.countHomes(db, owner, clock.now())
    const lastMonth = today.slice(0, 7)
    return { ...rule.reportRange(asked, lastMonth), lastMonth }
  }

  type Page = PageRange<rows.HomePlace> & { order: 'bookings' | 'home' }
  async function figuresFor(owner: string | null, months: rows.Months, page: Page) {
    const { homes, months: byMonth } = await rows.listFigures(db, { owner, months, ...page })
    const propertyIds = homes.map(({ property_id }) => property_id)
    const [byHomeAndMonth, responses] = await Promise.all([
      rows.listFiguresOf(db, propertyIds, months),
      rows.listResponses(db, { owner, months, propertyIds }),
    ])
    const minutesOf = minutesIn(responses)
    const monthsOf = Map.groupBy(byHomeAndMonth, ({ property_id }) => property_id)
    const properties: Report['properties'] = homes.map((home) => ({
      property_id: home.property_id,
      address: fullAddress(home),
      status: home.status,
      ...figuresOf(home, minutesOf(home.property_id, null)),
      months: (monthsOf.get(home.property_id) ?? []).map((row) => ({
        month: row.month,
        ...figuresOf(row, minutesOf(home.property_id, row.month)),
      })),
    }))
    return { properties, byMonth }
  }

  async function* batchesOf(owner: string | null, months: rows.Months): AsyncGenerator<Cell[][]> {
    const homesAfter = async (after: rows.HomePlace | null) =>
      (await figuresFor(owner, months, { order: 'home', after, limit: BATCH })).properties
    for await (const homes of eachPage(BATCH, homesAfter))
      yield homes.flatMap((home) => home.months.map(({ month, ...of }) => [home.address, month, ...cellsOf(of)]))
  }

  return {
    /** @throws DomainError unauthenticated */
    async dashboard(actor: Actor): Promise<DashboardStats> {
      const owner = ownerOf(actor)
      const now = clock.now()
      const [homes, bookings, monthlyBookings] = await Promise.all([
        rows.countHomes(db, owner, now),
        rows.countBookings(db, owner),
        rows.countThisMonth(db, owner, now),
      ])
      return {
        properties: homes.properties,
        totalBookings: bookings.standing,
        hoursSaved: rule.hoursSaved(bookings.shown),
        monthlyBookings,
        totalViews: homes.views,
      }
    },

    /** Newest first. @throws DomainError unauthenticated */
    async activity(actor: Actor, asked: PageAsked): Promise<ActivityPage> {
      const owner = ownerOf(actor)
      const page = readPage({ id: SEQUENCE }, asked)
      const { shown, nextCursor } = page.cut(await rows.listActivity(db, { ...page, owner }))
      return {
        activities: shown.map((row) => ({
          id: String(row.id),
          kind: row.kind,
          at: row.at.toISOString(),
          property_id: row.property_id,
          propertyAddress: fullAddress(row),
          time_zone: row.time_zone,
          booking_id: row.booking_id,
          buyerName: row.buyer_name,
          confirmation_number: row.confirmation_number,
          datetime: row.starts_at?.toISOString() ?? null,
        })),
        nextCursor,
      }
    },

    /** @throws DomainError unauthenticated */
    async stats(actor: Actor): Promise<Stats> {
      const owner = ownerOf(actor)
      const homes = await rows.countHomes(db, owner, clock.now())
      const months = rule.reportRange({}, homes.today.slice(0, 7))
      const [{ standing, top }, series] = await Promise.all([
        rows.countByHome(db, owner, rule.TOP_PROPERTIES),
        rows.listMonths(db, owner, months),
      ])
      const of = new Map(series.map((row) => [row.month, row]))
      return {
        properties: homes.properties,
        bookings: standing,
        views: homes.views,
        conversionRate: rule.conversionRate(standing, homes.views),
        averageBookings: rule.averageBookings(standing, homes.properties),
        estimatedRevenue: rule.estimatedRevenue(standing),
        estimatedRevenueFormula: rule.ESTIMATED_REVENUE_FORMULA,
        topProperties: top.map((row, at) => ({
          rank: at + 1,
          property_id: row.id,
          address: fullAddress(row),
          bookings: row.bookings,
          status: row.status,
          city: row.city,
        })),
        months: rule.monthsFrom(months.from, months.to).map((month) => {
          return { month, bookings: of.get(month)?.bookings ?? 0, views: of.get(month)?.views ?? 0 }
        }),
      }
    },

    /** @throws DomainError unauthenticated, invalid */
    async report(actor: Actor, asked: Asked & PageAsked): Promise<Report> {
      const owner = ownerOf(actor)
      const page = readPage({ bookings: INTEGER, property_id: ID }, asked)
      const { lastMonth, ...months } = await rangeOf(owner, asked)
      const [{ byMonth, properties }, responses, firstMonth] = await Promise.all([
        figuresFor(owner, months, { ...page, order: 'bookings' }),
        rows.listResponses(db, { owner, months, propertyIds: null }),
        rows.findFirstMonth(db, owner),
      ])
      const minutesOf = minutesIn(responses)
      const of = new Map(byMonth.map((row) => [row.month, row]))
      const { shown, nextCursor } = page.cut(properties)
      return {
        ...months,
        firstMonth: firstMonth ?? lastMonth,
        lastMonth,
        totals: figuresOf(sumOf(byMonth), minutesOf(null, null)),
        months: rule.monthsFrom(months.from, months.to).map((month) => ({
          month,
          ...figuresOf(of.get(month) ?? NOTHING, minutesOf(null, month)),
        })),
        properties: shown,
        nextCursor,
      }
    },

    /** The same as a table, a row for each home and month with anything in it. @throws DomainError unauthenticated, invalid */
    async reportFile(actor: Actor, asked: Asked) {
      const owner = ownerOf(actor)
      const { from, to } = await rangeOf(owner, asked)
      return { name: `report-${from}-to-${to}`, head: REPORT_HEAD, batches: batchesOf(owner, { from, to }) }
    },

    /**
     * Tells of changes for as long as the same person is signed in.
     * @param whoIsIt asked again now and then
     * @throws DomainError unauthenticated, too_many
     */
    listen(actor: Actor, whoIsIt: () => Promise<Actor>): ReadableStream<Uint8Array> {
      const { accountId, role } = requireAccount(actor)
      return streams.open({
        account: accountId,
        topic: role === 'admin' ? EVERYTHING : accountId,
        read: async (what) => ({ events: what === null ? [] : [{ event: 'change', data: what }] }),
        async mayStay() {
          const now = await whoIsIt()
          return now.kind === 'account' && now.accountId === accountId && now.role === role
        },
      })
    },

    /** Tells of what has an owner: booking, property or message, as the event's name begins. */
    hear({ name, data }: ProductEvent) {
      if ('owner' in data) streams.publish(data.owner, name.replace(/\..*/, ''))
    },
  }
}

export type DashboardService = ReturnType<typeof createDashboardService>

const NOTHING: rows.FiguresRow = { bookings: 0, cancelled: 0, revenue: 0, notices_sent: 0, notices_not_sent: 0 }

const sumOf = (all: rows.FiguresRow[]): rows.FiguresRow =>
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

const figuresOf = (row: rows.FiguresRow, responseMinutes: number | null): Figures => ({
  bookings: row.bookings,
  cancelled: row.cancelled,
  revenue: row.revenue,
  noticesSent: row.notices_sent,
  noticesNotSent: row.notices_not_sent,
  responseMinutes,
})

/** Looks up a response time. null: of all homes, of all months. */
function minutesIn(responses: rows.ResponseRow[]) {
  const known = new Map(responses.map(({ property_id, month, minutes }) => [`${property_id} ${month}`, minutes]))
  return (propertyId: string | null, month: string | null): number | null => {
    const minutes = known.get(`${propertyId} ${month}`)
    return minutes === undefined ? null : Math.round(minutes * 10) / 10
  }
}

const REPORT_HEAD = [
  'Property',
  'Month',
  'Bookings',
  'Cancelled or declined',
  'Fees collected (USD)',
  'Notices sent',
  'Notices not sent',
  'Median response (minutes)',
]

const cellsOf = (of: Figures): Cell[] => [
  of.bookings,
  of.cancelled,
  of.revenue / 100,
  of.noticesSent,
  of.noticesNotSent,
  of.responseMinutes,
]
