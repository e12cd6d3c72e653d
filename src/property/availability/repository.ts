import { type RawBuilder, sql } from 'kysely'
import type { Priced } from '../../money/payment/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import { isUuid } from '../../platform/uuid.ts'
import { PRICE_COLUMNS } from '../property/field-domain.ts'
import { type HoursRules, type KeptHours, rulesOf } from '../schedule/domain.ts'
import type { Busy, Taken } from './domain.ts'

/** Columns that decide whether and when a listed property can be booked. */
export type BookableProperty = {
  id: string
  ownerId: string
  slug: string
  rules: HoursRules
  approval: 'automatic' | 'manual'
  occupancy: 'owner' | 'resident' | 'vacant'
  isDemo: boolean
  priced: Priced
  /** `true` if its contact has an email or a phone. */
  isReachable: boolean
}

type Row = KeptHours &
  Priced & {
    id: string
    owner_id: string
    slug: string
    booking_approval: 'automatic' | 'manual'
    is_reachable: boolean
  }

const columns =
  sql.raw(`${PRICE_COLUMNS.map((name) => `p.${name}`).join(', ')}, p.id, p.owner_id, p.slug, p.time_zone, p.availability_type, p.custom_availability, p.availability_overrides,
  p.entry_hours_rule, p.resident_consent_hours, p.buffer_minutes, p.booking_approval, p.occupancy_status,
  exists (select from contact_of(p) c where c.agent_email is not null or c.agent_phone is not null) as is_reachable`)

const MINUTE_MS = 60_000

/** Matches by slug, otherwise by ID, and only properties that the public can book. */
const isListed = (slugOrId: string) => sql`
  (p.slug = ${slugOrId} ${isUuid(slugOrId) ? sql`or p.id = ${slugOrId}::uuid` : sql``})
  and p.status = 'listed' and p.deleted_at is null`

/** Selects the rows of `booking b` that block, including live holds. */
const blocks = (now: string) => sql`
  b.status in ('held', 'pending', 'confirmed', 'completed', 'no_show') and (b.status <> 'held' or b.hold_expires_at > ${now}::timestamptz)`

export async function findBookable(db: Database, slugOrId: string): Promise<BookableProperty | null> {
  if (slugOrId.includes('\0')) return null
  const { rows } =
    await sql<Row>`select ${columns} from property p where ${isListed(slugOrId)} order by p.slug = ${slugOrId} desc limit 1`.execute(
      db,
    )
  return rows[0] ? propertyOf(rows[0]) : null
}

/**
 * Finds a property and everything that blocks its times between two instants, with one query. Blocked times come as
 * whole minutes in any order. Arrays of numbers would take both sides several times as long to write and read.
 */
export async function findBookableWithBusy(
  db: Database,
  slugOrId: string,
  span: Span,
): Promise<{ property: BookableProperty; taken: Taken; firstHoldEndsAt: Date | null } | null> {
  if (slugOrId.includes('\0')) return null
  const { rows } = await sql<Row & TakenRow>`
    select ${columns}, ${takenColumns} from property p ${takenIn(span)}
    where ${isListed(slugOrId)} order by p.slug = ${slugOrId} desc limit 1`.execute(db)
  const row = rows[0]
  return row ? { property: propertyOf(row), taken: takenOf(row), firstHoldEndsAt: row.first_hold_ends_at } : null
}

/** Finds the owner's property, listed or not, and what blocks its times. @param ownerId `null` for any owner */
export async function findOwnWithBusy(
  db: Database,
  { id, ownerId }: { id: string; ownerId: string | null },
  span: Span,
): Promise<{ kept: KeptHours; taken: Taken } | null> {
  const { rows } = await sql<Row & TakenRow>`
    select ${columns}, ${takenColumns} from property p ${takenIn(span)}
    where p.id = ${id} and p.deleted_at is null ${ownerId ? sql`and p.owner_id = ${ownerId}` : sql``}`.execute(db)
  const row = rows[0]
  return row ? { kept: row, taken: takenOf(row) } : null
}

/**
 * Finds an account's listed properties with what blocks their times.
 * @param ownerId `null` for all owners
 * @param id only this property
 */
export async function listPropertiesWithTaken(
  db: Database,
  { ownerId, id, limit }: { ownerId: string | null; id: string | undefined; limit: number },
  span: Span,
): Promise<{ id: string; rules: HoursRules; taken: Taken }[]> {
  const { rows } = await sql<Row & TakenRow>`
    select ${columns}, ${takenColumns} from property p ${takenIn(span)}
    where p.status = 'listed' and p.deleted_at is null and not p.is_demo ${ownerId ? sql`and p.owner_id = ${ownerId}` : sql``}
      ${id ? sql`and p.id = ${id}::uuid` : sql``}
    order by p.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ id: row.id, rules: rulesOf(row), taken: takenOf(row) }))
}

type Span = { from: string; to: string; now: string }
type TakenRow = {
  own_from: string | null
  own_to: string | null
  elsewhere_from: string | null
  elsewhere_to: string | null
  blocked_from: string | null
  blocked_to: string | null
  travel_minutes: number
  first_hold_ends_at: Date | null
}

const takenColumns = sql.raw(`own.starts as own_from, own.ends as own_to, elsewhere.starts as elsewhere_from,
      elsewhere.ends as elsewhere_to, blocked.starts as blocked_from, blocked.ends as blocked_to, coalesce(agent.travel_minutes, 0) as travel_minutes,
      least(own.first_hold_ends_at, elsewhere.first_hold_ends_at) as first_hold_ends_at`)

/**
 * Joins to `property p` what blocks its times between two instants, one row each. We hide the instants from the
 * planner: a plan for these could seem cheaper than the generic plan, and PostgreSQL would plan again each time, which
 * takes longer than reading. A booking takes its agent's own time only if they show alone, and never at a demo
 * property.
 */
const takenIn = (span: Span) => sql`
    left join agent_profile agent on agent.account_id = p.owner_id and agent.shows_alone and not p.is_demo
    cross join lateral (
      select ${minutesOf(sql`b.starts_at`)} as starts, ${minutesOf(sql`upper(b.during)`)} as ends, ${firstHold} as first_hold_ends_at
      from booking b
      where b.property_id = p.id and b.starts_at >= (select ${span.from}::timestamptz) and b.starts_at < (select ${span.to}::timestamptz)
        and ${blocks(span.now)}
    ) own
    cross join lateral (
      select ${minutesOf(sql`lower(b.agent_time)`)} as starts, ${minutesOf(sql`upper(b.agent_time)`)} as ends, ${firstHold} as first_hold_ends_at
      from booking b
      where b.owner_id = p.owner_id and b.property_id <> p.id and not p.is_demo
        and b.agent_time && ${rangeOf(span)} and ${blocks(span.now)}
    ) elsewhere
    cross join lateral (
      select ${minutesOf(sql`lower(o.during)`)} as starts, ${minutesOf(sql`upper(o.during)`)} as ends from block_out o
      where o.account_id = p.owner_id and not p.is_demo and o.during && ${rangeOf(span)}
    ) blocked`

const rangeOf = ({ from, to }: Span) => sql`(select tstzrange(${from}::timestamptz, ${to}::timestamptz))`
const firstHold = sql.raw(`min(b.hold_expires_at) filter (where b.status = 'held')`)
const minutesOf = (instant: RawBuilder<unknown>) =>
  sql`array_to_string(array_agg((date_part('epoch', ${instant}) / 60)::int), ',')`

const takenOf = (row: TakenRow): Taken => ({
  own: rangesOf(row.own_from, row.own_to),
  elsewhere: rangesOf(row.elsewhere_from, row.elsewhere_to),
  blockedOut: rangesOf(row.blocked_from, row.blocked_to),
  travelMinutes: row.travel_minutes,
})

function rangesOf(starts: string | null, ends: string | null): Busy[] {
  const to = ends?.split(',')
  return starts?.split(',').map((from, n) => ({ startMs: +from * MINUTE_MS, endMs: Number(to?.[n]) * MINUTE_MS })) ?? []
}

/**
 * Lists the starts of one date's showings (local `HH:MM`) at an account's property.
 * @param wanted.ownerId `null` for any owner
 */
export async function findShowingTimes(
  db: Database,
  wanted: { propertyId: string; ownerId: string | null; date: string },
): Promise<{ slug: string; times: string[] } | null> {
  const { rows } = await sql<{ slug: string; times: string[] }>`
    select p.slug, coalesce((
      select array_agg(to_char(b.showing_time, 'HH24:MI') order by b.starts_at) from booking b
      where b.property_id = p.id and b.showing_date::text = ${wanted.date} and b.status in ('pending', 'confirmed', 'completed', 'no_show')
    ), '{}') as times
    from property p where p.id = ${wanted.propertyId} and p.deleted_at is null
      ${wanted.ownerId ? sql`and p.owner_id = ${wanted.ownerId}` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Finds the start of a showing that can move or be declined, at this property. */
export async function findStart(
  db: Database,
  { id, propertyId }: { id: string; propertyId: string },
): Promise<Date | null> {
  const { rows } = await sql<{ starts_at: Date }>`
    select starts_at from booking where id = ${id} and property_id = ${propertyId} and status in ('pending', 'confirmed')`.execute(
    db,
  )
  return rows[0]?.starts_at ?? null
}

/** Finds the start of the live hold with this secret, which proves that it is the caller's own, at this property. */
export async function findHeldStart(
  db: Database,
  { secret, propertyId, now }: { secret: string; propertyId: string; now: string },
): Promise<Date | null> {
  const { rows } = await sql<{ starts_at: Date }>`
    select b.starts_at from payment p join booking b on b.id = p.booking_id
    where p.client_secret = ${secret} and b.property_id = ${propertyId} and b.status = 'held'
      and b.hold_expires_at > ${now}::timestamptz`.execute(db)
  return rows[0]?.starts_at ?? null
}

export type ElsewhereRow = { date: string; time: string; street: string; unit: string | null }

/**
 * Lists the showings of the property's agent at other properties, in the property's local time. Showings that someone
 * else shows, or at a property whose contact is someone else, take none of the agent's time.
 * @param ownerId `null` for any owner
 */
export async function listShowingsElsewhere(
  db: Database,
  { id, ownerId }: { id: string; ownerId: string | null },
  span: Span,
): Promise<ElsewhereRow[] | null> {
  const { rows } = await sql<{ showings: ElsewhereRow[] }>`
    select coalesce((
      select jsonb_agg(jsonb_build_object(
        'date', to_char(b.starts_at at time zone p.time_zone, 'YYYY-MM-DD'),
        'time', to_char(b.starts_at at time zone p.time_zone, 'HH24:MI'),
        'street', h.address_line1, 'unit', h.unit_number) order by b.starts_at, b.id)
      from booking b join property h on h.id = b.property_id
      where b.owner_id = p.owner_id and b.property_id <> p.id and b.status in ('pending', 'confirmed')
        and b.shown_by is null and not b.is_demo and not p.is_demo
        and b.starts_at >= ${span.from}::timestamptz and b.starts_at < ${span.to}::timestamptz
        and not exists (select from contact_of(p) mine, contact_of(h) theirs
          where are_two_people(mine.agent_phone, mine.agent_email, theirs.agent_phone, theirs.agent_email))
    ), '[]') as showings
    from property p where p.id = ${id} and p.deleted_at is null ${ownerId ? sql`and p.owner_id = ${ownerId}` : sql``}`.execute(
    db,
  )
  return rows[0]?.showings ?? null
}

export type BlockingRow = { showing_date: string; showing_time: string; status: string }

/** Lists what blocks the property from now on, without personal data. */
export async function listBlocking(db: Database, slugOrId: string, now: string): Promise<BlockingRow[] | null> {
  const property = await findBookable(db, slugOrId)
  if (!property) return null
  const { rows } = await sql<BlockingRow>`
    select b.showing_date::text, to_char(b.showing_time, 'HH24:MI') as showing_time, b.status
    from booking b where b.property_id = ${property.id} and upper(b.during) > ${now}::timestamptz and ${blocks(now)}
    order by b.starts_at limit 1000`.execute(db)
  return rows
}

const propertyOf = (row: Row): BookableProperty => ({
  id: row.id,
  ownerId: row.owner_id,
  slug: row.slug,
  approval: row.booking_approval,
  occupancy: row.occupancy_status,
  isDemo: row.is_demo,
  priced: row,
  isReachable: row.is_reachable,
  rules: rulesOf(row),
})
