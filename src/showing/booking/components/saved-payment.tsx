import type { PaymentIntent } from '../../../money/payment/contract.ts'
import { serverNowMs } from '../../../platform/server-clock.ts'
import { unsentKey } from '../../../ui/tab-memory.ts'
import type { BookingForm } from '../contract.ts'

/**
 * What the browser keeps of a booking in progress, so that a reload, the back button, another tab or a bank's
 * confirmation page loses nothing. It never keeps the card.
 */
export type SavedPayment<Form = BookingForm> = {
  /** A demo needs no approval. Without `onApproval`, an earlier version saved it. */
  intent: PaymentIntent & { onApproval?: boolean }
  form: Form
  /** `Friday, November 27 at 1:30 PM PST` */
  when: string
  address: string
  /** `true` if the buyer was sent to their bank to confirm. */
  isAway: boolean
  /** URL of the buyer's page, once booked. */
  manageUrl: string | null
}

const keyOf = (slug: string) => `showingbooker.payment.${slug}`

/**
 * Loads what this tab or another tab of this browser saved, whichever is newer. A phone can end a tab at any time, and
 * the next one continues.
 */
export function loadPayment<Form = BookingForm>(slug: string): SavedPayment<Form> | null {
  const own = read<SavedPayment<Form>>('sessionStorage', keyOf(slug))
  const other = read<SavedPayment<Form>>('localStorage', keyOf(slug))
  if (!isHeld(other)) {
    write('localStorage', keyOf(slug), null)
    return own
  }
  return own && Date.parse(own.intent.holdExpiresAt) >= Date.parse(other.intent.holdExpiresAt) ? own : other
}

/** Keeps a hold and its form in the browser until it ends or is paid, and what was bought in the tab. */
export function savePayment<Form>(slug: string, payment: SavedPayment<Form> | null) {
  write('sessionStorage', keyOf(slug), payment)
  // The other tabs know it already, or have gone on to a newer one.
  if (payment?.isAway) return
  write('localStorage', keyOf(slug), isHeld(payment) ? { ...payment, isAway: false } : null)
}

/** Loads what this tab keeps of a form before its hold. */
export const loadDraft = <Draft,>(name: string): Draft | null => read('sessionStorage', unsentKey(name))

/** Keeps a form until a sign-out. */
export const saveDraft = (name: string, draft: object): void => write('sessionStorage', unsentKey(name), draft)

function read<Saved>(storage: 'sessionStorage' | 'localStorage', key: string): Saved | null {
  try {
    const saved = window[storage].getItem(key)
    return saved ? JSON.parse(saved) : null
  } catch {
    return null
  }
}

/** Stores a value. If a private window refuses, booking still works, but a reload starts over. */
function write(storage: 'sessionStorage' | 'localStorage', key: string, value: object | null) {
  try {
    if (value) window[storage].setItem(key, JSON.stringify(value))
    else window[storage].removeItem(key)
  } catch {
    return
  }
}

/** Returns the secret of this browser's hold. With it, the hold stays the buyer's even if the form has changed. */
export const ownSecret = <Form,>(slug: string, payment: SavedPayment<Form> | null): string | undefined =>
  [loadPayment<Form>(slug), payment].find(isHeld)?.intent.clientSecret

export const isHeld = <Form,>(payment: SavedPayment<Form> | null): payment is SavedPayment<Form> =>
  payment !== null && !payment.manageUrl && Date.parse(payment.intent.holdExpiresAt) > serverNowMs()
