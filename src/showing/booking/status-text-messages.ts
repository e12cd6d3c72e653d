import type { ComposedMessage, MessageTarget } from '../../notice/message/mail-messages.ts'
import { smsBuyer, smsDue, smsName, smsNumber, smsWhen, textMessage } from '../../notice/message/text-messages.ts'
import { formatMoney } from '../../platform/money.ts'
import * as t from '../text/booking.ts'
import type { StatusView } from './status-money-messages.ts'

type Say = (place: string) => string

/** Composes texts about a booking's life for its buyer and its agent. */
export function statusText(target: MessageTarget, view: StatusView): ComposedMessage {
  const says = target.role === 'buyer' ? forBuyer : forAgent
  return textMessage(view, says(target.event, view))
}

function forBuyer(event: string, view: StatusView): Say {
  const sum = formatMoney(view.amountCents)
  const when = smsWhen(view)
  const old = oldTime(view)
  const number = smsNumber(view)
  const url = view.manageUrl
  const price = formatMoney(view.mailUpgradeCents)
  const letter = {
    none: () => '',
    mailed: () => '',
    recalling: () => ` ${t.smsLetterRecalling({ price })}`,
    returning: () => ` ${t.smsLetterReturning({ price })}`,
    returned: () => ` ${t.smsLetterReturned({ price })}`,
  }[view.letter]()
  const money = {
    kept: () => `${t.feeNonRefundable({ fee: formatMoney(view.amountCents - view.mailUpgradeCents) })}${letter}`,
    released: () => t.smsNotCharged(),
    returned: () => t.smsPaidBack({ sum }),
  }[view.money]()
  const others = view.bookingPageUrl
  const cancelled = {
    agent: (place: string) => t.smsCancelledByAgent({ place, when, money, url: others }),
    buyer: (place: string) => t.smsCancelledByYou({ place, when, money, number }),
    system: (place: string) => t.smsCancelledUncharged({ place, when, url: others }),
  }
  switch (event) {
    case 'approved':
      return (place) => t.smsApproved({ place, when, number, url })
    case 'declined':
      return (place) => t.smsDeclined({ place, when, money, url: others })
    case 'cancelled':
      return cancelled[view.cancelledBy ?? 'agent']
    case 'moved':
      return view.status === 'pending'
        ? (place) => t.smsMoveRequested({ place, when, old, due: smsDue(view), sum, url })
        : (place) => t.smsMoved({ place, when, old, letter, number, url })
    case 'refund_requested':
      return (place) => t.smsRefundRequested({ place, when, url })
    case 'refund_declined':
      return (place) => t.smsRefundDeclined({ place, when, sum, url })
    case 'letter_refunded':
      return (place) => t.smsLetterRefunded({ price, place, when, url })
    default:
      return (place) => t.smsRefunded({ sum, place, when, url })
  }
}

function forAgent(event: string, view: StatusView): Say {
  const sum = formatMoney(view.amountCents)
  const when = smsWhen(view)
  const old = oldTime(view)
  const number = smsNumber(view)
  const url = view.dashboardUrl
  const buyer = smsName(view.buyer.name, t.smsUnnamedBuyer(), 40)
  switch (event) {
    case 'approved':
      return (place) => t.smsAgentApproved({ place, when, buyer: smsBuyer(view), number })
    case 'declined':
      return (place) => t.smsAgentDeclined({ place, when, buyer })
    case 'cancelled':
      return (place) => t.smsAgentCancelled({ by: view.cancelledBy ?? 'agent', place, when, buyer })
    case 'moved':
      return view.status === 'pending'
        ? (place) => t.smsAgentMoveRequested({ place, when, old, buyer, due: smsDue(view), url })
        : (place) => t.smsAgentMoved({ place, when, old, buyer: smsBuyer(view), number })
    case 'refund_requested':
      return (place) => t.smsAgentRefundRequested({ buyer, sum, place, when, url })
    case 'refund_declined':
      return (place) => t.smsAgentRefundDeclined({ place, when, buyer, sum })
    default:
      return (place) => t.smsAgentRefunded({ sum, buyer, place, when })
  }
}

const oldTime = (view: StatusView) =>
  view.movedFrom ? ` ${t.smsMovedWas({ when: smsWhen(view, view.movedFrom) })}` : ''
