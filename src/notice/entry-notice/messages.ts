import { LANGUAGES, locale } from '../../platform/language.ts'
import { formatDate, formatRange, formatShortWhen, formatWhen } from '../../platform/local-time.ts'
import { firstNameAndInitial } from '../../platform/person-name.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { LEAD_TIME_HOURS } from '../../property/availability/domain.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import * as t from '../text/entry-notice.ts'
import { isInBusinessHours, noticeDeadlines, notLegalAdvice, streetLine } from './domain.ts'
import { lawOf } from './law-domain.ts'
import type { NoticeToEnter, NoticeTranslation } from './ports.ts'

/** The data of a notice to enter. It has only the buyer's name, which the notice shortens. */
export type NoticeView = {
  confirmationNumber: string | null
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  /** When we made the notice: at the booking, an approval, or a move, but never at a resend. */
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

const lawFor = ({ property, occupancy }: NoticeView) => lawOf({ state: property.state, occupancy })

/**
 * Builds the notice to the person who lives there. For a tenant, it cites the state's law if we know it. The English
 * text governs, and every other language says the same. The agent's instructions are in the agent's language.
 */
export const noticeToEnter = (view: NoticeView): NoticeToEnter => ({
  ...inLanguage('en', () => paperOf(view)),
  translations: translated(() => paperOf(view)),
  agentTask: agentTask(view),
})

type Paper = Omit<NoticeToEnter, 'agentTask' | 'translations'>

/** Writes a document in each language except English. */
const translated = (write: () => Pick<Paper, 'title' | 'facts' | 'paragraphs' | 'footer'>): NoticeTranslation[] =>
  LANGUAGES.slice(1).map((one) =>
    inLanguage(one, () => {
      const { title, facts, paragraphs, footer } = write()
      const about = { language: locale(), governs: t.englishGoverns(), inPdf: t.translationInPdf() }
      return { ...about, title, facts, paragraphs, footer }
    }),
  )

function paperOf(view: NoticeView): Paper {
  const isTenant = view.occupancy === 'resident'
  return {
    kind: 'notice',
    title: isTenant ? t.noticeTitle() : t.showingTitle(),
    preparedAt: view.preparedAt.toString(),
    sender: [],
    addressee: addressee(view),
    facts: facts(view),
    paragraphs: [
      {
        heading: null,
        text: isTenant ? t.willBeEntered() : t.showingIsBooked(),
      },
      ...rights(view),
      { heading: t.questionsOrTime(), text: `${contactSentence(view)} ${t.anotherTime()}` },
    ],
    givenBy: givenBy(view),
    deliveryOptions: isTenant
      ? [t.wayHanded(), t.wayPerson(), t.wayDoor(), lawFor(view)?.notice.wayMailed() ?? t.wayMailed()]
      : [],
    footer: t.preparedBy({ date: formatDate(view.preparedAt, view.timeZone), notLegalAdvice: notLegalAdvice() }),
  }
}

/**
 * Builds what the link to a notice shows after we withdrew the notice. If a move waits for approval, it names neither
 * time: the old one is off, and the approval sends a notice of the new one.
 */
export function noticeWithdrawn(view: NoticeView, isWaiting: boolean): NoticeToEnter {
  const write = () => withdrawnPaper(view, isWaiting)
  return { ...inLanguage('en', write), translations: translated(write), agentTask: null }
}

function withdrawnPaper(view: NoticeView, isWaiting: boolean): Paper {
  const notice = paperOf(view)
  const kept = [t.factHome(), t.factConfirmation(), ...(isWaiting ? [] : [t.factDate(), t.factTime()])]
  return {
    ...notice,
    title: t.showingIsOff(),
    facts: notice.facts.filter(({ label }) => kept.includes(label)),
    paragraphs: [
      { heading: null, text: `${isWaiting ? t.waitingForTime() : t.noOneEnters()} ${t.nothingToDo()}` },
      { heading: t.questions(), text: contactSentence(view) },
    ],
    deliveryOptions: [],
  }
}

/** Turns the notice into a certified letter. We mail it, so it has no lines for someone who hands it over. */
export function certifiedLetter(view: NoticeView, from: PostalAddress): NoticeToEnter {
  const notice = noticeToEnter(view)
  const asLetter = () => {
    const paper = paperOf(view)
    const text = t.letterWords({ when: formatWhen(view.preparedAt, view.timeZone) })
    return { ...paper, paragraphs: [...paper.paragraphs, { heading: t.letterHeading(), text }] }
  }
  return {
    ...notice,
    ...inLanguage('en', asLetter),
    translations: translated(asLetter),
    sender: [
      from.name,
      [from.address_line1, from.address_line2].filter(Boolean).join(', '),
      `${from.address_city}, ${from.address_state} ${from.address_zip}`,
    ],
    deliveryOptions: [],
  }
}

function addressee({ property, resident, occupancy }: NoticeView): string[] {
  const name = resident.name?.trim() || (occupancy === 'owner' ? t.theOwner() : t.currentResident())
  return [
    occupancy === 'resident' ? t.andOthers({ name }) : name,
    streetLine(property),
    `${property.city}, ${property.state} ${property.zipCode}`,
  ]
}

function facts(view: NoticeView): NoticeToEnter['facts'] {
  const visitor = t.visitor({ offer: view.requesterType === 'other' ? 'visitor' : view.offer })
  const company = view.requesterType === 'buyers_agent' ? 'yes' : 'no'
  const enters = { name: firstNameAndInitial(view.buyer.name), company }
  return [
    { label: t.factHome(), value: view.property.fullAddress },
    { label: t.factDate(), value: formatDate(view.startsAt, view.timeZone) },
    { label: t.factTime(), value: formatRange(view.startsAt, view.endsAt, view.timeZone) },
    { label: t.factPurpose(), value: t.toShowTo({ visitor }) },
    {
      label: t.factWho(),
      value: view.agent.name ? t.whoEntersWith({ ...enters, agent: view.agent.name }) : t.whoEnters(enters),
    },
    ...(view.confirmationNumber ? [{ label: t.factConfirmation(), value: view.confirmationNumber }] : []),
  ]
}

function rights(view: NoticeView): NoticeToEnter['paragraphs'] {
  if (view.occupancy === 'owner') {
    return [{ heading: t.advanceNotice(), text: t.bookedAhead({ hours: LEAD_TIME_HOURS }) }]
  }
  const law = lawFor(view)
  if (!law) {
    return [{ heading: t.advanceNotice(), text: t.ownStateRule({ hours: LEAD_TIME_HOURS }) }]
  }
  return [
    {
      heading: law.statute(),
      text: law.notice.law(),
    },
    {
      heading: t.advanceNotice(),
      text: [
        law.notice.ahead({ hours: LEAD_TIME_HOURS }),
        ...(isInBusinessHours(view, law) ? [] : [law.notice.needsConsent()]),
      ].join(' '),
    },
  ]
}

function agentTask(view: NoticeView): string | null {
  if (view.occupancy !== 'resident') return null
  const law = lawFor(view)
  if (!law) {
    return t.taskOtherState()
  }
  const { deliverBy, mailBy } = noticeDeadlines(view.startsAt, view.timeZone, law)
  const by = (deadline: Temporal.Instant) => formatShortWhen(deadline, view.timeZone)
  const isMailInTime = Temporal.Instant.compare(view.preparedAt, mailBy) < 0
  const task = law.task({ deliverBy: by(deliverBy), mailBy: isMailInTime ? by(mailBy) : undefined })
  return isInBusinessHours(view, law) ? task : `${task}\n${law.taskOutOfHours()}`
}

function contactSentence({ agent }: NoticeView): string {
  const { phone, email } = agent
  const ways = phone && email ? t.waysToReach({ phone, email }) : phone || email
  const who = agent.name ?? t.agentUnnamed()
  return ways ? t.callOrWrite({ who, ways }) : t.speakTo({ who })
}

const givenBy = ({ agent }: NoticeView): string[] =>
  [
    agent.name ?? t.agentUnnamedLine(),
    [agent.name && t.listingAgent(), agent.brokerage].filter(Boolean).join(', '),
    agent.license && t.license({ license: agent.license }),
    [agent.phone, agent.email].filter(Boolean).join(' · '),
  ].filter((line): line is string => Boolean(line))
