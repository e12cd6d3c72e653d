import { type Movement, type MovementKind, paidCents, signOf } from '../../money/payment/domain.ts'
import { formatDate, formatRange, formatWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
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

const MOVED: Record<MovementKind, string> = {
  authorize: 'Authorized on the card',
  release: 'Authorization released',
  charge: 'Charged to the card',
  refund: 'Refunded to the card',
  letter_refund: 'Certified mail refunded to the card',
  outside_refund: 'Refunded to the card',
  refund_failed: 'Refund came back from the bank',
  dispute: 'Taken back by the bank of the card (dispute)',
  dispute_returned: 'Returned by the bank of the card',
}

/** The receipt of a fee, to print: who paid what for which visit, what has moved and when, and what stands. */
export function receiptDocument(view: ReceiptView): PdfPages {
  const { timeZone, movements } = view
  const when = (at: Temporal.Instant) => formatWhen(at, timeZone)
  const first = movements[0]?.at ?? view.startsAt
  const last = movements.at(-1)?.at ?? first
  const isCharged = movements.some(({ kind }) => kind === 'charge')
  const columns = [
    { label: 'For', share: 4 },
    { label: 'Amount', share: 1 },
  ]
  return {
    kind: 'pages',
    title: isCharged ? 'Receipt' : 'Payment statement',
    intro: [
      'ShowingBooker',
      ...(view.isDemo ? ['DEMO: no home is shown, and nobody comes.'] : []),
      ...(view.isTestMode ? ['Test mode: no card was charged.'] : []),
    ],
    preparedAt: last.toString(),
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: isCharged ? 'Receipt number' : 'Confirmation number', value: view.confirmationNumber },
          { label: 'Date', value: when(movements.find(({ kind }) => kind === 'charge')?.at ?? first) },
          { label: 'Status', value: STATUS[view.status] },
          ...(view.payer
            ? [{ label: isCharged ? 'Paid by' : 'Buyer', value: `${view.payer.name}, ${view.payer.email}` }]
            : []),
          { label: 'Home', value: view.address },
          {
            label: 'Visit',
            value: `${formatDate(view.startsAt, timeZone)}, ${formatRange(view.startsAt, view.endsAt, timeZone)}`,
          },
        ],
      },
      { kind: 'heading', text: 'Fee' },
      {
        kind: 'table',
        columns,
        rows: [
          [
            view.isDemo ? 'Demo of a showing' : 'Private showing, 30 minutes',
            formatMoney(view.amountCents - view.mailUpgradeCents),
          ],
          ...(view.mailUpgradeCents > 0
            ? [['Certified mail to the resident', formatMoney(view.mailUpgradeCents)]]
            : []),
        ],
        empty: '',
      },
      { kind: 'facts', facts: [{ label: 'Total', value: formatMoney(view.amountCents) }] },
      { kind: 'heading', text: 'Payment' },
      {
        kind: 'table',
        columns: [
          { label: 'When', share: 2 },
          { label: 'What', share: 2 },
          columns[1] ?? { label: 'Amount', share: 1 },
        ],
        rows: movements.map(({ kind, amountCents, at }) => [
          when(at),
          MOVED[kind],
          formatMoney(signOf(kind) < 0 ? -amountCents : amountCents),
        ]),
        empty: 'Nothing has moved yet.',
      },
      ...(isCharged
        ? [{ kind: 'facts' as const, facts: [{ label: 'Net paid', value: formatMoney(paidCents(movements)) }] }]
        : []),
      {
        kind: 'text',
        text: `All amounts are in US dollars. ${view.isDemo ? '' : 'A booking is final: the fee goes back where access to the home is denied or impossible at the scheduled time. '}A refund reaches the card within 5–7 business days.`,
        isQuiet: true,
      },
    ],
    footer: `ShowingBooker. Questions about a payment: ${view.support.phone}`,
  }
}
