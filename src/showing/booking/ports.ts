import type { NotificationFacts } from '../../notice/message/domain.ts'
import type { DomainError } from '../../platform/errors.ts'

/** Recipients of the messages about a booking. */
export type Parties = Omit<NotificationFacts, 'event' | 'status'>

/** Rules for money that arrives for one of the product's own demos. */
export type DemoSettlement = {
  /** Recipients of its messages. */
  parties: (bookingId: string) => Promise<Parties>
  /** Builds the error for money that came after its destinations got another demo. */
  lost: (payment: { formatted: string; refunded: boolean }) => DomainError
}
