import type { PostalAddress } from '../../platform/postal-address.ts'
import type { TryLimit } from '../../platform/try-limit.ts'
import type { Showing } from '../entry-notice/ports.ts'
export type Channel = 'sms' | 'email' | 'certified_mail'
export type Role = 'listing_agent' | 'resident' | 'buyer'

/** How many texts people send beyond the first one about a showing: to one phone, by whose it is, and from one account. */
export type TextLimits = { to: Record<Role, TryLimit>; ofAccount: TryLimit }

/**
 * `subject`: a separate email to them with its own subject; absent: one email that names both `to` and `cc`. `own`: the
 * same copy for one position in `cc`, whose reader has another language.
 */
export type MessageCopy = {
  text: string
  html: string
  subject?: string
  replyTo?: string | null
  own?: { at: number; subject: string; text: string; html: string }
}

/** One message, ready to go. `id` is the idempotency key: the same id is sent once. */
export type OutgoingMessage = {
  id: string
  /** `null` if it is about an account. */
  bookingId: string | null
  role: Role | 'account'
  /** Mailbox for an email or return address for a letter. `null` for a text, which comes from the vendor's number. */
  from: string | PostalAddress | null
  to: string | PostalAddress
  cc: string[]
  /** Where replies to an email go. Absent or `null`: to support. */
  replyTo?: string | null
  subject: string | null
  text: string
  html: string | null
  /** Separate delivery for those in `cc`. `null` for an ordinary Cc. */
  copy: MessageCopy | null
  /** Update for the calendars behind an email's mailboxes, or `null`. */
  calendar: CalendarUpdate | null
  /** Key of the notice (PDF) in the file store; for a letter it is the letter. */
  attachmentKey: string | null
  /** When the first attempt was made (RFC 3339). */
  plannedAt: string
  /** An earlier attempt may have arrived without an answer. A vendor without idempotency keys checks first. */
  isRepeat: boolean
  /** The mailboxes that got theirs in an earlier attempt, if known, and a function that records one more. */
  delivered?: string[]
  noteDelivered?: (mailbox: string) => Promise<void>
  /** Texts of earlier attempts, if known. The words may differ by now. */
  earlierTexts?: string[]
  /** Vendor IDs that belong to other messages, since two can say the same. */
  listSpent?: (references: string[]) => Promise<string[]>
}

/** How to find an earlier attempt. */
export type Trace = Pick<OutgoingMessage, 'id' | 'to' | 'plannedAt' | 'earlierTexts' | 'listSpent'>

/**
 * An iCalendar object (RFC 5546) for each mailbox, which names only that mailbox: `content` for the addressee, `copies`
 * for those in `cc`, in their order; null if a mailbox gets none.
 */
export type CalendarUpdate = { method: 'REQUEST' | 'CANCEL'; content: string | null; copies: (string | null)[] }

export type SentMessage = {
  /** The vendor's ID of the message or letter. */
  reference: string
  trackingNumber?: string | null
  /** Mailboxes that refused their email. At least one other has it. */
  refused?: string[]
}

export type MessageSender = {
  /** @throws VendorError: permanent, with a `reason` for people, or to be tried again */
  send(message: OutgoingMessage): Promise<SentMessage>
  /** Finds what an earlier attempt left at the vendor, or `null`. Absent if nobody can know. @throws VendorError */
  find?(trace: Trace): Promise<SentMessage | null>
}

export type MessageSenders = Record<Channel, MessageSender>

/** Webhook call as it came. `target` is the path and query that the vendor called. */
export type SignedCall = { target: string; body: string; header(name: string): string | undefined }

/** Later report of a vendor about a message. */
export type Carriage = {
  /** A repeated event has the same ID. */
  eventId: string
  vendor: string
  type: string
  /** `OutgoingMessage.id` if the vendor has it, else its own reference. */
  sendId: string | null
  reference: string
  /** delivered, undelivered, in_transit, … */
  state: string
  code: string | null
  /** Why it did not arrive, in words for a person. */
  reason: string | null
  trackingNumber: string | null
  /** `true` if this is the final report. */
  isFinal: boolean
  /** Phone that opted out, if that is the reason. */
  optedOut: string | null
}

export type InboundText = {
  from: string
  text: string
  reference: string
  /** `true` if the vendor already answered this keyword. */
  isAnswered: boolean
}

/** Reads the calls of the text vendor. */
export type TextLine = {
  /** @returns null: it says nothing new @throws DomainError forbidden when the signature is wrong */
  readCarriage(call: SignedCall): Carriage | null
  /** @throws DomainError forbidden when the signature is wrong */
  readInbound(call: SignedCall): InboundText
  /** Builds the document that answers a text. `null`: an empty answer. */
  reply(text: string | null): string
}

/** Reads the calls about letters, and recalls a letter. */
export type LetterLine = {
  /** @returns null: it says nothing new @throws DomainError forbidden when the signature is wrong */
  readCarriage(call: SignedCall): Carriage | null
  /** `too_late`: it is already printed. */
  cancel(reference: string): Promise<'cancelled' | 'too_late'>
}

/** Calendar update for one mailbox. `stamp` belongs to the message, so a resend says the same. */
export type MailUpdate = {
  method: 'REQUEST' | 'CANCEL'
  organizer: { name: string; email: string }
  /** `isOptional` marks someone who is informed but need not attend. */
  attendee: { email: string; isOptional: boolean }
  stamp: Temporal.Instant
}

/** Puts a showing into people's calendars. */
export type Calendars = {
  /** Links to the pages of Google and Outlook that add it. */
  links(showing: Showing): { google: string; outlook: string }
  /** Writes an iCalendar object that names only this mailbox. */
  update(showing: Showing, update: MailUpdate): string
}
