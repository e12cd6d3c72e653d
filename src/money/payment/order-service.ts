import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { together } from '../../platform/together.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { refundKey } from './domain.ts'
import type { PaymentProvider } from './ports.ts'
import {
  findUnrefunded,
  listKindsToSettle,
  listUnsettled,
  markCancelled,
  markOpen,
  markRefunded,
  type OrderKind,
  postpone,
  type RefundFollowUps,
  recordFailure,
  recordOutsideMoney,
  settleOrder,
  storeOutsideRefunds,
  type UnsettledOrder,
} from './repository.ts'

/** How an area settles and releases the orders that it fulfills. */
export type Fulfillment = {
  /** Ends a paid order as a purchase or a refund. @throws DomainError with `refunded` if it was refunded */
  settle(intentId: string): Promise<unknown>
  /** Ends an order that will not be paid. @returns whether this call ended it */
  release(order: UnsettledOrder): Promise<boolean>
}
export type Finished = Record<'settled' | 'returned' | 'cancelled' | 'failed', number>

type OrderDeps = { db: Database; clock: Clock; provider: PaymentProvider; log: Logger }

const PAGE = 200
/** How long a browser has to settle its own order. */
const GRACE = { seconds: 30 }

/** Calls with which areas change the orders that they fulfill. */
export const createOrders = (deps: OrderDeps) => ({
  ...withDeps(deps, { recordOutsideRefunds, recordDisputes, refundAtProvider, refundPart, refundOrRelease }),
  markOpen,
  markCancelled,
  settleOrder,
  storeOutsideRefunds,
})

export type Orders = ReturnType<typeof createOrders>

/** Records refunds made in the provider's dashboard. @returns how many were new */
async function recordOutsideRefunds({ db, clock, provider }: OrderDeps, intentId: string): Promise<number> {
  return storeOutsideRefunds(db, intentId, await provider.listRefunds(intentId), clock.now().toString())
}

/** Records what banks took back or returned and of which no event came. */
async function recordDisputes({ db, clock, provider }: OrderDeps, intentId: string): Promise<void> {
  for (const movement of await provider.listDisputes(intentId))
    await recordOutsideMoney(db, intentId, movement, clock.now().toString())
}

/** Refunds what is left of a payment, or releases its authorization. @throws what the provider throws */
const refundAtProvider = (deps: OrderDeps, order: { id: string; intentId: string; disputedCents: number }) => {
  const { id, intentId, disputedCents } = order
  return findingDisputes(
    deps,
    order,
    deps.provider.refundOrRelease({ intentId, idempotencyKey: refundKey(id), disputedCents }),
  )
}

/** Refunds a part of a payment, once per key. @throws what the provider throws */
const refundPart = (
  deps: OrderDeps,
  { id, ...part }: { id: string; intentId: string; idempotencyKey: string; tries: number; amountCents: number },
) => findingDisputes(deps, { id, intentId: part.intentId }, deps.provider.refund(part))

/**
 * The provider refuses to refund disputed money. If we missed the event, we record the dispute here, and the next try
 * knows of it.
 */
const findingDisputes = <T>(deps: OrderDeps, { id, intentId }: { id: string; intentId: string }, refund: Promise<T>) =>
  refund.catch(async (error) => {
    if (error instanceof VendorError && error.isAboutRequest)
      await recordDisputes(deps, intentId).catch((unread) =>
        deps.log.warn({ err: unread, paymentId: id }, 'the disputes of a payment could not be read'),
      )
    throw error
  })

/**
 * Refunds money that bought nothing, or releases its authorization. The provider does it once, even if we repeat the
 * request.
 * @returns false if it failed; the refund stays due, and each round tries again
 */
async function refundOrRelease(
  deps: OrderDeps,
  order: { id: string; intentId: string },
  followUps: RefundFollowUps,
): Promise<boolean> {
  const { db, clock, log } = deps
  try {
    const { intentId } = order
    const { leftCents, disputedCents } = await findUnrefunded(db, order.id)
    // The payer's bank took the money back, and we cannot refund it too.
    if (disputedCents > 0 && leftCents <= 0) {
      await markRefunded(
        db,
        order.id,
        { kind: 'refund', reference: null, amountCents: null, ...followUps },
        clock.now().toString(),
      )
      return true
    }
    const back = await refundAtProvider(deps, { id: order.id, intentId, disputedCents })
    // From here on, no one else can refund anything. Earlier refunds by others are not ours.
    if (back.kind === 'refund') await recordOutsideRefunds(deps, intentId)
    await markRefunded(db, order.id, { ...back, ...followUps }, clock.now().toString())
    return true
  } catch (error) {
    log.error({ err: error, paymentId: order.id }, 'money could not be refunded yet')
    return false
  }
}

type FinishingDeps = OrderDeps & { fulfillments: Record<OrderKind, Fulfillment> }

/** Settles and finishes orders of every kind. */
export const createOrderService = (deps: FinishingDeps) => ({
  settle: settleWith(deps),
  ...withDeps(deps, { finishAll }),
})

export type OrderService = ReturnType<typeof createOrderService>

/**
 * Ends a paid order of any kind. Ignores unknown intents and fulfilled orders. Webhooks that come together share a
 * statement.
 * @throws the errors of its fulfillment
 */
function settleWith({ db, fulfillments }: FinishingDeps) {
  const findKind = together((intentIds: string[]) => listKindsToSettle(db, intentIds))
  return async (intentId: string): Promise<void> => {
    const kind = await findKind(intentId)
    if (kind) await fulfillments[kind].settle(intentId)
  }
}

/**
 * Finishes orders that a browser or a process left unfinished: asks the provider about each that is neither paid nor
 * over.
 */
async function finishAll(deps: FinishingDeps): Promise<Finished> {
  const { clock, provider, db, log } = deps
  const result: Finished = { settled: 0, returned: 0, cancelled: 0, failed: 0 }
  const now = clock.now().toString()
  const scope = { provider: provider.name, before: clock.now().subtract(GRACE).toString(), now, limit: PAGE }
  for (let afterId: string | null = null; ; ) {
    const page: UnsettledOrder[] = await listUnsettled(db, { ...scope, afterId })
    for (const order of page)
      try {
        const outcome = await finish(deps, order, now)
        if (outcome) result[outcome]++
      } catch (error) {
        if (error instanceof DomainError && error.details.refunded === true) result.returned++
        else {
          result.failed++
          log.error({ err: error, paymentId: order.id }, 'an order could not be finished')
          await recordFailure(db, order.id, now)
        }
      }
    if (page.length < PAGE) return result
    afterId = page.at(-1)?.id ?? null
  }
}

/** Checks an order that is neither paid nor over. @returns its outcome, or null if it still waits */
async function finish(
  { provider, fulfillments, db }: FinishingDeps,
  order: UnsettledOrder,
  now: string,
): Promise<'settled' | 'cancelled' | null> {
  const { intentId } = order
  const isHere = intentId !== null && order.provider === provider.name
  const status = isHere ? (await provider.retrieve(intentId))?.status : undefined
  const isPaid = status === 'succeeded' || status === 'requires_capture' || order.status === 'refund_due'
  // If money arrives at this moment, it is too late to cancel.
  if (isHere && (isPaid || (order.isOver && (await provider.cancel(intentId)) === 'too_late'))) {
    await fulfillments[order.kind].settle(intentId)
    return 'settled'
  }
  if (order.isOver) return (await fulfillments[order.kind].release(order)) ? 'cancelled' : null
  // Ask only now and then about a month that waits for another card, because a payment's event comes at once.
  if (order.kind === 'renewal') await postpone(db, order.id, now)
  return null
}
