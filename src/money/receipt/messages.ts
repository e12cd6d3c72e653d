import { formatMoney } from '../../platform/money.ts'
import type { PdfPages } from '../../platform/pdf-document.ts'
import { type Movement, paidCents, signOf } from '../payment/domain.ts'
import * as t from '../text/receipt.ts'

const amount = () => ({ label: t.amount(), share: 1 })

type Fact = { label: string; value: string }
export type Receipt = {
  /** The lines above everything else. */
  intro: string[]
  /** The order's number, date, payer, and more. */
  facts: Fact[]
  /** Each item and its price in US cents. */
  lines: [what: string, cents: number][]
  /** Oldest first, and empty if no money has moved yet. */
  movements: Movement[]
  /** When the order was made. We show it while no money has moved. */
  madeAt: Temporal.Instant
  /** Formats the date of a ledger entry. */
  when: { label: string; of: (at: Temporal.Instant) => string }
  note: string
  footer: string
}

/** Builds a printable receipt: the items, each movement of money with its date, and the net amount paid. */
export function receiptPages({ intro, facts, lines, movements, madeAt, when, note, footer }: Receipt): PdfPages {
  // Without captured money there is no receipt.
  const isCharged = movements.some(({ kind }) => kind === 'charge')
  const total = lines.reduce((sum, [, cents]) => sum + cents, 0)
  const net: Fact[] = isCharged ? [{ label: t.netPaid(), value: formatMoney(paidCents(movements)) }] : []
  return {
    kind: 'pages',
    title: isCharged ? t.receipt() : t.statement(),
    intro: ['ShowingBooker', ...intro],
    preparedAt: (movements.at(-1)?.at ?? madeAt).toString(),
    parts: [
      { kind: 'facts', facts },
      { kind: 'heading', text: t.order() },
      {
        kind: 'table',
        columns: [{ label: t.lineFor(), share: 4 }, amount()],
        rows: lines.map(([what, cents]) => [what, formatMoney(cents)]),
        empty: '',
      },
      { kind: 'facts', facts: [{ label: t.total(), value: formatMoney(total) }] },
      { kind: 'heading', text: t.payment() },
      {
        kind: 'table',
        columns: [{ label: when.label, share: 2 }, { label: t.what(), share: 2 }, amount()],
        rows: movements.map(({ kind, amountCents, at }) => [
          when.of(at),
          t.moved({ kind }),
          formatMoney(signOf(kind) < 0 ? -amountCents : amountCents),
        ]),
        empty: t.nothingMoved(),
      },
      ...(net.length > 0 ? [{ kind: 'facts' as const, facts: net }] : []),
      { kind: 'text', text: t.inDollars({ note }), isQuiet: true },
    ],
    footer,
  }
}
