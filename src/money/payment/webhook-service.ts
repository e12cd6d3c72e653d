import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { untilNoneLeft } from '../../platform/db/deletion.ts'
import { DomainError } from '../../platform/errors.ts'
import { together } from '../../platform/together.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { WEBHOOK_DAYS } from '../../platform/webhook-age.ts'
import type { OrderService, Orders } from './order-service.ts'
import type { PaymentProvider, ProviderEvent } from './ports.ts'
import { deleteOldWebhooks, insertEvents, recordOutsideMoney } from './repository.ts'

type WebhookDeps = {
  db: Database
  clock: Clock
  provider: PaymentProvider
  orders: Orders & OrderService
}

/** Receives the provider's webhooks, and forgets old ones. Those that we have handled at the same time share a statement. */
export function createWebhookService(deps: WebhookDeps) {
  const { db, provider, clock } = deps
  const record = together(async (events: ProviderEvent[]) => {
    await insertEvents(db, provider.name, events, clock.now().toString())
    return events.map(() => undefined)
  })
  return withDeps({ ...deps, record }, { receive, forgetWebhooks })
}

export type WebhookService = ReturnType<typeof createWebhookService>

/**
 * Handles one webhook call. An event only hints that an intent changed, so `settle` asks the provider again. Repeated,
 * late, and out-of-order events are harmless. After a failure we leave the event unrecorded, so that it comes again.
 * @throws DomainError invalid if the signature is wrong
 */
async function receive(
  { provider, orders, db, clock, record }: WebhookDeps & { record: (event: ProviderEvent) => Promise<void> },
  body: string,
  header: (name: string) => string | undefined,
): Promise<void> {
  const event = provider.readEvent(body, header)
  if (event.intentId) {
    await orders.settle(event.intentId).catch((error) => {
      // The payment is unpaid, unknown, or refunded. We handled the event, and there is nothing to book.
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error
    })
    if (event.isAboutRefunds) await orders.recordOutsideRefunds(event.intentId)
    if (event.movement) await recordOutsideMoney(db, event.intentId, event.movement, clock.now().toString())
  }
  await record(event)
}

/** Forgets webhooks so old that no provider repeats them. */
const forgetWebhooks = ({ db, clock }: WebhookDeps): Promise<void> => {
  const before = clock.now().subtract({ hours: 24 * WEBHOOK_DAYS })
  return untilNoneLeft(() => deleteOldWebhooks(db, before))
}
