/** Differences that must not exist between the provider's ledger, our payments, their entries, and the bookings. */

import * as t from '../text/reconciliation.ts'

export type DifferenceKind =
  | 'money_without_booking'
  | 'hold_with_money'
  | 'booking_without_money'
  | 'money_without_credits'
  | 'credits_without_money'
  | 'charge_missing'
  | 'amount_differs'
  | 'refund_missing'
  | 'refunded_too_much'
  | 'refund_not_started'
  | 'release_not_started'
  | 'charge_not_started'
  | 'refund_late'
  | 'release_late'
  | 'charge_late'
  | 'provider_off'
  | 'refunded_outside'
  | 'disputed'
  | 'refund_failed'
  | 'unknown_at_provider'
  | 'status_differs'
  | 'provider_amount_differs'
  | 'refund_unknown'
  | 'not_given_back'
  | 'paid_after_end'

export type Difference = {
  kind: DifferenceKind
  subject: 'payment' | 'booking' | 'purchase'
  subjectId: string
  /** Amounts in US cents, states, and provider IDs, without personal data. */
  details: Record<string, string | number>
}

/** What a person needs to find the payment and the booking of a difference. */
export type Place = {
  /** `null` if nothing is booked. */
  bookingId: string | null
  confirmationNumber: string | null
  /** The provider's ID of the payment. */
  intentId: string | null
}

type Words = {
  /** Describes a difference, with its amounts. */
  what: (details: Difference['details']) => string
  /** Explains the consequences and what an operator can do. */
  meaning: () => string
}

const dollars = (cents: string | number | undefined) => `$${(Number(cents ?? 0) / 100).toFixed(2)}`

/** Names each kind in plain words. */
export const DIFFERENCES: Record<DifferenceKind, Words> = {
  money_without_booking: {
    what: () => t.moneyWithoutBooking(),
    meaning: () => t.moneyWithoutBookingWhy({ byHand: t.byHand() }),
  },
  hold_with_money: {
    what: () => t.holdWithMoney(),
    meaning: () => t.holdWithMoneyWhy({ byHand: t.byHand() }),
  },
  booking_without_money: {
    what: () => t.bookingWithoutMoney(),
    meaning: () => t.bookingWithoutMoneyWhy({ byHand: t.byHand() }),
  },
  money_without_credits: {
    what: () => t.moneyWithoutCredits(),
    meaning: t.moneyWithoutCreditsWhy,
  },
  credits_without_money: {
    what: () => t.creditsWithoutMoney(),
    meaning: t.creditsWithoutMoneyWhy,
  },
  charge_missing: {
    what: ({ status }) => t.chargeMissing({ status: String(status) }),
    meaning: t.chargeMissingWhy,
  },
  amount_differs: {
    what: ({ amount, entered }) => t.amountDiffers({ amount: dollars(amount), entered: dollars(entered) }),
    meaning: t.amountDiffersWhy,
  },
  refund_missing: {
    what: () => t.refundMissing(),
    meaning: t.refundMissingWhy,
  },
  refunded_too_much: {
    what: ({ charged, returned }) => t.refundedTooMuch({ returned: dollars(returned), charged: dollars(charged) }),
    meaning: t.refundedTooMuchWhy,
  },
  refund_not_started: {
    what: () => t.refundNotStarted(),
    meaning: () => t.refundNotStartedWhy({ byHand: t.byHand() }),
  },
  release_not_started: {
    what: () => t.releaseNotStarted(),
    meaning: () => t.releaseNotStartedWhy({ byHand: t.byHand() }),
  },
  charge_not_started: {
    what: () => t.chargeNotStarted(),
    meaning: () => t.chargeNotStartedWhy({ byHand: t.byHand() }),
  },
  refund_late: { what: () => t.refundLate(), meaning: t.again },
  release_late: { what: () => t.releaseLate(), meaning: t.again },
  charge_late: { what: () => t.chargeLate(), meaning: t.again },
  provider_off: {
    what: ({ provider = '', status }) => t.providerOff({ provider, status: String(status) }),
    meaning: t.providerOffWhy,
  },
  refunded_outside: {
    what: ({ returned, amount }) => t.refundedOutside({ returned: dollars(returned), amount: dollars(amount) }),
    meaning: t.refundedOutsideWhy,
  },
  disputed: {
    what: ({ reference = '' }) => t.disputed({ reference }),
    meaning: t.disputedWhy,
  },
  refund_failed: {
    what: ({ reference = '' }) => t.refundFailed({ reference }),
    meaning: t.refundFailedWhy,
  },
  unknown_at_provider: {
    what: () => t.unknownAtProvider(),
    meaning: () => t.unknownAtProviderWhy({ byHand: t.byHand() }),
  },
  status_differs: {
    what: ({ ours = '', theirs = '' }) => t.statusDiffers({ ours, theirs }),
    meaning: t.byHand,
  },
  provider_amount_differs: {
    what: ({ ours, theirs }) => t.statusDiffers({ ours: dollars(ours), theirs: dollars(theirs) }),
    meaning: t.byHand,
  },
  refund_unknown: {
    what: ({ ours, theirs }) => t.refundUnknown({ theirs: dollars(theirs), ours: dollars(ours) }),
    meaning: t.refundUnknownWhy,
  },
  not_given_back: {
    what: ({ theirs = '' }) => t.notRefunded({ theirs }),
    meaning: () => t.notRefundedWhy({ byHand: t.byHand() }),
  },
  paid_after_end: {
    what: ({ theirs = '' }) => t.paidAfterEnd({ theirs }),
    meaning: () => t.paidAfterEndWhy({ byHand: t.byHand() }),
  },
}

/** Writes a difference as one line: `payment 01… (SB-…, pi_…): refund due, but not started`. */
export function lineOf(difference: Difference & Partial<Place>): string {
  const { subject, subjectId, kind, details, confirmationNumber, intentId } = difference
  const place = [confirmationNumber, intentId].filter(Boolean).join(', ')
  return `${subject} ${subjectId}${place && ` (${place})`}: ${DIFFERENCES[kind].what(details)}`
}

/** Our side of a payment, which we compare with the provider's. Amounts are in US cents. */
export type Compared = {
  id: string
  /** Whether it pays for a showing or for credits. */
  subject: 'payment' | 'purchase'
  intentId: string | null
  amountCents: number
  status: 'authorized' | 'succeeded' | 'refunded' | 'cancelled'
  /** How much we refunded, and others as far as we know. */
  returnedCents: number
  /** How much the payer's bank took back in a dispute. */
  disputedCents: number
  /** `true` if we captured a charge, `false` if we released the authorization. */
  isCharged: boolean
}

/** The provider's side. `null` if it does not know the payment. */
export type Theirs = {
  status: 'open' | 'requires_capture' | 'succeeded' | 'cancelled'
  amountCents: number
  refundedCents: number
} | null

/** Finds the most serious difference between the two. */
export function differenceAtProvider(ours: Compared, theirs: Theirs): Difference | null {
  const differs = (kind: DifferenceKind, details: Difference['details'] = {}): Difference => ({
    kind,
    subject: ours.subject,
    subjectId: ours.id,
    details,
  })
  if (ours.status === 'cancelled') {
    const isPaid = theirs?.status === 'succeeded' || theirs?.status === 'requires_capture'
    const isKept = isPaid && theirs.refundedCents < theirs.amountCents
    return isKept ? differs('paid_after_end', { theirs: theirs.status }) : null
  }
  if (!theirs) return differs('unknown_at_provider')
  if (ours.status === 'refunded') {
    const isBack = ours.isCharged ? theirs.refundedCents + ours.disputedCents > 0 : theirs.status === 'cancelled'
    if (!isBack) return differs('not_given_back', { theirs: theirs.status })
  } else {
    const expected = ours.status === 'authorized' ? 'requires_capture' : 'succeeded'
    if (theirs.status !== expected) return differs('status_differs', { ours: ours.status, theirs: theirs.status })
  }
  if (theirs.amountCents !== ours.amountCents)
    return differs('provider_amount_differs', { ours: ours.amountCents, theirs: theirs.amountCents })
  if (theirs.refundedCents !== ours.returnedCents)
    return differs('refund_unknown', { ours: ours.returnedCents, theirs: theirs.refundedCents })
  return null
}

/**
 * We compare payments of this many days each minute, and older ones each night. A showing is at most 17 days ahead when
 * it is booked, and its refund is decided soon after. Only a move takes it further.
 */
export const RECENT_DAYS = 45
