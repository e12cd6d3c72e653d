import type { BookingNotification } from './contract.ts'
import { checkResend, underWay } from './domain.ts'
import type { ListedNotification } from './repository.ts'

/** Returns a message as its booking's agent sees it, with why it cannot be resent now. */
export function shownMessage(row: ListedNotification, now: Temporal.Instant): BookingNotification {
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
    isRetrying: row.status === 'queued' && row.attempts > 0,
    resends: row.resends,
    recall: row.recall,
    canResend: refusal === null,
    resendRefusal: refusal,
  }
}
