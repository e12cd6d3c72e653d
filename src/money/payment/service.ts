import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import type { PaymentProvider } from './ports.ts'
import { insertEvent, recordOutsideMoney, recordOutsideRefunds } from './repository.ts'

/** The provider's side of the door. */
export function createPaymentService(options: {
  db: Database
  clock: Clock
  provider: PaymentProvider
  bookings: { settle(intentId: string): Promise<unknown> }
  credits: { knows(intentId: string): Promise<boolean>; settleIntent(intentId: string): Promise<unknown> }
}) {
  const { db, clock, provider, bookings, credits } = options

  /** Writes down the refunds of an intent that were made in the provider's own dashboard. @returns how many were new */
  const recordRefunds = async (intentId: string): Promise<number> =>
    recordOutsideRefunds(db, intentId, await provider.listRefunds(intentId), clock.now().toString())

  return {
    recordOutsideRefunds: recordRefunds,

    /**
     * Takes one webhook call. An event is only a hint that an intent changed: the provider is asked again, by `settle`.
     * Doubled, late and out-of-order events are harmless; a failure leaves the event unrecorded, so that it comes again.
     * @throws DomainError invalid when the signature is wrong
     */
    async receive(body: string, header: (name: string) => string | undefined): Promise<void> {
      const event = provider.readEvent(body, header)
      if (event.intentId) {
        const isOfCredits = await credits.knows(event.intentId)
        const settled = isOfCredits ? credits.settleIntent(event.intentId) : bookings.settle(event.intentId)
        await settled.catch((error) => {
          // Unpaid, unknown or refunded: the event has been understood, there is nothing to book.
          if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error
        })
        if (event.isAboutRefunds) await recordRefunds(event.intentId)
        if (event.movement) await recordOutsideMoney(db, event.intentId, event.movement, clock.now().toString())
      }
      await insertEvent(db, provider.name, event, clock.now().toString())
    },
  }
}

export type PaymentService = ReturnType<typeof createPaymentService>
