import { sql } from 'kysely'
import type { CalendarUpdate, Channel, MessageCopy, Role } from '../../notice/area.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'

export type StoredMessage = {
  id: string
  booking_id: string | null
  channel: Channel
  role: Role | 'account'
  recipient: string | PostalAddress
  sender: string | PostalAddress | null
  cc: string[]
  /** Null means support. */
  reply_to: string | null
  subject: string | null
  text: string
  html: string | null
  copy: MessageCopy | null
  calendar: CalendarUpdate | null
  attachment_key: string | null
  status: string
  sent_at: Date
}

/** What we store when the outbox takes a message. */
export type TakenMessage = Omit<StoredMessage, 'status' | 'sent_at'> & { reference: string; sent_at: string }

/** Inserts all messages in one statement, or none. The same id means the same message, so a resend changes nothing. */
export async function insertMessages(db: Database, messages: TakenMessage[]): Promise<void> {
  const written = sql.raw(
    'id, booking_id, channel, role, recipient, sender, cc, reply_to, subject, text, html, copy, calendar, attachment_key, reference, sent_at',
  )
  await sql`
    insert into outbox_message (${written})
    select ${written} from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as message(id uuid, booking_id uuid, channel text,
      role text, recipient jsonb, sender jsonb, cc text[], reply_to text, subject text, text text, html text, copy jsonb, calendar jsonb, attachment_key text,
      reference text, sent_at timestamptz)
    on conflict (id) do nothing`.execute(db)
}

const columns = sql.raw(
  "id, booking_id, channel, role, recipient, sender, cc, reply_to, subject, coalesce(text, '') as text, html, copy, calendar, attachment_key, status, sent_at",
)

/** Lists messages, newest first. @param page.words a booking's id or number, or part of a recipient */
export async function listMessages(
  db: Database,
  page: PageRange<{ id: string }> & { bookingId: string | null; words: string | null },
): Promise<StoredMessage[]> {
  const { bookingId, words, after, limit } = page
  // Searches the values of a postal address, not the names of its parts.
  const recipient = sql`case jsonb_typeof(recipient)
    when 'object' then (select string_agg(value, ' ') from jsonb_each_text(recipient)) else recipient #>> '{}' end`
  const found = sql`(booking_id::text = ${words} or strpos(lower(concat_ws(' ', ${recipient}, array_to_string(cc, ' '))), lower(${words})) > 0
    or booking_id in (select id from booking where confirmation_number = upper(${words})))`
  const { rows } = await sql<StoredMessage>`
    select ${columns} from outbox_message
    where true ${bookingId ? sql`and booking_id = ${bookingId}` : sql``} ${words ? sql`and ${found}` : sql``}
      ${after ? sql`and id < ${after.id}` : sql``}
    order by id desc limit ${limit}`.execute(db)
  return rows
}

export async function findMessage(db: Database, id: string): Promise<StoredMessage | null> {
  const { rows } = await sql<StoredMessage>`select ${columns} from outbox_message where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Finds the reference of a message, or null if the outbox has not taken it. */
export async function findReference(db: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{
    reference: string | null
  }>`select reference from outbox_message where id = ${id}`.execute(db)
  return rows[0]?.reference ?? null
}

/** Cancels a letter. @returns false if there is no letter with this id */
export async function markCancelled(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    update outbox_message set status = 'cancelled' where id = ${id} and channel = 'certified_mail' returning id`.execute(
    db,
  )
  return rows.length > 0
}
