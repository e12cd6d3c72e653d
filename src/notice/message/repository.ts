import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { DELETED_AT_ONCE } from '../../platform/db/deletion.ts'
import { instantOf } from '../../platform/instant.ts'
import type { PageRange } from '../../platform/paging.ts'
import { dialable } from '../../platform/phone.ts'
import type { AbandonedRow, PlannedRow, Result } from './attempt-domain.ts'
import type { Carriage, Channel } from './ports.ts'
import type { ListedNotification } from './shown-domain.ts'

const planned = sql.raw(
  `id, booking_id, event, round, turn, channel, role, recipient, cc, status, reason, coalesce(send_id, id) as send_id, attempts, tried_texts, delivered,
    greatest(coalesce(queued_at, created_at), due_at) as planned_at, created_at,
    (select m.words from thread_message m where m.id = notification.thread_message_id) as thread_words`,
)

/** How long a message belongs to its sender: a vendor can be slow; the embedded store writes one row. */
const LEASE_SECONDS = { real: 120, embedded: 20 }

/**
 * A booking's messages that are ours to send. `busyUntil`: when to look again at what others are sending; `dueAt`: when
 * the next one that waits for its hour can go out.
 */
export type Marked = { rows: PlannedRow[]; busyUntil: Temporal.Instant | null; dueAt: Temporal.Instant | null }

/**
 * Marks the unfinished messages of these bookings as being sent and returns them, with those that we will not send but
 * have not logged yet. If another sender has a message, we leave it there until we are sure that the sender died.
 * @param bookingIds each once
 * @param real channels with a real vendor
 * @returns one result for each booking, in order
 */
export async function markSending(
  db: Database,
  bookingIds: string[],
  { real, now }: { real: Channel[]; now: Temporal.Instant },
): Promise<Marked[]> {
  const at = now.toString()
  const longest = now.add({ seconds: LEASE_SECONDS.real }).toString()
  // A clock that was set back must not make anyone wait for hours.
  const isBusy = sql`(status = 'sending' and sending_until > ${at}::timestamptz and sending_until <= ${longest}::timestamptz)`
  const mine = sql`booking_id = any(${bookingIds}::uuid[]) and logged_at is null`
  const isDue = sql`(due_at is null or due_at <= ${at}::timestamptz)`
  type Waiting = { of: string; busy_until: Date | null; next_due: Date | null }
  const { rows } = await sql<Waiting & (PlannedRow | { id: null })>`
    with free as (
      select id as free_id, sending_until as tried_until from notification
      where ${mine} and status in ('queued', 'sending', 'not_sent') and ${isBusy} is not true and ${isDue} order by id for update),
    marked as (
      update notification set attempts = attempts + 1, status = case status when 'not_sent' then 'not_sent' else 'sending' end,
        sending_until = ${at}::timestamptz + make_interval(secs => case when channel = any(${real}) then ${LEASE_SECONDS.real}::integer
          else ${LEASE_SECONDS.embedded}::integer end)
      from free where id = free_id returning ${planned}, tried_until, sending_until)
    select waiting.*, marked.*
    from (
      select booking_id as of, max(sending_until) filter (where ${isBusy}) as busy_until,
        min(due_at) filter (where not ${isDue}) as next_due
      from notification where ${mine} group by booking_id) waiting
    left join marked on marked.booking_id = waiting.of`.execute(db)
  const byBooking = Map.groupBy(rows, (row) => row.of)
  return bookingIds.map((bookingId) => {
    const own = byBooking.get(bookingId) ?? []
    const [first] = own
    return {
      rows: own.filter((row) => row.id !== null),
      busyUntil: first?.busy_until ? instantOf(first.busy_until) : null,
      dueAt: first?.next_due ? instantOf(first.next_due) : null,
    }
  })
}

/** Records an attempt that gave the vendor nothing. Only the previous one may still be running. */
export async function keepTriedUntil(db: Database, { id, attempts, tried_until }: PlannedRow): Promise<void> {
  await sql`update notification set sending_until = ${tried_until}
    where id = ${id} and attempts = ${attempts} and logged_at is null`.execute(db)
}

/** Records a text's content before we try it. */
export async function noteText(db: Database, { id, send_id }: PlannedRow, text: string): Promise<void> {
  await sql`update notification set tried_texts = tried_texts || ${text}::text where id = ${id} and coalesce(send_id, id) = ${send_id}`.execute(
    db,
  )
}

/** Records that a mail server accepted each of these emails. */
export async function noteDelivered(
  db: Database,
  taken: (Pick<PlannedRow, 'id' | 'send_id'> & { mailbox: string })[],
): Promise<void> {
  await sql`
    with taken as (
      select id, send_id, array_agg(mailbox) as mailboxes
      from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t(id uuid, send_id uuid, mailbox text) group by id, send_id),
    -- In order, so that two groups never wait for each other.
    locked as (select n.id from notification n where n.id = any(array(select id from taken)) order by n.id for update)
    update notification n set delivered = n.delivered || taken.mailboxes
    from locked join taken using (id) where n.id = locked.id and coalesce(n.send_id, n.id) = taken.send_id`.execute(db)
}

/** Returns which vendor IDs belong to another message, or to one before it was resent. */
export async function listSpent(db: Database, id: string, references: string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select provider_reference as reference from notification where provider_reference = any(${references}) and id <> ${id}
    union all
    select unnest(earlier_references) from notification
    where earlier_references <> '{}' and earlier_references && ${references}`.execute(db)
  return rows.map(({ reference }) => reference)
}

/** The results of a booking's messages. `at`: when we got them (RFC 3339). */
export type DeliveryResults = { property_id: string; booking_id: string; at: string; results: Result[] }

/**
 * Calls the SQL function, which writes the rows and, for final results, the log entries.
 * @param deliveries at most one per booking
 */
export async function recordDeliveries(db: Database, deliveries: DeliveryResults[]): Promise<void> {
  await sql`select record_deliveries(${JSON.stringify(deliveries)}::jsonb)`.execute(db)
}

/** Schedules a retry. One waits per booking; asking again moves it. */
export const enqueueRetry = (db: Database, bookingId: string, attempt: number, at: string): Promise<void> =>
  enqueueDelivery(db, { bookingId, attempt }, at, `retry:${bookingId}`)

/** Schedules messages that wait for their hour. The job has its own key, so that it and an earlier retry do not move each other. */
export const enqueueDue = (db: Database, bookingId: string, at: string): Promise<void> =>
  enqueueDelivery(db, { bookingId }, at, `due:${bookingId}`)

async function enqueueDelivery(
  db: Database,
  payload: { bookingId: string; attempt?: number },
  at: string,
  key: string,
) {
  await sql`select graphile_worker.add_job('notification.deliver', ${JSON.stringify(payload)}::json,
    run_at => ${at}::timestamptz, max_attempts => 13, job_key => ${key})`.execute(db)
}

/** Lists unfinished messages that no job will send, because its process died in the last attempt. */
export async function listAbandoned(
  db: Database,
  page: { before: string; limit: number },
): Promise<{ bookingId: string; propertyId: string; rows: AbandonedRow[] }[]> {
  const { rows } = await sql<AbandonedRow & { property_id: string }>`
    with abandoned as (
      select distinct n.booking_id from notification n
      where n.logged_at is null and greatest(coalesce(n.queued_at, n.created_at), n.due_at) < ${page.before}
        -- "not in" is looked up in a table of hashes, however many jobs an outage leaves waiting.
        and n.booking_id::text not in (
          select j.payload ->> 'bookingId' from graphile_worker._private_jobs j
          where j.task_id = (select id from graphile_worker._private_tasks where identifier = 'notification.deliver')
            and (j.attempts < j.max_attempts or j.locked_at is not null) and j.payload ->> 'bookingId' is not null)
      order by n.booking_id limit ${page.limit})
    select n.*, b.property_id
    from abandoned join lateral (
      select ${planned} from notification where notification.booking_id = abandoned.booking_id and logged_at is null) n on true
    join booking b on b.id = n.booking_id
    order by n.id`.execute(db)
  return [...Map.groupBy(rows, (row) => row.booking_id)].map(([bookingId, of]) => ({
    bookingId,
    propertyId: of[0]?.property_id ?? '',
    rows: of,
  }))
}

/** Returns which of these phones (E.164) opted out. */
export async function listOptedOut(db: Database, phones: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select phone from text_opt_out where is_out and phone = any(${phones})`.execute(db)
  return new Set(rows.map(({ phone }) => phone))
}

/**
 * Records an opt-out or opt-in. The phone's own word counts at once; a carrier's word never overrules a later one of
 * the owner. A sender without a phone number, such as a short code, has nothing to opt out of.
 */
export async function setOptedOut(
  db: Database,
  { phone, isOut, word, reference }: { phone: string; isOut: boolean; word: string; reference: string | null },
  now: string,
): Promise<void> {
  const e164 = dialable(phone)
  if (!e164) return
  await sql`
    insert into text_opt_out (phone, is_out, word, reference, changed_at)
    values (${e164}, ${isOut}, ${word}, ${reference}, ${now})
    on conflict (phone) do update set is_out = excluded.is_out, word = excluded.word, reference = excluded.reference,
      changed_at = excluded.changed_at where text_opt_out.changed_at <= excluded.changed_at`.execute(db)
}

/**
 * Returns when we handed over the text of a report; for a text from before a resend, when its message was planned; for an
 * unknown one, when it was first reported. `null`: this is the first report.
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

/** Stores that a text came in, once by its ID, without its words. */
export async function insertInbound(db: Database, { id, type }: Omit<VendorEvent, 'vendor'>, now: string) {
  await sql`insert into vendor_event (id, vendor, type, received_at) values (${`inbound:${id}`}, 'twilio', ${type}, ${now})
    on conflict do nothing`.execute(db)
}

/** Deletes webhooks from before an instant, at most DELETED_AT_ONCE. @returns how many */
export async function deleteOldWebhooks(db: Database, before: Temporal.Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from vendor_event where id in (
      select id from vendor_event where received_at < ${before.toString()} order by received_at limit ${DELETED_AT_ONCE})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Like `deleteOldWebhooks`, for webhooks about messages that we do not know. */
export async function deleteOldStrayWebhooks(db: Database, before: Temporal.Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stray_event where (vendor, id) in (
      select vendor, id from stray_event where received_at < ${before.toString()} order by received_at
      limit ${DELETED_AT_ONCE})`.execute(db)
  return Number(numAffectedRows)
}

/** @returns `false` if we do not know the message */
export async function recordCarriage(db: Database, carriage: Carriage, now: string): Promise<boolean> {
  const { eventId, vendor, type, sendId, reference, state, code, reason, trackingNumber, isFinal } = carriage
  const row = { event_id: eventId, vendor, type, send_id: sendId, reference, state, code, reason, is_final: isFinal }
  const report = JSON.stringify({ ...row, tracking_number: trackingNumber })
  const { rows } = await sql<{ isKnown: boolean }>`
    select record_carriage(${report}::jsonb, ${now}::timestamptz) as "isKnown"`.execute(db)
  return rows[0]?.isKnown ?? false
}

const listed = sql`
  select n.id, n.booking_id, n.event, n.round, n.turn, n.thread_message_id, n.channel, n.role, n.recipient, n.cc, n.status,
    n.reason, n.sent_at, n.logged_at, n.carriage, n.carried_at, n.tracking_number, n.provider_reference, n.resends,
    n.attempts, coalesce(n.queued_at, n.created_at) as planned_at, n.recall, b.status as booking_status, b.starts_at, b.time_zone,
    n.round = b.calendar_sequence as is_current
  from notification n join booking b on b.id = n.booking_id
  where b.status not in ('held', 'lapsed')`

/** @param ownerId `null` for everyone's (admins) */
export async function listNotifications(
  db: Database,
  { ownerId, bookingId }: { ownerId: string | null; bookingId: string },
): Promise<ListedNotification[]> {
  const { rows } = await sql<ListedNotification>`
    ${listed} and n.booking_id = ${bookingId} ${ownerId ? sql`and b.owner_id = ${ownerId}` : sql``} order by n.id`.execute(
    db,
  )
  return rows
}

/** Lists everyone's messages that failed for good, latest planned first. */
export async function listFailed(
  db: Database,
  page: PageRange<{ id: string }>,
): Promise<(ListedNotification & { confirmation_number: string | null })[]> {
  const { rows } = await sql<ListedNotification & { confirmation_number: string | null }>`
    select f.*, k.confirmation_number from (
      ${listed} and n.has_failed ${page.after ? sql`and n.id < ${page.after.id}` : sql``} order by n.id desc limit ${page.limit}) f
    join booking k on k.id = f.booking_id order by f.id desc`.execute(db)
  return rows
}

/** @param ownerId `null` for everyone's (admins) */
export async function findNotification(
  db: Database,
  { ownerId, id }: { ownerId: string | null; id: string },
): Promise<ListedNotification | null> {
  const { rows } = await sql<ListedNotification>`
    ${listed} and n.id = ${id} ${ownerId ? sql`and b.owner_id = ${ownerId}` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Plans finished messages again, with the job and the log entry. @returns how many; a message in progress stays unchanged */
export async function planAgain(
  db: Database,
  again: { bookingId: string; messages: { id: string; send_id: string }[]; by: string },
  now: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select resend_notifications(${again.bookingId}, ${JSON.stringify(again.messages)}::jsonb, ${again.by}, ${now}::timestamptz) as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
