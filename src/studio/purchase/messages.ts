import type { Movement } from '../../money/payment/domain.ts'
import { receiptPages } from '../../money/receipt/messages.ts'
import { type EmailDocument, headerLine, renderEmail } from '../../platform/email-document.ts'
import { formatMoney } from '../../platform/money.ts'
import type { PdfPages } from '../../platform/pdf-document.ts'
import type { PurchaseKind } from '../credit/domain.ts'

export type PurchaseMail = { subject: string; text: string; html: string }

const FOOTER = ['You get this email because of your ShowingBooker account. It cannot be answered.']
const TEST = { kind: 'note' as const, text: 'Test mode: no card was charged. This is not a receipt of real money.' }

const written = (subject: string, document: Omit<EmailDocument, 'brand' | 'footer'>): PurchaseMail => ({
  subject: headerLine(subject),
  ...renderEmail({ brand: 'ShowingBooker', footer: FOOTER, ...document }),
})

/** `November 21, 2026`, in UTC: a plan has no place. */
export const dayOf = (at: Temporal.Instant): string =>
  at.toZonedDateTimeISO('UTC').toPlainDate().toLocaleString('en-US', { dateStyle: 'long' })

const NAMES: Record<PurchaseKind, string> = {
  pack: 'Credit pack',
  first_month: 'Monthly plan, first month',
  renewal: 'Monthly plan, one month',
}

export type PurchaseView = {
  number: string
  kind: PurchaseKind
  credits: number
  amountCents: number
  paidAt: Temporal.Instant
  /** Of the month; null: of a pack. */
  until: Temporal.Instant | null
  email: string
  movements: Movement[]
  isTestMode: boolean
  /** Where the receipt and the plan are. */
  link: string
}

export function receiptMail(view: PurchaseView): PurchaseMail {
  const { number, credits, kind, until, link } = view
  const amount = formatMoney(view.amountCents)
  return written(`Receipt ${number}: ${amount}`, {
    heading: `You paid ${amount}`,
    preview: `${credits} credits are yours.`,
    blocks: [
      {
        kind: 'text',
        text: `${NAMES[kind]}: ${credits} credits for ${amount}, paid on ${dayOf(view.paidAt)}. Receipt ${number}. Unused credits stay yours.`,
      },
      ...(until
        ? [
            {
              kind: 'text' as const,
              text: `The plan renews automatically on ${dayOf(until)} for ${amount}. You can cancel it at any time before: it then runs to that day.`,
            },
          ]
        : []),
      ...(view.isTestMode ? [TEST] : []),
      { kind: 'button', label: 'Your credits and receipts', href: link },
      { kind: 'text', text: 'Purchases of credits are not refundable.' },
    ],
  })
}

export const refundedMail = (view: PurchaseView): PurchaseMail =>
  written(`Refund of ${formatMoney(view.amountCents)}`, {
    heading: 'Your payment goes back',
    preview: 'It reaches your card within 5–7 business days.',
    blocks: [
      {
        kind: 'text',
        text: `Your payment ${view.number} could not be turned into credits. It goes back to your card in full, within 5–7 business days.`,
      },
      ...(view.isTestMode ? [TEST] : []),
      { kind: 'button', label: 'Your credits', href: view.link },
    ],
  })

export type PlanView = {
  periodEnd: Temporal.Instant
  nextTryAt: Temporal.Instant
  isLastTry: boolean
  amountCents: number
  link: string
}

export const renewalFailedMail = ({ nextTryAt, isLastTry, amountCents, link }: PlanView): PurchaseMail =>
  written('Your card was refused', {
    heading: 'Your monthly plan could not be renewed',
    preview: `We try again on ${dayOf(nextTryAt)}.`,
    blocks: [
      {
        kind: 'text',
        text: `Your card was refused for the next month of your plan (${formatMoney(amountCents)}). Nothing was charged. We try again on ${dayOf(nextTryAt)}${isLastTry ? ', for the last time: after that the plan ends' : ''}.`,
      },
      { kind: 'text', text: 'You can pay with another card now, or cancel. Your credits stay yours either way.' },
      { kind: 'button', label: 'Pay with another card', href: link },
    ],
  })

export const cancelledMail = ({ periodEnd, link }: PlanView): PurchaseMail =>
  written('Your monthly plan is cancelled', {
    heading: 'Your monthly plan is cancelled',
    preview: 'Nothing more is charged.',
    blocks: [
      {
        kind: 'text',
        text: `It runs until ${dayOf(periodEnd)}, and nothing more is charged. Your credits stay yours. Until then you can resume it.`,
      },
      { kind: 'button', label: 'Your credits', href: link },
    ],
  })

export const endedMail = ({ link }: PlanView, because: 'cancelled' | 'unpaid'): PurchaseMail =>
  written('Your monthly plan has ended', {
    heading: 'Your monthly plan has ended',
    preview: 'Your credits stay yours.',
    blocks: [
      {
        kind: 'text',
        text: `${because === 'unpaid' ? 'Your card was refused three times, so the plan has ended.' : 'The plan has ended, as you asked.'} Nothing more is charged, your card is not kept, and your credits stay yours.`,
      },
      { kind: 'button', label: 'Your credits', href: link },
    ],
  })

/** The receipt of a purchase, to print. */
export function purchaseDocument(view: PurchaseView): PdfPages {
  const { movements, until } = view
  const facts = [
    { label: 'Receipt number', value: view.number },
    { label: 'Date', value: dayOf(view.paidAt) },
    { label: 'Paid by', value: view.email },
  ]
  if (until) facts.push({ label: 'Plan paid until', value: dayOf(until) })
  return receiptPages({
    intro: view.isTestMode ? ['Image studio', TEST.text] : ['Image studio'],
    facts,
    lines: [[`${NAMES[view.kind]}: ${view.credits} credits`, view.amountCents]],
    movements,
    madeAt: view.paidAt,
    when: { label: 'When (UTC)', of: dayOf },
    note: 'Purchases of credits are not refundable; unused credits stay on the account.',
    footer: 'ShowingBooker',
  })
}
