import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Reading } from '../../platform/gauges.ts'
import { DIFFERENCES } from './domain.ts'
import { countDifferencesByKind, countMoneyDue, countUnsettled, listRoundAges } from './gauge-repository.ts'

/** How long after its end the reconciler usually needs to settle an order. */
const UNSETTLED = { minutes: 10 }

type MoneyGauge =
  | 'money_differences'
  | 'money_due'
  | 'money_due_oldest_seconds'
  | 'payments_unsettled'
  | 'reconciliation_age_seconds'

/** Gauges that show whether the money is in order. */
export const moneyReading = ({ db, clock }: { db: Database; clock: Clock }): Reading<MoneyGauge> => ({
  gauges: {
    money_differences: { help: 'Known differences in the books, by kind', labelNames: ['kind'] },
    money_due: { help: 'Captures and refunds that we owe', labelNames: ['what'] },
    money_due_oldest_seconds: { help: 'How long the oldest of them has waited', labelNames: ['what'] },
    payments_unsettled: { help: 'Orders that ended more than 10 minutes ago and are not settled' },
    reconciliation_age_seconds: {
      help: 'Time since the last comparison of the books, by scope',
      labelNames: ['scope'],
    },
  },
  async read() {
    const now = clock.now()
    const counted = new Map((await countDifferencesByKind(db)).map(({ kind, count }) => [kind, count]))
    const due = await countMoneyDue(db, now.toString())
    const unsettled = await countUnsettled(db, now.subtract(UNSETTLED).toString())
    const rounds = await listRoundAges(db, now.toString())
    return [
      // Report zero for each kind without a difference, so that an alert sees the first one.
      ...(Object.keys(DIFFERENCES) as (keyof typeof DIFFERENCES)[]).map((kind) => ({
        name: 'money_differences' as const,
        value: counted.get(kind) ?? 0,
        labels: { kind },
      })),
      ...due.flatMap(({ what, count, oldest }) => [
        { name: 'money_due' as const, value: count, labels: { what } },
        { name: 'money_due_oldest_seconds' as const, value: oldest, labels: { what } },
      ]),
      { name: 'payments_unsettled' as const, value: unsettled },
      ...rounds.map(({ scope, age }) => ({
        name: 'reconciliation_age_seconds' as const,
        value: age,
        labels: { scope },
      })),
    ]
  },
})
