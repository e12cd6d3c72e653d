import type { ProviderRefund } from '../../money/area.ts'
import type { NotificationFacts } from '../../notice/notification/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { DomainError } from '../../platform/errors.ts'

export type PaymentRows = {
  markOpen(
    db: Database,
    payment: { id: string; revision: number },
    intent: { intentId: string; clientSecret: string },
    now: string,
  ): Promise<boolean>
  markRefunded(
    db: Database,
    paymentId: string,
    back: { kind: 'refund' | 'release'; reference: string; amountCents: number; notifications: unknown[] },
    now: string,
  ): Promise<boolean>
  recordOutsideRefunds(db: Database, intentId: string, refunds: ProviderRefund[], now: string): Promise<number>
}

/** Whom the messages about a booking go to. */
export type Parties = Omit<NotificationFacts, 'event' | 'status'>

/** What is different about a demo of the product's own when money comes for it. */
export type DemoSettlement = {
  /** Whom its messages go to. */
  parties: (bookingId: string) => Promise<Parties>
  /** Money that came when its destinations had had another demo. */
  lost: (payment: { formatted: string; refunded: boolean }) => DomainError
}
