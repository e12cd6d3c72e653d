import { type EmailBlock, headerLine, renderEmail } from '../../platform/email-document.ts'
import { formatShortWhen, formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import { countSegments, toGsm, trimToSeptets } from '../../platform/sms-text.ts'
import { NOT_LEGAL_ADVICE, type Occupancy, streetLine } from '../notice/domain.ts'
import { type Contact, firstNameAndInitial, isCoordination, type NotificationEvent } from './domain.ts'
import type { Channel, NoticeToEnter, Role } from './ports.ts'

const BRAND = 'ShowingBooker'
const STOP = 'Reply STOP to opt out'
/** Two texts of 153 septets, less one for a character of two septets that does not fit at the seam. */
const SMS_SEPTETS = 305

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
  /** When the system declines a pending booking by itself. */
  decisionDueAt: Temporal.Instant | null
  /** The buyer's own page; stands in the buyer's messages and nowhere else. */
  manageUrl: string
  /** The property's public booking page. */
  bookingPageUrl: string
  /** Where the agent decides and looks; null: the start page after sign-in. */
  dashboardUrl: string
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
  /** What those in `cc` get instead of `text` and `html`; null: the same. */
  copy: { text: string; html: string } | null
}

export type MessageTarget = { event: NotificationEvent; channel: Channel; role: Role; cc: string[] }

/** The words of one planned notification. The same row and view give the same words. */
export function composeMessage(target: MessageTarget, view: BookingView): ComposedMessage {
  if (target.channel === 'sms') return { subject: null, text: composeSms(target, view), html: null, copy: null }
  if (target.channel === 'certified_mail') return composeLetter(view)
  if (target.event === 'slot_lost') return slotLostEmail(view)
  if (target.role === 'buyer') return buyerEmail(view)
  if (target.role === 'resident') return residentEmail(view)
  return isCoordination(target) ? coordinationEmail(view) : agentEmail(view)
}

function composeSms({ event, role }: MessageTarget, view: BookingView): string {
  const when = formatShortWhen(view.startsAt, view.timeZone)
  const isPending = view.status === 'pending'
  const number = view.confirmationNumber ? ` No. ${view.confirmationNumber}.` : ''
  if (event === 'slot_lost') {
    const amount = formatMoney(view.amountCents)
    return fitSms(
      view,
      (home) =>
        `Sorry, ${home}, ${when} was no longer free when your payment arrived. No showing is booked; your ${amount} goes back to your card in full. Other times: ${view.bookingPageUrl}`,
    )
  }
  if (role === 'buyer') {
    return fitSms(view, (home) =>
      isPending
        ? `Request received: ${home}, ${when}. The agent decides by ${due(view)}; your card is charged only if approved.${number} ${view.manageUrl}`
        : `Showing confirmed: ${home}, ${when}.${number} Your page: ${view.manageUrl}`,
    )
  }
  if (role === 'resident') {
    const visitor = trimToSeptets(smsName(firstNameAndInitial(view.buyer.name), 'a visitor'), 28)
    const link = view.noticeUrl ? ` Notice: ${view.noticeUrl}` : ''
    return fitSms(view, (home) => `Your home, ${home}, will be shown to ${visitor} on ${when} (about 30 min).${link}`)
  }
  const buyer = `${trimToSeptets(smsName(view.buyer.name, 'Buyer'), 40)} ${trimToSeptets(toGsm(view.buyer.phone), 24)}`
  return fitSms(view, (home) =>
    isPending
      ? `Approval needed: ${home}, ${when}, ${buyer}.${number} Decide by ${due(view)}: ${view.dashboardUrl}`
      : `Showing booked: ${home}, ${when}, ${buyer}.${number}`,
  )
}

/** Brand first, the way out last; where it is too long for two texts the address gives way. */
function fitSms(view: BookingView, say: (home: string) => string): string {
  const whole = (home: string) => toGsm(`${BRAND}: ${say(home)} ${STOP}`)
  const street = toGsm(streetLine(view.property))
  const address = `${street}, ${toGsm(view.property.city)}`
  const room = SMS_SEPTETS - countSegments(whole('')).units
  return whole(countSegments(address).units <= room ? address : trimToSeptets(street, Math.max(room, 16)))
}

/** A name in no alphabet that a text can carry is left to the e-mail. */
const smsName = (name: string, fallback: string) => (/\p{L}/u.test(toGsm(name)) ? toGsm(name) : fallback)

function buyerEmail(view: BookingView): ComposedMessage {
  const isPending = view.status === 'pending'
  const subject = headerLine(`${isPending ? 'Showing requested' : 'Showing confirmed'}: ${inShort(view)}`)
  const heading = isPending ? 'Your request is with the listing agent' : 'Your showing is confirmed'
  const paid = formatMoney(view.amountCents)
  const opening = isPending
    ? `The listing agent decides by ${dueLong(view)}. Your card is authorized for ${paid} and charged only if the showing is approved; otherwise the authorization is released.`
    : 'Here is everything you need. Please be on time: the showing takes 30 minutes.'
  const shared: EmailBlock[] = [
    { kind: 'facts', rows: [...whenAndWhere(view), ...agentFacts(view), ...buyerFacts(view)] },
  ]
  const receipt: EmailBlock[] = [
    { kind: 'title', text: isPending ? 'Authorized, not yet charged' : 'Receipt' },
    { kind: 'amounts', rows: amounts(view) },
    { kind: 'text', text: REFUND },
  ]
  const mine = renderEmail({
    brand: BRAND,
    heading,
    preview: inShort(view),
    blocks: [
      { kind: 'text', text: `Hello ${view.buyer.name},\n${opening}` },
      ...shared,
      { kind: 'button', label: 'Open your booking page', href: view.manageUrl },
      {
        kind: 'text',
        text: 'The page shows how to get in, if the agent left directions for that, from 60 minutes before a confirmed showing. The link is yours alone: whoever has it can act for you.',
      },
      calendarLinks(view, true),
      ...receipt,
    ],
    footer: [`You get this e-mail because a private showing was booked with this address at ${BRAND}.`],
  })
  const copy = renderEmail({
    brand: BRAND,
    heading: isPending ? 'A showing was requested' : 'A showing was confirmed',
    preview: inShort(view),
    blocks: [
      {
        kind: 'text',
        text: `This is your copy of the ${isPending ? 'request' : 'confirmation'} sent to ${view.buyer.name}. The buyer's private link is left out.`,
      },
      ...shared,
      calendarLinks(view, false),
      ...receipt,
    ],
    footer: [`You get this copy because you are named as an agent of this showing at ${BRAND}.`],
  })
  return { subject, ...mine, copy }
}

function slotLostEmail(view: BookingView): ComposedMessage {
  const money = `Your ${formatMoney(view.amountCents)} goes back to your card in full: a charge is refunded, an authorization released. Banks usually show that within 5–7 business days.`
  return {
    subject: headerLine(`Not booked: ${inShort(view)}`),
    ...renderEmail({
      brand: BRAND,
      heading: 'That time was no longer free',
      preview: 'No showing is booked, and no fee is kept.',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${view.buyer.name},\nYour payment arrived after the hold on your time had ended, and the time could not be kept for you. No showing is booked. We are sorry.`,
        },
        { kind: 'facts', rows: whenAndWhere(view) },
        { kind: 'note', text: money },
        { kind: 'button', label: 'See other times', href: view.bookingPageUrl },
      ],
      footer: [`You get this e-mail because you paid for a showing with this address at ${BRAND}.`],
    }),
    copy: null,
  }
}

function residentEmail(view: BookingView): ComposedMessage {
  return {
    subject: residentSubject(view),
    ...renderEmail({
      brand: BRAND,
      heading: view.notice?.title ?? 'A showing of your home',
      preview: inShort(view),
      blocks: [
        { kind: 'text', text: `Hello${view.resident.name ? ` ${view.resident.name}` : ''},` },
        ...noticeBlocks(view),
      ],
      footer: [
        `You get this e-mail because the listing agent named you as living in this home. ${BRAND} sends it for the agent.`,
        NOT_LEGAL_ADVICE,
      ],
    }),
    copy: null,
  }
}

/** One mail for the agent and the resident: it says nothing that the resident may not know. */
function coordinationEmail(view: BookingView): ComposedMessage {
  const names = [view.agent.name, view.resident.name].filter(Boolean).join(' and ')
  return {
    subject: residentSubject(view),
    ...renderEmail({
      brand: BRAND,
      heading: view.notice?.title ?? 'A showing of the home',
      preview: inShort(view),
      blocks: [
        {
          kind: 'text',
          text: `Hello${names ? ` ${names}` : ''},\nThis e-mail goes to the listing agent and to the resident alike.`,
        },
        ...noticeBlocks(view),
        { kind: 'title', text: 'For the listing agent' },
        ...agentTask(view),
        {
          kind: 'text',
          text: "What the buyer asked for, and how to reach the buyer, is in your copy of the buyer's confirmation.",
        },
        calendarLinks(view, false),
      ],
      footer: [
        'You get this e-mail as the listing agent of this home, or because the listing agent named you as living in it.',
        `${BRAND} sends it for the agent. ${NOT_LEGAL_ADVICE}`,
      ],
    }),
    copy: null,
  }
}

function agentEmail(view: BookingView): ComposedMessage {
  const isPending = view.status === 'pending'
  return {
    subject: headerLine(`${isPending ? 'Approval needed' : 'New showing'}: ${inShort(view)}`),
    ...renderEmail({
      brand: BRAND,
      heading: isPending ? 'A showing awaits your decision' : 'A showing has been booked',
      preview: inShort(view),
      blocks: [
        {
          kind: 'text',
          text: `Hello${view.agent.name ? ` ${view.agent.name}` : ''},\n${
            isPending
              ? `Please approve or decline by ${dueLong(view)}; without a decision the request is declined. The buyer's card is authorized and charged only on approval.`
              : 'The buyer has paid, and the showing is confirmed.'
          }`,
        },
        { kind: 'facts', rows: [...whenAndWhere(view), ...buyerFacts(view)] },
        ...(isPending ? [{ kind: 'button' as const, label: 'Approve or decline', href: view.dashboardUrl }] : []),
        ...agentTask(view),
        ...(view.noticeUrl ? [{ kind: 'button' as const, label: 'Open the notice (PDF)', href: view.noticeUrl }] : []),
        ...(isPending ? [] : [calendarLinks(view, false)]),
      ],
      footer: [
        `You get this e-mail because you are the listing agent of this home at ${BRAND}.`,
        ...(view.notice?.agentTask ? [NOT_LEGAL_ADVICE] : []),
      ],
    }),
    copy: null,
  }
}

/** The letter's own words; the PDF that goes with it has the same. */
function composeLetter(view: BookingView): ComposedMessage {
  if (!view.notice) throw new TypeError('A letter needs its notice')
  const { title, sender, addressee, facts, paragraphs, givenBy, footer } = view.notice
  const text = [
    sender.join('\n'),
    addressee.join('\n'),
    title.toUpperCase(),
    facts.map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
    ...paragraphs.map(({ heading, text }) => (heading ? `${heading}\n${text}` : text)),
    givenBy.join('\n'),
    footer,
  ].join('\n\n')
  return { subject: headerLine(`${title}: ${inShort(view)}`), text: `${text}\n`, html: null, copy: null }
}

const REFUND =
  'The fee is refunded only if access to the home is denied or impossible at the scheduled time; otherwise it is final. Ask within 24 hours after the showing; a refund takes 5–7 business days.'

function noticeBlocks(view: BookingView): EmailBlock[] {
  if (!view.notice) throw new TypeError('A message to a resident needs its notice')
  return [
    { kind: 'facts', rows: view.notice.facts },
    ...view.notice.paragraphs.flatMap(({ heading, text }): EmailBlock[] =>
      heading
        ? [
            { kind: 'title', text: heading },
            { kind: 'text', text },
          ]
        : [{ kind: 'text', text }],
    ),
    {
      kind: 'text',
      text: `Prepared on ${formatWhen(Temporal.Instant.from(view.notice.preparedAt), view.timeZone)} and sent by e-mail.`,
    },
    ...(view.noticeUrl ? [{ kind: 'button' as const, label: 'Open the notice (PDF)', href: view.noticeUrl }] : []),
  ]
}

function agentTask(view: BookingView): EmailBlock[] {
  if (view.occupancy === 'resident' && view.status === 'pending') {
    return [{ kind: 'note', text: 'A tenant lives here. The notice to enter goes out once you approve.' }]
  }
  return view.notice?.agentTask ? [{ kind: 'note', text: view.notice.agentTask }] : []
}

type Facts = Extract<EmailBlock, { kind: 'facts' }>['rows']

function whenAndWhere({ startsAt, endsAt, timeZone, property, confirmationNumber }: BookingView): Facts {
  const minutes = startsAt.until(endsAt).total('minutes')
  return [
    { label: 'When', value: `${formatWhen(startsAt, timeZone)} (${minutes} minutes)` },
    { label: 'Where', value: property.fullAddress },
    ...(confirmationNumber ? [{ label: 'Confirmation number', value: confirmationNumber }] : []),
  ]
}

const REQUESTER = { buyer: 'Buyer', buyers_agent: 'Buyer', other: 'Visitor' }

const agentFacts = ({ agent }: BookingView): Facts => (isKnown(agent) ? [person('Listing agent', agent)] : [])

const buyerFacts = ({ buyer, buyersAgent, requesterType, specialRequests }: BookingView): Facts => [
  person(REQUESTER[requesterType], buyer),
  ...(isKnown(buyersAgent) ? [person("Buyer's agent", buyersAgent)] : []),
  ...(specialRequests ? [{ label: 'Special requests', value: specialRequests }] : []),
]

const isKnown = ({ name, phone, email }: Contact) => Boolean(name || phone || email)

const person = (label: string, { name, phone, email }: Contact): Facts[number] => ({
  label,
  value: name || 'Name not given',
  ways: [
    ...(phone ? [{ text: phone, href: telephone(phone) }] : []),
    ...(email ? [{ text: email, href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` }] : []),
  ],
})

const telephone = (phone: string) => {
  const digits = phone.replace(/\D/g, '')
  return digits.length >= 7 ? `tel:${phone.trim().startsWith('+') ? '+' : ''}${digits}` : null
}

function amounts(view: BookingView) {
  const total = view.status === 'pending' ? 'Total, if approved' : 'Total paid'
  return [
    { label: 'Private showing, 30 minutes', amount: formatMoney(view.amountCents - view.mailUpgradeCents) },
    ...(view.mailUpgradeCents > 0
      ? [{ label: 'Certified mail to the resident', amount: formatMoney(view.mailUpgradeCents) }]
      : []),
    { label: total, amount: formatMoney(view.amountCents), isTotal: true },
  ]
}

function calendarLinks({ calendar }: BookingView, isBuyer: boolean): EmailBlock {
  return {
    kind: 'links',
    label: 'Add to your calendar',
    links: [
      { label: 'Google Calendar', href: calendar.google },
      { label: 'Outlook', href: calendar.outlook },
      ...(isBuyer ? [{ label: 'Calendar file (.ics)', href: calendar.ics }] : []),
    ],
  }
}

const residentSubject = (view: BookingView) =>
  headerLine(`${view.occupancy === 'resident' ? 'Notice to enter' : 'Showing of your home'}: ${inShort(view)}`)

/** `12 Oak St, Unit 4, Fri, Nov 27, 1:30 PM PST` */
const inShort = (view: BookingView) => `${streetLine(view.property)}, ${formatShortWhen(view.startsAt, view.timeZone)}`

const due = (view: BookingView) => formatShortWhen(view.decisionDueAt ?? view.startsAt, view.timeZone)
const dueLong = (view: BookingView) => formatWhen(view.decisionDueAt ?? view.startsAt, view.timeZone)

/** What whoever texts a keyword gets back (CTIA, "Messaging principles": brand, what comes, how to stop). */
export const textReply = (keyword: 'stop' | 'start' | 'help', supportUrl: string): string =>
  ({
    stop: 'ShowingBooker: you get no more texts from us. Reply START to get them again.',
    start: 'ShowingBooker: you get texts about showings again. Reply HELP for help, STOP to stop.',
    help: `ShowingBooker texts about booked showings of homes. Help: ${supportUrl} Reply STOP to stop.`,
  })[keyword]
