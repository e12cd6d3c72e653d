import type { Movement } from '../../money/payment/domain.ts'
import { type Receipt, receiptPages } from '../../money/receipt/messages.ts'
import { formatDate, formatRange, formatWhen } from '../../platform/local-time.ts'
import type { PdfPages } from '../../platform/pdf-document.ts'
import type { ReceiptStatus } from './domain.ts'

/** What a receipt is written from. */
export type ReceiptView = {
  confirmationNumber: string
  /** null: of a demo, whose page others than its payer may see. */
  payer: { name: string; email: string } | null
  isDemo: boolean
  address: string
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  amountCents: number
  /** What of the amount was for certified mail; 0 without it. */
  mailUpgradeCents: number
  status: ReceiptStatus
  movements: Movement[]
  isTestMode: boolean
  support: { phone: string }
}

const STATUS: Record<ReceiptStatus, string> = {
  authorized: 'Authorized, not charged: it is charged if the agent approves',
  released: 'Released: nothing was charged',
  paid: 'Paid',
  returning: 'Paid, and on its way back',
  partly_refunded: 'Refunded in part',
  refunded: 'Refunded',
}

/** The receipt of a fee, to print: who paid what for which visit, what has moved and when, and what is left. */
export function receiptDocument(view: ReceiptView): PdfPages {
  const { timeZone, movements, payer, isDemo } = view
  const when = (at: Temporal.Instant) => formatWhen(at, timeZone)
  const madeAt = movements[0]?.at ?? view.startsAt
  const charge = movements.find(({ kind }) => kind === 'charge')
  const facts = [
    { label: charge ? 'Receipt number' : 'Confirmation number', value: view.confirmationNumber },
    { label: 'Date', value: when(charge?.at ?? madeAt) },
    { label: 'Status', value: STATUS[view.status] },
  ]
  if (payer) facts.push({ label: charge ? 'Paid by' : 'Buyer', value: `${payer.name}, ${payer.email}` })
  const visit = `${formatDate(view.startsAt, timeZone)}, ${formatRange(view.startsAt, view.endsAt, timeZone)}`
  facts.push({ label: 'Home', value: view.address }, { label: 'Visit', value: visit })
  const lines: Receipt['lines'] = [
    [isDemo ? 'Demo of a showing' : 'Private showing, 30 minutes', view.amountCents - view.mailUpgradeCents],
  ]
  if (view.mailUpgradeCents > 0) lines.push(['Certified mail to the resident', view.mailUpgradeCents])
  const intro = []
  if (isDemo) intro.push('DEMO: no home is shown, and nobody comes.')
  if (view.isTestMode) intro.push('Test mode: no card was charged.')
  return receiptPages({
    intro,
    facts,
    lines,
    movements,
    madeAt,
    when: { label: 'When', of: when },
    note: `${isDemo ? '' : 'A booking is final: the fee goes back where access to the home is denied or impossible at the scheduled time. '}A refund reaches the card within 5–7 business days.`,
    footer: `ShowingBooker. Questions about a payment: ${view.support.phone}`,
  })
}
