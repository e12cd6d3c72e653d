import type { PostalAddress } from '../../platform/postal-address.ts'
import type { TryLimit } from '../../platform/try-limit.ts'
import type { Showing } from '../entry-notice/ports.ts'
export type Channel = 'sms' | 'email' | 'certified_mail'
export type Role = 'listing_agent' | 'resident' | 'buyer'

/** Limits on texts that people write or resend: to one phone, depending on its owner's role, and from one account. */
export type TextLimits = { to: Record<Role, TryLimit>; ofAccount: TryLimit }

/**
 * What the people in `cc` get. `subject`: they get a separate email with this subject; absent: the copy names both `to`
 * and `cc`. `own`: the same copy for one position in `cc` whose reader has another language.
 */
export type MessageCopy = {
  text: string
  html: string
  subject?: string
  replyTo?: string | null
  own?: { at: number; subject: string; text: string; html: string }
}

/** A message that is ready to send. `id` is the idempotency key: we send the same ID once. */
export type OutgoingMessage = {
  id: string
  /** `null` if the message is about an account. */
  bookingId: string | null
  role: Role | 'account'
  /**
   * The sender of an email or the return address of a letter. `null` for a text, which comes from the vendor's number.
   */
  from: string | PostalAddress | null
  to: string | PostalAddress
  cc: string[]
  /** Where replies to an email go. Absent or `null`: to support. */
  replyTo?: string | null
  subject: string | null
  text: string
  html: string | null
  /** What the people in `cc` get instead. `null`: the same email. */
  copy: MessageCopy | null
  /** The update for the calendars of an email's readers, or `null`. */
  calendar: CalendarUpdate | null
  /** The key of the notice (PDF) in the file store; for a letter, the key of the letter. */
  attachmentKey: string | null
  /** When this send was planned or, if later, due (RFC 3339). No attempt was earlier. */
  plannedAt: string
  /**
   * `true` if an earlier attempt may have arrived, although we got no answer. Without idempotency keys, a vendor checks
   * first.
   */
  isRepeat: boolean
  /** The mailboxes that got the email in an earlier attempt, if known, and a function that records one more. */
  delivered?: string[]
  noteDelivered?: (mailbox: string) => Promise<void>
  /** The texts of earlier attempts, if known. The text may have changed since. */
  earlierTexts?: string[]
  /** Returns which of these vendor IDs belong to other messages, because two can have the same text. */
  listSpent?: (references: string[]) => Promise<string[]>
}

/** What a vendor needs to find an earlier attempt. */
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
  /** The mailboxes that refused the email. At least one other mailbox has it. */
  refused?: string[]
}

export type MessageSender = {
  /** @throws VendorError permanent, with a `reason` for people, or temporary, so that we try again */
  send(message: OutgoingMessage): Promise<SentMessage>
  /** Finds an earlier attempt at the vendor, or `null`. Absent if the vendor cannot tell. @throws VendorError */
  find?(trace: Trace): Promise<SentMessage | null>
}

export type MessageSenders = Record<Channel, MessageSender>

/** A webhook call as it came. `target`: the path and query that the vendor called. */
export type SignedCall = { target: string; body: string; header(name: string): string | undefined }

/** A vendor's later report on a message. */
export type Carriage = {
  /** A repeated event has the same ID. */
  eventId: string
  vendor: string
  type: string
  /** `OutgoingMessage.id` if the vendor has it. Otherwise `reference` names the message. */
  sendId: string | null
  reference: string
  /** delivered, undelivered, in_transit, … */
  state: string
  code: string | null
  /** Why the message did not arrive, for people. */
  reason: string | null
  trackingNumber: string | null
  /** `true` if we expect no later report. */
  isFinal: boolean
  /** The phone that opted out, if that is the reason. */
  optedOut: string | null
}

export type InboundText = {
  from: string
  text: string
  /** `true` if it came with a picture or another file. */
  hasMedia: boolean
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
  /** Writes the document that answers a text. `null`: no answer. */
  reply(text: string | null): string
}

/** Reads the calls about letters, and recalls a letter. */
export type LetterLine = {
  /** @returns null: it says nothing new @throws DomainError forbidden when the signature is wrong */
  readCarriage(call: SignedCall): Carriage | null
  /** `too_late`: it is already printed. */
  cancel(reference: string): Promise<'cancelled' | 'too_late'>
}

/** A calendar update for one mailbox. `stamp` belongs to the message, so that a resend has the same update. */
export type MailUpdate = {
  method: 'REQUEST' | 'CANCEL'
  organizer: { name: string; email: string }
  /** `isOptional` marks someone who is informed but need not attend. */
  attendee: { email: string; isOptional: boolean }
  stamp: Temporal.Instant
}

/** Puts a showing into people's calendars. */
export type Calendars = {
  /** Returns links to the pages of Google and Outlook that add the showing. */
  links(showing: Showing): { google: string; outlook: string }
  /** Writes an iCalendar object that names only this mailbox. */
  update(showing: Showing, update: MailUpdate): string
}
