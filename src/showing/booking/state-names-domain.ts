import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import * as t from '../text/booking.ts'
import type { PaymentState } from './contract.ts'

/** Tones for the colors of booking.md section 4: pending is yellow, confirmed is green, and a declined or missed one is red. */
export const STATUS_TONES = {
  pending: 'waiting',
  confirmed: 'good',
  completed: 'info',
  cancelled: 'plain',
  no_show: 'bad',
  declined: 'bad',
} as const satisfies Record<BookingStatus, string>

/** Names the state of the notice on record. "Not proven" does not judge what was done without a record. */
export const complianceName = (isCompliant: boolean | null): string =>
  t.complianceName({ verdict: isCompliant === null ? 'unknown' : isCompliant ? 'yes' : 'no' })

/** Names the state of certified mail. A letter that no one ordered is not missing. */
export const unsentLetterName = (isOrdered: boolean): string => (isOrdered ? t.letterNotSent() : t.letterNotOrdered())

/** Says where a showing's money is. */
export const paymentName = (state: PaymentState): string => t.paymentName({ state: state.replaceAll(' ', '_') })
