import { type EmailBlock, headerLine, renderEmail } from '../../platform/email-document.ts'
import { formatShortWhen, formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import { phoneLink } from '../../platform/phone-link.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import { NOT_LEGAL_ADVICE, streetLine } from '../entry-notice/domain.ts'
import type { Contact, NoticeToEnter } from '../entry-notice/ports.ts'
import type { NotificationEvent } from './delivery-domain.ts'
import type { Channel, MessageCopy, Role } from './ports.ts'

/** A booking as its messages tell it. Entry instructions are no part of it: they stand in no message. */
export type BookingView = {
  /** null as long as there is no booking: `slot_lost`. */
  confirmationNumber: string | null
  status: 'pending' | 'confirmed'
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  property: { addressLine1: string; unitNumber: string | null; city: string; state: string; fullAddress: string }
  occupancy: Occupancy
  buyer: { name: string; email: string; phone: string }
  buyersAgent: Contact
  requesterType: 'buyer' | 'buyers_agent' | 'other'
  specialRequests: string | null
  agent: Contact
  resident: { name: string | null }
  amountCents: number
  /** What of the amount was for certified mail; 0 without the upgrade. */
  mailUpgradeCents: number
  /** When the fee was taken or, of a pending booking, authorized. */
  paidAt: Temporal.Instant | null
  /** The start before its one move. */
  movedFrom: Temporal.Instant | null
  /** A certified letter is paid for and not mailed: the start is too soon for it. */
  isLetterDropped?: boolean
  /** Cards are not charged for real. */
  isTestMode: boolean
  /** Its dollar is not given back: nobody can be kept out of a home that does not exist. */
  isProductDemo?: boolean
  /** When the system declines a pending booking. */
  decisionDueAt: Temporal.Instant | null
  /** Whether the agent wrote down how to get in; what it says is in no message. */
  hasInstructions?: boolean
  /** The buyer's own page; it is in the buyer's messages and nowhere else. */
  manageUrl: string
  /** The receipt (PDF); carries the buyer's token: for the buyer alone. */
  receiptUrl: string
  /** The property's public booking page. */
  bookingPageUrl: string
  /** Where the agent decides and looks. */
  dashboardUrl: string
  /** The agent's showings at other properties at the same time; for the agent alone. */
  overlaps: { fullAddress: string; startsAt: Temporal.Instant; timeZone: string }[]
  /** The notice to enter as a PDF, and its words: `noticeToEnter` or, for the letter, `certifiedLetter`. null: none. */
  noticeUrl: string | null
  notice: NoticeToEnter | null
  /** `ics` carries the buyer's token: for the buyer alone. */
  calendar: { google: string; outlook: string; ics: string }
}

export type ComposedMessage = {
  subject: string | null
  text: string
  html: string | null
  /** What those in `cc` get instead; null: the same. */
  copy: MessageCopy | null
}

export type MessageTarget = {
  event: NotificationEvent
  channel: Channel
  role: Role
  cc: string[]
  /** false: planned before the showing was changed once more. */
  isCurrent?: boolean
}

// The parts of every e-mail about a booking.

export const BRAND = 'ShowingBooker'

export type MailParts = {
  heading: string
  /** Shown beside the subject; else where and when. */
  preview?: string
  blocks: EmailBlock[]
  footer: string[]
}

export const writeMail = (view: BookingView, { preview, ...parts }: MailParts): { html: string; text: string } =>
  renderEmail({ brand: BRAND, preview: preview ?? inShort(view), ...parts })

/** `Showing moved: 12 Oak St, Unit 4, Fri, Nov 27, 1:30 PM PST` */
export const subjectOf = (what: string, view: BookingView) => headerLine(`${what}: ${inShort(view)}`)

const inShort = (view: BookingView) => `${streetLine(view.property)}, ${formatShortWhen(view.startsAt, view.timeZone)}`

export const greeting = (name: string | null, text: string): EmailBlock => ({
  kind: 'text',
  text: `Hello${name ? ` ${name}` : ''},\n${text}`,
})

/** Why somebody gets a mail. */
export const WHY = {
  buyer: `You're receiving this because a private showing was booked with this email address at ${BRAND}.`,
  agent: `You're receiving this because you are the listing agent of this property at ${BRAND}.`,
  copy: `You're receiving this copy because you are named as an agent of this showing at ${BRAND}.`,
  resident: `You're receiving this because the listing agent named you as living here. ${BRAND} sends it for the agent.`,
  notAdvice: NOT_LEGAL_ADVICE,
}

export const copyOpening = (view: BookingView, what: string): EmailBlock => ({
  kind: 'text',
  text: `This is your copy of ${what} sent to ${view.buyer.name}. The buyer's private link is left out.`,
})

type Facts = Extract<EmailBlock, { kind: 'facts' }>['rows']

/** @param at where the showing is not told of the time that it has now */
export function whenAndWhere(view: BookingView, at = view.startsAt): Facts {
  const { startsAt, endsAt, timeZone, property, confirmationNumber } = view
  const minutes = startsAt.until(endsAt).total('minutes')
  return [
    { label: 'When', value: `${formatWhen(at, timeZone)} (${minutes} minutes)` },
    { label: 'Where', value: property.fullAddress },
    ...(confirmationNumber ? [{ label: 'Confirmation number', value: confirmationNumber }] : []),
  ]
}

const REQUESTER = { buyer: 'Buyer', buyers_agent: 'Buyer', other: 'Visitor' }

export const agentFacts = ({ agent }: BookingView): Facts => (isKnown(agent) ? [person('Listing agent', agent)] : [])

export const buyerFacts = ({ buyer, buyersAgent, requesterType, specialRequests }: BookingView): Facts => [
  person(REQUESTER[requesterType], buyer),
  ...(isKnown(buyersAgent) ? [person("Buyer's agent", buyersAgent)] : []),
  ...(specialRequests ? [{ label: 'Special requests', value: specialRequests }] : []),
]

const isKnown = ({ name, phone, email }: Contact) => Boolean(name || phone || email)

const person = (label: string, { name, phone, email }: Contact): Facts[number] => ({
  label,
  value: name || 'Name not given',
  ways: [
    ...(phone ? [{ text: phone, href: phoneLink(phone) }] : []),
    ...(email ? [{ text: email, href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` }] : []),
  ],
})

/** @param isBuyer only the address of their file carries the token */
export const calendarLinks = ({ calendar }: BookingView, isBuyer: boolean): EmailBlock => ({
  kind: 'links',
  label: 'Add to your calendar',
  links: [
    { label: 'Google Calendar', href: calendar.google },
    { label: 'Outlook', href: calendar.outlook },
    ...(isBuyer ? [{ label: 'Calendar file (.ics)', href: calendar.ics }] : []),
  ],
})

export const REFUND_RULE =
  'The fee is refunded only if access to the home is denied or impossible at the scheduled time; otherwise it is final. Ask within 24 hours after the showing; a refund takes 5–7 business days.'
const DEMO_IS_FINAL = 'The demo fee is non-refundable.'
export const BANKS = 'It usually reaches your card within 5–7 business days.'

type Amounts = Extract<EmailBlock, { kind: 'amounts' }>['rows']

/** What the fee is made of. */
export const feeLines = (view: BookingView): Amounts => [
  { label: 'Private showing, 30 minutes', amount: formatMoney(view.amountCents - view.mailUpgradeCents) },
  ...(view.mailUpgradeCents > 0
    ? [{ label: 'Certified mail to the resident', amount: formatMoney(view.mailUpgradeCents) }]
    : []),
]

/** A part of a mail about the money: a heading, the lines with their sum, and what follows from it. */
export function moneyPart(
  view: BookingView,
  { title, lines, total, words, hasReceipt }: MoneyWords,
  isBuyer: boolean,
): EmailBlock[] {
  const test = view.isTestMode ? ' Test mode: no card is charged.' : ''
  return [
    { kind: 'title', text: title },
    { kind: 'amounts', rows: [...lines, { ...total, isTotal: true }] },
    { kind: 'text', text: `${words}${test}` },
    ...(isBuyer && hasReceipt
      ? [
          {
            kind: 'links' as const,
            label: 'For your records',
            links: [{ label: 'Receipt (PDF)', href: view.receiptUrl }],
          },
        ]
      : []),
  ]
}

export type MoneyWords = {
  title: string
  lines: Amounts
  total: { label: string; amount: string }
  words: string
  /** Money was taken: there is a receipt of it. */
  hasReceipt: boolean
}

/** The receipt of a fee that is paid, or what will be taken once the agent approves. */
export function feeWords(view: BookingView): MoneyWords {
  const isPending = view.status === 'pending'
  const paid = view.paidAt ? `Paid by card on ${formatWhen(view.paidAt, view.timeZone)}. ` : ''
  return {
    title: isPending ? 'Authorized, not yet charged' : 'Receipt',
    lines: feeLines(view),
    total: { label: isPending ? 'Total, if approved' : 'Total paid', amount: formatMoney(view.amountCents) },
    words: `${isPending ? '' : paid}${view.isProductDemo ? DEMO_IS_FINAL : REFUND_RULE}`,
    hasReceipt: !isPending,
  }
}

export const dueLong = (view: BookingView) => formatWhen(view.decisionDueAt ?? view.startsAt, view.timeZone)
