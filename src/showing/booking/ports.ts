import type { NotificationFacts } from '../../notice/message/domain.ts'
import type { DomainError } from '../../platform/errors.ts'

/** The recipients of the messages about a booking. */
export type Parties = Omit<NotificationFacts, 'event' | 'status'>

/** What the settlement needs when money arrives for one of the product's own demos. */
export type DemoSettlement = {
  /** Finds the recipients of the demo's messages. */
  parties: (bookingId: string) => Promise<Parties>
  /** Makes the error for money that came after its destinations got another demo. */
  lost: (payment: { formatted: string; refunded: boolean }) => DomainError
}
