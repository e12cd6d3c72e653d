import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { firstIdOf } from '../../platform/uuid.ts'
import type { OrderService, Orders } from '../payment/order-service.ts'
import type { PaymentProvider } from '../payment/ports.ts'
import { type Compared, type Difference, differenceAtProvider, lineOf, type Place, RECENT_DAYS } from './domain.ts'
import { findUnreachable, listMissing } from './missing-service.ts'
import {
  countDifferences,
  findCompared,
  findRound,
  forgetRetries,
  keepDifferences,
  keepRound,
  listCompared,
  listDifferences,
  listOwnDifferences,
  type Round,
  withPlaces,
} from './repository.ts'

const PAGE = 200
/**
 * How many payments each minute compares: at most this many that changed since the last round, and some of the others
 * in turn.
 */
const CHANGED = 100
const IN_TURN = 50
/** How long money may be due before it is late. */
const LATE = { minutes: 2 }
/** How many failures in a row make us stop asking the provider. */
const SILENT = 5

export type Outcome = Omit<Round, 'afterId' | 'scope'> & {
  /** Payments about which the provider did not answer. */
  unanswered: number
  found: (Difference & Place)[]
}

type ReconciliationDeps = {
  db: Database
  clock: Clock
  provider: PaymentProvider
  orders: Orders & OrderService
  log: Logger
}

/** Proves that provider, payments, and bookings agree, and names the differences. */
export const createReconciliationService = (deps: ReconciliationDeps) =>
  withDeps(deps, { run, overview, listMissing, findUnreachable })

export type ReconciliationService = ReturnType<typeof createReconciliationService>

/**
 * Finishes unfinished orders, then finds every difference between the provider's ledger and ours, and within ours.
 * @param scope `recent`, each minute: payments that can still change, comparing some of them at the provider in turn;
 * `whole`: all payments
 */
async function run(deps: ReconciliationDeps, scope: 'recent' | 'whole'): Promise<Outcome> {
  const { orders, db, clock, provider } = deps
  const startedAt = performance.now()
  const finished = await orders.finishAll()
  const last = scope === 'recent' ? await findRound(db, 'recent') : null
  const fromId = scope === 'recent' ? firstIdOf(clock.now().subtract({ hours: RECENT_DAYS * 24 })) : null
  const atProvider =
    fromId === null ? { ...(await compareAll(deps)), afterId: null } : await compareSome(deps, last, fromId)
  const before = (scope === 'recent' ? clock.now().subtract(LATE) : clock.now().add({ seconds: 1 })).toString()
  const own = await listOwnDifferences(db, { fromId, provider: provider.name, before })
  await keep(deps, own, { own: fromId })
  await forgetRetries(db)
  const found = await withPlaces(db, [...own, ...atProvider.found])
  const { unanswered, compared, afterId } = atProvider
  const round = {
    ...finished,
    finishedAt: now(deps),
    tookMs: Math.round(performance.now() - startedAt),
    compared,
    differences: await countDifferences(db),
  }
  await keepRound(db, { scope, ...round, afterId })
  return { ...round, unanswered, found }
}

/** Returns the last round of each kind, and the known differences. */
async function overview(
  { db }: ReconciliationDeps,
  page: { after: Parameters<typeof listDifferences>[1]['after']; limit: number },
) {
  const [recent, whole, differences, count] = await Promise.all([
    findRound(db, 'recent'),
    findRound(db, 'whole'),
    listDifferences(db, page),
    countDifferences(db),
  ])
  return { recent, whole, differences, count }
}

const now = ({ clock }: ReconciliationDeps) => clock.now().toString({ fractionalSecondDigits: 3 })

async function keep(
  deps: ReconciliationDeps,
  found: Difference[],
  looked: Parameters<typeof keepDifferences>[2],
): Promise<void> {
  const { db, log } = deps
  const { isNew, isGone } = await keepDifferences(db, found, looked, now(deps))
  for (const one of isNew) log.error({ difference: one.kind, ...one.details }, lineOf(one))
  for (const one of isGone) log.info({ difference: one.kind }, `resolved: ${lineOf(one)}`)
}

/** @throws the provider's errors */
async function compare({ provider, orders, db }: ReconciliationDeps, ours: Compared): Promise<Difference | null> {
  const theirs = ours.intentId ? await provider.retrieve(ours.intentId) : null
  let known = ours
  // The provider may have sent no event. If we record the money now, the comparison of our own ledger finds the
  // difference.
  const hasOtherRefunds = theirs !== null && theirs.refundedCents !== ours.returnedCents
  if (ours.intentId && (theirs?.isDisputed || hasOtherRefunds)) {
    if (theirs?.isDisputed) await orders.recordDisputes(ours.intentId)
    if (hasOtherRefunds) await orders.recordOutsideRefunds(ours.intentId)
    known = (await findCompared(db, ours.id)) ?? ours
  }
  const difference = differenceAtProvider(known, theirs)
  if (!difference) return null
  // The payment may have changed while we asked the provider. If so, the next round compares it.
  const again = await findCompared(db, ours.id)
  return again?.status === ours.status && again.returnedCents === known.returnedCents ? difference : null
}

async function comparePage(
  deps: ReconciliationDeps,
  page: Compared[],
): Promise<{ found: Difference[]; unanswered: number; isSilent: boolean }> {
  const { log } = deps
  const found: Difference[] = []
  const asked: string[] = []
  let unanswered = 0
  let inARow = 0
  for (const ours of page) {
    try {
      const difference = await compare(deps, ours)
      if (difference) found.push(difference)
      asked.push(ours.id)
      inARow = 0
    } catch (error) {
      unanswered++
      log.warn({ err: error, paymentId: ours.id }, 'a payment could not be compared')
      if (++inARow >= SILENT) break
    }
  }
  await keep(deps, found, { ids: asked })
  return { found, unanswered, isSilent: inARow >= SILENT }
}

/** Compares all payments with the provider, page by page. */
async function compareAll(deps: ReconciliationDeps) {
  const { db, provider } = deps
  const all = { found: [] as Difference[], unanswered: 0, compared: 0 }
  for (let afterId: string | null = null; ; ) {
    const page: Compared[] = await listCompared(db, { provider: provider.name, afterId, limit: PAGE })
    const { found, unanswered, isSilent } = await comparePage(deps, page)
    all.found.push(...found)
    all.unanswered += unanswered
    all.compared += page.length
    if (isSilent || page.length < PAGE) return all
    afterId = page.at(-1)?.id ?? null
  }
}

/** Compares payments that changed since the last round, and the next few of the others. */
async function compareSome(deps: ReconciliationDeps, last: Round | null, fromId: string) {
  const { provider, db } = deps
  const since = last && Temporal.Instant.from(last.finishedAt).subtract({ minutes: 5 })
  const scope = { provider: provider.name, fromId }
  const changed = since
    ? await listCompared(db, { ...scope, afterId: null, limit: CHANGED, changedSince: since.toString() })
    : []
  const inTurn = await listCompared(db, { ...scope, afterId: last?.afterId ?? null, limit: IN_TURN })
  const known = new Set(inTurn.map(({ id }) => id))
  const page = [...inTurn, ...changed.filter(({ id }) => !known.has(id))]
  const { found, unanswered } = await comparePage(deps, page)
  const afterId = inTurn.length < IN_TURN ? null : (inTurn.at(-1)?.id ?? null)
  return { found, unanswered, compared: page.length, afterId }
}
