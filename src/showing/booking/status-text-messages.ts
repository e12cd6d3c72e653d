import type { ComposedMessage, MessageTarget } from '../../notice/message/mail-messages.ts'
import {
  smsBuyer,
  smsDue,
  smsName,
  smsNumber,
  smsOtherTimes,
  smsRoom,
  smsWhen,
  textMessage,
} from '../../notice/message/text-messages.ts'
import { formatMoney } from '../../platform/money.ts'
import { countSegments, toGsm, trimToSeptets } from '../../platform/sms-text.ts'
import * as t from '../text/booking.ts'
import {
  actorOf,
  cancellerOf,
  feeOf,
  keptFee,
  ourRefund,
  refundedSum,
  type StatusView,
  withoutWords,
} from './status-money-messages.ts'

/** Fewest characters of a reason. A shorter piece says nothing. */
const SHORTEST_REASON = 12

type Say = (place: string) => string

/** Writes the texts to the buyer and the agent about a change to a booking. */
export function statusText(target: MessageTarget, view: StatusView): ComposedMessage {
  const says = target.role === 'buyer' ? forBuyer : forAgent
  const write = (seen: StatusView) => textMessage(seen, says(target.event, seen))
  const reason = target.role === 'buyer' && target.event === 'cancelled' && view.reasonForBuyer
  if (!reason) return write(view)
  // The text has as much of the reason as fits. The email and the page have all of it.
  const label = countSegments(` ${t.smsReason({ reason: '' })}`).units
  const room = smsRoom(view) - label - countSegments(write({ ...view, reasonForBuyer: null }).text).units
  const trimmed = trimToSeptets(toGsm(reason), Math.max(room, 0))
  return write({ ...view, reasonForBuyer: room < SHORTEST_REASON ? null : trimmed.replace(/(?<![.!?])$/, '.') })
}

function forBuyer(event: string, view: StatusView): Say {
  const sum = formatMoney(view.stillPaidCents)
  const wentBack = t.moneyWentBack({ sum: formatMoney(view.amountCents) })
  const refund = ourRefund(view)
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
  const paid = {
    kept: () => (view.stillPaidCents > 0 ? `${t.feeNonRefundable({ fee: keptFee(view) })}${letter}` : wentBack),
    released: () => t.smsNotCharged(),
    returned: () => (refund ? t.smsPaidBack(refund) : wentBack),
  }[view.money]
  const money = view.amountCents > 0 ? paid() : t.smsNoFee()
  const others = smsOtherTimes(view)
  const reason = view.reasonForBuyer ? ` ${t.smsReason({ reason: view.reasonForBuyer })}` : ''
  const cancelled = {
    agent: (place: string) => t.smsCancelledByAgent({ by: actorOf(view), place, when, reason, money, others }),
    buyer: (place: string) => t.smsCancelledByYou({ place, when, money, number }),
    system: (place: string) => t.smsCancelledUncharged({ place, when, others }),
  }
  switch (event) {
    case 'approved':
      return (place) => t.smsApproved({ place, when, number, url, fee: feeOf(view) })
    case 'declined':
      if (view.offeredTimes.length > 0)
        return (place) =>
          t.smsDeclinedOffered({ by: actorOf(view), count: view.offeredTimes.length, place, when, money, url })
      return (place) => t.smsDeclined({ place, when, money, others })
    case 'cancelled':
      return cancelled[view.cancelledBy ?? 'agent']
    case 'moved':
      return view.status === 'pending'
        ? (place) =>
            t.smsMoveRequested({
              place,
              when,
              old,
              due: smsDue(view),
              fee: feeOf(view),
              sum,
              url,
            })
        : (place) => t.smsMoved({ place, when, old, letter, number, url })
    case 'move_proposed': {
      const { startsAt, dueAt } = view.proposal ?? { startsAt: view.startsAt, dueAt: view.startsAt }
      const asked = { by: actorOf(view), now: smsWhen(view, startsAt), due: smsWhen(view, dueAt) }
      return (place) => t.smsMoveProposed({ ...asked, place, when, url })
    }
    case 'move_withdrawn':
      return (place) => t.smsMoveWithdrawn({ place, when, url })
    case 'move_unanswered':
      return (place) => t.smsMoveUnanswered({ place, when, url })
    case 'running_late':
      return (place) => t.smsLate({ minutes: view.lateMinutes ?? 0, place, when, url })
    case 'refund_requested':
      return (place) => t.smsRefundRequested({ place, when, url })
    case 'refund_declined':
      return (place) => t.smsRefundDeclined({ place, when, fee: feeOf(view), sum, url })
    case 'letter_refunded':
      return (place) => t.smsLetterRefunded({ price, place, when, url })
    case 'refunded':
      return (place) => t.smsRefunded({ sum: refundedSum(view), place, when, url })
    default:
      throw withoutWords(event)
  }
}

function forAgent(event: string, view: StatusView): Say {
  const sum = formatMoney(view.stillPaidCents)
  const when = smsWhen(view)
  const old = oldTime(view)
  const number = smsNumber(view)
  const url = view.dashboardUrl
  const buyer = smsName(view.buyer.name, t.smsUnnamedBuyer(), 40)
  switch (event) {
    case 'approved':
      return (place) => t.smsAgentApproved({ place, when, buyer: smsBuyer(view), number, fee: feeOf(view), url })
    case 'declined':
      return (place) => t.smsAgentDeclined({ place, when, buyer, url })
    case 'cancelled':
      return (place) => t.smsAgentCancelled({ by: cancellerOf(view), place, when, buyer, url })
    case 'moved':
      return view.status === 'pending'
        ? (place) => t.smsAgentMoveRequested({ place, when, old, buyer, due: smsDue(view), url })
        : (place) => t.smsAgentMoved({ place, when, old, buyer: smsBuyer(view), number, url })
    case 'move_kept':
      return (place) => t.smsAgentMoveKept({ place, when, buyer, url })
    case 'move_unanswered':
      return (place) => (view.isUnasked ? t.smsAgentMoveUnasked : t.smsAgentMoveUnanswered)({ place, when, buyer, url })
    case 'refund_requested':
      return (place) => t.smsAgentRefundRequested({ buyer, sum, place, when, url })
    case 'refund_unanswered':
      return (place) => t.smsAgentRefundUnanswered({ buyer, sum, place, when, url })
    case 'refund_declined':
      return (place) => t.smsAgentRefundDeclined({ place, when, buyer, fee: feeOf(view), sum, url })
    case 'refunded':
      return (place) => t.smsAgentRefunded({ sum: refundedSum(view), buyer, place, when, url })
    default:
      throw withoutWords(event)
  }
}

const oldTime = (view: StatusView) =>
  view.movedFrom ? ` ${t.smsMovedWas({ when: smsWhen(view, view.movedFrom) })}` : ''
