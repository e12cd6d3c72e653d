import type { PostalAddress } from '../../platform/postal-address.ts'
import type { ContactNow } from './contact-domain.ts'
import type { BookingNotification } from './contract.ts'
import type { Channel, Role } from './ports.ts'
import { checkResend, underWay } from './resend-domain.ts'

/** A message as its booking's agent sees it. */
export type ListedNotification = {
  id: string
  booking_id: string
  event: string
  round: number
  turn: number
  thread_message_id: string | null
  channel: Channel
  role: Role
  recipient: string | PostalAddress
  cc: string[]
  status: 'queued' | 'sending' | 'sent' | 'not_sent' | 'failed'
  reason: string | null
  sent_at: Date | null
  logged_at: Date | null
  carriage: string | null
  carried_at: Date | null
  tracking_number: string | null
  provider_reference: string | null
  resends: number
  attempts: number
  planned_at: Date
  due_at: Date | null
  recall: 'cancelled' | 'too_late' | null
  booking_status: string
  /** The buyer's current email; null: the showing is the product's own demo. */
  buyer_email: string | null
  starts_at: Date
  time_zone: string
  /** `true` if we planned it for the showing's current start. */
  is_current: boolean
}

/** A message with where it goes if someone resends it. */
export type ResendableMessage = ListedNotification & ContactNow

/** Returns a message as its booking's agent sees it, with the reason if no one can resend it now. */
export function shownMessage(row: ResendableMessage, now: Temporal.Instant): BookingNotification {
  const refusal = (row.status === 'queued' ? underWay() : checkResend(row, now))?.message ?? null
  return {
    id: row.id,
    event: row.event,
    channel: row.channel,
    role: row.role,
    to: row.recipient,
    cc: row.cc,
    status: row.status,
    reason: row.reason,
    sentAt: row.sent_at?.toISOString() ?? null,
    delivery: row.carriage,
    deliveredAt: row.carriage === 'delivered' ? (row.carried_at?.toISOString() ?? null) : null,
    trackingNumber: row.tracking_number,
    plannedAt: row.planned_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    isRetrying: row.status === 'queued' && row.attempts > 0,
    resends: row.resends,
    recall: row.recall,
    canResend: refusal === null,
    resendRefusal: refusal,
  }
}
