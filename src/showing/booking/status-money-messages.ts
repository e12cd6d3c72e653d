import type { LetterMoney } from '../../money/payment/domain.ts'
import { type BookingView, dueLong, feeWords, type MoneyWords, refundRule } from '../../notice/message/mail-messages.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import * as t from '../text/booking.ts'

/** What the texts need in addition to the booking. */
export type StatusView = BookingView & {
  cancelledBy: 'agent' | 'buyer' | 'system' | null
  /** `true` if an admin did what the message is about, in the agent's place. */
  isByAdmin: boolean
  /** `true` if the booking is cancelled or declined, unless the message was planned before that. */
  isOff: boolean
  /** `true` if nobody decided in time. */
  isOverdue: boolean
  /** `kept`: the payment stays. `released`: nothing was ever captured. */
  money: 'kept' | 'released' | 'returned'
  /** State of the certified letter's price. */
  letter: LetterMoney
  /** Amount refunded so far, in US cents. `null` if nothing yet. */
  returned: { at: Temporal.Instant; cents: number } | null
  /** Why the agent ended it, for the buyer. */
  reasonForBuyer: string | null
  /** By how many minutes the agent has said to run late. */
  lateMinutes: number | null
  /** Times that the agent offers in place of a declined request. */
  offeredTimes: Temporal.Instant[]
  /** The newest time that the agent proposed. */
  proposal: { startsAt: Temporal.Instant; dueAt: Temporal.Instant; reason: string | null } | null
  refundReason: string | null
  refundAnswer: string | null
}

/** Who did what the message is about, as its agent reads it. */
export const actorOf = ({ isByAdmin }: StatusView) => (isByAdmin ? 'admin' : 'agent')

/** Who canceled the showing, as its agent reads it. */
export const cancellerOf = (view: StatusView) =>
  view.cancelledBy === 'buyer' || view.cancelledBy === 'system' ? view.cancelledBy : actorOf(view)

/** Whether the showing costs anything: one booked by hand can be free, and its messages do not mention money. */
export const feeOf = ({ amountCents }: Pick<StatusView, 'amountCents'>) => (amountCents > 0 ? 'some' : 'none')

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

/** Describes the buyer's money in a message: what was charged, what is refunded, what we keep. `null` if it is not about money. */
export function moneyWords(event: string, view: StatusView): MoneyWords | null {
  if (view.amountCents === 0 || event === 'running_late' || event.startsWith('move_')) return null
  const sum = formatMoney(view.amountCents)
  const paid = view.paidAt ? t.mailPaidOn({ when: formatWhen(view.paidAt, view.timeZone) }) : t.mailPaid()
  const sentences = (...words: (string | null)[]) => words.filter(Boolean).join(' ')
  const stays = (...words: (string | null)[]): MoneyWords => ({
    ...feeWords({ ...view, status: 'confirmed' }),
    words: sentences(...words),
  })
  const letter = letterWords(view)

  if (event === 'approved') {
    const charged = view.paidAt ? t.mailChargedOn({ when: formatWhen(view.paidAt, view.timeZone) }) : null
    return stays(charged, letter, refundRule())
  }
  if (event === 'moved') {
    if (view.status === 'pending') return stays(t.mailPaymentCarriesOverUntil({ due: dueLong(view) }))
    const tooSoon = letter && !view.hasTimeForMail ? t.tooSoonForMail() : null
    return stays(t.mailPaymentCarriesOver(), tooSoon, letter, refundRule())
  }
  if (event === 'refund_requested') return stays(t.mailNothingChangesYet({ sum }))
  if (event === 'refund_declined') return stays(t.mailNotRefunded({ sum }))

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
    return stays(t.mailNonRefundable({ fee: formatMoney(view.amountCents - view.mailUpgradeCents) }), letter)
  }
  const back = view.returned
  const rest = event === 'letter_refunded' ? 0 : view.amountCents - (back?.cents ?? 0)
  return {
    title: rest > 0 ? t.mailRefund() : t.mailRefundReceipt(),
    lines: [
      { label: paid, amount: sum },
      ...(back
        ? [{ label: t.mailRefundedOn({ when: formatWhen(back.at, view.timeZone) }), amount: formatMoney(-back.cents) }]
        : []),
      ...(rest > 0 ? [{ label: t.mailGoesBackToCard(), amount: formatMoney(-rest) }] : []),
    ],
    total: { label: t.mailNetPaid(), amount: formatMoney(view.amountCents - (back?.cents ?? 0) - rest) },
    words: rest > 0 ? t.mailSumGoesBack({ sum }) : t.mailWasRefunded(),
    hasReceipt: true,
  }
}
