import { formatDate, formatRange, formatShortWhen, formatWhen } from '../../platform/local-time.ts'
import { firstNameAndInitial } from '../../platform/person-name.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import {
  BOOKING_NOTICE_HOURS,
  isInBusinessHours,
  isUnderSection1954,
  LEGAL_NOTICE_HOURS,
  MAILED_NOTICE_DAYS,
  noticeDeadlines,
  notLegalAdvice,
  statute,
  streetLine,
} from './domain.ts'
import type { NoticeToEnter } from './ports.ts'

/** What a notice to enter is written from. Of the buyer only the name, which it shortens. */
export type NoticeView = {
  confirmationNumber: string | null
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  /** When the notice came to be: the booking, or its approval. Never the moment of a later sending. */
  preparedAt: Temporal.Instant
  property: {
    addressLine1: string
    unitNumber: string | null
    city: string
    state: string
    zipCode: string
    fullAddress: string
  }
  occupancy: Occupancy
  offer: 'sale' | 'rental' | 'unknown'
  resident: { name: string | null }
  buyer: { name: string }
  requesterType: 'buyer' | 'buyers_agent' | 'other'
  agent: {
    name: string | null
    brokerage: string | null
    license: string | null
    phone: string | null
    email: string | null
  }
}

const isUnderStatute = ({ property, occupancy }: NoticeView) => isUnderSection1954({ state: property.state, occupancy })

const VISITOR = {
  sale: 'a prospective buyer',
  rental: 'a prospective renter',
  unknown: 'a prospective buyer or renter',
}

/** The notice to the one who lives there: with section 1954 for a tenant in California, without any statute elsewhere. */
export function noticeToEnter(view: NoticeView): NoticeToEnter {
  const isTenant = view.occupancy === 'resident'
  return {
    kind: 'notice',
    title: isTenant ? 'Notice to Enter the Home' : 'Notice of a Showing',
    preparedAt: view.preparedAt.toString(),
    sender: [],
    addressee: addressee(view),
    facts: facts(view),
    paragraphs: [
      {
        heading: null,
        text: isTenant
          ? 'This is written notice that the home named above will be entered on the date and at about the time above, to be shown. The visit takes about 30 minutes. You may stay or be out, as you prefer.'
          : 'A showing of your home has been booked for the date and time above. The visit takes about 30 minutes. You may stay or be out, as you prefer.',
      },
      ...rights(view),
      { heading: 'Questions, or a time that does not suit you', text: contactSentence(view) },
    ],
    givenBy: givenBy(view),
    deliveryOptions: isTenant
      ? [
          'Handed to a resident',
          'Left with a person of suitable age and discretion at the home',
          'Left on, near or under the usual entry door',
          ...(isUnderStatute(view) ? ['Mailed, at least six days before the entry'] : ['Mailed']),
        ]
      : [],
    agentTask: agentTask(view),
    footer: `Prepared by ShowingBooker on ${formatDate(view.preparedAt, view.timeZone)}. ${notLegalAdvice()}`,
  }
}

/**
 * What the link to a notice shows once it is withdrawn. Of a move that waits for approval neither time is
 * named: the old one is off, and of the new one there is notice when it is approved.
 */
export function noticeWithdrawn(view: NoticeView, isWaiting: boolean): NoticeToEnter {
  const notice = noticeToEnter(view)
  const says = isWaiting
    ? 'The showing that you had notice of does not take place at its time. If another time is approved, you get notice of it.'
    : 'This showing does not take place: nobody enters your home for it.'
  return {
    ...notice,
    title: 'This Showing Is Off',
    facts: notice.facts.filter(({ label }) =>
      ['Home', 'Confirmation', ...(isWaiting ? [] : ['Date', 'Approximate time'])].includes(label),
    ),
    paragraphs: [
      { heading: null, text: `${says} There is nothing that you have to do.` },
      { heading: 'Questions', text: contactSentence(view).replace(/ Another time.*$/, '') },
    ],
    deliveryOptions: [],
    agentTask: null,
  }
}

/** The same notice as a certified letter: posted by us, so that nobody signs for handing it over. */
export function certifiedLetter(view: NoticeView, from: PostalAddress): NoticeToEnter {
  const notice = noticeToEnter(view)
  return {
    ...notice,
    sender: [
      from.name,
      [from.address_line1, from.address_line2].filter(Boolean).join(', '),
      `${from.address_city}, ${from.address_state} ${from.address_zip}`,
    ],
    paragraphs: [
      ...notice.paragraphs,
      {
        heading: 'How this letter comes to you',
        text: `By certified mail, ordered on ${formatWhen(view.preparedAt, view.timeZone)}. Texts and emails about this showing, if you get any, are a courtesy in addition to it.`,
      },
    ],
    deliveryOptions: [],
  }
}

function addressee({ property, resident, occupancy }: NoticeView): string[] {
  const name = resident.name?.trim() || (occupancy === 'owner' ? 'The owner' : 'Current resident')
  return [
    occupancy === 'resident' ? `${name} and all others living in the home` : name,
    streetLine(property),
    `${property.city}, ${property.state} ${property.zipCode}`,
  ]
}

function facts(view: NoticeView): NoticeToEnter['facts'] {
  const visitor = view.requesterType === 'other' ? 'a visitor' : VISITOR[view.offer]
  const company = view.requesterType === 'buyers_agent' ? `, with a buyer's agent,` : ','
  const by = view.agent.name
    ? `by arrangement with ${view.agent.name}, listing agent`
    : 'by arrangement with the listing agent'
  return [
    { label: 'Home', value: view.property.fullAddress },
    { label: 'Date', value: formatDate(view.startsAt, view.timeZone) },
    { label: 'Approximate time', value: formatRange(view.startsAt, view.endsAt, view.timeZone) },
    { label: 'Purpose', value: `To show the home to ${visitor}` },
    { label: 'Who enters', value: `${firstNameAndInitial(view.buyer.name)}${company} ${by}` },
    ...(view.confirmationNumber ? [{ label: 'Confirmation', value: view.confirmationNumber }] : []),
  ]
}

function rights(view: NoticeView): NoticeToEnter['paragraphs'] {
  if (view.occupancy === 'owner') {
    return [{ heading: 'Advance notice', text: `Showings are booked at least ${BOOKING_NOTICE_HOURS} hours ahead.` }]
  }
  if (!isUnderStatute(view)) {
    return [
      {
        heading: 'Advance notice',
        text: `Showings are booked at least ${BOOKING_NOTICE_HOURS} hours ahead. Your lease and the law of your state say what notice you are due and when your home may be entered; this notice takes nothing away from that.`,
      },
    ]
  }
  return [
    {
      heading: statute(),
      text: `The law of California lets an owner, or the owner's agent, enter a rented home to show it to prospective or actual purchasers or tenants: in normal business hours, and after reasonable notice in writing that gives the date, the approximate time and the purpose. Notice of ${LEGAL_NOTICE_HOURS} hours is presumed reasonable when it is handed to you, left with a person of suitable age and discretion at the home, or left on, near or under the usual entry door; notice of ${MAILED_NOTICE_DAYS} days when it is mailed. The right to enter may not be abused or used to harass you.`,
    },
    {
      heading: 'Advance notice',
      text: `Showings are booked at least ${BOOKING_NOTICE_HOURS} hours ahead; the legal minimum for a notice delivered at the home is ${LEGAL_NOTICE_HOURS} hours. A text or email about this showing is a courtesy. It replaces the written notice only if you agreed to that in writing.${outOfHours(view)}`,
    },
  ]
}

function agentTask(view: NoticeView): string | null {
  if (view.occupancy !== 'resident') return null
  if (!isUnderStatute(view)) {
    return `A tenant lives here. Please give the notice that the lease and the law of ${view.property.state} ask for.`
  }
  const { deliverBy, mailBy } = noticeDeadlines(view.startsAt, view.timeZone)
  const by = (deadline: Temporal.Instant) => formatShortWhen(deadline, view.timeZone)
  const hours = isInBusinessHours(view)
    ? ''
    : "\nThis time is outside Monday to Friday, 8 AM to 5 PM: entry needs the tenant's consent."
  const isMailInTime = Temporal.Instant.compare(view.preparedAt, mailBy) < 0
  const mail = isMailInTime ? `, or mailed ${MAILED_NOTICE_DAYS} days ahead (by ${by(mailBy)})` : ''
  return `A tenant lives here. Please print the notice and leave it at the usual entry door in time: ${statute()} presumes written notice reasonable when it is handed over, left with a suitable person or left at the door ${LEGAL_NOTICE_HOURS} hours ahead (by ${by(deliverBy)})${mail}. Texts and emails are a courtesy unless the tenant agreed to them in writing.${hours}`
}

const outOfHours = (view: NoticeView) =>
  isInBusinessHours(view)
    ? ''
    : ' This showing lies outside Monday to Friday, 8 AM to 5 PM. Entry at that time needs your consent; please tell the listing agent if you do not agree.'

function contactSentence({ agent }: NoticeView): string {
  const ways = [agent.phone, agent.email].filter(Boolean).join(' or ')
  const who = agent.name ?? 'the listing agent'
  return ways
    ? `Please call or write to ${who}: ${ways}. Another time can often be arranged.`
    : `Please speak to ${who}. Another time can often be arranged.`
}

const givenBy = ({ agent }: NoticeView): string[] =>
  [
    agent.name ?? 'The listing agent',
    [agent.name && 'Listing agent', agent.brokerage].filter(Boolean).join(', '),
    agent.license && `License ${agent.license}`,
    [agent.phone, agent.email].filter(Boolean).join(' · '),
  ].filter((line): line is string => Boolean(line))
