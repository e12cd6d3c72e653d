import { type RawBuilder, sql } from 'kysely'
import type { LetterMoney } from '../../money/payment/domain.ts'
import type { Showing, Showings } from '../../notice/area.ts'
import { LONGEST_NOTICE_HOURS } from '../../notice/entry-notice/law-domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import { type ListedRow, recordOf } from './record-domain.ts'
import { hasOpenRefund } from './refund-request-repository.ts'
import type { Order, Place, Search } from './search-domain.ts'
import {
  type FoundRow,
  type PaidShowingRow,
  type ReturnedColumns,
  type ShowingRow,
  toShowing,
} from './showing-domain.ts'
import { returnedColumns } from './transition-repository.ts'

/** Most warnings about one showing. More help no one, and an account can have hundreds of showings at the same time. */
const MOST_NEARBY = 20

/**
 * Selects the first showings that the same agent gives at the time of `showing s`, in order. `overlapping` decides
 * whether they overlap. All showings have the same length, so a range of an index finds them.
 */
const nearby = sql`(
    select json_agg(json_build_object('id', o.id, 'property_id', o.property_id, 'status', o.status, 'time_zone', o.time_zone,
      'confirmation_number', o.confirmation_number, 'address_line1', h.address_line1, 'unit_number', h.unit_number, 'city', h.city,
      'state', h.state, 'zip_code', h.zip_code, 'starts_at', o.starts_at, 'ends_at', o.ends_at) order by o.starts_at, o.id)
    from (
      select o.id, o.property_id, o.status, o.time_zone, o.confirmation_number, o.starts_at, o.ends_at from booking o
      where o.owner_id = s.owner_id and o.property_id <> s.property_id and o.status in ('pending', 'confirmed')
        and o.shown_by is null and s.shown_by is null and s.status in ('pending', 'confirmed') and not o.is_demo and not s.is_demo
        and o.starts_at > s.starts_at - (s.ends_at - s.starts_at) and o.starts_at < s.ends_at
        and not exists (select from property h, contact_of(h) c where h.id = o.property_id
          and are_two_people(c.agent_phone, c.agent_email, s.agent_phone, s.agent_email))
      order by o.starts_at, o.id limit ${MOST_NEARBY}) o
    join property h on h.id = o.property_id) as nearby`

/** A showing as the buyer finds it. */
export type OwnRow = ShowingRow & ReturnedColumns & { letter_money: LetterMoney }

const isBooked = sql`status not in ('held', 'lapsed')`

const letterMoney = sql`case when s.mail_upgrade then letter_money(s.id) else 'none' end as letter_money`

/** Gives other areas what they may read about showings. */
export const createShowings = (db: Database): Showings => ({
  find: (id) => findShowing(db, id),
  list: (ids) => listShowings(db, ids),
  listNoticesDue: (ids, now) => listNoticesDue(db, ids, now),
  countNoticesLate: (now) => countNoticesLate(db, now),
})

export const findShowing = async (db: Database, id: string): Promise<Showing | null> =>
  (await listShowings(db, [id]))[0] ?? null

/**
 * We pass the IDs as JSON. With an array, PostgreSQL would expect a plan for these IDs to cost less, and
 * would plan the view's many tables again each time, which takes longer than reading them. `offset 0` keeps
 * it from joining the IDs last.
 */
async function listShowings(db: Database, ids: string[]): Promise<Showing[]> {
  const { rows } = await sql<FoundRow>`
    select found.* from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as wanted(id),
      lateral (select s.*, ${letterMoney}, ${nearby} from showing s where s.id = wanted.id::uuid offset 0) found`.execute(
    db,
  )
  return rows.map(toShowing)
}

/** Finds a showing by the token of the buyer's page. */
export async function findByManageToken(db: Database, token: string): Promise<OwnRow | null> {
  const { rows } = await sql<OwnRow>`
    select s.*, m.*, ${letterMoney}
    from showing s cross join lateral (select ${returnedColumns} from counted_entry where payment_id = s.payment_id) m where manage_token = ${token} and ${isBooked}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Finds a showing by the token of its public notice link. */
export async function findByNoticeToken(db: Database, token: string): Promise<ShowingRow | null> {
  const { rows } = await sql<ShowingRow>`select * from showing where notice_token = ${token} and ${isBooked}`.execute(
    db,
  )
  return rows[0] ?? null
}

type HeldRow = PaidShowingRow & { capture: 'automatic' | 'manual' }

export async function findByClientSecret(db: Database, clientSecret: string): Promise<HeldRow | null> {
  const { rows } = await sql<HeldRow>`
    select s.*, (select p.capture from payment p where p.id = s.payment_id) as capture
    from showing s where s.client_secret = ${clientSecret}`.execute(db)
  return rows[0] ?? null
}

/** Sorts by the first columns of booking_of_owner and booking_by_start, so that reading a page walks one index. */
const inOrder = (order: Order, table: string) =>
  order === 'date' ? sql.raw(`${table}.starts_at, ${table}.id`) : sql.raw(`${table}.starts_at desc, ${table}.id desc`)

/** @param ownerId `null` for all owners (admins) */
function matching(ownerId: string | null, search: Search) {
  const { propertyId, statuses, fromDate, toDate, startsFrom, startsBefore, findsAllRequests, patterns } = search
  const parts: RawBuilder<unknown>[] = [sql`b.status not in ('held', 'lapsed')`]
  if (ownerId) parts.push(sql`b.owner_id = ${ownerId}`)
  if (propertyId) parts.push(sql`b.property_id = ${propertyId}`)
  if (statuses.length > 0) parts.push(sql`b.status = any(${statuses})`)
  if (fromDate) parts.push(sql`b.showing_date >= ${fromDate}::date`)
  if (toDate) parts.push(sql`b.showing_date <= ${toDate}::date`)
  if (startsFrom) parts.push(sql`b.starts_at >= ${startsFrom}::timestamptz`)
  if (startsBefore)
    parts.push(
      sql`(b.starts_at < ${startsBefore}::timestamptz ${findsAllRequests ? sql`or b.status = 'pending'` : sql``})`,
    )
  for (const pattern of patterns)
    parts.push(sql`(b.search_text ~ ${pattern} or b.property_id in (
      select p.id from property p where ${ownerId ? sql`p.owner_id = ${ownerId} and` : sql``}
        lower(concat_ws(' ', p.address_line1, 'unit ' || p.unit_number, p.city, p.state, p.zip_code)) ~ ${pattern}))`)
  return sql.join(parts, sql` and `)
}

/**
 * We pass the IDs as an array. The view joins so many tables that PostgreSQL would not start with a list of IDs, but
 * would read every booking.
 * @param picked a query that returns `id`
 */
const listed = (picked: RawBuilder<unknown>, order: Order) => sql<ListedRow>`
  with picked as materialized (${picked})
  select s.*, ${nearby}, h.resident_consent_hours, p.occupancy as occupancy_then, p.resident ->> 'name' as resident_then,
    n.notices, v.services, f.failed_messages, u.unread_messages,
    (select jsonb_build_object('interest', a.interest, 'price', a.price, 'condition', a.condition, 'comment', a.comment,
        'answeredAt', to_char(a.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from feedback a where a.booking_id = s.id and a.answered_at is not null) as visitor_feedback,
    m.is_charged, m.returned_cents, m.disputed_cents,
    case when s.moved_from is not null then (select max(e.at) from compliance_entry e
      where e.booking_id = s.id and e.event in ('moved', 'approved')) end as renewed_at
  from showing s join property h on h.id = s.property_id
  left join lateral occupant_then(s.id) p on true
  cross join lateral (
    select ${returnedColumns}
    from counted_entry where payment_id = s.payment_id) m
  left join lateral (
    -- We read the log, because a message that is sent again forgets when it was first sent.
    select jsonb_agg(jsonb_build_object('kind', e.event, 'event', m ->> 'event', 'channel', m ->> 'channel', 'role', m ->> 'role',
      -- An email that failed at the agent's mailbox may have reached the resident's.
      'state', case when m ->> 'role' = 'listing_agent' and m -> 'delivered' @> (m -> 'cc') then 'Sent'
        else coalesce(m ->> 'status', m ->> 'state') end, 'reference', m ->> 'reference',
      'vendorReference', m ->> case e.event when 'notified' then 'vendorReference' else 'reference' end,
      'at', coalesce(m ->> 'sentAt', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) order by e.sequence) as notices
    from compliance_entry e, jsonb_array_elements(case e.event
      when 'notified' then e.payload::jsonb -> 'messages' else jsonb_build_array(e.payload::jsonb) end) m
    where e.booking_id = s.id and e.event in ('notified', 'delivery', 'letter_cancelled', 'letter_too_late')
      and m ->> 'event' in ('booked', 'approved', 'moved')
      -- The coordination email also goes to the resident.
      and (m ->> 'role' = 'resident' or (m ->> 'role' = 'listing_agent' and m ->> 'channel' = 'email'
        and (e.event = 'delivery' or jsonb_array_length(m -> 'cc') > 0)))) n on true
  left join lateral (
    select count(*)::int as failed_messages from notification f where f.booking_id = s.id and f.status = 'failed') f on true
  left join lateral (
    select count(*)::int as unread_messages from thread_message m
    where m.booking_id = s.id and m.author = 'buyer' and m.read_at is null) u on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('method', p.method,
      'at', to_char(p.served_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by p.served_at, p.id) as services
    from notice_service p where p.booking_id = s.id and p.starts_at = s.starts_at
      and not exists (select from notice_service_withdrawal w where w.service_id = p.id)) v on true
  where s.id = any(array(select id from picked))
  order by ${inOrder(order, 's')}`

async function listNoticesDue(
  db: Database,
  ids: string[],
  now: Temporal.Instant,
): Promise<Map<string, Temporal.Instant>> {
  const { rows } = await listed(sql`select b.id from booking b where b.id = any(${ids}::uuid[])`, 'date').execute(db)
  return new Map(
    rows.flatMap((row) => {
      const { noticeStatus, notice } = recordOf(row, now)
      const isDue = noticeStatus === 'due' && notice?.deliverBy
      return isDue ? [[row.id, Temporal.Instant.from(isDue)] as const] : []
    }),
  )
}

const MOST_JUDGED = 1000

async function countNoticesLate(db: Database, now: Temporal.Instant): Promise<number> {
  const before = now.add({ hours: LONGEST_NOTICE_HOURS })
  const { rows } = await listed(
    sql`select b.id from booking b join property h on h.id = b.property_id
        left join lateral occupant_then(b.id) p on true
      where b.status not in ('held', 'lapsed') and b.status = 'confirmed' and not b.is_demo
        and coalesce(p.occupancy, h.occupancy_status) = 'resident'
        and b.starts_at > ${now}::timestamptz and b.starts_at <= ${before}::timestamptz
      order by b.starts_at, b.id limit ${MOST_JUDGED}`,
    'date',
  ).execute(db)
  return rows.filter((row) => recordOf(row, now).noticeStatus === 'late').length
}

/** Lists a page of showings. An index picks them first, so that we read only those. */
export async function listRows(
  db: Database,
  { ownerId, search, after, limit }: PageRange<Place> & { ownerId: string | null; search: Search },
): Promise<ListedRow[]> {
  const { order } = search
  const beyond = sql.raw(order === 'date' ? '>' : '<')
  const { rows } = await listed(
    sql`select b.id from booking b where ${matching(ownerId, search)}
      ${after ? sql`and (b.starts_at, b.id) ${beyond} (${after.startsAt}::timestamptz, ${after.id}::uuid)` : sql``}
      order by ${inOrder(order, 'b')} limit ${limit}`,
    order,
  ).execute(db)
  return rows
}

/**
 * Lists the showings that may still need their agent, earliest first: those that have not ended, all requests, those
 * with a failed message, those with an unanswered refund request, and the reader's own showings with unread messages
 * from the buyer. Each kind has its own limit, so that no kind crowds out another: a request is due when it was made,
 * not by its start.
 * @param ownerId `null` for all owners (admins)
 * @param limit limit of each of the five kinds
 */
export async function listOpenRows(
  db: Database,
  {
    ownerId,
    readerId,
    since,
    limit,
  }: { ownerId: string | null; readerId: string; since: Temporal.Instant; limit: number },
): Promise<ListedRow[]> {
  const own = ownerId ? sql`and b.owner_id = ${ownerId}` : sql``
  const ahead = sql`b.status not in ('held', 'lapsed') and b.starts_at > ${since}::timestamptz ${own}`
  const { rows } = await listed(
    sql`select id from (
        (select b.id, b.starts_at from booking b
          where ${ahead} and b.status in ('pending', 'confirmed') order by b.starts_at, b.id limit ${limit})
        union
        (select b.id, b.starts_at from booking b
          where ${ahead} and b.status = 'pending' order by b.decision_due_at limit ${limit})
        union
        (select b.id, b.starts_at from booking b
          where ${ahead} and b.id in (select f.booking_id from notification f where f.has_failed)
          order by b.starts_at, b.id limit ${limit})
        union
        (select b.id, b.starts_at from booking b
          where ${hasOpenRefund} ${own} order by b.refund_requested_at limit ${limit})
        union
        (select b.id, b.starts_at from booking b
          where b.id in (select m.booking_id from thread_message m where m.author = 'buyer' and m.read_at is null)
            and b.status not in ('held', 'lapsed') and b.owner_id = ${readerId} limit ${limit})) open
      order by starts_at, id`,
    'date',
  ).execute(db)
  return rows
}

export async function findListedRow(
  db: Database,
  { ownerId, id }: { ownerId: string | null; id: string },
): Promise<ListedRow | null> {
  const { rows } = await listed(
    sql`select b.id from booking b where b.status not in ('held', 'lapsed') and b.id = ${id}
      ${ownerId ? sql`and b.owner_id = ${ownerId}` : sql``}`,
    'date',
  ).execute(db)
  return rows[0] ?? null
}

/** Lists the first few showings of each date, in order, with the number of showings on that date. */
export async function listRowsByDate(
  db: Database,
  { ownerId, search, perDate }: { ownerId: string | null; search: Search; perDate: number },
): Promise<{ counts: Map<string, number>; rows: ListedRow[] }> {
  const matched = matching(ownerId, search)
  const [counted, { rows }] = await Promise.all([
    sql<{ showing_date: string; count: number }>`
      select b.showing_date, count(*) from booking b where ${matched} group by b.showing_date`.execute(db),
    listed(
      sql`select id from (
        select b.id, row_number() over (partition by b.showing_date order by b.starts_at, b.id) as place
        from booking b where ${matched}) placed where place <= ${perDate}`,
      'date',
    ).execute(db),
  ])
  return { counts: new Map(counted.rows.map(({ showing_date, count }) => [showing_date, count])), rows }
}

export async function hasAnyShowing(db: Database, ownerId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from booking where status not in ('held', 'lapsed') ${ownerId ? sql`and owner_id = ${ownerId}` : sql``}
    limit 1`.execute(db)
  return rows.length > 0
}
