import type { PaymentIntent } from '../../../money/payment/contract.ts'
import { serverNowMs } from '../../../platform/server-clock.ts'
import { unsentKey } from '../../../ui/tab-memory.ts'
import type { BookingForm } from '../contract.ts'

/**
 * What the browser keeps of a booking in progress, so that the buyer loses nothing after a reload, the Back button,
 * another tab, or their bank's confirmation page. It never keeps the card.
 */
export type SavedPayment<Form = BookingForm> = {
  /** `onApproval` is missing for a demo, which needs no approval, and in what an earlier version saved. */
  intent: PaymentIntent & { onApproval?: boolean }
  form: Form
  /** `Friday, November 27 at 1:30 PM PST` */
  when: string
  address: string
  /** `true` if the buyer may have left to confirm the payment with their bank. */
  isAway: boolean
  /** URL of the buyer's page, once the showing is booked. */
  manageUrl: string | null
}

const keyOf = (slug: string) => `showingbooker.payment.${slug}`

/**
 * Loads what this tab or another tab of this browser saved, whichever is newer. A phone can end a tab at any time, and
 * then the next tab continues.
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

/** Keeps a hold and its form for all tabs until the hold ends or is paid. This tab also keeps what the buyer bought. */
export function savePayment<Form>(slug: string, payment: SavedPayment<Form> | null) {
  write('sessionStorage', keyOf(slug), payment)
  // The other tabs have this hold already, or have moved on to a newer one.
  if (payment?.isAway) return
  write('localStorage', keyOf(slug), isHeld(payment) ? { ...payment, isAway: false } : null)
}

/** Loads what someone typed into a form in this tab. */
export const loadDraft = <Draft,>(name: string): Draft | null => read('sessionStorage', unsentKey(name))

/** Keeps what someone typed into a form until they sign out. */
export const saveDraft = (name: string, draft: object): void => write('sessionStorage', unsentKey(name), draft)

function read<Saved>(storage: 'sessionStorage' | 'localStorage', key: string): Saved | null {
  try {
    const saved = window[storage].getItem(key)
    return saved ? JSON.parse(saved) : null
  } catch {
    return null
  }
}

/** Stores a value. If the browser refuses, as a private window may, booking still works, but a reload starts over. */
function write(storage: 'sessionStorage' | 'localStorage', key: string, value: object | null) {
  try {
    if (value) window[storage].setItem(key, JSON.stringify(value))
    else window[storage].removeItem(key)
  } catch {
    return
  }
}

/**
 * Returns the secret of this browser's hold. It proves that the hold is the buyer's even after they change the form.
 */
export const ownSecret = <Form,>(slug: string, payment: SavedPayment<Form> | null): string | undefined =>
  [loadPayment<Form>(slug), payment].find(isHeld)?.intent.clientSecret

export const isHeld = <Form,>(payment: SavedPayment<Form> | null): payment is SavedPayment<Form> =>
  payment !== null && !payment.manageUrl && Date.parse(payment.intent.holdExpiresAt) > serverNowMs()
