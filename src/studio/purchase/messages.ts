import type { Movement } from '../../money/payment/domain.ts'
import { receiptPages } from '../../money/receipt/messages.ts'
import { type EmailDocument, headerLine, renderEmail } from '../../platform/email-document.ts'
import { formatMoney } from '../../platform/money.ts'
import type { PdfPages } from '../../platform/pdf-document.ts'
import { utcDay } from '../../ui/date-names.ts'
import { instantDay } from '../../ui/date-time.ts'
import type { PurchaseKind } from '../credit/domain.ts'
import * as t from '../text/purchase.ts'

export type PurchaseMail = { subject: string; text: string; html: string }

const test = () => ({ kind: 'note' as const, text: t.testMode() })

const written = (subject: string, document: Omit<EmailDocument, 'brand' | 'footer'>): PurchaseMail => ({
  subject: headerLine(subject),
  ...renderEmail({ brand: 'ShowingBooker', footer: [t.mailFooter()], ...document }),
})

/** Formats `November 21, 2026 (UTC)`, because a plan has no time zone of its own. */
const dayOf = (at: Temporal.Instant): string => utcDay(at.toString())

const NAMES: Record<PurchaseKind, () => string> = {
  pack: t.pack,
  first_month: t.firstMonth,
  renewal: t.renewal,
}

export type PurchaseView = {
  number: string
  kind: PurchaseKind
  credits: number
  amountCents: number
  paidAt: Temporal.Instant
  /** End of the month; `null` for a pack. */
  until: Temporal.Instant | null
  /** Whether the plan renews after that month. */
  isRenewing: boolean
  email: string
  movements: Movement[]
  isTestMode: boolean
  /** Page with the receipt and the plan. */
  link: string
}

export function receiptMail(view: PurchaseView): PurchaseMail {
  const { number, credits, kind, until, isRenewing, link } = view
  const amount = formatMoney(view.amountCents)
  return written(t.receiptSubject({ number, amount }), {
    heading: t.youPaid({ amount }),
    preview: t.creditsAdded({ credits }),
    blocks: [
      {
        kind: 'text',
        text: t.paidText({ name: NAMES[kind](), credits, amount, day: dayOf(view.paidAt), number }),
      },
      ...(until && isRenewing
        ? [
            {
              kind: 'text' as const,
              text: t.renews({ day: dayOf(until), amount }),
            },
          ]
        : []),
      ...(view.isTestMode ? [test()] : []),
      { kind: 'button', label: t.creditsAndReceipts(), href: link },
      { kind: 'text', text: t.notRefundable() },
    ],
  })
}

export const refundedMail = (view: PurchaseView): PurchaseMail =>
  written(t.refundSubject({ amount: formatMoney(view.amountCents) }), {
    heading: t.refundHeading(),
    preview: t.refundPreview(),
    blocks: [
      {
        kind: 'text',
        text: t.refundText({ number: view.number }),
      },
      ...(view.isTestMode ? [test()] : []),
      { kind: 'button', label: t.yourCredits(), href: view.link },
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
  written(t.declinedSubject(), {
    heading: t.declinedHeading(),
    preview: t.declinedPreview({ day: dayOf(nextTryAt) }),
    blocks: [
      {
        kind: 'text',
        text: (isLastTry ? t.renewalFailedLast : t.renewalFailed)({
          amount: formatMoney(amountCents),
          day: dayOf(nextTryAt),
        }),
      },
      { kind: 'text', text: t.declinedAdvice() },
      { kind: 'button', label: t.anotherCard(), href: link },
    ],
  })

export const cancelledMail = ({ periodEnd, link }: PlanView): PurchaseMail =>
  written(t.planCancelled(), {
    heading: t.planCancelled(),
    preview: t.nothingMore(),
    blocks: [
      {
        kind: 'text',
        text: t.planRunsUntil({ day: dayOf(periodEnd) }),
      },
      { kind: 'button', label: t.yourCredits(), href: link },
    ],
  })

export const endedMail = ({ link }: PlanView, because: 'cancelled' | 'unpaid'): PurchaseMail =>
  written(t.planEnded(), {
    heading: t.planEnded(),
    preview: t.keepCredits(),
    blocks: [
      {
        kind: 'text',
        text: because === 'unpaid' ? t.endedUnpaid() : t.endedAsAsked(),
      },
      { kind: 'button', label: t.yourCredits(), href: link },
    ],
  })

/** Builds the printable receipt of a purchase. */
export function purchaseDocument(view: PurchaseView): PdfPages {
  const { movements, until } = view
  const facts = [
    { label: t.receiptNumber(), value: view.number },
    { label: t.date(), value: dayOf(view.paidAt) },
    { label: t.paidBy(), value: view.email },
  ]
  if (until) facts.push({ label: t.planPaidUntil(), value: dayOf(until) })
  return receiptPages({
    intro: view.isTestMode ? [t.imageStudio(), t.testMode()] : [t.imageStudio()],
    facts,
    lines: [[t.receiptLine({ name: NAMES[view.kind](), credits: view.credits }), view.amountCents]],
    movements,
    madeAt: view.paidAt,
    when: { label: t.whenUtc(), of: (at) => instantDay(at.toString(), 'UTC') },
    note: t.receiptNote(),
    footer: 'ShowingBooker',
  })
}
