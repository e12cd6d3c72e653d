import type { LetterMoney } from '../../money/payment/domain.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import type { Address } from '../../property/property/domain.ts'
import type { BookingStatus } from './contract.ts'

/** Notice in another language. The English words govern, and `governs` says so. */
export type NoticeTranslation = {
  /** BCP 47 */
  language: string
  title: string
  governs: string
  /** Says in that language where the translation is. */
  inPdf: string
  facts: { label: string; value: string }[]
  paragraphs: { heading: string | null; text: string }[]
  footer: string
}

/** Words of a notice to enter, in order. `messages.ts` writes them. */
export type NoticeToEnter = {
  kind: 'notice'
  title: string
  /** RFC 3339; becomes the document's date. */
  preparedAt: string
  /** The sender's name and postal address, line by line. Empty: we do not mail this notice. */
  sender: string[]
  /** The recipient's name and postal address, line by line. */
  addressee: string[]
  facts: { label: string; value: string }[]
  paragraphs: { heading: string | null; text: string }[]
  /** The same in other languages, on pages of their own: a resident has a right to understand it. */
  translations: NoticeTranslation[]
  /** Who gives the notice, line by line. */
  givenBy: string[]
  /** The ways of delivery that the server of the notice ticks and signs. Empty: no one delivers it in person. */
  deliveryOptions: string[]
  /** What the agent must still do for the notice to count. The agent reads it; it is not printed. null: nothing. */
  agentTask: string | null
  footer: string
}

export type Contact = { name: string | null; phone: string | null; email: string | null }

/** A showing as messages and notices need it. The showing area builds it from its row. */
export type Showing = {
  id: string
  propertyId: string
  ownerId: string
  /** `held`, `lapsed`: no booking yet. */
  status: BookingStatus | 'held' | 'lapsed'
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  createdAt: Temporal.Instant
  /** End of the hold that became the booking, or that waits for a payment. */
  heldUntil: Temporal.Instant
  bookedAt: Temporal.Instant | null
  /** When an approval or a move last renewed the notice to enter. */
  noticedAt: Temporal.Instant | null
  /** For a request: when the system declines it unless somebody decides. */
  decisionDueAt: Temporal.Instant | null
  paidAt: Temporal.Instant | null
  /** The start before its one move. */
  movedFrom: Temporal.Instant | null
  /** Increases with every change that a calendar or a notice must show. */
  calendarSequence: number
  /** The open question whether the buyer comes at another time, from turn 1, and until when it can be answered. */
  question: { turn: number; dueAt: Temporal.Instant } | null
  isDemo: boolean
  /** The product's own demo, which a visitor pays for. */
  isProductDemo: boolean
  confirmationNumber: string | null
  requesterType: 'buyer' | 'buyers_agent' | 'other'
  specialRequests: string | null
  amountCents: number
  /** What was paid, if it is another amount: then nothing is booked. */
  paidOtherCents?: number | null
  mailUpgrade: boolean
  /** The state of its certified letter's price. */
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
  /** The language of each person's messages; null: none chosen. */
  languages: { buyer: string; listing_agent: string | null; resident: string }
  /** The agent's showings at other properties at the same time. */
  overlaps: { fullAddress: string; startsAt: Temporal.Instant; timeZone: string }[]
}

/** How notices and messages find showings. */
export type Showings = {
  find(id: string): Promise<Showing | null>
  list(ids: string[]): Promise<Showing[]>
  /** Of these, lists the deadlines of notices that can still be served in time and are not served yet. */
  listNoticesDue(ids: string[], now: Temporal.Instant): Promise<Map<string, Temporal.Instant>>
  /** Counts the upcoming confirmed showings whose notice is overdue; at most 1,000 with a resident are judged. */
  countNoticesLate(now: Temporal.Instant): Promise<number>
}
