import type { PaymentIntent } from '../../payment/contract.ts'
import type { BookingForm } from '../contract.ts'

/**
 * What one tab keeps of a booking under way, so that a reload, the back button or a bank's confirmation page loses
 * nothing. Never the card.
 */
export type SavedPayment<Form = BookingForm> = {
  intent: PaymentIntent
  form: Form
  /** `Friday, November 27 at 1:30 PM PST` */
  when: string
  address: string
  /** The buyer was sent to confirm with the bank. */
  isAway: boolean
  /** The buyer's own page, once booked. */
  manageUrl: string | null
}

const keyOf = (slug: string) => `showingbooker.payment.${slug}`

export function loadPayment<Form = BookingForm>(slug: string): SavedPayment<Form> | null {
  try {
    const saved = sessionStorage.getItem(keyOf(slug))
    return saved ? JSON.parse(saved) : null
  } catch {
    return null
  }
}

/** Private windows may refuse to store: the booking then still works, only a reload starts over. */
export function savePayment<Form>(slug: string, payment: SavedPayment<Form> | null) {
  try {
    if (payment) sessionStorage.setItem(keyOf(slug), JSON.stringify(payment))
    else sessionStorage.removeItem(keyOf(slug))
  } catch {
    return
  }
}

export const isHeld = <Form,>(payment: SavedPayment<Form> | null): payment is SavedPayment<Form> =>
  payment !== null && !payment.manageUrl && Date.parse(payment.intent.holdExpiresAt) > Date.now()
