import { feeLeftCents, type LetterMoney, type Movement, paidCents, signOf } from '../../money/payment/domain.ts'
import {
  type BookingView,
  dueLong,
  feeLines,
  feeWords,
  type MoneyWords,
  refundRule,
} from '../../notice/message/mail-messages.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import * as t from '../text/booking.ts'

/** What messages about a change need in addition to the booking. */
export type StatusView = BookingView & {
  cancelledBy: 'agent' | 'buyer' | 'system' | null
  /** `true` if an admin did what the message is about in the agent's place. */
  isByAdmin: boolean
  /** `true` if the booking is canceled or declined, unless we planned the message before that. */
  isOff: boolean
  /** `true` if no one decided in time. */
  isOverdue: boolean
  /** `kept`: the payment stays. `released`: nothing was ever captured. */
  money: 'kept' | 'released' | 'returned'
  /** State of the certified letter's price. */
  letter: LetterMoney
  /** The paid or authorized amount that has not been refunded. */
  stillPaidCents: number
  /** Refunds to the buyer and money that came back again, oldest first. */
  returns: Movement[]
  /** Why the agent canceled or declined the showing, as the buyer reads it. */
  reasonForBuyer: string | null
  /** How many minutes late the agent says they are. */
  lateMinutes: number | null
  /** Times that the agent offers in place of a declined request. */
  offeredTimes: Temporal.Instant[]
  /** The newest time that the agent proposed. */
  proposal: { startsAt: Temporal.Instant; dueAt: Temporal.Instant; reason: string | null } | null
  /** `true` if the proposal of the new time certainly did not reach the buyer. */
  isUnasked: boolean
  refundReason: string | null
  refundAnswer: string | null
}

/** Returns who did what the message is about, as the agent and the buyer read it. */
export const actorOf = ({ isByAdmin }: StatusView) => (isByAdmin ? 'admin' : 'agent')

/** Returns who canceled the showing, as the agent and the buyer read it. */
export const cancellerOf = (view: StatusView) =>
  view.cancelledBy === 'buyer' || view.cancelledBy === 'system' ? view.cancelledBy : actorOf(view)

/** Returns whether the messages about an event say who did it: the agent or an admin. */
export const saysWhoDidIt = (event: string, { cancelledBy }: Pick<StatusView, 'cancelledBy'>): boolean =>
  event === 'cancelled'
    ? cancelledBy !== 'buyer' && cancelledBy !== 'system'
    : ['approved', 'declined', 'refund_declined', 'move_proposed', 'running_late'].includes(event)

/** Returns whether any fee is paid. A showing booked by hand can be free, and money can go back at the provider. */
export const feeOf = ({ stillPaidCents }: Pick<StatusView, 'stillPaidCents'>) => (stillPaidCents > 0 ? 'some' : 'none')

/** Returns the part of the fee that the buyer does not get back. */
export const keptFee = (view: StatusView) =>
  formatMoney(feeLeftCents(view.stillPaidCents, view.mailUpgradeCents, view.letter))

/** Returns how much we refund or have refunded: everything or the rest. `null` if others refunded everything before. */
export function ourRefund(view: StatusView): { sum: string; part: 'all' | 'rest' } | null {
  const done = view.returns.filter(({ kind }) => kind === 'refund').reduce((sum, one) => sum + one.amountCents, 0)
  const cents = done || view.stillPaidCents
  return cents > 0 ? { sum: formatMoney(cents), part: cents < view.amountCents ? 'rest' : 'all' } : null
}

/**
 * Returns the sum of an approved refund. If others refunded everything before, it is everything
 * except what a bank took back.
 */
export function refundedSum(view: StatusView): string {
  const taken = view.returns.filter(({ kind }) => kind === 'dispute' || kind === 'dispute_returned')
  return ourRefund(view)?.sum ?? formatMoney(view.amountCents + paidCents(taken))
}

/** Says what happens to the price of a certified letter. `null` if there is nothing to say. */
export function letterWords({
  letter,
  mailUpgradeCents,
}: Pick<StatusView, 'letter' | 'mailUpgradeCents'>): string | null {
  const price = formatMoney(mailUpgradeCents)
  switch (letter) {
    case 'none':
      return null
    case 'recalling':
      return t.letterRecalling({ price })
    case 'returning':
      return t.mailLetterReturning({ price })
    case 'returned':
      return t.mailLetterReturned({ price })
    case 'mailed':
      return t.letterPrinted({ price })
  }
}

/**
 * Describes the buyer's money in a message: what we charged, refund, and keep. `null` if the
 * message is not about money.
 */
export function moneyWords(event: string, view: StatusView): MoneyWords | null {
  if (view.amountCents === 0 || event === 'running_late' || event.startsWith('move_')) return null
  const sum = formatMoney(view.amountCents)
  const paid = view.paidAt ? t.mailPaidOn({ when: formatWhen(view.paidAt, view.timeZone) }) : t.mailPaid()
  const sentences = (...words: (string | null)[]) => words.filter(Boolean).join(' ')
  const returns = view.returns.map(({ kind, amountCents, at }) => ({
    label: t.mailMovedOn({ kind, when: formatWhen(at, view.timeZone) }),
    amount: formatMoney(signOf(kind) * amountCents),
  }))
  const left = view.returns.reduce((sum, { kind, amountCents }) => sum + signOf(kind) * amountCents, view.amountCents)
  const netPaid = (cents: number) => ({ label: t.mailNetPaid(), amount: formatMoney(cents) })
  const stays = (...words: (string | null)[]): MoneyWords => ({
    ...feeWords({ ...view, status: 'confirmed' }),
    ...(returns.length > 0 ? { lines: [...feeLines(view), ...returns], total: netPaid(left) } : {}),
    words: sentences(...words),
  })
  const letter = letterWords(view)

  if (event !== 'letter_refunded' && view.money === 'kept' && view.stillPaidCents === 0) {
    return {
      title: t.mailRefundReceipt(),
      lines: [{ label: paid, amount: sum }, ...returns],
      total: netPaid(left),
      words: t.moneyWentBack({ sum }),
      hasReceipt: true,
    }
  }
  if (event === 'approved') {
    const charged = view.paidAt ? t.mailChargedOn({ when: formatWhen(view.paidAt, view.timeZone) }) : null
    return stays(charged, letter, refundRule())
  }
  if (event === 'moved') {
    if (view.status === 'pending') return stays(t.mailPaymentCarriesOverUntil({ due: dueLong(view) }))
    const tooSoon = letter && !view.hasTimeForMail ? t.tooSoonForMail() : null
    return stays(t.mailPaymentCarriesOver(), tooSoon, letter, refundRule())
  }
  if (event === 'refund_requested') return stays(t.mailNothingChangesYet({ sum: formatMoney(view.stillPaidCents) }))
  if (event === 'refund_declined') return stays(t.mailNotRefunded({ sum: formatMoney(view.stillPaidCents) }))

  if (event !== 'letter_refunded' && view.money === 'released') {
    return {
      title: t.mailNothingCharged(),
      lines: [{ label: t.mailAuthorizedOnCard(), amount: sum }],
      total: { label: t.mailCharged(), amount: formatMoney(0) },
      words: t.mailAuthorizationReleased(),
      hasReceipt: false,
    }
  }
  if (event !== 'letter_refunded' && view.money === 'kept') {
    return stays(t.mailNonRefundable({ fee: keptFee(view) }), letter)
  }
  const rest = event === 'letter_refunded' ? 0 : view.stillPaidCents
  const refund = ourRefund(view)
  return {
    title: rest > 0 ? t.mailRefund() : t.mailRefundReceipt(),
    lines: [
      { label: paid, amount: sum },
      ...returns,
      ...(rest > 0 ? [{ label: t.mailGoesBackToCard(), amount: formatMoney(-rest) }] : []),
    ],
    total: netPaid(left - rest),
    words: rest > 0 && refund ? t.mailSumGoesBack(refund) : t.mailWasRefunded(),
    hasReceipt: true,
  }
}

/** Makes the error for an event that has no case, so that a new one never reads like another. */
export const withoutWords = (event: string) => new Error(`no words for ${event}`)
