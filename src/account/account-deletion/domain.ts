import { DomainError, type Issue } from '../../platform/errors.ts'
import { CROCKFORD } from '../../platform/reference-code.ts'
import type { DeletionForm } from './contract.ts'

/** What a job does, in this order; the row counts what is done. Each may be done again without harm. */
export const STEPS = ['archives', 'messages', 'homes', 'photos', 'images', 'receipt'] as const
export type StepName = (typeof STEPS)[number]

/** A process that does not speak up for so long has died; the next sweep goes on. */
export const CLAIM_MINUTES = 10
/** So long is waited for messages that are under way to buyers and residents: the queue gives them up after a day. */
export const MESSAGES_HOURS = 48
/** So long after its end a showing's buyer may ask for his money back (booking.md section 9), and somebody has to answer. */
export const REFUND_HOURS = 24
/** A mail server that is away for so long gets no receipt. */
export const RECEIPT_DAYS = 7

/** A deletion as it lies in the database, unfinished. */
export type ErasureRow = {
  id: string
  account_id: string
  receipt_number: string
  asked_at: Date
  email: string
  steps_done: number
}

/** What is deleted, for the page and the receipt. */
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

/** How long what stays is kept; the privacy policy says the same. */
export const STAYS_UNTIL = 'as long as it may have to prove that a visit was announced and paid'

/** In the order of the form. */
export function deletionIssues(form: DeletionForm, asksForCode: boolean): Issue[] {
  const issues: Issue[] = []
  if (form.password === '') issues.push({ path: 'password', message: 'Please enter your password' })
  if (asksForCode && form.code.trim() === '') issues.push({ path: 'code', message: 'Please enter a code' })
  if (!form.confirm) issues.push({ path: 'confirm', message: 'Please confirm that you want to delete your account' })
  return issues
}

/** Six digits come from the app; anything else is a recovery code. */
export const codeKind = (code: string) => (/^[\d\s-]*$/.test(code) ? ('totp' as const) : ('backup' as const))

export type Standing = {
  /** The only admin who can sign in. */
  isLastAdmin: boolean
  /** Showings to come, or that wait for an answer. */
  hasUpcoming: boolean
  /** A buyer asked for his money back and has no answer. */
  hasUndecidedRefund: boolean
  /** Of a showing that is over its buyer may still ask for his money back. */
  mayBeAskedForRefund: boolean
  /** Money is to be taken or given back. */
  hasPaymentsDue: boolean
}

/** What is against a deletion; null: nothing. */
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

/** `DEL-7K2M-Q9XA-04BT`. @param bytes twelve random ones */
export function receiptNumber(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) => CROCKFORD[byte % CROCKFORD.length]).join('')
  return `DEL-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}`
}

/** null: it is none. */
export const cleanReceipt = (text: string | null): string | null =>
  text && /^DEL(-[0-9A-HJKMNP-TV-Z]{4}){3}$/.test(text) ? text : null
