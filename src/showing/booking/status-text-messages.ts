import type { ComposedMessage, MessageTarget } from '../../notice/message/messages.ts'
import { smsBuyer, smsDue, smsName, smsNumber, smsWhen, textMessage } from '../../notice/message/text-messages.ts'
import { formatMoney } from '../../platform/money.ts'
import type { StatusView } from './status-messages.ts'

type Say = (home: string) => string

/** What is said by text of what happens to a booking; whoever lives there learns what does not take place, and no more. */
export function statusText(target: MessageTarget, view: StatusView): ComposedMessage {
  const says = { buyer: forBuyer, listing_agent: forAgent, resident: forResident }[target.role]
  return textMessage(view, says(target.event, view))
}

/** Of a move that waits for approval the old time is called off; else the one that the showing has. */
export const calledOffStart = (view: StatusView) => (view.isOff ? view.startsAt : (view.movedFrom ?? view.startsAt))

const forResident = (_: string, view: StatusView): Say => {
  const when = smsWhen(view, calledOffStart(view))
  return (home) => `Cancelled. The showing of your home, ${home}, ${when}. Nobody will come at that time.`
}

function forBuyer(event: string, view: StatusView): Say {
  const sum = formatMoney(view.amountCents)
  const when = smsWhen(view)
  const old = view.movedFrom ? ` (was ${smsWhen(view, view.movedFrom)})` : ''
  const number = smsNumber(view)
  const others = `Other times: ${view.bookingPageUrl}`
  const price = formatMoney(view.mailUpgradeCents)
  const letter = {
    none: '',
    mailed: '',
    recalling: ` Your ${price} for certified mail goes back if the letter isn't printed yet.`,
    returning: ` Your ${price} for certified mail goes back.`,
    returned: ` Your ${price} for certified mail went back.`,
  }[view.letter]
  const money = {
    kept: `Your ${formatMoney(view.amountCents - view.mailUpgradeCents)} fee is non-refundable.${letter}`,
    released: 'Your card is not charged.',
    returned: `Your ${sum} goes back to your card in full.`,
  }[view.money]
  const cancelled = {
    agent: (home: string) => `Cancelled by agent. ${home}, ${when}. ${money} ${others}`,
    buyer: (home: string) => `You cancelled. ${home}, ${when}. ${money}${number}`,
    system: (home: string) => `Cancelled. ${home}, ${when}. Your card could not be charged. ${others}`,
  }
  switch (event) {
    case 'approved':
      return (home) => `Approved and paid. ${home}, ${when}.${number} Your page: ${view.manageUrl}`
    case 'declined':
      return (home) => `Not approved. ${home}, ${when}. ${money} ${others}`
    case 'cancelled':
      return cancelled[view.cancelledBy ?? 'agent']
    case 'moved':
      return view.status === 'pending'
        ? (home) =>
            `New time requested. ${home}, ${when}${old}. The agent decides by ${smsDue(view)}; otherwise your ${sum} goes back. ${view.manageUrl}`
        : (home) => `Moved. ${home}, now ${when}${old}.${letter}${number} Your page: ${view.manageUrl}`
    case 'refund_requested':
      return (home) => `Refund requested. ${home}, ${when}. The agent will see this and decide. ${view.manageUrl}`
    case 'refund_declined':
      return (home) => `Refund declined. ${home}, ${when}. Your ${sum} is not refunded. Why: ${view.manageUrl}`
    case 'letter_refunded':
      return (home) =>
        `Refunded ${price} for certified mail. ${home}, ${when}. It reaches your card in 5-7 business days. ${view.manageUrl}`
    default:
      return (home) => `Refunded ${sum}. ${home}, ${when}. It reaches your card in 5-7 business days. ${view.manageUrl}`
  }
}

function forAgent(event: string, view: StatusView): Say {
  const sum = formatMoney(view.amountCents)
  const when = smsWhen(view)
  const old = view.movedFrom ? ` (was ${smsWhen(view, view.movedFrom)})` : ''
  const buyer = smsName(view.buyer.name, 'Buyer', 40)
  const cancelled = {
    agent: 'Cancelled by you.',
    buyer: 'Cancelled by buyer.',
    system: 'Cancelled: the card could not be charged.',
  }
  switch (event) {
    case 'approved':
      return (home) => `Approved and paid. ${home}, ${when}, ${smsBuyer(view)}.${smsNumber(view)}`
    case 'declined':
      return (home) => `Declined. ${home}, ${when}, ${buyer}. The time is open again.`
    case 'cancelled':
      return (home) => `${cancelled[view.cancelledBy ?? 'agent']} ${home}, ${when}, ${buyer}. The time is open again.`
    case 'moved':
      return view.status === 'pending'
        ? (home) =>
            `Approval needed for a new time. ${home}, ${when}${old}, ${buyer}. Decide by ${smsDue(view)}: ${view.dashboardUrl}`
        : (home) => `Moved. ${home}, now ${when}${old}, ${smsBuyer(view)}.${smsNumber(view)}`
    case 'refund_requested':
      return (home) => `Refund requested. ${buyer} asks for ${sum}, ${home}, ${when}. Decide: ${view.dashboardUrl}`
    case 'refund_declined':
      return (home) => `Refund declined. ${home}, ${when}, ${buyer}, ${sum}.`
    default:
      return (home) => `Refunded ${sum} to ${buyer}. ${home}, ${when}.`
  }
}
