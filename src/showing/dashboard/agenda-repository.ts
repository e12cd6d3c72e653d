import { sql } from 'kysely'
import { ABANDONED, COPY_REFUSED, FAILURES } from '../../notice/message/reason-domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import { UPCOMING_DAYS } from '../booking/showing-view-domain.ts'

export async function listEntries(db: Database, propertyIds: string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; entry: string | null }>`
    select id, nullif(trim(showing_instructions), '') as entry from property where id = any(${propertyIds}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, entry }) => [id, entry]))
}

/** Finds which of these properties name someone else than their owner as the contact. */
export async function findOthersHomes(db: Database, propertyIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from property p
    join account a on a.id = p.owner_id
    join agent_profile g on g.account_id = a.id
    cross join lateral contact_of(p) c
    where p.id = any(${propertyIds}::uuid[]) and are_two_people(c.agent_phone, c.agent_email, nullif(g.agent_phone, ''), a.email)
      and lower(c.agent_email) is distinct from lower(g.agent_email)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Unreachable = {
  id: string
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
}

/** Lists the first of the listed properties that show buyers no phone number, and counts all of them. */
export async function listWithoutPhone(
  db: Database,
  ownerId: string,
  limit: number,
): Promise<{ count: number; properties: Unreachable[] }> {
  const { rows } = await sql<Unreachable & { count: number }>`
    select p.id, p.address_line1, p.unit_number, p.city, p.state, p.zip_code, (count(*) over ())::int as count
    from property p left join lateral contact_of(p) c on true
    where p.owner_id = ${ownerId} and p.status = 'listed' and p.deleted_at is null and not p.is_demo
      and c.agent_phone is null
    order by p.id limit ${limit}`.execute(db)
  return { count: rows[0]?.count ?? 0, properties: rows }
}

/** Most canceled showings whose emails we check. */
const MOST_CANCELED = 300

type RefusedMailbox = { mailbox: string; propertyId: string | null }

/**
 * Finds at most two of the agent's current mailboxes that refused our latest email about one of these showings or a
 * canceled one that is ahead, each with the property that names it (`null` if the profile or the account does). A mail
 * server that was down does not count.
 */
export async function listRefusedMailboxes(
  db: Database,
  ownerId: string,
  { bookingIds, since }: { bookingIds: string[]; since: Temporal.Instant },
): Promise<RefusedMailbox[]> {
  const { rows } = await sql<RefusedMailbox>`
    select latest.mailbox, latest.property_id as "propertyId" from (
      select distinct on (lower(n.recipient #>> '{}')) n.recipient #>> '{}' as mailbox,
        case when lower(p.agent_email) = lower(n.recipient #>> '{}') and not exists (
          select from agent_profile g where p.use_public_profile and g.account_id = p.owner_id and g.agent_email <> '')
          then p.id end as property_id,
        not n.delivered @> array[n.recipient #>> '{}'] and (n.status = 'sent' and n.reason = ${COPY_REFUSED}
          or n.status = 'failed' and n.reason <> ${ABANDONED} and not starts_with(n.reason, ${FAILURES.email})) as is_refused
      from notification n join booking b on b.id = n.booking_id join property p on p.id = b.property_id
      join lateral contact_of(p) c on lower(c.agent_email) = lower(n.recipient #>> '{}')
      -- With an array, PostgreSQL reads only the messages of these showings.
      where n.booking_id = any(${bookingIds}::uuid[] || array(
          select a.id from booking a
          where a.owner_id = ${ownerId} and a.status not in ('held', 'lapsed') and a.status in ('cancelled', 'declined')
            and a.starts_at > ${since}::timestamptz order by a.starts_at, a.id limit ${MOST_CANCELED}))
        and b.owner_id = ${ownerId} and n.channel = 'email'
        and n.role = 'listing_agent' and n.status in ('sent', 'failed') and n.logged_at is not null
      order by lower(n.recipient #>> '{}'), n.logged_at desc) latest
    where latest.is_refused and latest.mailbox is not null order by latest.mailbox limit 2`.execute(db)
  return rows
}

/**
 * Finds which first steps an account has taken. A booking at a property with a phone number counts as having a contact.
 */
export async function findSteps(
  db: Database,
  ownerId: string,
): Promise<{ contact: boolean; property: boolean; shared: boolean }> {
  const { rows } = await sql<{ contact: boolean; property: boolean; shared: boolean }>`
    select exists (select from agent_profile g where g.account_id = ${ownerId} and g.agent_phone <> '')
        or exists (select from booking b join property p on p.id = b.property_id where b.owner_id = ${ownerId}
          and b.status not in ('held', 'lapsed') and not b.is_demo and p.agent_phone <> '') as contact,
      exists (select from property p where p.owner_id = ${ownerId} and p.deleted_at is null and not p.is_demo) as property,
      exists (select from property p where p.owner_id = ${ownerId} and p.view_count > 0 and not p.is_demo)
        or exists (select from booking b where b.owner_id = ${ownerId} and b.status not in ('held', 'lapsed')
          and not b.is_demo) as shared`.execute(db)
  return rows[0] as { contact: boolean; property: boolean; shared: boolean }
}

type Waiting = { overview: number; upcoming: number; completed: number }

/**
 * Counts requests, refund requests, and conversations that need an answer, by the tab that lists their showing:
 * Upcoming until the showing ends, then Completed. Until its end, only the overview lists the conversation of a showing
 * that was canceled or declined, or of a confirmed one that is too far ahead for Upcoming.
 * @param ownerId `null` for all owners (admins); conversations count only for their own agent
 */
export async function countWaiting(db: Database, ownerId: string | null, now: Temporal.Instant): Promise<Waiting> {
  const own = ownerId ? sql`and b.owner_id = ${ownerId}` : sql``
  const far = now.add({ hours: UPCOMING_DAYS * 24 })
  const { rows } = await sql<Waiting>`
    select count(*) filter (where w.is_elsewhere and w.ends_at > ${now}::timestamptz)::int as overview,
      count(*) filter (where not w.is_elsewhere and w.ends_at > ${now}::timestamptz)::int as upcoming,
      count(*) filter (where w.ends_at <= ${now}::timestamptz)::int as completed
    from (
      select b.ends_at, false as is_elsewhere from booking b where b.status = 'pending' and b.starts_at > ${now}::timestamptz ${own}
      union all
      -- As hasOpenRefund in booking/refund-request-repository.ts.
      select b.ends_at, false from booking b join payment p on p.booking_id = b.id and p.status in ('succeeded', 'capture_due')
        where b.refund_requested_at is not null and b.refund_decision is null ${own}
      union all
      -- Upcoming lists all requests, and the confirmed showings of its days.
      select b.ends_at, b.status <> 'pending' and (b.status <> 'confirmed' or b.starts_at >= ${far}::timestamptz)
        from booking b
        where b.owner_id = ${ownerId}::uuid and b.status not in ('held', 'lapsed')
          and b.id in (select m.booking_id from thread_message m where m.author = 'buyer' and m.read_at is null)) w`.execute(
    db,
  )
  return rows[0] ?? { overview: 0, upcoming: 0, completed: 0 }
}
