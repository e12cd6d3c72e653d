import { type EmailBlock, headerLine, renderEmail } from '../../platform/email-document.ts'
import { formatShortWhen, formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import { phoneLink } from '../../platform/phone-link.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import { notLegalAdvice, streetLine } from '../entry-notice/domain.ts'
import type { Contact, NoticeToEnter } from '../entry-notice/ports.ts'
import * as t from '../text/message.ts'
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
  /** Where the agent records how the notice was served. */
  serviceUrl: string
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
  text: `${name ? t.helloName({ name }) : t.hello()}\n${text}`,
})

/** Why somebody gets a mail. */
export const why = {
  buyer: () => t.whyBuyer({ brand: BRAND }),
  agent: () => t.whyAgent({ brand: BRAND }),
  copy: () => t.whyCopy({ brand: BRAND }),
  resident: () => t.whyResident({ brand: BRAND }),
  notAdvice: notLegalAdvice,
}

export const copyOpening = (view: BookingView, what: string): EmailBlock => ({
  kind: 'text',
  text: t.copyOf({ what, name: view.buyer.name }),
})

type Facts = Extract<EmailBlock, { kind: 'facts' }>['rows']

/** @param at where the showing is not told of the time that it has now */
export function whenAndWhere(view: BookingView, at = view.startsAt): Facts {
  const { startsAt, endsAt, timeZone, property, confirmationNumber } = view
  const minutes = startsAt.until(endsAt).total('minutes')
  return [
    { label: t.when(), value: t.whenFor({ when: formatWhen(at, timeZone), minutes }) },
    { label: t.where(), value: property.fullAddress },
    ...(confirmationNumber ? [{ label: t.confirmationNumber(), value: confirmationNumber }] : []),
  ]
}

export const agentFacts = ({ agent }: BookingView): Facts => (isKnown(agent) ? [person(t.listingAgent(), agent)] : [])

export const buyerFacts = ({ buyer, buyersAgent, requesterType, specialRequests }: BookingView): Facts => [
  person(t.requester({ type: requesterType }), buyer),
  ...(isKnown(buyersAgent) ? [person(t.buyersAgent(), buyersAgent)] : []),
  ...(specialRequests ? [{ label: t.specialRequests(), value: specialRequests }] : []),
]

const isKnown = ({ name, phone, email }: Contact) => Boolean(name || phone || email)

const person = (label: string, { name, phone, email }: Contact): Facts[number] => ({
  label,
  value: name || t.nameNotGiven(),
  ways: [
    ...(phone ? [{ text: phone, href: phoneLink(phone) }] : []),
    ...(email ? [{ text: email, href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` }] : []),
  ],
})

/** @param isBuyer only the address of their file carries the token */
export const calendarLinks = ({ calendar }: BookingView, isBuyer: boolean): EmailBlock => ({
  kind: 'links',
  label: t.addToCalendar(),
  links: [
    { label: t.googleCalendar(), href: calendar.google },
    { label: t.outlook(), href: calendar.outlook },
    ...(isBuyer ? [{ label: t.calendarFile(), href: calendar.ics }] : []),
  ],
})

export const refundRule = () => t.refundRule()

type Amounts = Extract<EmailBlock, { kind: 'amounts' }>['rows']

/** What the fee is made of. */
export const feeLines = (view: BookingView): Amounts => [
  { label: t.feeLine(), amount: formatMoney(view.amountCents - view.mailUpgradeCents) },
  ...(view.mailUpgradeCents > 0 ? [{ label: t.certifiedMailLine(), amount: formatMoney(view.mailUpgradeCents) }] : []),
]

/** The words about money; a reader of test mode is told that no card is charged. */
export const withTestMode = (words: string, { isTestMode }: BookingView) =>
  isTestMode ? `${words} ${t.testMode()}` : words

/** A part of a mail about the money: a heading, the lines with their sum, and what follows from it. */
export function moneyPart(
  view: BookingView,
  { title, lines, total, words, hasReceipt }: MoneyWords,
  isBuyer: boolean,
): EmailBlock[] {
  return [
    { kind: 'title', text: title },
    { kind: 'amounts', rows: [...lines, { ...total, isTotal: true }] },
    { kind: 'text', text: withTestMode(words, view) },
    ...(isBuyer && hasReceipt
      ? [
          {
            kind: 'links' as const,
            label: t.forYourRecords(),
            links: [{ label: t.receiptPdf(), href: view.receiptUrl }],
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
  const paid = view.paidAt ? `${t.paidByCard({ when: formatWhen(view.paidAt, view.timeZone) })} ` : ''
  return {
    title: isPending ? t.notYetCharged() : t.receipt(),
    lines: feeLines(view),
    total: { label: isPending ? t.totalIfApproved() : t.totalPaid(), amount: formatMoney(view.amountCents) },
    words: `${isPending ? '' : paid}${view.isProductDemo ? t.demoIsFinal() : refundRule()}`,
    hasReceipt: !isPending,
  }
}

/** The part of a mail about the fee. Where there is none, one sentence says so. */
export const feePart = (view: BookingView, isBuyer: boolean): EmailBlock[] =>
  view.amountCents > 0 ? moneyPart(view, feeWords(view), isBuyer) : [{ kind: 'text', text: t.noFee() }]

export const dueLong = (view: BookingView) => formatWhen(view.decisionDueAt ?? view.startsAt, view.timeZone)
