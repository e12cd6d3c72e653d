import type { Movement } from '../../money/payment/domain.ts'
import { type Receipt, receiptPages } from '../../money/receipt/messages.ts'
import { formatDate, formatRange, formatWhen } from '../../platform/local-time.ts'
import type { PdfPages } from '../../platform/pdf-document.ts'
import * as t from '../text/receipt.ts'
import type { ReceiptStatus } from './domain.ts'

/** What a receipt says. */
export type ReceiptView = {
  confirmationNumber: string
  /** `null` for a demo, because people other than the payer may see its page. */
  payer: { name: string; email: string } | null
  isDemo: boolean
  address: string
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  amountCents: number
  /** Part of the amount that paid for certified mail, in US cents; 0 without it. */
  mailUpgradeCents: number
  status: ReceiptStatus
  movements: Movement[]
  isTestMode: boolean
  support: { phone: string }
}

const STATUS: Record<ReceiptStatus, () => string> = {
  authorized: t.statusAuthorized,
  charging: t.statusCharging,
  released: t.statusReleased,
  paid: t.statusPaid,
  returning: t.statusReturning,
  partly_refunded: t.statusPartly,
  refunded: t.statusRefunded,
}

/** Builds the printable receipt of a fee: who paid what for which showing, each movement, and the net amount. */
export function receiptDocument(view: ReceiptView): PdfPages {
  const { timeZone, movements, payer, isDemo } = view
  const when = (at: Temporal.Instant) => formatWhen(at, timeZone)
  const madeAt = movements[0]?.at ?? view.startsAt
  const charge = movements.find(({ kind }) => kind === 'charge')
  const facts = [
    { label: charge ? t.receiptNumber() : t.confirmationNumber(), value: view.confirmationNumber },
    { label: t.date(), value: when(charge?.at ?? madeAt) },
    { label: t.status(), value: STATUS[view.status]() },
  ]
  if (payer) facts.push({ label: charge ? t.paidBy() : t.buyer(), value: `${payer.name}, ${payer.email}` })
  const visit = `${formatDate(view.startsAt, timeZone)}, ${formatRange(view.startsAt, view.endsAt, timeZone)}`
  facts.push({ label: t.home(), value: view.address }, { label: t.visit(), value: visit })
  const lines: Receipt['lines'] = [[isDemo ? t.lineDemo() : t.lineShowing(), view.amountCents - view.mailUpgradeCents]]
  if (view.mailUpgradeCents > 0) lines.push([t.lineMail(), view.mailUpgradeCents])
  const intro = []
  if (isDemo) intro.push(t.demoIntro())
  if (view.isTestMode) intro.push(t.testMode())
  return receiptPages({
    intro,
    facts,
    lines,
    movements,
    madeAt,
    when: { label: t.when(), of: when },
    note: t.note({ isDemo: isDemo ? 'yes' : 'no' }),
    footer: t.footer({ phone: view.support.phone }),
  })
}
