import type { PostalAddress } from '../../platform/postal-address.ts'
import type { Showing } from '../entry-notice/ports.ts'
export type Channel = 'sms' | 'email' | 'certified_mail'
export type Role = 'listing_agent' | 'resident' | 'buyer'

/** `subject`: a mail to them alone, with a subject of its own; absent: it names `to` and `cc` alike. */
export type MessageCopy = { text: string; html: string; subject?: string; replyTo?: string | null }

/** One message, ready to go. `id` is the idempotency key: the same id is sent once. */
export type OutgoingMessage = {
  id: string
  /** null: it is about an account. */
  bookingId: string | null
  role: Role | 'account'
  /** A mailbox for an e-mail, the return address for a letter; null: a text, sent from the vendor's number. */
  from: string | PostalAddress | null
  to: string | PostalAddress
  cc: string[]
  /** Where answers to an e-mail go; absent or null: to support. */
  replyTo?: string | null
  subject: string | null
  text: string
  html: string | null
  /** What those in `cc` get, as a delivery of their own. null: an ordinary Cc. */
  copy: MessageCopy | null
  /** What an e-mail tells the calendars behind its mailboxes; null: nothing. */
  calendar: CalendarUpdate | null
  /** Key of the notice (PDF) in the file store; for a letter it is the letter. */
  attachmentKey: string | null
  /** RFC 3339; no earlier attempt was made before. */
  plannedAt: string
  /** An earlier attempt may have arrived though nobody heard: who knows no idempotency keys looks first. */
  isRepeat: boolean
  /** The mailboxes that have theirs since an earlier attempt, where that is known, and how one more is written down. */
  delivered?: string[]
  noteDelivered?: (mailbox: string) => Promise<void>
  /** What earlier attempts said, where it is known: the words may differ by now. */
  earlierTexts?: string[]
  /** Those of a vendor's names that other messages have: two may say the same. */
  listSpent?: (references: string[]) => Promise<string[]>
}

/** By what an earlier attempt is found. */
export type Trace = Pick<OutgoingMessage, 'id' | 'to' | 'plannedAt' | 'earlierTexts' | 'listSpent'>

/**
 * An iCalendar object (RFC 5546) for each mailbox, which names that mailbox alone: `content` for the addressee, `copies`
 * for those in `cc`, in their order; null where a mailbox gets none.
 */
export type CalendarUpdate = { method: 'REQUEST' | 'CANCEL'; content: string | null; copies: (string | null)[] }

export type SentMessage = {
  /** The vendor's own id: message sid, message id or that of a letter. */
  reference: string
  trackingNumber?: string | null
  /** Mailboxes of `cc` that refused theirs; the addressee has theirs. */
  refused?: string[]
}

export type MessageSender = {
  /** @throws VendorError: permanent, with a `reason` for people, or to be tried again */
  send(message: OutgoingMessage): Promise<SentMessage>
  /** What an earlier attempt left at the vendor; null: nothing. Absent: nobody can know. @throws VendorError */
  find?(trace: Trace): Promise<SentMessage | null>
}

export type MessageSenders = Record<Channel, MessageSender>

/** A webhook call as it came. `target`: path and query, as the vendor called it. */
export type SignedCall = { target: string; body: string; header(name: string): string | undefined }

/** What a vendor says later of a message that it took. */
export type Carriage = {
  /** The same event again has the same id. */
  eventId: string
  vendor: string
  type: string
  /** `OutgoingMessage.id`, where the vendor tells it; else its own reference. */
  sendId: string | null
  reference: string
  /** delivered, undelivered, in_transit, … */
  state: string
  code: string | null
  /** A sentence for people: why it did not arrive. */
  reason: string | null
  trackingNumber: string | null
  /** Nothing more will be said. */
  isFinal: boolean
  /** The phone that wants no texts, if that is why. */
  optedOut: string | null
}

export type InboundText = {
  from: string
  text: string
  reference: string
  /** The vendor has answered this keyword already. */
  isAnswered: boolean
}

/** The vendor of texts, as it calls us. */
export type TextLine = {
  /** @returns null: it says nothing new @throws DomainError forbidden when the signature is wrong */
  readCarriage(call: SignedCall): Carriage | null
  /** @throws DomainError forbidden when the signature is wrong */
  readInbound(call: SignedCall): InboundText
  /** The document that answers a text; null: with nothing. */
  reply(text: string | null): string
}

/** The post office, as it calls us; and a letter that is taken back. */
export type LetterLine = {
  /** @returns null: it says nothing new @throws DomainError forbidden when the signature is wrong */
  readCarriage(call: SignedCall): Carriage | null
  /** `too_late`: it is printed. */
  cancel(reference: string): Promise<'cancelled' | 'too_late'>
}

/** An update that goes by mail to one mailbox. `stamp` is of the message: sent again it says the same. */
export type MailUpdate = {
  method: 'REQUEST' | 'CANCEL'
  organizer: { name: string; email: string }
  /** `isOptional`: told of it, and free to stay away. */
  attendee: { email: string; isOptional: boolean }
  stamp: Temporal.Instant
}

/** A showing in people's calendars. */
export type Calendars = {
  /** Pages of Google and Outlook that add it. */
  links(showing: Showing): { google: string; outlook: string }
  /** An iCalendar object for one mailbox, which names that mailbox alone. */
  update(showing: Showing, update: MailUpdate): string
}
