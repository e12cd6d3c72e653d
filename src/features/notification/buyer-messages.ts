import type { EmailBlock } from '../../platform/email-document.ts'
import { formatMoney } from '../../platform/money.ts'
import {
  agentFacts,
  BANKS,
  buyerFacts,
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
import type { BookingView, ComposedMessage } from './messages.ts'

/** What the buyer's page is for, and that it is his alone. */
export const ownPage = (view: BookingView): EmailBlock[] => [
  { kind: 'button', label: 'Open your booking page', href: view.manageUrl },
  {
    kind: 'text',
    text: 'The page shows how to get in, if the agent left directions for that, from 60 minutes before a confirmed showing. The link is yours alone: whoever has it can act for you.',
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
  const money = `Your ${formatMoney(view.amountCents)} goes back to your card in full: a charge is refunded, an authorization released. ${BANKS}`
  return {
    subject: subjectOf('Not booked', view),
    ...writeMail(view, {
      heading: 'That time was no longer free',
      preview: 'No showing is booked, and no fee is kept.',
      blocks: [
        greeting(
          view.buyer.name,
          'Your payment arrived after the hold on your time had ended, and the time could not be kept for you. No showing is booked. We are sorry.',
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
