import type { NotificationFacts } from '../../notice/message/domain.ts'
import type { DomainError } from '../../platform/errors.ts'

/** Whom the messages about a booking go to. */
export type Parties = Omit<NotificationFacts, 'event' | 'status'>

/** What is different about a demo of the product's own when money comes for it. */
export type DemoSettlement = {
  /** Whom its messages go to. */
  parties: (bookingId: string) => Promise<Parties>
  /** Money that came when its destinations had had another demo. */
  lost: (payment: { formatted: string; refunded: boolean }) => DomainError
}
