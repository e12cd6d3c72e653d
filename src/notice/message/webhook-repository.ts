import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { DELETED_AT_ONCE } from '../../platform/db/deletion.ts'
import { SWITCHED_OFF } from '../preference/domain.ts'
import type { Carriage } from './ports.ts'

/**
 * Returns when we handed over the text that a report is about. For a text from before a resend, returns when its
 * message was planned; for an unknown text, when it was first reported, or `null` if this is the first report.
 */
export async function findHandedOver(
  db: Database,
  { sendId, reference, vendor, eventId }: Pick<Carriage, 'sendId' | 'reference' | 'vendor' | 'eventId'>,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select coalesce(
      (select case when coalesce(n.send_id, n.id) = ${sendId}::uuid or n.provider_reference = ${reference}
          then coalesce(n.sent_at, n.queued_at, n.created_at) else n.created_at end
        from notification n
        where n.id = ${sendId}::uuid or n.send_id = ${sendId}::uuid or n.provider_reference = ${reference}
          or (n.earlier_references <> '{}' and n.earlier_references @> array[${reference}::text])
        limit 1),
      (select received_at from stray_event where vendor = ${vendor} and id = ${eventId})) as at`.execute(db)
  return rows[0]?.at ?? null
}

type VendorEvent = { id: string; vendor: string; type: string }

/** Stores a signed vendor call about an unknown message, once by its ID. */
export async function insertStray(db: Database, { id, vendor, type }: VendorEvent, now: string): Promise<void> {
  await sql`insert into stray_event (vendor, id, type, received_at) values (${vendor}, ${id}, ${type}, ${now})
    on conflict do nothing`.execute(db)
}

const inboundId = (reference: string) => `inbound:${reference}`

/** Finds how we understood a text when we first received it. `null` if we have not received it before. */
export async function findReceived(db: Database, reference: string): Promise<string | null> {
  const { rows } = await sql<{
    type: string
  }>`select type from vendor_event where id = ${inboundId(reference)}`.execute(db)
  return rows[0]?.type ?? null
}

/** Stores that a text came in, once by its ID, without its words. */
export async function insertInbound(db: Database, { id, type }: Omit<VendorEvent, 'vendor'>, now: string) {
  await sql`insert into vendor_event (id, vendor, type, received_at) values (${inboundId(id)}, 'twilio', ${type}, ${now})
    on conflict do nothing`.execute(db)
}

/** Deletes records of webhooks from before an instant, at most DELETED_AT_ONCE. @returns how many */
export async function deleteOldWebhooks(db: Database, before: Temporal.Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from vendor_event where id in (
      select id from vendor_event where received_at < ${before.toString()} order by received_at limit ${DELETED_AT_ONCE})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Does the same for webhooks about unknown messages. */
export async function deleteOldStrayWebhooks(db: Database, before: Temporal.Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stray_event where (vendor, id) in (
      select vendor, id from stray_event where received_at < ${before.toString()} order by received_at
      limit ${DELETED_AT_ONCE})`.execute(db)
  return Number(numAffectedRows)
}

/** Calls the SQL function. @returns `false` if we do not know the message */
export async function recordCarriage(db: Database, carriage: Carriage, now: string): Promise<boolean> {
  const { eventId, vendor, type, sendId, reference, state, code, reason, trackingNumber, isFinal } = carriage
  const row = { event_id: eventId, vendor, type, send_id: sendId, reference, state, code, reason, is_final: isFinal }
  const report = JSON.stringify({ ...row, tracking_number: trackingNumber })
  const { rows } = await sql<{ isKnown: boolean }>`
    select record_carriage(${report}::jsonb, ${now}::timestamptz) as "isKnown"`.execute(db)
  return rows[0]?.isKnown ?? false
}

/**
 * If a text that asks the agent to decide did not arrive, queues its email, which the agent had turned off. The next
 * delivery finds no text beside it and sends it.
 */
export async function queueFallback(
  db: Database,
  { sendId, reference }: Pick<Carriage, 'sendId' | 'reference'>,
  now: string,
): Promise<void> {
  await sql`
    with fallback as (
      update notification other set status = 'queued', reason = null, logged_at = null, attempts = 0, queued_at = ${now}::timestamptz
      from notification n join booking b on b.id = n.booking_id
      where (n.id = ${sendId}::uuid or n.send_id = ${sendId}::uuid or n.provider_reference = ${reference})
        and n.role = 'listing_agent' and (b.status = 'pending' and n.event in ('booked', 'moved')
          or b.refund_decision is null and n.event in ('refund_requested', 'refund_unanswered'))
        and other.booking_id = n.booking_id and other.event = n.event and other.round = n.round and other.role = n.role
        and other.id <> n.id and other.status = 'not_sent' and other.reason = ${SWITCHED_OFF}
      returning other.booking_id)
    select graphile_worker.add_job('notification.deliver', json_build_object('bookingId', booking_id), max_attempts => 13)
    from fallback`.execute(db)
}
