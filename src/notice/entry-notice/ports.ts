import type { LetterMoney } from '../../money/payment/domain.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import type { Address } from '../../property/property/domain.ts'
import type { BookingStatus } from './contract.ts'

/** The notice in another language. The English text governs, and `governs` says so. */
export type NoticeTranslation = {
  /** The language's BCP 47 tag. */
  language: string
  title: string
  governs: string
  /** Says, in that language, where the translation is. */
  inPdf: string
  facts: { label: string; value: string }[]
  paragraphs: { heading: string | null; text: string }[]
  footer: string
}

/** The text of a notice to enter, in order. `messages.ts` writes it. */
export type NoticeToEnter = {
  kind: 'notice'
  title: string
  /** The document's date (RFC 3339). */
  preparedAt: string
  /** The sender's name and postal address, line by line. Empty: we do not mail this notice. */
  sender: string[]
  /** The recipient's name and postal address, line by line. */
  addressee: string[]
  facts: { label: string; value: string }[]
  paragraphs: { heading: string | null; text: string }[]
  /** The same in other languages, each on its own pages, because residents have a right to understand the notice. */
  translations: NoticeTranslation[]
  /** Who gives the notice, line by line. */
  givenBy: string[]
  /** The ways of delivery. The person who serves the notice checks and signs them. Empty: no one delivers it in person. */
  deliveryOptions: string[]
  /**
   * What the agent must still do for the notice to count; null: nothing. Messages show it to the agent, but it is not
   * printed.
   */
  agentTask: string | null
  footer: string
}

export type Contact = { name: string | null; phone: string | null; email: string | null }

/** A showing as messages and notices need it. The showing area builds it from its row. */
export type Showing = {
  id: string
  propertyId: string
  ownerId: string
  /** `held`, `lapsed`: not a booking yet. */
  status: BookingStatus | 'held' | 'lapsed'
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  createdAt: Temporal.Instant
  /** The end of the hold that became the booking or waits for a payment. */
  heldUntil: Temporal.Instant
  bookedAt: Temporal.Instant | null
  /** When an approval or a move last renewed the notice to enter, if one did. */
  noticedAt: Temporal.Instant | null
  /** For a request: when the system declines it if no one decides. */
  decisionDueAt: Temporal.Instant | null
  paidAt: Temporal.Instant | null
  /** The buyer asked for a refund, and no one declined it. */
  wantsRefund: boolean
  /** The start before the last move. */
  movedFrom: Temporal.Instant | null
  /** Increases with every change that a calendar or a notice must show. */
  calendarSequence: number
  /** The open question whether the buyer agrees to another time: its number, from 1, and until when they can answer. */
  question: { turn: number; dueAt: Temporal.Instant } | null
  /** Whether the buyer's refund request waits for a decision. */
  isRefundOpen: boolean
  isDemo: boolean
  /** The product's own demo, which a visitor pays for. */
  isProductDemo: boolean
  confirmationNumber: string | null
  requesterType: 'buyer' | 'buyers_agent' | 'other'
  specialRequests: string | null
  amountCents: number
  /** What the buyer paid, if it differs from the price: then nothing is booked. */
  paidOtherCents?: number | null
  mailUpgrade: boolean
  /** What happened to the price of the certified letter. */
  letterMoney: LetterMoney | null
  manageToken: string
  noticeToken: string
  slug: string
  /** Whether the property takes bookings. */
  isListed: boolean
  address: Address
  occupancy: Occupancy
  isRental: boolean
  hasInstructions: boolean
  buyer: { name: string; phone: string; email: string }
  buyersAgent: Contact
  agent: Contact & { license: string | null; brokerage: string | null }
  resident: Contact & { textConsent: boolean }
  owner: Contact
  /** Name of the person who gives the showing in place of the agent; null: the agent does. Only the agent reads it. */
  shownBy: string | null
  /** The language of each person's messages; null: they chose none. */
  languages: { buyer: string; listing_agent: string | null; resident: string }
  /** The agent's showings at other properties at the same time. */
  overlaps: { fullAddress: string; startsAt: Temporal.Instant; timeZone: string }[]
}

/** How notices and messages find showings. */
export type Showings = {
  find(id: string): Promise<Showing | null>
  list(ids: string[]): Promise<Showing[]>
  /** Lists, among these showings, the deadlines of notices that are not served yet but can still be served in time. */
  listNoticesDue(ids: string[], now: Temporal.Instant): Promise<Map<string, Temporal.Instant>>
  /**
   * Counts the upcoming confirmed showings whose notice is overdue. It judges at most 1,000 showings with a resident.
   */
  countNoticesLate(now: Temporal.Instant): Promise<number>
}
