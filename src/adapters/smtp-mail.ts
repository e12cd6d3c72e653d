import { LRUCache } from 'lru-cache'
import nodemailer from 'nodemailer'
import type { MessageSender, OutgoingMessage } from '../features/notification/ports.ts'
import type { FileStore } from '../features/property/ports.ts'
import { readMailbox } from '../platform/mailbox.ts'
import { faultOnTheWay, VendorError } from '../platform/vendor-error.ts'
import { isLoopback, type SmtpSettings } from '../platform/vendor-settings.ts'

const TIMEOUT_MS = 20_000
/** How many messages are remembered whose mail has left while a copy of it has not. */
const REMEMBERED = 10_000

/**
 * E-mail through a mail server, over TLS in any case except to this machine. SMTP has no idempotency keys: `Message-ID`
 * is made of the message's id, so that a repeated mail is recognised by whoever got it twice; and what has left is not
 * sent again for the sake of a copy, as long as this process lives.
 */
export function createSmtpMail(
  { url }: SmtpSettings,
  { files, timeoutMs = TIMEOUT_MS }: { files: Pick<FileStore, 'get'>; timeoutMs?: number },
): MessageSender & { close(): void } {
  const server = new URL(url)
  const isHere = isLoopback(server.hostname)
  const isSecure = server.protocol === 'smtps:'
  const transport = nodemailer.createTransport({
    pool: true,
    maxConnections: 3,
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: Number(server.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isHere,
    ignoreTLS: !isSecure && isHere,
    ...(server.username && {
      auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A message names keys of the file store, never files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const left = new LRUCache<string, true>({ max: REMEMBERED })

  async function deliver(message: OutgoingMessage, delivery: Delivery): Promise<void> {
    const { id, recipient, text, html, attachments, invite } = delivery
    if (left.has(`${id} ${recipient}`)) return
    try {
      await transport.sendMail({
        envelope: { from: mailboxOf(message.from), to: [recipient] },
        from: String(message.from),
        // As objects: an address is not taken apart, whatever stands in it.
        to: { name: '', address: String(message.to) },
        cc: message.cc.map((address) => ({ name: '', address })),
        subject: message.subject ?? '',
        messageId: id,
        headers: { 'Auto-Submitted': 'auto-generated' },
        text,
        ...(html !== null && { html }),
        attachments,
        // As an alternative with its method, which Gmail and Outlook show as an invitation, and as a file for the others.
        ...(invite && { icalEvent: { method: message.calendar?.method, filename: 'invite.ics', content: invite } }),
      })
    } catch (error) {
      throw faultOf(error)
    }
    left.set(`${id} ${recipient}`, true)
  }

  async function attachmentsOf({ attachmentKey }: OutgoingMessage): Promise<Attachment[]> {
    if (!attachmentKey) return []
    const file = await files.get(attachmentKey)
    if (!file) throw new Error('the notice of a message is not in the file store')
    return [{ filename: 'notice-to-enter.pdf', content: Buffer.from(file.bytes), contentType: file.contentType }]
  }

  return {
    async send(message) {
      const domain = mailboxOf(message.from).split('@').at(-1) ?? 'localhost'
      const id = `<${message.id}@${domain}>`
      const attachments = await attachmentsOf(message)
      const { text, html, copy, calendar } = message
      const invite = calendar?.content ?? null
      await deliver(message, { id, recipient: String(message.to), text, html, attachments, invite })
      const refused = []
      for (const [at, recipient] of message.cc.entries()) {
        const words = copy ? { ...copy, id: `<${message.id}.copy@${domain}>` } : { text, html, id }
        const invite = calendar?.copies[at] ?? null
        try {
          await deliver(message, { ...words, recipient, attachments: copy ? [] : attachments, invite })
        } catch (error) {
          if (!(error instanceof VendorError) || !error.isPermanent) throw error
          refused.push(recipient)
        }
      }
      return { reference: id, refused }
    },
    close: () => transport.close(),
  }
}

type Attachment = { filename: string; content: Buffer; contentType: string }
type Delivery = {
  id: string
  recipient: string
  text: string
  html: string | null
  attachments: Attachment[]
  /** The recipient's own iCalendar object. */
  invite: string | null
}

/** `ShowingBooker <hello@example.com>` → `hello@example.com` */
const mailboxOf = (from: OutgoingMessage['from']): string => readMailbox(String(from)).address

const REASONS: Record<string, string> = {
  unknown: 'The mail server does not know this mailbox',
  full: 'The mailbox is full',
  refused: 'The mail server refused the message',
}

/**
 * A refusal with 5xx of the addressee or of the text is for good (RFC 5321, section 4.2.1). One of ourselves (password,
 * sender) is for the operator to mend: until then the message waits.
 */
function faultOf(error: unknown): VendorError {
  const { responseCode, command, response } = error as { responseCode?: number; command?: string; response?: string }
  if (!responseCode) return new VendorError('smtp', faultOnTheWay(error))
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  const isPermanent = responseCode >= 500 && isAboutMessage
  const isFull = responseCode === 552 || /\b[45]\.2\.2\b/.test(response ?? '')
  const reason = isFull ? 'full' : command === 'RCPT TO' ? 'unknown' : 'refused'
  return new VendorError('smtp', `${responseCode} to ${command ?? 'the connection'}`, {
    isPermanent,
    // Also a mailbox that asks to come back later says nothing of the server.
    isAboutRequest: isAboutMessage,
    reason: isPermanent ? (REASONS[reason] ?? null) : null,
  })
}
