import { MAIL_UPGRADE_CENTS } from '../../money/payment/domain.ts'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { formatMoney } from '../../platform/money.ts'
import { instantName } from '../../ui/date-time.ts'
import * as t from '../text/booking.ts'
import type { BuyerPage } from './contract.ts'

type Own = Pick<
  BuyerPage,
  'cancelledBy' | 'reason' | 'lateMinutes' | 'decisionDueAt' | 'movedFrom' | 'money' | 'mailRefund' | 'refund' | 'phase'
> &
  Partial<Pick<BuyerPage, 'hasTimeForMail'>> & {
    booking: Pick<BuyerPage['booking'], 'status' | 'amount' | 'mailUpgrade' | 'time_zone'>
  }
export type OwnWords = { label: string; tone: 'good' | 'waiting' | 'bad' | 'past'; heading: string; about: string[] }

/** Describes a booking's state to its buyer, and where their money is. */
export function ownWords(page: Own): OwnWords {
  const { booking, movedFrom, decisionDueAt, cancelledBy } = page
  const when = (instant: string) => instantName(instant, booking.time_zone)
  const moved = movedFrom ? [t.movedFrom({ when: when(movedFrom) })] : []
  const money = moneyWords(page)
  const reason = page.reason ? [t.agentsReason({ reason: page.reason })] : []
  const late = page.lateMinutes ? [t.agentIsLate({ minutes: page.lateMinutes })] : []
  const words: Record<BookingStatus, OwnWords> = {
    pending: {
      label: t.waitingForApproval(),
      tone: 'waiting',
      heading: movedFrom ? t.newTimeRequested() : t.showingRequested(),
      about: [...moved, decisionDueAt ? t.decidesBy({ when: when(decisionDueAt) }) : t.decidesDayBefore(), ...money],
    },
    confirmed: {
      ...(page.phase === 'over'
        ? { label: t.over(), tone: 'past' }
        : { label: movedFrom ? t.confirmedMoved() : t.confirmed(), tone: 'good' }),
      heading: CONFIRMED[page.phase](),
      about: [
        ...late,
        ...moved,
        ...letterWords(page),
        ...(page.refund ? money : page.phase === 'ahead' ? [t.seeYouThere()] : []),
      ],
    },
    completed: {
      label: t.completed(),
      tone: 'past',
      heading: t.tookPlace(),
      about: [t.thanksForComing(), ...(page.refund ? money : [])],
    },
    no_show: {
      label: t.noShow(),
      tone: 'past',
      heading: t.showingOver(),
      about: [t.recordedNoShow(), ...(page.refund ? money : [])],
    },
    cancelled: {
      label: t.cancelled(),
      tone: 'bad',
      heading: cancelledBy === 'buyer' ? t.youCancelled() : t.wasCancelled(),
      about: [CANCELLED[cancelledBy ?? 'agent'](), ...reason, ...money],
    },
    declined: {
      label: t.declined(),
      tone: 'bad',
      heading: t.requestDeclined(),
      about: [t.noShowingThen(), ...reason, ...money],
    },
  }
  return words[booking.status]
}

const CONFIRMED = {
  ahead: t.showingConfirmed,
  under_way: t.showingBegan,
  over: t.showingOver,
}

/** Describes the fee and where it is now. */
export function feeWords({
  booking,
  money,
  mailRefund,
}: Pick<Own, 'money' | 'mailRefund'> & { booking: Pick<Own['booking'], 'amount'> }): {
  name: string
  value: string
} {
  if (booking.amount === 0) return { name: t.fee(), value: t.noFee() }
  const sum = formatMoney(booking.amount)
  const name = money === 'authorized' ? t.authorized() : t.fee()
  if (money === 'paid' && mailRefund === 'returned')
    return { name, value: t.sumPartlyRefunded({ sum, part: MAIL_PRICE }) }
  return { name, value: t.sumBecame({ sum, became: money }) }
}

const MAIL_PRICE = formatMoney(MAIL_UPGRADE_CENTS)

/** Names the state of certified mail, for the facts of a booking. */
export const MAIL_NAMES: Record<BuyerPage['mailRefund'], () => string> = {
  none: t.mailIncluded,
  mailed: t.mailPrinted,
  recalling: t.mailRecalling,
  returning: () => t.mailReturning({ price: MAIL_PRICE }),
  returned: () => t.mailReturned({ price: MAIL_PRICE }),
}

/** Says where the price of a letter is that will not be mailed. */
function letterWords({ mailRefund, hasTimeForMail, booking }: Own): string[] {
  if (mailRefund === 'none') return []
  const price = MAIL_PRICE
  const words = {
    mailed: t.letterPrinted,
    recalling: t.letterRecalling,
    returning: t.letterReturning,
    returned: t.letterReturned,
  }[mailRefund]({ price })
  return [booking.status === 'confirmed' && !hasTimeForMail ? `${t.tooSoonForMail()} ${words}` : words]
}

/** Returns the part of the price that is the showing's fee, in US cents. */
const feeOf = (booking: Pick<Own['booking'], 'amount' | 'mailUpgrade'>) =>
  formatMoney(booking.amount - (booking.mailUpgrade ? MAIL_UPGRADE_CENTS : 0))

const CANCELLED = {
  agent: t.agentCancelled,
  buyer: t.thisCancelled,
  system: t.cancelledUncharged,
}

function moneyWords(page: Own): string[] {
  const { booking, money, refund } = page
  const sum = formatMoney(booking.amount)
  const isOff = booking.status === 'cancelled' || booking.status === 'declined'
  switch (money) {
    case 'none':
      return []
    case 'authorized':
      return [t.chargedOnApproval({ sum })]
    case 'released':
      return [t.authorizationReleased()]
    case 'returning':
      return [t.sumReturning({ sum })]
    case 'returned':
      return [t.sumReturned({ sum })]
    case 'paid':
      if (refund?.status === 'asked') return [t.askedForRefund()]
      if (refund?.status === 'declined')
        return [refund.answer ? t.refundDeclinedWhy({ reason: refund.answer }) : t.refundDeclined()]
      if (isOff) return [t.feeNonRefundable({ fee: feeOf(booking) }), ...letterWords(page)]
      return booking.status === 'pending' ? [t.paidUntilApproval({ sum })] : []
  }
}

/** Tells buyers what they give up, before they cancel. */
export function cancelWords({
  booking,
  money,
}: Pick<Own, 'money'> & { booking: Pick<Own['booking'], 'amount' | 'mailUpgrade'> }): string {
  const sum = formatMoney(booking.amount)
  if (money === 'authorized') return t.cancelReleases({ sum })
  if (money !== 'paid') return t.nothingPaid()
  const fee = feeOf(booking)
  return booking.mailUpgrade ? t.cancelKeepsFeeAndMail({ fee, price: MAIL_PRICE }) : t.feeNonRefundable({ fee })
}
