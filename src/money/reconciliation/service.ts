import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { OrderService, Orders } from '../payment/order-service.ts'
import type { PaymentProvider } from '../payment/ports.ts'
import { type Compared, type Difference, differenceAtProvider, firstIdOf, lineOf, RECENT_DAYS } from './domain.ts'
import * as rows from './repository.ts'

const PAGE = 200
/** Of each minute's round: what has changed since the last one, and so many in turn. */
const CHANGED = 100
const IN_TURN = 50
/** Money that is due is late after so long. */
const LATE = { minutes: 2 }
/** A provider that does not answer so often is not asked for the others. */
const SILENT = 5

export type Outcome = Omit<rows.Round, 'afterId' | 'scope'> & {
  /** Payments of which the provider said nothing. */
  unanswered: number
  found: Difference[]
}

/** Proves that provider, payments and bookings agree, and names what does not. */
export function createReconciliationService(options: {
  db: Database
  clock: Clock
  provider: PaymentProvider
  orders: Orders & OrderService
  log: Logger
}) {
  const { db, clock, provider, orders, log } = options
  const now = () => clock.now().toString({ fractionalSecondDigits: 3 })

  async function keep(found: Difference[], looked: Parameters<typeof rows.keepDifferences>[2]): Promise<void> {
    const { isNew, isGone } = await rows.keepDifferences(db, found, looked, now())
    for (const one of isNew) log.error({ difference: one.kind, ...one.details }, lineOf(one))
    for (const one of isGone) log.info({ difference: one.kind }, `settled: ${lineOf(one)}`)
  }

  /** @throws what the provider throws */
  async function compare(ours: Compared): Promise<Difference | null> {
    const theirs = ours.intentId ? await provider.retrieve(ours.intentId) : null
    let known = ours
    // No event may have come of it; what is written down now, the differences among our own books name.
    if (ours.intentId && theirs && theirs.refundedCents !== ours.returnedCents) {
      await orders.recordOutsideRefunds(ours.intentId)
      known = (await rows.findCompared(db, ours.id)) ?? ours
    }
    const difference = differenceAtProvider(known, theirs)
    if (!difference) return null
    // It may have changed while the provider was asked; the next round sees it whole.
    const again = await rows.findCompared(db, ours.id)
    return again?.status === ours.status && again.returnedCents === known.returnedCents ? difference : null
  }

  async function comparePage(
    page: Compared[],
  ): Promise<{ found: Difference[]; unanswered: number; isSilent: boolean }> {
    const found: Difference[] = []
    const asked: string[] = []
    let unanswered = 0
    let inARow = 0
    for (const ours of page) {
      try {
        const difference = await compare(ours)
        if (difference) found.push(difference)
        asked.push(ours.id)
        inARow = 0
      } catch (error) {
        unanswered++
        log.warn({ err: error, paymentId: ours.id }, 'a payment could not be compared')
        if (++inARow >= SILENT) break
      }
    }
    await keep(found, { ids: asked })
    return { found, unanswered, isSilent: inARow >= SILENT }
  }

  /** Everything at the provider, page by page. */
  async function compareAll() {
    const all = { found: [] as Difference[], unanswered: 0, compared: 0 }
    for (let afterId: string | null = null; ; ) {
      const page: Compared[] = await rows.listCompared(db, { provider: provider.name, afterId, limit: PAGE })
      const { found, unanswered, isSilent } = await comparePage(page)
      all.found.push(...found)
      all.unanswered += unanswered
      all.compared += page.length
      if (isSilent || page.length < PAGE) return all
      afterId = page.at(-1)?.id ?? null
    }
  }

  /** What has changed since the last round, and the next of the others in turn. */
  async function compareSome(last: rows.Round | null, fromId: string) {
    const since = last && Temporal.Instant.from(last.finishedAt).subtract({ minutes: 5 })
    const scope = { provider: provider.name, fromId }
    const changed = since
      ? await rows.listCompared(db, { ...scope, afterId: null, limit: CHANGED, changedSince: since.toString() })
      : []
    const inTurn = await rows.listCompared(db, { ...scope, afterId: last?.afterId ?? null, limit: IN_TURN })
    const known = new Set(inTurn.map(({ id }) => id))
    const page = [...inTurn, ...changed.filter(({ id }) => !known.has(id))]
    const { found, unanswered } = await comparePage(page)
    const afterId = inTurn.length < IN_TURN ? null : (inTurn.at(-1)?.id ?? null)
    return { found, unanswered, compared: page.length, afterId }
  }

  return {
    /**
     * Finishes what is unfinished, then names every difference between the provider's books and ours, and among ours.
     * @param scope `recent`: each minute, what can still change, and at the provider a part of it in turn; `whole`: everything
     */
    async run(scope: 'recent' | 'whole'): Promise<Outcome> {
      const startedAt = performance.now()
      const finished = await orders.finishAll()
      const last = scope === 'recent' ? await rows.findRound(db, 'recent') : null
      const fromId = scope === 'recent' ? firstIdOf(clock.now().subtract({ hours: RECENT_DAYS * 24 })) : null
      const atProvider = fromId === null ? { ...(await compareAll()), afterId: null } : await compareSome(last, fromId)
      const before = (scope === 'recent' ? clock.now().subtract(LATE) : clock.now().add({ seconds: 1 })).toString()
      const own = await rows.listOwnDifferences(db, { fromId, provider: provider.name, before })
      await keep(own, { own: fromId })
      await rows.forgetRetries(db)
      const found = [...own, ...atProvider.found]
      const { unanswered, compared, afterId } = atProvider
      const round = {
        ...finished,
        finishedAt: now(),
        tookMs: Math.round(performance.now() - startedAt),
        compared,
        differences: await rows.countDifferences(db),
      }
      await rows.keepRound(db, { scope, ...round, afterId })
      return { ...round, unanswered, found }
    },

    /** The last round of each kind, and what does not agree as far as is known. */
    async standing(page: { after: Parameters<typeof rows.listDifferences>[1]['after']; limit: number }) {
      const [recent, whole, differences, count] = await Promise.all([
        rows.findRound(db, 'recent'),
        rows.findRound(db, 'whole'),
        rows.listDifferences(db, page),
        rows.countDifferences(db),
      ])
      return { recent, whole, differences, count }
    },
  }
}

export type ReconciliationService = ReturnType<typeof createReconciliationService>
