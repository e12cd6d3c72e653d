import type { Channel, MessageSender, MessageSenders } from '../../notice/area.ts'
import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import type { FileStore, StoredFile } from '../../platform/file-store.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { together } from '../../platform/together.ts'
import { withDeps } from '../../platform/use-cases.ts'
import * as t from '../text/outbox.ts'
import {
  findMessage,
  findReference,
  insertMessages,
  listMessages,
  markCancelled,
  type TakenMessage,
} from './repository.ts'

/** Prefix of a letter's reference, which ends with its id. */
const LETTER = 'TEST-'

type OutboxDeps = { db: Database; clock: Clock; files: Pick<FileStore, 'get'> }

/** Builds the embedded message store. It takes messages as a vendor would, and lets an admin read what was sent. */
export function createOutbox(deps: OutboxDeps) {
  const { db, clock } = deps
  const store = together(async (messages: TakenMessage[]) => {
    await insertMessages(db, messages)
    return messages.map(() => undefined)
  })
  const sender = (channel: Channel): MessageSender => ({
    async send({ id, bookingId, from, to, replyTo, attachmentKey, ...content }) {
      const reference = `${channel === 'certified_mail' ? LETTER : 'outbox-'}${id}`
      const about = {
        id,
        booking_id: bookingId,
        channel,
        recipient: to,
        sender: from,
        attachment_key: attachmentKey,
        reply_to: replyTo ?? null,
      }
      await store({ ...content, ...about, reference, sent_at: clock.now().toString() })
      return { reference }
    },
    async find({ id }) {
      const reference = await findReference(db, id)
      return reference === null ? null : { reference }
    },
  })
  const senders: MessageSenders = {
    sms: sender('sms'),
    email: sender('email'),
    certified_mail: sender('certified_mail'),
  }
  return {
    senders,
    /** The outbox prints nothing, so a letter can always be canceled. */
    letters: {
      cancel: async (reference: string) =>
        (await markCancelled(db, reference.replace(LETTER, ''))) ? ('cancelled' as const) : ('too_late' as const),
    },
    ...withDeps(deps, { list, html, invite, attachment }),
  }
}

/** @throws DomainError unauthenticated, forbidden */
async function list(
  { db }: OutboxDeps,
  actor: Actor,
  asked: PageAsked & { bookingId: string | null; words?: string | null },
) {
  requireAdmin(actor)
  const { bookingId, words = null } = asked
  const page = readPage({ id: ID }, asked)
  const { shown: messages, nextCursor } = page.cut(await listMessages(db, { ...page, bookingId, words }))
  return { messages, nextCursor }
}

/** @throws DomainError unauthenticated, forbidden, not_found */
async function html(
  { db }: OutboxDeps,
  actor: Actor,
  id: string,
  { copy, own = false }: { copy: boolean; own?: boolean },
): Promise<string> {
  requireAdmin(actor)
  const message = await findMessage(db, id)
  const html = own ? message?.copy?.own?.html : copy ? message?.copy?.html : message?.html
  if (!html) throw notFound(t.noHtml())
  return html
}

/**
 * Returns an email's calendar file for the recipient, or for the mailbox at that position in `cc`.
 * @throws DomainError unauthenticated, forbidden, not_found
 */
async function invite({ db }: OutboxDeps, actor: Actor, id: string, { copy }: { copy: number | null }) {
  requireAdmin(actor)
  const calendar = (await findMessage(db, id))?.calendar
  const content = copy === null ? calendar?.content : calendar?.copies[copy]
  if (!calendar || !content) throw notFound(t.noCalendar())
  return { method: calendar.method, content }
}

/** Returns a message's letter or notice. @throws DomainError unauthenticated, forbidden, not_found */
async function attachment({ db, files }: OutboxDeps, actor: Actor, id: string): Promise<StoredFile> {
  requireAdmin(actor)
  const message = await findMessage(db, id)
  const file = message?.attachment_key ? await files.get(message.attachment_key) : null
  if (!file) throw notFound(t.noAttachment())
  return file
}

export type Outbox = ReturnType<typeof createOutbox>
