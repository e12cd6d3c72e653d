import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { Channel, OutgoingMessage, PostalAddress, Role } from '../notification/ports.ts'

export type StoredMessage = {
  id: string
  booking_id: string
  channel: Channel
  role: Role
  recipient: string | PostalAddress
  sender: string | PostalAddress | null
  cc: string[]
  subject: string | null
  text: string
  html: string | null
  copy: { text: string; html: string } | null
  attachment_key: string | null
  status: string
  sent_at: Date
}

/** The same id is the same message: a repeated send changes nothing. */
export async function insertMessage(
  db: Database,
  channel: Channel,
  message: OutgoingMessage,
  reference: string,
  now: string,
) {
  await sql`
    insert into outbox_message (id, booking_id, channel, role, recipient, sender, cc, subject, text, html, copy, attachment_key, reference, sent_at)
    values (${message.id}, ${message.bookingId}, ${channel}, ${message.role}, ${JSON.stringify(message.to)}::jsonb,
      ${message.from && JSON.stringify(message.from)}::jsonb, ${message.cc}, ${message.subject}, ${message.text}, ${message.html}, ${message.copy ? JSON.stringify(message.copy) : null}::jsonb,
      ${message.attachmentKey}, ${reference}, ${now})
    on conflict (id) do nothing`.execute(db)
}

const columns = sql.raw(
  'id, booking_id, channel, role, recipient, sender, cc, subject, text, html, copy, attachment_key, status, sent_at',
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
