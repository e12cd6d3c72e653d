import type { Database } from '../../platform/db/connect.ts'
import type { ListedIntent, PaymentProvider } from '../payment/ports.ts'
import { countUnreachable, listKnownIntents } from './repository.ts'

type MissingDeps = { db: Database; provider: PaymentProvider }

/**
 * Lists intents of the provider that have money and that no payment of ours has, as after a restore of an older backup. It
 * leaves out those that were refunded in full.
 * @param since when they were opened at the earliest
 * @returns `listed`: how many intents with money the provider has
 */
export async function listMissing(
  { db, provider }: MissingDeps,
  since: Temporal.Instant,
): Promise<{ listed: number; missing: ListedIntent[] }> {
  const missing: ListedIntent[] = []
  let listed = 0
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<PaymentProvider['listIntents']>> = await provider.listIntents({ since, after })
    const paid = page.intents.filter(hasMoney)
    const known = new Set(
      await listKnownIntents(
        db,
        paid.map(({ intentId }) => intentId),
      ),
    )
    listed += paid.length
    missing.push(...paid.filter(({ intentId }) => !known.has(intentId)))
    if (page.next === null) return { listed, missing }
    after = page.next
  }
}

const hasMoney = ({ status, amountCents, refundedCents }: ListedIntent): boolean =>
  status === 'requires_capture' || (status === 'succeeded' && refundedCents < amountCents)

/** Finds payments through a vendor that is off here, which no one can compare, or returns `null`. */
export const findUnreachable = ({ db, provider }: MissingDeps) => countUnreachable(db, provider.name)
