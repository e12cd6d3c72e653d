import { DomainError, type Issue } from '../../platform/errors.ts'
import { CROCKFORD } from '../../platform/reference-code.ts'
import type { DeletionForm } from './contract.ts'

/** What the job does, in this order. The row counts finished steps. Each step may run again without harm. */
export const STEPS = ['archives', 'messages', 'properties', 'photos', 'images', 'receipt'] as const
export type StepName = (typeof STEPS)[number]

/** A process that is silent for this long has died. The next sweep continues. */
export const CLAIM_MINUTES = 10
/** We wait this long for messages that are on their way to buyers and residents. The queue gives them up after a day. */
export const MESSAGES_HOURS = 48
/** A buyer may ask for a refund this long after a showing (booking.md section 9), and somebody has to answer. */
export const REFUND_HOURS = 24
/** We give up the receipt when the mail server is unreachable for this long. */
export const RECEIPT_DAYS = 7

/** An unfinished deletion as the database stores it. */
export type ErasureRow = {
  id: string
  account_id: string
  receipt_number: string
  asked_at: Date
  email: string
  steps_done: number
}

/** What we delete, for the page and the receipt. */
export const GOES = [
  'Your email address, name, password, second step and passkeys',
  'Your username, bio, picture and settings, and your credits with them',
  'Your showing profile, and the contact of the agent on every home',
  'Your homes: their public pages, photos, owners, residents, entry instructions, hours and figures',
  'Where you are signed in, links that were mailed to you, and the address of your calendar',
  'Your images with all their files, and what you asked the studio for',
  'Your monthly plan, which ends at once, the card that is kept for it, and what you reported of images of others',
  'What you asked the Oracle and gave it to read, with its answers',
  'Messages that went to you, your notes on visits, and files with your data that you had made',
] as const

/** What stays, and why. */
export const STAYS = [
  {
    what: 'Showings that were booked, with their buyers and the address of the home',
    why: 'they prove that a visit was announced, and are under a number instead of your name',
  },
  { what: 'Payments, refunds and receipts', why: 'books must be kept, and show what a buyer paid' },
  {
    what: 'The compliance log of a home',
    why: 'it is proof because nobody can change it: entries say what was true then, with the names that were in them',
  },
  {
    what: 'Notices to enter, certified letters, proofs of service with their photos, and messages to buyers and residents',
    why: 'they prove what was announced to whom, as it was sent',
  },
  {
    what: 'Acts of administrators and of your account, and movements of credits',
    why: 'they are ledgers; each names a number, not a person',
  },
  { what: 'A telephone number that said STOP', why: 'without it we could not keep to it' },
] as const

/** How long we keep what stays. The privacy policy says the same. */
export const STAYS_UNTIL = 'as long as it may have to prove that a visit was announced and paid'

/** Lists issues in the order of the form. */
export function deletionIssues(form: DeletionForm, asksForCode: boolean): Issue[] {
  const issues: Issue[] = []
  if (form.password === '') issues.push({ path: 'password', message: 'Please enter your password' })
  if (asksForCode && form.code.trim() === '') issues.push({ path: 'code', message: 'Please enter a code' })
  if (!form.confirm) issues.push({ path: 'confirm', message: 'Please confirm that you want to delete your account' })
  return issues
}

/** Six digits come from the app. Anything else is a recovery code. */
export const codeKind = (code: string) => (/^[\d\s-]*$/.test(code) ? ('totp' as const) : ('backup' as const))

export type Standing = {
  /** The only admin who can sign in. */
  isLastAdmin: boolean
  /** There are showings to come, or some that wait for an answer. */
  hasUpcoming: boolean
  /** A buyer asked for a refund and has no answer. */
  hasUndecidedRefund: boolean
  /** The buyer of a past showing may still ask for a refund. */
  mayBeAskedForRefund: boolean
  /** We have yet to capture or refund money. */
  hasPaymentsDue: boolean
}

/** Says why a deletion is not allowed. @returns null: it is allowed */
export function refusal(standing: Standing): DomainError | null {
  const conflict = (code: string, message: string) => new DomainError('conflict', code, message)
  if (standing.isLastAdmin) return conflict('last_admin', 'You are the last admin. Make somebody else an admin first.')
  if (standing.hasUpcoming) return upcomingShowings()
  if (standing.hasUndecidedRefund)
    return conflict('refund_undecided', 'A buyer waits for your answer to a refund request. Answer it first.')
  if (standing.mayBeAskedForRefund)
    return conflict(
      'refund_may_be_asked',
      `A buyer may ask for a refund until ${REFUND_HOURS} hours after a showing. Please come back when that time is over.`,
    )
  if (standing.hasPaymentsDue)
    return conflict('payments_due', 'Payments of your showings are still under way. Please try again in an hour.')
  return null
}

export const upcomingShowings = () =>
  new DomainError(
    'conflict',
    'upcoming_showings',
    'Your account has upcoming paid showings. Cancel or complete them first.',
  )

/** Makes a number such as `DEL-7K2M-Q9XA-04BT`. @param bytes twelve random ones */
export function newReceiptNumber(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) => CROCKFORD[byte % CROCKFORD.length]).join('')
  return `DEL-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}`
}

/** @returns null: the text is no receipt number */
export const cleanReceipt = (text: string | null): string | null =>
  text && /^DEL(-[0-9A-HJKMNP-TV-Z]{4}){3}$/.test(text) ? text : null
