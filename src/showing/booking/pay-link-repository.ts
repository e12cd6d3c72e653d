import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { phoneColumns } from '../../platform/phone.ts'
import type { LinkSending } from './pay-link-domain.ts'
import type { PaidShowingRow, ShowingRow } from './showing-domain.ts'

/** A slot that an agent keeps for a visitor who pays through a link. It has an intent, so the visitor can pay. */
export type PayLinkRow = PaidShowingRow & { intent_id: string; client_secret: string }

const links = sql`
  select s.* from showing s where s.status = 'held' and s.booked_by is not null and s.intent_id is not null
    and s.client_secret is not null`

/**
 * Lists the links that visitors can pay now, in the order in which they end.
 * @param ownerId `null` for any owner (admins)
 */
export async function listLinks(
  db: Database,
  { ownerId, now }: { ownerId: string | null; now: string },
): Promise<PayLinkRow[]> {
  const { rows } = await sql<PayLinkRow>`
    ${links} and s.hold_expires_at > ${now}::timestamptz ${ownerId ? sql`and s.owner_id = ${ownerId}` : sql``}
    order by s.hold_expires_at, s.id limit 100`.execute(db)
  return rows
}

export async function findLink(
  db: Database,
  { ownerId, id, now }: { ownerId: string | null; id: string; now: string },
): Promise<PayLinkRow | null> {
  const { rows } = await sql<PayLinkRow>`
    ${links} and s.id = ${id} and s.hold_expires_at > ${now}::timestamptz
    ${ownerId ? sql`and s.owner_id = ${ownerId}` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Finds the phone of a property's contact. It gets a text if no one pays for a link. */
export async function findContactPhone(db: Database, propertyId: string): Promise<string | null> {
  const { rows } = await sql<{ agent_phone: string | null }>`
    select c.agent_phone from property p, contact_of(p) c where p.id = ${propertyId}`.execute(db)
  return rows[0]?.agent_phone?.trim() || null
}

/** Finds the slot that an account already holds for a visitor at a start. */
export async function findSameLink(
  db: Database,
  wanted: { accountId: string; propertyId: string; startsAt: string; phone: string; email: string; now: string },
): Promise<PayLinkRow | null> {
  const { buyer_phone: phone } = phoneColumns('buyer_phone', wanted.phone)
  const { rows } = await sql<PayLinkRow>`
    ${links} and s.booked_by = ${wanted.accountId} and s.property_id = ${wanted.propertyId}
      and s.starts_at = ${wanted.startsAt}::timestamptz and s.hold_expires_at > ${wanted.now}::timestamptz
      and s.buyer_phone = ${phone} and lower(s.buyer_email) = lower(${wanted.email})`.execute(db)
  return rows[0] ?? null
}

/**
 * Finds a held or ended slot whose link we planned to send, unless the visitor holds or has booked the same start in
 * another booking. Then they need no message about this one.
 */
export async function findSentLink(
  db: Database,
  bookingId: string,
): Promise<(ShowingRow & { hold_expires_at: Date }) | null> {
  const { rows } = await sql<ShowingRow & { hold_expires_at: Date }>`
    select s.* from showing s join booking b on b.id = s.id where s.id = ${bookingId} and s.booked_by is not null
      and exists (select from notification n where n.booking_id = s.id and n.event = 'pay_link')
      and not exists (select from booking o
        where o.property_id = s.property_id and o.starts_at = s.starts_at and o.id <> s.id
          and o.status in ('held', 'pending', 'confirmed')
          and (o.buyer_phone_e164 = b.buyer_phone_e164 or lower(o.buyer_email) = nullif(lower(s.buyer_email), '')))`.execute(
    db,
  )
  return rows[0] ?? null
}

/**
 * Lists the channels by which a link may have reached the visitor. We lock the messages and wait for a sender that has
 * begun, which counts as an attempt. `close_proposal` uses the same rule.
 * @param tx holds the booking's lock, so that no one sends the link again in the meantime
 */
export async function listReached(tx: Database, bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ channel: string }>`
    with sending as (
      select n as message from notification n
      where booking_id = ${bookingId} and event = 'pay_link' order by id for update)
    select distinct (message).channel from sending where not never_went_out(message)`.execute(tx)
  return rows.map(({ channel }) => channel)
}

type LinkOfMessage = Pick<
  PaidShowingRow,
  'client_secret' | 'hold_expires_at' | 'property_id' | 'showing_date' | 'showing_time'
>

/** Finds what a message about a link needs besides the showing. */
export async function findLinkOfMessage(db: Database, bookingId: string): Promise<LinkOfMessage | null> {
  const { rows } = await sql<LinkOfMessage>`
    select client_secret, hold_expires_at, property_id, showing_date, showing_time
    from showing where id = ${bookingId}`.execute(db)
  return rows[0] ?? null
}

/** Lists where we sent each link last. */
export async function listSendings(db: Database, bookingIds: string[]): Promise<LinkSending[]> {
  const { rows } = await sql<LinkSending>`
    select distinct on (booking_id, channel) booking_id, channel, recipient #>> '{}' as "to", status, reason from notification
    where booking_id = any(${bookingIds}::uuid[]) and event = 'pay_link' and channel in ('sms', 'email')
    order by booking_id, channel desc, turn desc`.execute(db)
  return rows
}

/**
 * Plans a link's messages if its time is still held. Two requests at the same moment wait for each other.
 * @param planned returns the messages, given how often and when we last sent the link
 * @returns whether the time is still held
 */
export const planSending = (
  db: Database,
  { id, now }: { id: string; now: string },
  planned: (before: { sends: number; lastAt: Date | null }) => object[],
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const held = await sql`
      select from booking where id = ${id} and status = 'held' and hold_expires_at > ${now}::timestamptz for no key update`.execute(
      tx,
    )
    if (held.rows.length === 0) return false
    const { rows } = await sql<{ sends: number; lastAt: Date | null }>`
      select count(distinct turn)::integer as sends, max(created_at) as "lastAt" from notification
      where booking_id = ${id} and event = 'pay_link'`.execute(tx)
    const messages = planned(rows[0] ?? { sends: 0, lastAt: null })
    await sql`select plan_notifications(${id}, ${JSON.stringify(messages)}::jsonb, ${now}::timestamptz)`.execute(tx)
    return true
  })

/** @returns `false` if the time is no longer held */
export async function markAgreed(db: Database, bookingId: string, now: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update booking set terms_agreed_at = coalesce(terms_agreed_at, ${now}::timestamptz)
    where id = ${bookingId} and booked_by is not null and status = 'held' and hold_expires_at > ${now}::timestamptz`.execute(
    db,
  )
  return numAffectedRows === 1n
}
