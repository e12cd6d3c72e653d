import { formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import { dueLong, feeWords, type MoneyWords, REFUND_RULE } from '../notification/mail-messages.ts'
import type { LifeView } from './messages.ts'

const TO_CARD = 'It takes 5–7 business days to reach your card.'

/** What a message about a booking's life says of the buyer's money: what was taken, what goes back, what stays. */
export function moneyWords(event: string, view: LifeView): MoneyWords {
  const sum = formatMoney(view.amountCents)
  const paid = view.paidAt ? `Paid on ${formatWhen(view.paidAt, view.timeZone)}` : 'Paid'
  const stays = (words: string): MoneyWords => ({ ...feeWords({ ...view, status: 'confirmed' }), words })

  if (event === 'approved') {
    const charged = view.paidAt ? `Charged to your card on ${formatWhen(view.paidAt, view.timeZone)}. ` : ''
    return stays(`${charged}${REFUND_RULE}`)
  }
  if (event === 'moved') {
    return view.status === 'pending'
      ? stays(`The payment is kept for the new time. Without approval by ${dueLong(view)} it goes back in full.`)
      : stays(`The payment is kept for the new time. ${REFUND_RULE}`)
  }
  if (event === 'refund_requested')
    return stays(`Nothing changes until the decision. If it is for you, ${sum} goes back.`)
  if (event === 'refund_declined') return stays(`The fee of ${sum} stays as it was paid.`)

  if (view.money === 'released') {
    return {
      title: 'Nothing is charged',
      lines: [{ label: 'Authorized on your card', amount: sum }],
      total: { label: 'Charged', amount: formatMoney(0) },
      words: 'Your card is not charged: the authorization is released. Some banks show it for a few days more.',
      hasReceipt: false,
    }
  }
  if (view.money === 'kept') {
    return stays(
      `The fee of ${sum} is not refunded: a booking is otherwise final. It goes back only where access to the home was denied or impossible.`,
    )
  }
  const back = view.returned
  return {
    title: back ? 'Refund receipt' : 'Refund',
    lines: [
      { label: paid, amount: sum },
      {
        label: back ? `Refunded on ${formatWhen(back.at, view.timeZone)}` : 'Goes back to your card',
        amount: formatMoney(-(back?.cents ?? view.amountCents)),
      },
    ],
    total: {
      label: 'You have paid in the end',
      amount: formatMoney(view.amountCents - (back?.cents ?? view.amountCents)),
    },
    words: back
      ? `It went back to the card that paid. ${TO_CARD}`
      : `Your ${sum} goes back to your card in full. ${TO_CARD}`,
    hasReceipt: true,
  }
}
