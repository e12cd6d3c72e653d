import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { CalendarUpdate, Channel, PostalAddress, Role } from '../notification/ports.ts'

export type StoredMessage = {
  id: string
  booking_id: string | null
  channel: Channel
  role: Role | 'account'
  recipient: string | PostalAddress
  sender: string | PostalAddress | null
  cc: string[]
  subject: string | null
  text: string
  html: string | null
  copy: { text: string; html: string } | null
  calendar: CalendarUpdate | null
  attachment_key: string | null
  status: string
  sent_at: Date
}

/** What is written of a message when it is taken. */
export type TakenMessage = Omit<StoredMessage, 'status' | 'sent_at'> & { reference: string; sent_at: string }

/** All of them in one statement, or none. The same id is the same message: a repeated send changes nothing. */
export async function insertMessages(db: Database, messages: TakenMessage[]): Promise<void> {
  const written = sql.raw(
    'id, booking_id, channel, role, recipient, sender, cc, subject, text, html, copy, calendar, attachment_key, reference, sent_at',
  )
  await sql`
    insert into outbox_message (${written})
    select ${written} from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as message(id uuid, booking_id uuid, channel text,
      role text, recipient jsonb, sender jsonb, cc text[], subject text, text text, html text, copy jsonb, calendar jsonb, attachment_key text,
      reference text, sent_at timestamptz)
    on conflict (id) do nothing`.execute(db)
}

const columns = sql.raw(
  'id, booking_id, channel, role, recipient, sender, cc, subject, text, html, copy, calendar, attachment_key, status, sent_at',
)

/** Newest first. */
export async function listMessages(
  db: Database,
  page: { bookingId: string | null; before: string | null; limit: number },
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select ${columns} from outbox_message
    where true ${page.bookingId ? sql`and booking_id = ${page.bookingId}` : sql``} ${page.before ? sql`and id < ${page.before}` : sql``}
    order by id desc limit ${page.limit}`.execute(db)
  return rows
}

export async function findMessage(db: Database, id: string): Promise<StoredMessage | null> {
  const { rows } = await sql<StoredMessage>`select ${columns} from outbox_message where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Takes a letter back. @returns false when there is none of that id */
export async function markCancelled(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    update outbox_message set status = 'cancelled' where id = ${id} and channel = 'certified_mail' returning id`.execute(
    db,
  )
  return rows.length > 0
}
