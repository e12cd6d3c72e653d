import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import type { ClaimedRow, MessageRow, Result } from './attempt-domain.ts'
import type { Channel } from './ports.ts'

const planned = sql.raw(
  `id, booking_id, event, round, turn, channel, role, recipient, cc, status, reason, coalesce(send_id, id) as send_id, attempts, tried_texts, delivered,
    greatest(coalesce(queued_at, created_at), due_at) as planned_at, created_at,
    (select m.words from thread_message m where m.id = notification.thread_message_id) as thread_words`,
)

/** How long a message belongs to its sender. A real vendor can be slow; the embedded one only writes a row. */
const LEASE_SECONDS = { real: 120, embedded: 20 }

/**
 * The messages of a booking that we send now. `busyUntil`: when to look again at those that other senders have;
 * `dueAt`: when the next message that waits for its time can go out.
 */
export type Marked = { rows: ClaimedRow[]; busyUntil: Temporal.Instant | null; dueAt: Temporal.Instant | null }

/**
 * Marks the unfinished messages of these bookings as being sent and returns them, with those that we will not send but
 * have not logged yet. It leaves out messages of other senders until their lease ends.
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
  // If someone sets a clock back, no message may wait for hours.
  const isBusy = sql`(status = 'sending' and sending_until > ${at}::timestamptz and sending_until <= ${longest}::timestamptz)`
  const mine = sql`booking_id = any(${bookingIds}::uuid[]) and logged_at is null`
  const isDue = sql`(due_at is null or due_at <= ${at}::timestamptz)`
  type Waiting = { of: string; busy_until: Date | null; next_due: Date | null }
  const { rows } = await sql<Waiting & (ClaimedRow | { id: null })>`
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

/**
 * Restores the previous attempt's end, because this attempt gave the vendor nothing and only that one may still be
 * running.
 */
export async function keepTriedUntil(db: Database, { id, attempts, tried_until }: ClaimedRow): Promise<void> {
  await sql`update notification set sending_until = ${tried_until}
    where id = ${id} and attempts = ${attempts} and logged_at is null`.execute(db)
}

/** Records a text's content before we try it. */
export async function noteText(db: Database, { id, send_id }: ClaimedRow, text: string): Promise<void> {
  await sql`update notification set tried_texts = tried_texts || ${text}::text where id = ${id} and coalesce(send_id, id) = ${send_id}`.execute(
    db,
  )
}

/** Records that a mail server accepted each of these emails. */
export async function noteDelivered(
  db: Database,
  taken: (Pick<ClaimedRow, 'id' | 'send_id'> & { mailbox: string })[],
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

/** Schedules a retry. A booking has at most one, with the earliest time and the lowest attempt. */
export async function enqueueRetry(db: Database, bookingId: string, attempt: number, at: string): Promise<void> {
  await sql`select schedule_retry(${bookingId}, ${attempt}, ${at}::timestamptz)`.execute(db)
}

/**
 * Schedules messages that wait for their time. The job has its own key, so that it and a retry do not move each other.
 */
export async function enqueueDue(db: Database, bookingId: string, at: string): Promise<void> {
  await sql`select graphile_worker.add_job('notification.deliver', ${JSON.stringify({ bookingId })}::json,
    run_at => ${at}::timestamptz, max_attempts => 13, job_key => ${`due:${bookingId}`})`.execute(db)
}

/** Lists unfinished messages that no job will send, because the process died in their job's last attempt. */
export async function listAbandoned(
  db: Database,
  page: { before: string; limit: number },
): Promise<{ bookingId: string; propertyId: string; rows: MessageRow[] }[]> {
  const { rows } = await sql<MessageRow & { property_id: string }>`
    with abandoned as (
      select distinct n.booking_id from notification n
      where n.logged_at is null and greatest(coalesce(n.queued_at, n.created_at), n.due_at) < ${page.before}
        -- "not in" uses a hash table, so it stays fast however many jobs an outage leaves waiting.
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
