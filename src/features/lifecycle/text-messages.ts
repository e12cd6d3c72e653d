import { formatMoney } from '../../platform/money.ts'
import type { ComposedMessage, MessageTarget } from '../notification/messages.ts'
import { smsBuyer, smsDue, smsName, smsNumber, smsWhen, textMessage } from '../notification/text-messages.ts'
import type { LifeView } from './messages.ts'

type Say = (home: string) => string

/** What is said by text of what happens to a booking; whoever lives there learns what does not take place, and no more. */
export function lifeText(target: MessageTarget, view: LifeView): ComposedMessage {
  const says = { buyer: forBuyer, listing_agent: forAgent, resident: forResident }[target.role]
  return textMessage(view, says(target.event, view))
}

/** Of a move that waits for approval the old time is called off; else the one that the showing has. */
export const calledOffStart = (view: LifeView) => (view.isOff ? view.startsAt : (view.movedFrom ?? view.startsAt))

const forResident = (_: string, view: LifeView): Say => {
  const when = smsWhen(view, calledOffStart(view))
  return (home) => `Called off: the showing of your home, ${home}, ${when}. Nobody will come at that time.`
}

function forBuyer(event: string, view: LifeView): Say {
  const sum = formatMoney(view.amountCents)
  const when = smsWhen(view)
  const old = view.movedFrom ? ` (was ${smsWhen(view, view.movedFrom)})` : ''
  const number = smsNumber(view)
  const others = `Other times: ${view.bookingPageUrl}`
  const money = {
    kept: `The fee of ${sum} is not refunded.`,
    released: 'Your card is not charged.',
    returned: `Your ${sum} goes back to your card in full.`,
  }[view.money]
  const cancelled = {
    agent: (home: string) => `The agent cancelled: ${home}, ${when}. ${money} ${others}`,
    buyer: (home: string) => `You cancelled: ${home}, ${when}. ${money}${number}`,
    system: (home: string) => `Cancelled: ${home}, ${when}. Your card could not be charged. ${others}`,
  }
  switch (event) {
    case 'approved':
      return (home) => `Showing approved and paid: ${home}, ${when}.${number} Your page: ${view.manageUrl}`
    case 'declined':
      return (home) => `Not approved: ${home}, ${when}. ${money} ${others}`
    case 'cancelled':
      return cancelled[view.cancelledBy ?? 'agent']
    case 'moved':
      return view.status === 'pending'
        ? (home) =>
            `New time requested: ${home}, ${when}${old}. The agent decides by ${smsDue(view)}; otherwise your ${sum} goes back. ${view.manageUrl}`
        : (home) => `Showing moved: ${home}, now ${when}${old}.${number} Your page: ${view.manageUrl}`
    case 'refund_requested':
      return (home) => `Refund requested: ${home}, ${when}. The agent decides, and we tell you. ${view.manageUrl}`
    case 'refund_declined':
      return (home) => `Your refund was declined: ${home}, ${when}. The fee of ${sum} stays. Why: ${view.manageUrl}`
    default:
      return (home) =>
        `Refunded: ${sum} for ${home}, ${when}. It reaches your card in 5-7 business days. ${view.manageUrl}`
  }
}

function forAgent(event: string, view: LifeView): Say {
  const sum = formatMoney(view.amountCents)
  const when = smsWhen(view)
  const old = view.movedFrom ? ` (was ${smsWhen(view, view.movedFrom)})` : ''
  const buyer = smsName(view.buyer.name, 'Buyer', 40)
  const by = { agent: 'on your side', buyer: 'by the buyer', system: 'the card could not be charged' }[
    view.cancelledBy ?? 'agent'
  ]
  switch (event) {
    case 'approved':
      return (home) => `Showing approved and paid: ${home}, ${when}, ${smsBuyer(view)}.${smsNumber(view)}`
    case 'declined':
      return (home) => `Showing declined: ${home}, ${when}, ${buyer}. The time is free again.`
    case 'cancelled':
      return (home) => `Showing cancelled, ${by}: ${home}, ${when}, ${buyer}. The time is free again.`
    case 'moved':
      return view.status === 'pending'
        ? (home) =>
            `Approval needed for a new time: ${home}, ${when}${old}, ${buyer}. Decide by ${smsDue(view)}: ${view.dashboardUrl}`
        : (home) => `Showing moved: ${home}, now ${when}${old}, ${smsBuyer(view)}.`
    case 'refund_requested':
      return (home) => `Refund requested: ${buyer} asks for ${sum} back, ${home}, ${when}. Decide: ${view.dashboardUrl}`
    case 'refund_declined':
      return (home) => `Refund declined: ${home}, ${when}, ${buyer}. The fee of ${sum} stays.`
    default:
      return (home) => `Refunded: ${sum} to ${buyer}, ${home}, ${when}.`
  }
}
