import { feeLeftCents, MAIL_UPGRADE_CENTS } from '../../money/payment/domain.ts'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { formatMoney } from '../../platform/money.ts'
import { instantName } from '../../ui/date-time.ts'
import * as t from '../text/booking.ts'
import type { BuyerPage } from './contract.ts'

type Own = Pick<
  BuyerPage,
  | 'cancelledBy'
  | 'endedByAdmin'
  | 'reason'
  | 'lateMinutes'
  | 'decisionDueAt'
  | 'movedFrom'
  | 'money'
  | 'stillPaid'
  | 'mailRefund'
  | 'refund'
  | 'phase'
> &
  Partial<Pick<BuyerPage, 'hasTimeForMail'>> & {
    property?: Pick<BuyerPage['property'], 'agent_email' | 'agent_phone'>
    booking: Pick<BuyerPage['booking'], 'status' | 'amount' | 'mailUpgrade' | 'time_zone'>
  }
type News = Own & {
  booking: Pick<BuyerPage['booking'], 'startsAt'>
  proposal: Pick<NonNullable<BuyerPage['proposal']>, 'id'> | null
}
export type OwnWords = { label: string; tone: 'good' | 'waiting' | 'bad' | 'past'; heading: string; about: string[] }

/** Describes a booking's state to its buyer, and where their money is. */
export function ownWords(page: Own): OwnWords {
  const { booking, movedFrom, decisionDueAt, endedByAdmin } = page
  const by = endedByAdmin ? 'admin' : (page.cancelledBy ?? 'agent')
  const when = (instant: string) => instantName(instant, booking.time_zone)
  const moved = movedFrom ? [t.movedFrom({ when: when(movedFrom) })] : []
  const money = moneyWords(page)
  const reason = page.reason ? [(endedByAdmin ? t.adminsReason : t.agentsReason)({ reason: page.reason })] : []
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
        ...(page.refund ? money : page.phase === 'ahead' && canAskAgent(page) ? [t.seeYouThere()] : []),
      ],
    },
    // A visitor who asked for a refund may not have gotten in.
    completed: page.refund
      ? { label: t.over(), tone: 'past', heading: t.showingOver(), about: money }
      : { label: t.completed(), tone: 'past', heading: t.tookPlace(), about: [t.thanksForComing()] },
    no_show: {
      label: t.noShow(),
      tone: 'past',
      heading: t.showingOver(),
      about: [t.recordedNoShow(), ...(page.refund ? money : [])],
    },
    cancelled: {
      label: t.cancelled(),
      tone: 'bad',
      heading: CANCELLED[by](),
      about: [...(by === 'system' ? [t.cardNotCharged()] : []), ...reason, ...money],
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

/** Says what other people or time have changed on a page since the buyer read it. */
export function newsWords(before: News, now: News): string {
  const { proposal, lateMinutes, refund, booking } = now
  const isProposed = proposal && proposal.id !== before.proposal?.id
  const isLater = lateMinutes && lateMinutes !== before.lateMinutes
  const isAnswered = refund && refund.status !== before.refund?.status
  const isMoved = booking.status === 'confirmed' && booking.startsAt !== before.booking.startsAt
  const [news] = [
    ...(isMoved ? [t.nowOn({ when: instantName(booking.startsAt, booking.time_zone) })] : []),
    ...(isProposed ? [t.newTimeProposed()] : []),
    ...(isLater ? [t.agentIsLate({ minutes: lateMinutes })] : []),
    ...(isAnswered ? moneyWords(now) : []),
  ]
  return news ? t.pageNews({ news }) : t.pageChanged({ heading: ownWords(now).heading })
}

/** An agent whose account is suspended has neither a phone nor an email. */
const canAskAgent = ({ property }: Own) => !property || Boolean(property.agent_email || property.agent_phone)

const CONFIRMED = {
  ahead: t.showingConfirmed,
  under_way: t.showingBegan,
  over: t.showingOver,
}

/** Describes the fee and says where it is now. */
export function feeWords({
  booking,
  money,
  stillPaid,
}: Pick<Own, 'money' | 'stillPaid'> & { booking: Pick<Own['booking'], 'amount'> }): {
  name: string
  value: string
} {
  if (booking.amount === 0) return { name: t.fee(), value: t.noFee() }
  const sum = formatMoney(booking.amount)
  const name = money === 'authorized' ? t.authorized() : t.fee()
  if (money === 'paid' && stillPaid < booking.amount)
    return { name, value: t.sumPartlyRefunded({ sum, part: formatMoney(booking.amount - stillPaid) }) }
  return { name, value: t.sumBecame({ sum, became: money }) }
}

const MAIL_PRICE = formatMoney(MAIL_UPGRADE_CENTS)

/** Names the state of certified mail among the facts of a booking. */
export const MAIL_NAMES: Record<BuyerPage['mailRefund'], () => string> = {
  none: t.mailIncluded,
  mailed: t.mailPrinted,
  recalling: t.mailRecalling,
  returning: () => t.mailReturning({ price: MAIL_PRICE }),
  returned: () => t.mailReturned({ price: MAIL_PRICE }),
}

const LETTER = {
  mailed: t.letterPrinted,
  recalling: t.letterRecalling,
  returning: t.letterReturning,
  returned: t.letterReturned,
}

/** Says what happens to the price of a letter that we do not mail. */
function letterWords({ mailRefund, hasTimeForMail, booking }: Own): string[] {
  if (mailRefund === 'none') return []
  const words = LETTER[mailRefund]({ price: MAIL_PRICE })
  return [booking.status === 'confirmed' && !hasTimeForMail ? `${t.tooSoonForMail()} ${words}` : words]
}

type Mailed = Pick<Own, 'mailRefund'> & { booking: Pick<Own['booking'], 'mailUpgrade'> }

/** Returns whether the buyer paid for a letter, which they lose if they move to a time that is too soon for one. */
export const canLoseLetter = ({ booking, mailRefund }: Mailed) => booking.mailUpgrade && mailRefund === 'none'

/** Warns a buyer before they move to a time that is too soon for certified mail. */
export const lostLetterWords = () => `${t.tooSoonForMail()} ${t.letterRecalling({ price: MAIL_PRICE })}`

type Kept = Pick<Own, 'stillPaid' | 'mailRefund'> & { booking: Pick<Own['booking'], 'mailUpgrade'> }

/** Returns the part of the fee that the buyer does not get back. */
const keptFee = ({ stillPaid, mailRefund, booking }: Kept) =>
  formatMoney(feeLeftCents(stillPaid, booking.mailUpgrade ? MAIL_UPGRADE_CENTS : 0, mailRefund))

const CANCELLED = {
  admin: t.adminCancelled,
  agent: t.agentCancelled,
  buyer: t.youCancelled,
  system: t.wasCancelled,
}

function moneyWords(page: Own): string[] {
  const { booking, money, refund } = page
  const sum = formatMoney(booking.amount)
  const left = formatMoney(page.stillPaid)
  const isOff = booking.status === 'cancelled' || booking.status === 'declined'
  switch (money) {
    case 'none':
      return []
    case 'authorized':
      return [t.chargedOnApproval({ sum })]
    case 'released':
      return [t.authorizationReleased()]
    case 'returning':
      return [t.sumReturning({ part: page.stillPaid < booking.amount ? 'rest' : 'all', sum: left })]
    case 'returned':
      return [t.sumReturned({ sum })]
    case 'reversed':
      return [t.sumReversed({ sum })]
    case 'paid':
      if (refund?.status === 'asked')
        return [
          refund.dueAt ? t.askedForRefund({ when: instantName(refund.dueAt, booking.time_zone) }) : t.refundLate(),
        ]
      if (refund?.status === 'declined')
        return [refund.answer ? t.refundDeclinedWhy({ reason: refund.answer }) : t.refundDeclined()]
      if (isOff) return [t.feeNonRefundable({ fee: keptFee(page) }), ...letterWords(page)]
      return booking.status === 'pending' ? [t.paidUntilApproval({ sum: left })] : []
  }
}

/** Tells buyers before they cancel what they would lose. */
export function cancelWords(
  page: Kept & Pick<Own, 'money'> & { booking: Pick<Own['booking'], 'amount' | 'mailUpgrade'> },
): string {
  const { booking, money, mailRefund } = page
  const sum = formatMoney(booking.amount)
  if (money === 'authorized') return t.cancelReleases({ sum })
  if (money === 'returned') return t.sumReturned({ sum })
  if (money === 'reversed') return t.sumReversed({ sum })
  if (money !== 'paid') return t.nothingPaid()
  const fee = keptFee(page)
  if (!booking.mailUpgrade) return t.feeNonRefundable({ fee })
  if (mailRefund === 'none') return t.cancelKeepsFeeAndMail({ fee, price: MAIL_PRICE })
  return `${t.feeNonRefundable({ fee })} ${LETTER[mailRefund]({ price: MAIL_PRICE })}`
}
