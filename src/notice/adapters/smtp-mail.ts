import nodemailer from 'nodemailer'
import type { FileStore } from '../../platform/file-store.ts'
import { readMailbox } from '../../platform/mailbox.ts'
import { traced } from '../../platform/tracing.ts'
import { faultOnTheWay, VendorError } from '../../platform/vendor-error.ts'
import { isLoopback, type SmtpSettings } from '../../settings/vendor-settings.ts'
import type { MessageSender, OutgoingMessage } from '../message/ports.ts'

const TIMEOUT_MS = 20_000

/**
 * Sends email through a mail server, always over TLS except to this machine. SMTP has no idempotency keys. We derive
 * `Message-ID` from the message's ID, so that a reader's program recognizes a repeated email, and we record each
 * delivery before the next one, so that a later attempt by any process leaves it out.
 */
export function createSmtpMail(
  { url, dkim }: SmtpSettings,
  { files, support, timeoutMs = TIMEOUT_MS }: { files: Pick<FileStore, 'get'>; support: string; timeoutMs?: number },
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
    ...(dkim && { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } }),
    // Messages refer to keys of the file store, never to files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  const step = {
    name: `SMTP ${server.hostname}`,
    kind: 'client' as const,
    attributes: { 'server.address': server.hostname },
  }

  async function deliver(message: OutgoingMessage, delivery: Delivery): Promise<void> {
    const { id, recipient, subject, text, html, attachments, invite, isAlone, replyTo } = delivery
    if (message.delivered?.includes(recipient)) return
    try {
      const mail = {
        envelope: { from: mailboxOf(message.from), to: [recipient] },
        from: String(message.from),
        // Pass objects, so that no address is ever parsed.
        to: { name: '', address: isAlone ? recipient : String(message.to) },
        ...(!isAlone && { cc: message.cc.map((address) => ({ name: '', address })) }),
        // Do not ask people to write to themselves.
        replyTo:
          replyTo && replyTo.toLowerCase() !== recipient.toLowerCase() ? { name: '', address: replyTo } : support,
        subject,
        messageId: id,
        headers: { 'Auto-Submitted': 'auto-generated' },
        // This encoding suits Latin letters. To choose one itself, the library would check each character of every email.
        textEncoding: 'quoted-printable' as const,
        text,
        ...(html !== null && { html }),
        attachments,
        // Gmail and Outlook show the alternative part as an invitation. Other programs get a file.
        ...(invite && { icalEvent: { method: message.calendar?.method, filename: 'invite.ics', content: invite } }),
      }
      await traced(step, () => transport.sendMail(mail))
    } catch (error) {
      throw faultOf(error)
    }
    await message.noteDelivered?.(recipient)
  }

  async function attachmentsOf({ attachmentKey }: OutgoingMessage): Promise<Attachment[]> {
    if (!attachmentKey) return []
    const file = await files.get(attachmentKey)
    if (!file) throw new Error("the file store does not have a message's notice")
    return [{ filename: 'notice-to-enter.pdf', content: Buffer.from(file.bytes), contentType: file.contentType }]
  }

  return {
    async send(message) {
      const domain = mailboxOf(message.from).split('@').at(-1) ?? 'localhost'
      const id = `<${message.id}@${domain}>`
      const attachments = await attachmentsOf(message)
      const { text, html, copy, calendar, replyTo = null } = message
      const invite = calendar?.content ?? null
      const whole = { subject: message.subject ?? '', attachments, isAlone: copy?.subject !== undefined, replyTo }
      const to = String(message.to)
      const fault = await deliver(message, { ...whole, id, recipient: to, text, html, invite }).catch((error) => {
        // Each copy is an email of its own, so a bad mailbox must not hold it up.
        if (error instanceof VendorError && error.isAboutRequest) return error
        throw error
      })
      const refused: string[] = []
      for (const [at, recipient] of message.cc.entries()) {
        const own = copy?.own?.at === at ? copy.own : null
        const words = copy
          ? { ...whole, ...copy, ...own, id: `<${message.id}.copy@${domain}>` }
          : { ...whole, text, html, id }
        const invite = calendar?.copies[at] ?? null
        // A copy without its own subject belongs to the buyer's email, which has no notice.
        const files = copy && !copy.subject ? [] : attachments
        try {
          await deliver(message, { ...words, recipient, attachments: files, invite })
        } catch (error) {
          if (!(error instanceof VendorError) || !error.isPermanent) throw error
          refused.push(recipient)
        }
      }
      // A separate email has the same news for its reader. An ordinary copy does not replace the email.
      const isTold = whole.isAlone && refused.length < message.cc.length
      if (fault && !(fault.isPermanent && isTold)) throw fault
      return { reference: id, refused: fault ? [to, ...refused] : refused }
    },
    close: () => transport.close(),
  }
}

type Attachment = { filename: string; content: Buffer; contentType: string }
type Delivery = {
  id: string
  recipient: string
  subject: string
  text: string
  html: string | null
  attachments: Attachment[]
  /** The iCalendar object for this recipient. */
  invite: string | null
  /** `true` for an email to one mailbox that names no other. */
  isAlone: boolean
  replyTo: string | null
}

/** `ShowingBooker <hello@example.com>` → `hello@example.com` */
const mailboxOf = (from: OutgoingMessage['from']): string => readMailbox(String(from)).address

const REASONS: Record<string, string> = {
  unknown: 'The mail server does not know this mailbox',
  full: 'The mailbox is full',
  refused: 'The mail server refused the message',
}

/**
 * A 5xx refusal of the recipient or the text is final (RFC 5321, section 4.2.1). If the server refuses us (password,
 * sender), the operator must fix that, and the message waits until then.
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
    // A mailbox that asks us to try again later says nothing about the server, either.
    isAboutRequest: isAboutMessage,
    reason: isPermanent ? (REASONS[reason] ?? null) : null,
  })
}
