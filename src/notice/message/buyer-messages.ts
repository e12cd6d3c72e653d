import type { EmailBlock } from '../../platform/email-document.ts'
import { formatMoney } from '../../platform/money.ts'
import { noInstructions } from '../../property/property/domain.ts'
import {
  agentFacts,
  BANKS,
  type BookingView,
  buyerFacts,
  type ComposedMessage,
  calendarLinks,
  copyOpening,
  dueLong,
  feeWords,
  greeting,
  moneyPart,
  subjectOf,
  WHY,
  whenAndWhere,
  writeMail,
} from './mail-messages.ts'

/** How the buyer gets in: from the page, or by asking the agent. */
export const entryWords = ({ hasInstructions, agent }: Pick<BookingView, 'hasInstructions' | 'agent'>): string =>
  hasInstructions
    ? 'Entry instructions unlock on your booking page 1 hour before a confirmed showing.'
    : noInstructions(agent)

/** What the buyer's page is for, and that it is the buyer's alone. */
export const ownPage = (view: BookingView): EmailBlock[] => [
  { kind: 'button', label: 'Open your booking page', href: view.manageUrl },
  {
    kind: 'text',
    text: `${entryWords(view)} The link is yours alone: anyone who has it can cancel or move your showing.`,
  },
]

export function bookedMail(view: BookingView): ComposedMessage {
  const isPending = view.status === 'pending'
  const opening = isPending
    ? `The listing agent decides by ${dueLong(view)}. Your card is authorized for ${formatMoney(view.amountCents)} and charged only if the showing is approved; otherwise the authorization is released.`
    : 'Here is everything you need. Please be on time: the showing takes 30 minutes.'
  const shared: EmailBlock[] = [
    { kind: 'facts', rows: [...whenAndWhere(view), ...agentFacts(view), ...buyerFacts(view)] },
  ]
  const mine = writeMail(view, {
    heading: isPending ? 'Your request is with the listing agent' : 'Your showing is confirmed',
    blocks: [
      greeting(view.buyer.name, opening),
      ...shared,
      ...ownPage(view),
      calendarLinks(view, true),
      ...moneyPart(view, feeWords(view), true),
    ],
    footer: [WHY.buyer],
  })
  const copy = writeMail(view, {
    heading: isPending ? 'A showing was requested' : 'A showing was confirmed',
    blocks: [
      copyOpening(view, isPending ? 'the request' : 'the confirmation'),
      ...shared,
      calendarLinks(view, false),
      ...moneyPart(view, feeWords(view), false),
    ],
    footer: [WHY.copy],
  })
  return { subject: subjectOf(isPending ? 'Showing requested' : 'Showing confirmed', view), ...mine, copy }
}

export function slotLostMail(view: BookingView): ComposedMessage {
  const money = `Your ${formatMoney(view.amountCents)} goes back to your card in full: a charge is refunded, an authorization is released. ${BANKS}`
  return {
    subject: subjectOf('Not booked', view),
    ...writeMail(view, {
      heading: 'That time was already taken',
      preview: 'No showing is booked, and no fee is kept.',
      blocks: [
        greeting(
          view.buyer.name,
          'Your payment arrived after your hold had ended, and somebody else had taken the time. No showing is booked. We are sorry.',
        ),
        { kind: 'facts', rows: whenAndWhere(view) },
        { kind: 'note', text: `${money}${view.isTestMode ? ' Test mode: no card is charged.' : ''}` },
        { kind: 'button', label: 'See other times', href: view.bookingPageUrl },
      ],
      footer: [WHY.buyer],
    }),
    copy: null,
  }
}
