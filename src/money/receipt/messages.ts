import { formatMoney } from '../../platform/money.ts'
import type { PdfPages } from '../../platform/pdf-document.ts'
import { type Movement, type MovementKind, paidCents, signOf } from '../payment/domain.ts'

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
const AMOUNT = { label: 'Amount', share: 1 }

type Fact = { label: string; value: string }
export type Receipt = {
  /** What stands above everything else. */
  intro: string[]
  /** Number, date and payer, and what else is to be said of the order. */
  facts: Fact[]
  /** What was bought, and its price in US cents. */
  lines: [what: string, cents: number][]
  /** Oldest first; nothing has moved yet when empty. */
  movements: Movement[]
  /** When the order was made, as long as nothing has moved. */
  madeAt: Temporal.Instant
  /** How the date of a movement is written. */
  when: { label: string; of: (at: Temporal.Instant) => string }
  note: string
  footer: string
}

/** The receipt of an order, to print: what was bought, what has moved and when, and what is paid in the end. */
export function receiptPages({ intro, facts, lines, movements, madeAt, when, note, footer }: Receipt): PdfPages {
  // Before money was taken it is no receipt.
  const isCharged = movements.some(({ kind }) => kind === 'charge')
  const total = lines.reduce((sum, [, cents]) => sum + cents, 0)
  const net: Fact[] = isCharged ? [{ label: 'Net paid', value: formatMoney(paidCents(movements)) }] : []
  return {
    kind: 'pages',
    title: isCharged ? 'Receipt' : 'Payment statement',
    intro: ['ShowingBooker', ...intro],
    preparedAt: (movements.at(-1)?.at ?? madeAt).toString(),
    parts: [
      { kind: 'facts', facts },
      { kind: 'heading', text: 'Order' },
      {
        kind: 'table',
        columns: [{ label: 'For', share: 4 }, AMOUNT],
        rows: lines.map(([what, cents]) => [what, formatMoney(cents)]),
        empty: '',
      },
      { kind: 'facts', facts: [{ label: 'Total', value: formatMoney(total) }] },
      { kind: 'heading', text: 'Payment' },
      {
        kind: 'table',
        columns: [{ label: when.label, share: 2 }, { label: 'What', share: 2 }, AMOUNT],
        rows: movements.map(({ kind, amountCents, at }) => [
          when.of(at),
          MOVED[kind],
          formatMoney(signOf(kind) < 0 ? -amountCents : amountCents),
        ]),
        empty: 'Nothing has moved yet.',
      },
      ...(net.length > 0 ? [{ kind: 'facts' as const, facts: net }] : []),
      { kind: 'text', text: `All amounts are in US dollars. ${note}`, isQuiet: true },
    ],
    footer,
  }
}
