import { MAIL_UPGRADE_CENTS } from '../../money/payment/domain.ts'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { formatMoney } from '../../platform/money.ts'
import { instantName } from '../../ui/date-time.ts'
import type { BuyerPage } from './contract.ts'

const BANKS = 'It takes 5–7 business days to reach your card.'

type Own = Pick<
  BuyerPage,
  'cancelledBy' | 'decisionDueAt' | 'movedFrom' | 'money' | 'mailRefund' | 'refund' | 'phase'
> & {
  booking: Pick<BuyerPage['booking'], 'status' | 'amount' | 'mailUpgrade' | 'time_zone'>
}
export type OwnWords = { label: string; tone: 'good' | 'waiting' | 'bad' | 'past'; heading: string; about: string[] }

/** The state of a booking as its buyer reads it, with where their money is. */
export function ownWords(page: Own): OwnWords {
  const { booking, movedFrom, decisionDueAt, cancelledBy } = page
  const when = (instant: string) => instantName(instant, booking.time_zone)
  const moved = movedFrom ? [`Moved from ${when(movedFrom)}.`] : []
  const money = moneyWords(page)
  const words: Record<BookingStatus, OwnWords> = {
    pending: {
      label: 'Waiting for approval',
      tone: 'waiting',
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
      about: [
        ...moved,
        ...letterWords(page),
        ...(page.refund ? money : page.phase === 'ahead' ? ['See you there.'] : []),
      ],
    },
    completed: {
      label: 'Completed',
      tone: 'past',
      heading: 'Your showing has taken place',
      about: ['Thank you for coming.', ...(page.refund ? money : [])],
    },
    no_show: {
      label: 'No-show',
      tone: 'past',
      heading: 'Your showing is over',
      about: ['It was recorded that nobody came.', ...(page.refund ? money : [])],
    },
    cancelled: {
      label: 'Cancelled',
      tone: 'bad',
      heading: cancelledBy === 'buyer' ? 'You cancelled your showing' : 'Your showing was cancelled',
      about: [CANCELLED[cancelledBy ?? 'agent'], ...money],
    },
    declined: {
      label: 'Declined',
      tone: 'bad',
      heading: 'Your request was declined',
      about: ['There is no showing at this time.', ...money],
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
export function feeWords({
  booking,
  money,
  mailRefund,
}: Pick<Own, 'money' | 'mailRefund'> & { booking: Pick<Own['booking'], 'amount'> }): {
  name: string
  value: string
} {
  const sum = formatMoney(booking.amount)
  const name = money === 'authorized' ? 'Authorized' : 'Fee'
  const became = { none: '', authorized: '', paid: '', released: ', not charged', returning: ', on its way back' }
  const letter = money === 'paid' && mailRefund === 'returned' ? `, ${MAIL_PRICE} of it refunded` : ''
  return { name, value: sum + (money === 'returned' ? ', refunded' : became[money]) + letter }
}

const MAIL_PRICE = formatMoney(MAIL_UPGRADE_CENTS)

/** What became of certified mail, for the facts of a booking. */
export const MAIL_NAMES: Record<BuyerPage['mailRefund'], string> = {
  none: 'Included',
  mailed: 'Printed before it could be recalled',
  recalling: 'Being recalled',
  returning: `Not mailed, ${MAIL_PRICE} on its way back`,
  returned: `Not mailed, ${MAIL_PRICE} refunded`,
}

/** Where the price of a letter is that is not mailed. */
function letterWords({ mailRefund, booking }: Own): string[] {
  const tooSoon = booking.status === 'confirmed' ? 'The new time is too soon for certified mail. ' : ''
  const words = {
    none: null,
    mailed: `The certified letter was already printed, so its ${MAIL_PRICE} is not refunded.`,
    recalling: `Your ${MAIL_PRICE} for certified mail goes back to your card if the letter isn't printed yet.`,
    returning: `Your ${MAIL_PRICE} for certified mail is on its way back. ${BANKS}`,
    returned: `Your ${MAIL_PRICE} for certified mail was refunded. ${BANKS}`,
  }[mailRefund]
  return words ? [tooSoon + words] : []
}

/** What of the price is the showing's fee. */
const feeOf = (booking: Pick<Own['booking'], 'amount' | 'mailUpgrade'>) =>
  formatMoney(booking.amount - (booking.mailUpgrade ? MAIL_UPGRADE_CENTS : 0))

const CANCELLED = {
  agent: 'The agent cancelled this showing.',
  buyer: 'This showing is cancelled.',
  system: 'This showing is cancelled because your card could not be charged.',
}

function moneyWords(page: Own): string[] {
  const { booking, money, refund } = page
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
      if (refund?.status === 'asked') return ['You asked for a refund. The agent will see this and decide.']
      if (refund?.status === 'declined') {
        return [`Your refund request was declined.${refund.answer ? ` Reason: ${refund.answer}` : ''}`]
      }
      if (isOff) return [`Your ${feeOf(booking)} fee is non-refundable.`, ...letterWords(page)]
      return booking.status === 'pending' ? [`Your ${sum} is paid. Without approval it goes back in full.`] : []
  }
}

/** What the buyer gives up, said before they do. */
export function cancelWords({
  booking,
  money,
}: Pick<Own, 'money'> & { booking: Pick<Own['booking'], 'amount' | 'mailUpgrade'> }): string {
  const sum = formatMoney(booking.amount)
  if (money === 'authorized') return `Nothing is charged: the authorization of ${sum} on your card is released.`
  if (money !== 'paid') return 'Nothing was paid.'
  const letter = booking.mailUpgrade
    ? ` Your ${MAIL_PRICE} for certified mail goes back if the letter isn't printed yet.`
    : ''
  return `Your ${feeOf(booking)} fee is non-refundable.${letter}`
}
