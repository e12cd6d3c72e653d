import { DomainError } from '../../platform/errors.ts'
import { together } from '../../platform/together.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { canMove } from './domain.ts'
import {
  type OrderDeps,
  recordDisputes,
  recordOutsideRefunds,
  refundAtProvider,
  refundOrRelease,
  refundPart,
} from './refund-service.ts'
import {
  listKindsToSettle,
  listUnsettled,
  markCancelled,
  markOpen,
  type OrderKind,
  postpone,
  recordFailure,
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

const PAGE = 200
/** How long a browser has to settle its own order. */
const GRACE = { seconds: 30 }

/**
 * Calls with which areas change the orders that they fulfill. `createMoney` adds those of `createOrderService`, which
 * calls the areas.
 */
export const createOrders = (deps: OrderDeps) => ({
  ...withDeps(deps, { recordOutsideRefunds, recordDisputes, refundAtProvider, refundPart, refundOrRelease }),
  markOpen,
  markCancelled,
  settleOrder,
  storeOutsideRefunds,
})

export type Orders = ReturnType<typeof createOrders>

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
  const isHere = intentId !== null && canMove(order.provider, provider.name)
  const status = isHere ? (await provider.retrieve(intentId))?.status : undefined
  const isPaid = status === 'succeeded' || status === 'requires_capture' || order.status === 'refund_due'
  // If money arrives at this moment, it is too late to cancel.
  if (isHere && (isPaid || (order.isOver && (await provider.cancel(intentId)) === 'too_late'))) {
    await fulfillments[order.kind].settle(intentId)
    return 'settled'
  }
  if (order.isOver) return (await fulfillments[order.kind].release(order)) ? 'cancelled' : null
  // Ask only now and then about a month that waits for another card, because a payment's event comes soon.
  if (order.kind === 'renewal') await postpone(db, order.id, now)
  return null
}
