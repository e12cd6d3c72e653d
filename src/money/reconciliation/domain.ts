/** What may not be, among the provider's books, our payments, their entries and the bookings. */
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
  /** Amounts in US cents, states and ids of the provider; nothing of a person. */
  details: Record<string, string | number>
}

type Words = {
  /** What is wrong, with its figures. */
  what: (details: Difference['details']) => string
  /** What comes of it, and what an operator can do. */
  meaning: string
}

const dollars = (cents: string | number | undefined) => `$${(Number(cents ?? 0) / 100).toFixed(2)}`
const AGAIN = 'It is retried automatically; if it stays, look at the log for this payment.'
const BY_HAND = 'Look at the payment in the dashboard of the provider and at the booking, and settle it by hand.'

/** Each kind in plain words. */
export const DIFFERENCES: Record<DifferenceKind, Words> = {
  money_without_booking: {
    what: () => 'paid, but not booked',
    meaning: `The money is here and the slot is not taken. ${BY_HAND}`,
  },
  hold_with_money: {
    what: () => 'paid, but still only held',
    meaning: `The slot is held and the money is here: it should be a booking. ${BY_HAND}`,
  },
  booking_without_money: {
    what: () => 'booked, but not paid',
    meaning: `The visit stands, or stood, without a payment. ${BY_HAND}`,
  },
  money_without_credits: {
    what: () => 'paid, but without its credits',
    meaning: 'The money is here, and the ledger of credits does not have what it paid for.',
  },
  credits_without_money: {
    what: () => 'credits were given, but not paid',
    meaning: 'The ledger of credits has a purchase whose money is not here.',
  },
  charge_missing: {
    what: ({ status }) =>
      status === 'authorized' ? 'authorized, without an entry of it' : 'paid, without an entry of it',
    meaning: 'The payment says that money came; the list of money movements does not have it.',
  },
  amount_differs: {
    what: ({ amount, entered }) => `${dollars(amount)} by the payment, but ${dollars(entered)} by its entry`,
    meaning: 'The payment and the list of money movements name two amounts.',
  },
  refund_missing: {
    what: () => 'refunded, without an entry of it',
    meaning: 'The payment says that the money went back; the list of money movements does not have it.',
  },
  refunded_too_much: {
    what: ({ charged, returned }) => `${dollars(returned)} given back, of ${dollars(charged)} charged`,
    meaning: 'More went back than came in, by us and outside together.',
  },
  refund_not_started: {
    what: () => 'to be given back, but nobody has begun to',
    meaning: `The booking is off, or a refund was approved, and the payment still counts as paid. ${BY_HAND}`,
  },
  release_not_started: {
    what: () => 'off, but its authorization still stands',
    meaning: `The visit does not take place and the card is still blocked for the amount. ${BY_HAND}`,
  },
  charge_not_started: {
    what: () => 'approved, but only authorized',
    meaning: `The visit was approved and the card was not charged. ${BY_HAND}`,
  },
  refund_late: { what: () => 'to be given back, but not given back yet', meaning: AGAIN },
  release_late: { what: () => 'to be released, but not released yet', meaning: AGAIN },
  charge_late: { what: () => 'to be taken on approval, but not taken yet', meaning: AGAIN },
  provider_off: {
    what: ({ provider, status }) =>
      `${status === 'capture_due' ? 'to be taken' : 'to be given back'} by ${provider}, which is switched off`,
    meaning:
      'Nobody here can move this money: it was paid through the provider that was on before. Money of the sandbox is test money; ' +
      'other money goes back in the dashboard of that provider. It is done at once when that provider is switched on again.',
  },
  refunded_outside: {
    what: ({ returned, amount }) =>
      `given back at the provider, not by us (${dollars(returned)} of ${dollars(amount)})`,
    meaning: 'Somebody refunded it in the dashboard of the provider. The booking was not changed by that.',
  },
  disputed: {
    what: ({ reference }) => `disputed: the bank has taken the money back (${reference})`,
    meaning: 'Answer the dispute in the dashboard of the provider.',
  },
  refund_failed: {
    what: ({ reference }) => `a refund that failed at the bank (${reference})`,
    meaning: 'The bank of the buyer did not take the money. Arrange another way with the buyer.',
  },
  unknown_at_provider: {
    what: () => 'paid, but unknown to the provider',
    meaning: `The provider does not know this payment. ${BY_HAND}`,
  },
  status_differs: {
    what: ({ ours, theirs }) => `${ours}, but ${theirs} at the provider`,
    meaning: BY_HAND,
  },
  provider_amount_differs: {
    what: ({ ours, theirs }) => `${dollars(ours)}, but ${dollars(theirs)} at the provider`,
    meaning: BY_HAND,
  },
  refund_unknown: {
    what: ({ ours, theirs }) => `${dollars(theirs)} given back at the provider, but ${dollars(ours)} by our entries`,
    meaning: 'A refund that we do not know, or one that we know and the provider does not.',
  },
  not_given_back: {
    what: ({ theirs }) => `refunded, but ${theirs} at the provider`,
    meaning: `Our books say that the money went back; at the provider it did not. ${BY_HAND}`,
  },
  paid_after_end: {
    what: ({ theirs }) => `given up unpaid, but ${theirs} at the provider`,
    meaning: `Money came in for a hold that had ended. ${BY_HAND}`,
  },
}

/** A difference as one line: `payment 01…: paid, but not booked`. */
export const lineOf = ({ subject, subjectId, kind, details }: Difference): string =>
  `${subject} ${subjectId}: ${DIFFERENCES[kind].what(details)}`

/** Our side of a payment that is compared with the provider's. Amounts in US cents. */
export type Compared = {
  id: string
  /** What is paid with it: a showing, or credits. */
  subject: 'payment' | 'purchase'
  intentId: string | null
  amountCents: number
  status: 'authorized' | 'succeeded' | 'refunded' | 'cancelled'
  /** Given back by our entries, and by what we know of others. */
  returnedCents: number
  /** What went back was a charge, not an authorisation. */
  isCharged: boolean
}

/** The provider's side; null: it does not know it. */
export type Theirs = {
  status: 'open' | 'requires_capture' | 'succeeded' | 'cancelled'
  amountCents: number
  refundedCents: number
} | null

/** What differs between the two, the gravest first. */
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
    const isBack = ours.isCharged ? theirs.refundedCents > 0 : theirs.status === 'cancelled'
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

/** Payments of so many days can still change: a showing is at most 15 days ahead, and its refund is decided soon after. */
export const RECENT_DAYS = 45

/** The smallest id that a row made at this moment can have (RFC 9562, version 7): rows are in the order of their making. */
export function firstIdOf(moment: Temporal.Instant): string {
  const hex = Math.max(0, moment.epochMilliseconds).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
