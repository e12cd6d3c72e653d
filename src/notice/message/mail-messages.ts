import { type EmailBlock, headerLine, renderEmail } from '../../platform/email-document.ts'
import { formatShortWhen, formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import { phoneLink } from '../../platform/phone-link.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import { notLegalAdvice, streetLine } from '../entry-notice/domain.ts'
import type { Contact, NoticeToEnter } from '../entry-notice/ports.ts'
import * as t from '../text/message.ts'
import type { NotificationEvent } from './event-domain.ts'
import type { Channel, MessageCopy, Role } from './ports.ts'

/** What messages show of a booking. It has no entry instructions, because no message may contain them. */
export type BookingView = {
  /** null without a booking: `slot_lost`. */
  confirmationNumber: string | null
  status: 'pending' | 'confirmed'
  /** When we send this message. */
  sentAt: Temporal.Instant
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
  /** What the buyer paid, if it differs from the price: then nothing is booked. */
  paidOtherCents?: number | null
  /** The part of the amount for certified mail; 0 without the upgrade. */
  mailUpgradeCents: number
  /** When we charged the fee, or when the bank authorized it for a pending booking. */
  paidAt: Temporal.Instant | null
  /** The start before the last move. */
  movedFrom: Temporal.Instant | null
  /**
   * The buyer paid for a certified letter that we do not mail, because the start is too soon or because of an earlier
   * letter.
   */
  isLetterDropped?: boolean
  /** The start is far enough ahead for a certified letter. */
  hasTimeForMail?: boolean
  /** We do not charge real cards. */
  isTestMode: boolean
  /** The property is a demo, so each message gets a mark. */
  isDemo?: boolean
  /** A product demo, whose dollar is non-refundable because no one can be refused entry to a sample property. */
  isProductDemo?: boolean
  /** When the system declines a pending booking. */
  decisionDueAt: Temporal.Instant | null
  /** Whether the agent saved entry instructions. No message contains the instructions themselves. */
  hasInstructions?: boolean
  /** The buyer's own page. Only the buyer's messages have it. */
  manageUrl: string
  /** The receipt (PDF). Its URL has the buyer's token, so only the buyer gets it. */
  receiptUrl: string
  /** The property's public booking page. */
  bookingPageUrl: string
  /** Whether that page exists. */
  isListed: boolean
  /** The agent's page of the showing. */
  dashboardUrl: string
  /** Where the agent records how the notice was served. */
  serviceUrl: string
  /** The agent's showings at other properties at the same time. Only the agent's messages use it. */
  overlaps: { fullAddress: string; startsAt: Temporal.Instant; timeZone: string }[]
  /** Name of the person who gives the showing in place of the agent; null: the agent does. Only the agent reads it. */
  shownBy: string | null
  /**
   * The link to the notice to enter (PDF), and its words: `noticeToEnter` or, for the letter, `certifiedLetter`; null:
   * none.
   */
  noticeUrl: string | null
  notice: NoticeToEnter | null
  /** `ics` has the buyer's token, so only the buyer gets it. */
  calendar: { google: string; outlook: string; ics: string }
}

export type ComposedMessage = {
  subject: string | null
  text: string
  html: string | null
  /** What the people in `cc` get instead; null: the same email. */
  copy: MessageCopy | null
}

export type MessageTarget = {
  event: NotificationEvent
  channel: Channel
  role: Role
  cc: string[]
  recipient?: unknown
  /** false: the showing changed again after we planned this message. */
  isCurrent?: boolean
}

// Parts of every email about a booking.

export const BRAND = 'ShowingBooker'

export type MailParts = {
  heading: string
  /** Preview text next to the subject; the place and time by default. */
  preview?: string
  blocks: EmailBlock[]
  footer: string[]
}

export const writeMail = (view: BookingView, { preview, ...parts }: MailParts): { html: string; text: string } =>
  renderEmail({ brand: BRAND, preview: preview ?? inShort(view), ...parts })

/** Says why a payment booked nothing, and how much we refund. */
export const slotLost = ({
  paidOtherCents: other,
  amountCents,
}: Pick<BookingView, 'paidOtherCents' | 'amountCents'>) => ({
  why: other == null ? 'late' : 'price',
  sum: formatMoney(other ?? amountCents),
})

/** Writes a subject such as `Showing moved: 12 Oak St, Unit 4, Fri, Nov 27, 1:30 PM PST`. */
export const subjectOf = (what: string, view: BookingView) => headerLine(`${what}: ${inShort(view)}`)

const inShort = (view: BookingView) => `${streetLine(view.property)}, ${formatShortWhen(view.startsAt, view.timeZone)}`

export const greeting = (name: string | null, text: string): EmailBlock => ({
  kind: 'text',
  text: `${name ? t.helloName({ name }) : t.hello()}\n${text}`,
})

/** Says why the reader got the email. */
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

/** @param at the time to show, by default the showing's current start */
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

/** @param isBuyer adds the buyer's calendar file, whose URL has their token */
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

/** Itemizes the fee. */
export const feeLines = (view: BookingView): Amounts => [
  { label: t.feeLine(), amount: formatMoney(view.amountCents - view.mailUpgradeCents) },
  ...(view.mailUpgradeCents > 0 ? [{ label: t.certifiedMailLine(), amount: formatMoney(view.mailUpgradeCents) }] : []),
]

/** Adds to a text about money, in test mode, that we charge no card. */
export const withTestMode = (words: string, { isTestMode }: BookingView) =>
  isTestMode ? `${words} ${t.testMode()}` : words

/** Builds the part of an email about money: a heading, the lines with their total, and what they mean. */
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
  /** `true` if we charged money, so that there is a receipt. */
  hasReceipt: boolean
}

/** Writes the receipt of a paid fee, or the amount that we charge once the agent approves. */
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

/** Builds the part of an email about the fee. Without a fee, one sentence says so. */
export const feePart = (view: BookingView, isBuyer: boolean): EmailBlock[] =>
  view.amountCents > 0 ? moneyPart(view, feeWords(view), isBuyer) : [{ kind: 'text', text: t.noFee() }]

export const dueLong = (view: BookingView) => formatWhen(view.decisionDueAt ?? view.startsAt, view.timeZone)
