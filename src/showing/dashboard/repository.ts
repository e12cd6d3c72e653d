import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { ActivityKind } from './domain.ts'

/** `null` for all owners (admins). */
type Owner = string | null

const of = (owner: Owner, column = 'owner_id') => (owner ? sql`and ${sql.ref(column)} = ${owner}` : sql``)
/** The index booking_of_owner answers these conditions without reading the table. */
const isBooked = sql`b.status not in ('held', 'lapsed') and not b.is_demo`
const stands = sql`b.status not in ('cancelled', 'declined')`

export type PropertyTotals = { properties: number; views: number; today: string }

/**
 * Reads totals. `views` includes deleted properties, as bookings do. `today` is the latest local date of any property.
 */
export async function readTotals(db: Database, owner: Owner, now: Temporal.Instant): Promise<PropertyTotals> {
  const { rows } = await sql<PropertyTotals>`
    select coalesce(sum(present), 0)::int as properties, coalesce(sum(views), 0) as views,
      (coalesce(max(${now}::timestamptz at time zone time_zone), ${now}::timestamptz at time zone 'America/Los_Angeles'))::date as today
    from (
      select time_zone, count(*) filter (where deleted_at is null) as present, sum(view_count) as views
      from property where not is_demo ${of(owner)} group by time_zone) zones`.execute(db)
  return rows[0] as PropertyTotals
}

/** Counts bookings. `standing`: neither canceled nor declined. `shown`: confirmed or completed. */
export async function countBookings(db: Database, owner: Owner): Promise<{ standing: number; shown: number }> {
  const { rows } = await sql<{ standing: number; shown: number }>`
    select count(*) filter (where ${stands})::int as standing,
      count(*) filter (where b.status in ('confirmed', 'completed'))::int as shown
    from booking b where ${isBooked} ${of(owner, 'b.owner_id')}`.execute(db)
  return rows[0] as { standing: number; shown: number }
}

/**
 * Counts showings of this month, in each property's zone. It computes the month once per zone, because there are few.
 */
export async function countThisMonth(db: Database, owner: Owner, now: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with zones as materialized (
      select distinct time_zone, date_trunc('month', ${now}::timestamptz at time zone time_zone)::date as first_day,
        (date_trunc('month', ${now}::timestamptz at time zone time_zone) + interval '1 month')::date as next_month
      from property where true ${of(owner)})
    select count(*)::int as count
    from booking b join property p on p.id = b.property_id join zones z on z.time_zone = p.time_zone
    where ${isBooked} and ${stands} ${of(owner, 'b.owner_id')}
      and b.starts_at between ${now}::timestamptz - interval '33 days' and ${now}::timestamptz + interval '33 days'
      and b.showing_date >= z.first_day and b.showing_date < z.next_month`.execute(db)
  return rows[0]?.count ?? 0
}

type Address = { address_line1: string; unit_number: string | null; city: string; state: string; zip_code: string }
const address = sql`p.address_line1, p.unit_number, p.city, p.state, p.zip_code`

export type ActivityRow = Address & {
  id: number
  kind: ActivityKind
  at: Date
  property_id: string
  time_zone: string
  is_deleted: boolean
  booking_id: string | null
  buyer_name: string | null
  confirmation_number: string | null
  starts_at: Date | null
}

/** Lists activity, newest first. */
export async function listActivity(
  db: Database,
  page: PageRange<{ id: number }> & { owner: Owner },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select a.id, a.kind, a.at, a.property_id, a.booking_id, p.time_zone, p.deleted_at is not null as is_deleted,
      ${address}, b.buyer_name, b.confirmation_number, b.starts_at
    from activity a join property p on p.id = a.property_id left join booking b on b.id = a.booking_id
    where true ${of(page.owner, 'a.owner_id')} ${page.after ? sql`and a.id < ${page.after.id}::bigint` : sql``}
    order by a.id desc limit ${page.limit}`.execute(db)
  return rows
}

export type TopRow = Address & { id: string; status: 'listed' | 'unlisted' | 'sold' | 'rented'; bookings: number }

/** Counts all standing bookings and ranks the current properties by them, in one scan of the index. */
export async function countByProperty(
  db: Database,
  owner: Owner,
  limit: number,
): Promise<{ standing: number; top: TopRow[] }> {
  const { rows } = await sql<{ standing: number } & (TopRow | { id: null })>`
    with by_home as materialized (
      select b.property_id, count(*)::int as bookings from booking b
      where ${isBooked} and ${stands} ${of(owner, 'b.owner_id')} group by b.property_id)
    select whole.standing, top.*
    from (select coalesce(sum(bookings), 0) as standing from by_home) whole left join lateral (
      select p.id, p.status, ${address}, c.bookings
      from by_home c join property p on p.id = c.property_id and p.deleted_at is null and not p.is_demo
      order by c.bookings desc, p.id desc limit ${limit}) top on true
    order by top.bookings desc, top.id desc`.execute(db)
  return { standing: rows[0]?.standing ?? 0, top: rows.filter((row) => row.id !== null) }
}

export type Months = { from: string; to: string }
const within = ({ from, to }: Months) => sql`m.month between ${`${from}-01`}::date and ${`${to}-01`}::date`
const monthName = sql.raw(`to_char(m.month, 'YYYY-MM')`)

export type MonthRow = { month: string; bookings: number; views: number }

/** Counts bookings and views by month. Leaves out months without any. */
export async function listMonths(db: Database, owner: Owner, months: Months): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select ${monthName} as month, sum(booked - cancelled) as bookings, sum(views) as views
    from property_month m where ${within(months)} ${of(owner, 'm.owner_id')} group by m.month`.execute(db)
  return rows
}

export type FiguresRow = {
  bookings: number
  cancelled: number
  revenue: number
  notices_sent: number
  notices_not_sent: number
}
const figures = sql`sum(m.booked) as bookings, sum(m.cancelled) as cancelled, sum(m.revenue_cents) as revenue,
  sum(m.notices_sent) as notices_sent, sum(m.notices_not_sent) as notices_not_sent`
const names = sql.raw('bookings, cancelled, revenue, notices_sent, notices_not_sent')
const hasFigures = sql`(m.booked, m.revenue_cents, m.notices_sent, m.notices_not_sent) is distinct from (0, 0, 0, 0)`

/** Finds the first month with any figures. */
export async function findFirstMonth(db: Database, owner: Owner): Promise<string | null> {
  const { rows } = await sql<{ month: string }>`
    select ${monthName} as month from property_month m where ${hasFigures} ${of(owner, 'm.owner_id')}
    order by m.month limit 1`.execute(db)
  return rows[0]?.month ?? null
}

type PropertyFigures = Address &
  FiguresRow & { property_id: string; status: 'listed' | 'unlisted' | 'sold' | 'rented' | 'deleted' }
/** Position of a property in a list by bookings. A list by property uses only its ID. */
export type PropertyPlace = Pick<PropertyFigures, 'bookings' | 'property_id'>
type MonthFigures = FiguresRow & { month: string }

/**
 * Reads the totals of all properties by month and a page of the properties, in one scan of these months. Leaves out
 * months and properties without figures.
 * @param order `bookings`: most first; `property`: an order that stays the same if bookings arrive between two pages
 */
export async function listFigures(
  db: Database,
  page: PageRange<PropertyPlace> & { owner: Owner; months: Months; order: 'bookings' | 'property' },
): Promise<{ months: MonthFigures[]; properties: PropertyFigures[] }> {
  const { owner, months, after, limit } = page
  const byBookings = page.order === 'bookings'
  const beyond = ({ bookings, property_id: propertyId }: PropertyPlace) =>
    byBookings
      ? sql`and (bookings, property_id) < (${bookings}::bigint, ${propertyId}::uuid)`
      : sql`and property_id < ${propertyId}::uuid`
  const inOrder = sql.raw(byBookings ? 'bookings desc, property_id desc' : 'property_id desc')
  const { rows } = await sql<(MonthFigures & { property_id: null }) | (PropertyFigures & { month: null })>`
    with walked as materialized (
      select m.month, m.property_id, ${figures} from property_month m where ${within(months)} ${of(owner, 'm.owner_id')}
      group by grouping sets ((m.month), (m.property_id))),
    listed as (
      select * from walked
      where property_id is not null and (bookings, revenue, notices_sent, notices_not_sent) is distinct from (0, 0, 0, 0)
        ${after ? beyond(after) : sql``}
      order by ${inOrder} limit ${limit})
    select ${monthName} as month, null::uuid as property_id, ${names}, null as address_line1, null as unit_number,
      null as city, null as state, null as zip_code, null as status
    from walked m where m.month is not null
    union all
    select null, h.property_id, ${names}, ${address}, case when p.deleted_at is null then p.status else 'deleted' end
    from listed h join property p on p.id = h.property_id
    order by ${inOrder}`.execute(db)
  return {
    months: rows.filter((row) => row.property_id === null),
    properties: rows.filter((row) => row.property_id !== null),
  }
}

/** Lists these properties' figures by month, earliest first. Leaves out months without figures. */
export async function listFiguresOf(
  db: Database,
  propertyIds: string[],
  months: Months,
): Promise<(FiguresRow & { property_id: string; month: string })[]> {
  const { rows } = await sql<FiguresRow & { property_id: string; month: string }>`
    select m.property_id, ${monthName} as month, ${figures} from property_month m
    where m.property_id = any(${propertyIds}::uuid[]) and ${within(months)} and ${hasFigures}
    group by m.property_id, m.month order by m.month`.execute(db)
  return rows
}

/** Median response time in minutes. `null` means all properties or all months. */
export type ResponseRow = { property_id: string | null; month: string | null; minutes: number }

/**
 * Measures how long agents took to answer requests, by month of the answer and overall.
 * @param propertyIds to measure each of these properties separately, or `null` for all together
 */
export async function listResponses(
  db: Database,
  scope: { owner: Owner; months: Months; propertyIds: string[] | null },
): Promise<ResponseRow[]> {
  const { owner, months, propertyIds } = scope
  const [first, last] = [`${months.from}-01`, `${months.to}-01`]
  const byProperty = propertyIds ? sql`property_id` : sql`null::uuid`
  const { rows } = await sql<ResponseRow>`
    with answered as materialized (
      select b.property_id, date_trunc('month', b.decided_at at time zone p.time_zone)::date as month,
        extract(epoch from b.decided_at - b.booked_at)::float8 / 60 as minutes
      from booking b join property p on p.id = b.property_id
      where b.decided_at is not null and not b.is_demo ${of(owner, 'b.owner_id')}
        -- Read one more day on each side, because the zone decides the month.
        and b.decided_at between ${first}::timestamp - interval '1 day' and ${last}::timestamp + interval '1 month 1 day'
        ${propertyIds ? sql`and b.property_id = any(${propertyIds}::uuid[])` : sql``})
    select ${byProperty} as property_id, to_char(month, 'YYYY-MM') as month,
      (percentile_cont(0.5) within group (order by minutes))::float8 as minutes
    from answered
    where month between ${first}::date and ${last}::date
    group by ${propertyIds ? sql`grouping sets ((property_id, month), (property_id))` : sql`grouping sets ((month), ())`}
    having count(*) > 0`.execute(db)
  return rows
}
