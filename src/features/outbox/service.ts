import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import type { Channel, MessageSender, MessageSenders } from '../notification/ports.ts'
import type { FileStore, StoredFile } from '../property/ports.ts'
import * as outbox from './repository.ts'

/** The embedded message store: takes every message as a vendor would, and lets an admin read what was sent. */
export function createOutbox({ db, clock, files }: { db: Database; clock: Clock; files: Pick<FileStore, 'get'> }) {
  const sender = (channel: Channel): MessageSender => ({
    async send(message) {
      const reference = `${channel === 'certified_mail' ? 'TEST-' : 'outbox-'}${message.id}`
      await outbox.insertMessage(db, channel, message, reference, clock.now().toString())
      return { reference }
    },
  })
  const senders: MessageSenders = {
    sms: sender('sms'),
    email: sender('email'),
    certified_mail: sender('certified_mail'),
  }
  return {
    senders,
    /** @throws DomainError unauthenticated, forbidden */
    async list(actor: Actor, page: { bookingId: string | null; cursor: string | null; limit: number }) {
      requireAdmin(actor)
      const messages = await outbox.listMessages(db, {
        bookingId: page.bookingId,
        before: page.cursor,
        limit: page.limit + 1,
      })
      const shown = messages.slice(0, page.limit)
      return { messages: shown, nextCursor: messages.length > page.limit ? (shown.at(-1)?.id ?? null) : null }
    },
    /** @throws DomainError unauthenticated, forbidden, not_found */
    async html(actor: Actor, id: string, { copy }: { copy: boolean }): Promise<string> {
      requireAdmin(actor)
      const message = await outbox.findMessage(db, id)
      const html = copy ? message?.copy?.html : message?.html
      if (!html) throw notFound('This message has no HTML.')
      return html
    },
    /** A message's letter or notice. @throws DomainError unauthenticated, forbidden, not_found */
    async attachment(actor: Actor, id: string): Promise<StoredFile> {
      requireAdmin(actor)
      const message = await outbox.findMessage(db, id)
      const file = message?.attachment_key ? await files.get(message.attachment_key) : null
      if (!file) throw notFound('This message has no attachment.')
      return file
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
