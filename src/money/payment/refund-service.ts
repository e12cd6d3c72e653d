import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { refundKey } from './domain.ts'
import type { PaymentProvider } from './ports.ts'
import {
  findUnrefunded,
  markRefunded,
  type RefundFollowUps,
  recordOutsideMoney,
  storeOutsideRefunds,
} from './repository.ts'

export type OrderDeps = { db: Database; clock: Clock; provider: PaymentProvider; log: Logger }

/** Records refunds made in the provider's dashboard. @returns how many were new */
export async function recordOutsideRefunds({ db, clock, provider }: OrderDeps, intentId: string): Promise<number> {
  return storeOutsideRefunds(db, intentId, await provider.listRefunds(intentId), clock.now().toString())
}

/** Records what banks took back or returned and of which no event came. */
export async function recordDisputes({ db, clock, provider }: OrderDeps, intentId: string): Promise<void> {
  for (const movement of await provider.listDisputes(intentId))
    await recordOutsideMoney(db, intentId, movement, clock.now().toString())
}

/** Refunds what is left of a payment, or releases its authorization. @throws what the provider throws */
export const refundAtProvider = (deps: OrderDeps, order: { id: string; intentId: string; disputedCents: number }) => {
  const { id, intentId, disputedCents } = order
  return recordingDisputes(
    deps,
    order,
    deps.provider.refundOrRelease({ intentId, idempotencyKey: refundKey(id), disputedCents }),
  )
}

/** Refunds a part of a payment, once per key. @throws what the provider throws */
export const refundPart = (
  deps: OrderDeps,
  { id, ...part }: { id: string; intentId: string; idempotencyKey: string; tries: number; amountCents: number },
) => recordingDisputes(deps, { id, intentId: part.intentId }, deps.provider.refund(part))

/**
 * Records a dispute whose event we missed: the provider refuses to refund disputed money. The next try knows of the
 * dispute.
 */
const recordingDisputes = <T>(
  deps: OrderDeps,
  { id, intentId }: { id: string; intentId: string },
  refund: Promise<T>,
) =>
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
export async function refundOrRelease(
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
