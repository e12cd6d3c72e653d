import type { EmailBlock } from '../../platform/email-document.ts'
import { formatMoney } from '../../platform/money.ts'
import { SUPPORT } from '../../product.ts'
import { noInstructions } from '../../property/property/domain.ts'
import * as t from '../text/message.ts'
import {
  agentFacts,
  type BookingView,
  buyerFacts,
  type ComposedMessage,
  calendarLinks,
  copyOpening,
  dueLong,
  feePart,
  greeting,
  slotLost,
  subjectOf,
  whenAndWhere,
  why,
  withTestMode,
  writeMail,
} from './mail-messages.ts'

/**
 * Says how the buyer gets in: the page shows it, or the agent does. No one can reach a suspended agent, so support
 * answers. The product's own demo has an agent without a contact.
 */
export function entryWords(view: Pick<BookingView, 'hasInstructions' | 'agent' | 'isProductDemo'>): string {
  const { hasInstructions, agent, isProductDemo } = view
  if (hasInstructions) return t.entryUnlocks()
  const canAsk = Boolean(agent.phone || agent.email) || isProductDemo
  return canAsk ? noInstructions(agent) : t.askSupportToEnter({ phone: SUPPORT.phone })
}

/** Links to other times, if the property is still listed. */
export const otherTimes = ({ isListed, bookingPageUrl }: BookingView): EmailBlock[] =>
  isListed ? [{ kind: 'button', label: t.seeOtherTimes(), href: bookingPageUrl }] : []

/** Says what the buyer's page is for, and that it is private. */
export const ownPage = (view: BookingView): EmailBlock[] => [
  { kind: 'button', label: t.openBookingPage(), href: view.manageUrl },
  {
    kind: 'text',
    text: `${entryWords(view)} ${t.linkIsPrivate()}`,
  },
]

export function bookedMail(view: BookingView): ComposedMessage {
  const isPending = view.status === 'pending'
  const opening = isPending
    ? t.agentDecidesBy({ due: dueLong(view), money: formatMoney(view.amountCents) })
    : t.everythingYouNeed()
  const shared: EmailBlock[] = [
    { kind: 'facts', rows: [...whenAndWhere(view), ...agentFacts(view), ...buyerFacts(view)] },
  ]
  const mine = writeMail(view, {
    heading: isPending ? t.requestIsWithAgent() : t.showingIsConfirmed(),
    blocks: [
      greeting(view.buyer.name, opening),
      ...shared,
      ...ownPage(view),
      calendarLinks(view, true),
      ...feePart(view, true),
    ],
    footer: [why.buyer()],
  })
  const copy = writeMail(view, {
    heading: isPending ? t.wasRequested() : t.wasConfirmed(),
    blocks: [
      copyOpening(view, isPending ? t.theRequest() : t.theConfirmation()),
      ...shared,
      calendarLinks(view, false),
      ...feePart(view, false),
    ],
    footer: [why.copy()],
  })
  return { subject: subjectOf(isPending ? t.subjectRequested() : t.subjectConfirmed(), view), ...mine, copy }
}

export function slotLostMail(view: BookingView): ComposedMessage {
  const { why: cause, sum } = slotLost(view)
  const money = t.moneyBack({ money: sum, banks: t.banks() })
  return {
    subject: subjectOf(t.subjectNotBooked(), view),
    ...writeMail(view, {
      heading: t.timeTaken(),
      preview: t.nothingBooked(),
      blocks: [
        greeting(view.buyer.name, t.paymentTooLate({ why: cause })),
        { kind: 'facts', rows: whenAndWhere(view) },
        { kind: 'note', text: withTestMode(money, view) },
        ...otherTimes(view),
      ],
      footer: [why.buyer()],
    }),
    copy: null,
  }
}
