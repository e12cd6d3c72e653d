import type { ComposedMessage, MessageTarget } from '../../notice/message/mail-messages.ts'
import { smsBuyer, smsDue, smsName, smsNumber, smsWhen, textMessage } from '../../notice/message/text-messages.ts'
import { formatMoney } from '../../platform/money.ts'
import type { StatusView } from './status-money-messages.ts'

type Say = (place: string) => string

/** The texts about what happens to a booking, for its buyer and its agent. */
export function statusText(target: MessageTarget, view: StatusView): ComposedMessage {
  const says = target.role === 'buyer' ? forBuyer : forAgent
  return textMessage(view, says(target.event, view))
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
    agent: (place: string) => `Cancelled by agent. ${place}, ${when}. ${money} ${others}`,
    buyer: (place: string) => `You cancelled. ${place}, ${when}. ${money}${number}`,
    system: (place: string) => `Cancelled. ${place}, ${when}. Your card could not be charged. ${others}`,
  }
  switch (event) {
    case 'approved':
      return (place) => `Approved and paid. ${place}, ${when}.${number} Your page: ${view.manageUrl}`
    case 'declined':
      return (place) => `Not approved. ${place}, ${when}. ${money} ${others}`
    case 'cancelled':
      return cancelled[view.cancelledBy ?? 'agent']
    case 'moved':
      return view.status === 'pending'
        ? (place) =>
            `New time requested. ${place}, ${when}${old}. The agent decides by ${smsDue(view)}; otherwise your ${sum} goes back. ${view.manageUrl}`
        : (place) => `Moved. ${place}, now ${when}${old}.${letter}${number} Your page: ${view.manageUrl}`
    case 'refund_requested':
      return (place) => `Refund requested. ${place}, ${when}. The agent will see this and decide. ${view.manageUrl}`
    case 'refund_declined':
      return (place) => `Refund declined. ${place}, ${when}. Your ${sum} is not refunded. Why: ${view.manageUrl}`
    case 'letter_refunded':
      return (place) =>
        `Refunded ${price} for certified mail. ${place}, ${when}. It reaches your card in 5-7 business days. ${view.manageUrl}`
    default:
      return (place) =>
        `Refunded ${sum}. ${place}, ${when}. It reaches your card in 5-7 business days. ${view.manageUrl}`
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
      return (place) => `Approved and paid. ${place}, ${when}, ${smsBuyer(view)}.${smsNumber(view)}`
    case 'declined':
      return (place) => `Declined. ${place}, ${when}, ${buyer}. The time is open again.`
    case 'cancelled':
      return (place) => `${cancelled[view.cancelledBy ?? 'agent']} ${place}, ${when}, ${buyer}. The time is open again.`
    case 'moved':
      return view.status === 'pending'
        ? (place) =>
            `Approval needed for a new time. ${place}, ${when}${old}, ${buyer}. Decide by ${smsDue(view)}: ${view.dashboardUrl}`
        : (place) => `Moved. ${place}, now ${when}${old}, ${smsBuyer(view)}.${smsNumber(view)}`
    case 'refund_requested':
      return (place) => `Refund requested. ${buyer} asks for ${sum}, ${place}, ${when}. Decide: ${view.dashboardUrl}`
    case 'refund_declined':
      return (place) => `Refund declined. ${place}, ${when}, ${buyer}, ${sum}.`
    default:
      return (place) => `Refunded ${sum} to ${buyer}. ${place}, ${when}.`
  }
}
