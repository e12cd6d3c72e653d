import { formatMoney } from '../../platform/money.ts'
import { instantName } from '../../ui/date-time.ts'
import type { BookingStatus, BuyerPage } from './contract.ts'

const BANKS = 'It takes 5–7 business days to reach your card.'

type Own = Pick<BuyerPage, 'cancelledBy' | 'decisionDueAt' | 'movedFrom' | 'money' | 'refund' | 'phase'> & {
  booking: Pick<BuyerPage['booking'], 'status' | 'amount' | 'time_zone'>
}
export type OwnWords = { label: string; tone: 'good' | 'waiting' | 'bad' | 'past'; heading: string; about: string[] }

/** How a booking stands, as its buyer reads it, with where his money is. */
export function ownWords(page: Own): OwnWords {
  const { booking, movedFrom, decisionDueAt, cancelledBy } = page
  const when = (instant: string) => instantName(instant, booking.time_zone)
  const moved = movedFrom ? [`It was moved here from ${when(movedFrom)}.`] : []
  const money = moneyWords(page)
  const words: Record<BookingStatus, OwnWords> = {
    pending: {
      ...{ label: 'Waiting for approval', tone: 'waiting' },
      heading: movedFrom ? 'Your new time is requested' : 'Your showing is requested',
      about: [
        ...moved,
        `The agent decides by ${decisionDueAt ? when(decisionDueAt) : 'the day before'}. Without approval by then it is declined.`,
        ...money,
      ],
    },
    confirmed: {
      ...(page.phase === 'over'
        ? { label: 'Over', tone: 'past' }
        : { label: movedFrom ? 'Confirmed, moved' : 'Confirmed', tone: 'good' }),
      heading: CONFIRMED[page.phase],
      about: [...moved, ...(page.refund ? money : page.phase === 'ahead' ? ['See you there.'] : [])],
    },
    completed: {
      ...{ label: 'Completed', tone: 'past', heading: 'Your showing has taken place' },
      about: ['Thank you for coming.', ...(page.refund ? money : [])],
    },
    no_show: {
      ...{ label: 'No-show', tone: 'past', heading: 'Your showing is over' },
      about: ['It was recorded that nobody came.', ...(page.refund ? money : [])],
    },
    cancelled: {
      ...{
        label: 'Cancelled',
        tone: 'bad',
        heading: cancelledBy === 'buyer' ? 'You cancelled your showing' : 'Your showing was cancelled',
      },
      about: [CANCELLED[cancelledBy ?? 'agent'], ...money],
    },
    declined: {
      ...{ label: 'Declined', tone: 'bad', heading: 'Your request was declined' },
      about: ['The visit does not take place.', ...money],
    },
  }
  return words[booking.status]
}

const CONFIRMED = {
  ahead: 'Your showing is confirmed',
  under_way: 'Your showing has begun',
  over: 'Your showing is over',
}

/** The fee, and what became of it. */
export function feeWords({ booking, money }: Pick<Own, 'money'> & { booking: Pick<Own['booking'], 'amount'> }): {
  name: string
  value: string
} {
  const sum = formatMoney(booking.amount)
  const name = money === 'authorized' ? 'Authorized' : 'Fee'
  const became = { none: '', authorized: '', paid: '', released: ', not charged', returning: ', on its way back' }
  return { name, value: sum + (money === 'returned' ? ', refunded' : became[money]) }
}

const CANCELLED = {
  agent: 'The agent called it off: the visit does not take place.',
  buyer: 'The visit does not take place.',
  system: 'Your card could not be charged: the visit does not take place.',
}

function moneyWords({ booking, money, refund }: Own): string[] {
  const sum = formatMoney(booking.amount)
  const isOff = booking.status === 'cancelled' || booking.status === 'declined'
  switch (money) {
    case 'none':
      return []
    case 'authorized':
      return [`Your card is charged ${sum} only if the visit is approved.`]
    case 'released':
      return ['Your card is not charged: the authorization is released.']
    case 'returning':
      return [`Your ${sum} is on its way back in full. ${BANKS}`]
    case 'returned':
      return [`Your ${sum} was refunded in full. ${BANKS}`]
    case 'paid':
      if (refund?.status === 'asked') return ['You asked for a refund. The agent decides on it.']
      if (refund?.status === 'declined') {
        return [`Your request for a refund was declined.${refund.answer ? ` Reason: ${refund.answer}` : ''}`]
      }
      if (isOff) return [`The fee of ${sum} is not refunded.`]
      return booking.status === 'pending' ? [`Your ${sum} is paid. Without approval it goes back in full.`] : []
  }
}

/** What the buyer gives up, before he does. */
export function cancelWords({
  booking,
  money,
}: Pick<Own, 'money'> & { booking: Pick<Own['booking'], 'amount'> }): string {
  const sum = formatMoney(booking.amount)
  if (money === 'authorized') return `Nothing is charged: the authorization of ${sum} on your card is released.`
  return money === 'paid' ? `The fee of ${sum} is not given back.` : 'No payment belongs to it.'
}
