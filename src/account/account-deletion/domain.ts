import { DomainError, type Issue } from '../../platform/errors.ts'
import { CROCKFORD } from '../../platform/reference-code.ts'
import * as t from '../text/account-deletion.ts'
import type { DeletionForm } from './contract.ts'

/** The steps of the job, in order. The row counts finished steps. Each step may run again without harm. */
export const STEPS = ['archives', 'messages', 'properties', 'photos', 'images', 'receipt'] as const
export type StepName = (typeof STEPS)[number]

/** We consider a process dead that is silent for this long. The next sweep continues its work. */
export const CLAIM_MINUTES = 10
/**
 * How long we wait for messages that are on their way to buyers and residents. The queue gives up on them after a day.
 */
export const MESSAGES_HOURS = 48
/** Buyers may ask for a refund this long after a showing (booking.md section 9). The agent must be there to answer. */
export const REFUND_HOURS = 24
/** We give up on the receipt if no mail server takes it for this long. */
export const RECEIPT_DAYS = 7

/** An unfinished deletion as the database stores it. */
export type DeletionRow = {
  id: string
  account_id: string
  receipt_number: string
  asked_at: Date
  email: string
  language: string
  steps_done: number
}

/** What we delete, for the page and the receipt. */
export const GOES = [
  t.goesSignIn,
  t.goesProfile,
  t.goesShowingProfile,
  t.goesProperties,
  t.goesSessions,
  t.goesImages,
  t.goesPlan,
  t.goesOracle,
  t.goesMessages,
] as const

/** What we keep, and why. */
export const STAYS = [
  {
    what: t.staysShowings,
    why: t.staysShowingsWhy,
  },
  { what: t.staysPayments, why: t.staysPaymentsWhy },
  {
    what: t.staysLog,
    why: t.staysLogWhy,
  },
  {
    what: t.staysNotices,
    why: t.staysNoticesWhy,
  },
  {
    what: t.staysActs,
    why: t.staysActsWhy,
  },
  { what: t.staysCode, why: t.staysCodeWhy },
  { what: t.staysStop, why: t.staysStopWhy },
] as const

/** Lists issues in the order of the form. */
export function deletionIssues(form: DeletionForm, asksForCode: boolean): Issue[] {
  const issues: Issue[] = []
  if (form.password === '') issues.push({ path: 'password', message: t.enterPassword() })
  if (asksForCode && form.code.trim() === '') issues.push({ path: 'code', message: t.enterCode() })
  if (!form.confirm) issues.push({ path: 'confirm', message: t.confirmDelete() })
  return issues
}

/** Six digits come from the app. Anything else is a recovery code. */
export const codeKind = (code: string) => (/^[\d\s-]*$/.test(code) ? ('totp' as const) : ('backup' as const))

export type DeletionFacts = {
  /** The only admin who can sign in. */
  isLastAdmin: boolean
  /** Some showings are upcoming or wait for the agent's answer. */
  hasUpcoming: boolean
  /** A buyer pays for one of those. */
  isUpcomingPaid: boolean
  /** A buyer asked for a refund and has not been answered. */
  hasUndecidedRefund: boolean
  /** The buyer of a past showing may still ask for a refund. */
  mayBeAskedForRefund: boolean
  /** We have yet to capture or refund money. */
  hasPaymentsDue: boolean
}

/** Returns why a deletion is not allowed, or null if it is allowed. */
export function refusal(facts: DeletionFacts): DomainError | null {
  const conflict = (code: string, message: string) => new DomainError('conflict', code, message)
  if (facts.isLastAdmin) return conflict('last_admin', t.lastAdmin())
  if (facts.hasUpcoming) return upcomingShowings(facts.isUpcomingPaid)
  if (facts.hasUndecidedRefund) return conflict('refund_undecided', t.refundUndecided())
  if (facts.mayBeAskedForRefund) return conflict('refund_may_be_asked', t.refundMayCome({ hours: REFUND_HOURS }))
  if (facts.hasPaymentsDue) return conflict('payments_due', t.paymentsDue())
  return null
}

export const upcomingShowings = (isPaid: boolean) =>
  new DomainError('conflict', 'upcoming_showings', isPaid ? t.upcomingPaid() : t.upcoming())

/** Makes a number such as `DEL-7K2M-Q9XA-04BT`. @param bytes twelve random bytes */
export function newReceiptNumber(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) => CROCKFORD[byte % CROCKFORD.length]).join('')
  return `DEL-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}`
}

/** @returns null if the text is not a receipt number */
export const cleanReceipt = (text: string | null): string | null =>
  text && /^DEL(-[0-9A-HJKMNP-TV-Z]{4}){3}$/.test(text) ? text : null
