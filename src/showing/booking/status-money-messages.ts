import type { LetterMoney } from '../../money/payment/domain.ts'
import { type BookingView, dueLong, feeWords, type MoneyWords, refundRule } from '../../notice/message/mail-messages.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'

/** What the words need beyond the booking itself. */
export type StatusView = BookingView & {
  cancelledBy: 'agent' | 'buyer' | 'system' | null
  /** Cancelled or declined, as this message says: not one that was planned before. */
  isOff: boolean
  /** Nobody decided in time. */
  isOverdue: boolean
  /** `kept`: what was paid stays; `released`: nothing was ever taken. */
  money: 'kept' | 'released' | 'returned'
  /** Where the price of the certified letter is. */
  letter: LetterMoney
  /** What has gone back by now; null: nothing yet. */
  returned: { at: Temporal.Instant; cents: number } | null
  refundReason: string | null
  refundAnswer: string | null
}

const TO_CARD = 'It takes 5–7 business days to reach your card.'

/** What becomes of the price of a certified letter; null: there is nothing to say. */
export function letterWords({
  letter,
  mailUpgradeCents,
}: Pick<StatusView, 'letter' | 'mailUpgradeCents'>): string | null {
  const price = formatMoney(mailUpgradeCents)
  return {
    none: null,
    recalling: `Your ${price} for certified mail goes back to your card if the letter isn't printed yet.`,
    returning: `Your ${price} for certified mail is on its way back to your card.`,
    returned: `Your ${price} for certified mail was refunded.`,
    mailed: `The certified letter was already printed, so its ${price} is not refunded.`,
  }[letter]
}

/** What a message about a booking's life says of the buyer's money: what was taken, what goes back, what stays. */
export function moneyWords(event: string, view: StatusView): MoneyWords {
  const sum = formatMoney(view.amountCents)
  const paid = view.paidAt ? `Paid on ${formatWhen(view.paidAt, view.timeZone)}` : 'Paid'
  const sentences = (...words: (string | null)[]) => words.filter(Boolean).join(' ')
  const stays = (...words: (string | null)[]): MoneyWords => ({
    ...feeWords({ ...view, status: 'confirmed' }),
    words: sentences(...words),
  })
  const letter = letterWords(view)

  if (event === 'approved') {
    const charged = view.paidAt ? `Charged to your card on ${formatWhen(view.paidAt, view.timeZone)}.` : null
    return stays(charged, letter, refundRule())
  }
  if (event === 'moved') {
    if (view.status === 'pending')
      return stays(
        `Your payment carries over to the new time. Without approval by ${dueLong(view)} it goes back in full.`,
      )
    const tooSoon = letter && 'The new time is too soon for certified mail.'
    return stays('Your payment carries over to the new time.', tooSoon, letter, refundRule())
  }
  if (event === 'refund_requested')
    return stays(`Nothing changes until the agent decides. If your request is approved, ${sum} goes back to your card.`)
  if (event === 'refund_declined') return stays(`The fee of ${sum} is not refunded.`)

  if (event !== 'letter_refunded' && view.money === 'released') {
    return {
      title: 'Nothing is charged',
      lines: [{ label: 'Authorized on your card', amount: sum }],
      total: { label: 'Charged', amount: formatMoney(0) },
      words: 'Your card is not charged: the authorization is released. Your bank may show it for a few more days.',
      hasReceipt: false,
    }
  }
  if (event !== 'letter_refunded' && view.money === 'kept') {
    return stays(
      `Your ${formatMoney(view.amountCents - view.mailUpgradeCents)} fee is non-refundable unless access to the home was denied or impossible.`,
      letter,
    )
  }
  const back = view.returned
  const rest = event === 'letter_refunded' ? 0 : view.amountCents - (back?.cents ?? 0)
  return {
    title: rest > 0 ? 'Refund' : 'Refund receipt',
    lines: [
      { label: paid, amount: sum },
      ...(back
        ? [{ label: `Refunded on ${formatWhen(back.at, view.timeZone)}`, amount: formatMoney(-back.cents) }]
        : []),
      ...(rest > 0 ? [{ label: 'Goes back to your card', amount: formatMoney(-rest) }] : []),
    ],
    total: { label: 'Net paid', amount: formatMoney(view.amountCents - (back?.cents ?? 0) - rest) },
    words: `${rest > 0 ? `Your ${sum} goes back to your card in full.` : 'It was refunded to the card you paid with.'} ${TO_CARD}`,
    hasReceipt: true,
  }
}
