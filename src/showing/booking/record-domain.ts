import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import type { WeekHours } from '../../notice/entry-notice/domain.ts'
import { firstNotices, type NoticeEvent } from '../../notice/entry-notice/first-notice-domain.ts'
import { instantOf, writeInstant } from '../../platform/instant.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import { fullAddress, isProductDemo } from '../../property/property/domain.ts'
import type { VisitorFeedback } from '../feedback/contract.ts'
import { complianceOf, type ServedNotice } from './compliance-domain.ts'
import type { PaymentState, ShowingOutcome, ShowingRecord } from './contract.ts'
import { checkOutcome } from './outcome-domain.ts'
import { checkProposal } from './proposal-domain.ts'
import { refundDueAt } from './refund-request-domain.ts'
import {
  isSampleData,
  type Nearby,
  overlapping,
  type ReturnedColumns,
  type ShowingRow,
  stillPaidOf,
} from './showing-domain.ts'
import { agentActions, nextLate, toBookingState } from './transition-domain.ts'

/** A showing with what the agent's lists add to the view. */
export type ListedRow = ShowingRow &
  ReturnedColumns & {
    nearby: Nearby[] | null
    resident_consent_hours: WeekHours | null
    /** Occupancy now, or at the start of a showing that has started. `null` if the log does not have it. */
    occupancy_then: Occupancy | null
    /** Who lives there, from the log. */
    resident_then: string | null
    /**
     * When a moved showing was last moved or approved. Earlier messages have a different time.
     * `null` if it was not moved.
     */
    renewed_at: Date | null
    /** Messages to the resident from the log, in order. `null` if there are none. */
    notices: NoticeEvent[] | null
    /** Number of messages that failed for good. */
    failed_messages: number
    /** Number of the buyer's messages that the agent has not read. */
    unread_messages: number
    /** Recorded services of the current notice, without withdrawn ones. `null` if there are none. */
    services: ServedNotice[] | null
    /** `null` if the visitor has not answered. */
    visitor_feedback: VisitorFeedback | null
  }

const PAYMENT_STATES: Record<string, PaymentState> = {
  authorized: 'Authorized',
  capture_due: 'Authorized',
}

/**
 * Returns where the money is. We release money that was only authorized. Money can also go back at
 * the provider, without us.
 */
function paymentStateOf({
  payment_status: status,
  is_charged: isCharged,
  returned_cents: returned,
  disputed_cents: disputed,
  amount_cents: amount,
}: ListedRow): PaymentState {
  if (amount === 0) return 'No fee'
  if ((status === 'succeeded' || status === 'refunded') && disputed >= amount) return 'Returned by the bank'
  if (status === 'succeeded') return returned <= 0 ? 'Paid' : returned < amount ? 'Partly refunded' : 'Refunded'
  if (status === 'refund_due') return isCharged ? 'Refund due' : 'Releasing'
  if (status === 'refunded') return isCharged ? (returned < amount ? 'Refund due' : 'Refunded') : 'Released'
  return PAYMENT_STATES[status ?? ''] ?? 'Not charged'
}

const OUTCOMES: ShowingOutcome[] = ['completed', 'no_show']

/** Returns the deadline for the agent's decision about a pending booking. */
export const dueOf = (row: Pick<ListedRow, 'status' | 'decision_due_at'>): string | null =>
  row.status === 'pending' && row.decision_due_at ? row.decision_due_at.toISOString() : null

/** Returns the refund that the buyer requested. @param now leaves out `dueAt` once it has passed */
export function refundOf(
  row: Pick<ListedRow, 'refund_requested_at' | 'refund_reason' | 'refund_decision' | 'refund_answer'>,
  now?: Temporal.Instant,
): ShowingRecord['refund'] {
  if (!row.refund_requested_at) return null
  const dueAt = refundDueAt(instantOf(row.refund_requested_at))
  return {
    status: row.refund_decision ?? 'asked',
    reason: row.refund_reason ?? '',
    requestedAt: row.refund_requested_at.toISOString(),
    dueAt: now && Temporal.Instant.compare(now, dueAt) >= 0 ? null : writeInstant(dueAt),
    answer: row.refund_answer,
  }
}

/** Returns the new time that the agent proposed, while the buyer can answer. */
export function proposalOf(
  row: Pick<ShowingRow, 'proposal_id' | 'proposed_start' | 'proposal_due_at' | 'proposal_reason' | 'proposal_answer'>,
  now: Temporal.Instant,
): ShowingRecord['proposal'] {
  const { proposal_id: id, proposed_start: start, proposal_due_at: due, proposal_answer: answer } = row
  if (!id || !start || !due || answer || due.getTime() <= now.epochMilliseconds) return null
  return { id, startsAt: start.toISOString(), dueAt: due.toISOString(), reason: row.proposal_reason }
}

const overlapOf = (row: Nearby): ShowingRecord['overlaps'][number] => ({
  id: row.id,
  confirmation_number: row.confirmation_number ?? '',
  propertyAddress: fullAddress(row),
  status: row.status as BookingStatus,
  datetime: new Date(row.starts_at).toISOString(),
  endsAt: new Date(row.ends_at).toISOString(),
  time_zone: row.time_zone,
})

/**
 * Converts a row to what the agent or an admin reads.
 * @param adminId the admin who reads it, or `null` if the agent does
 */
export function recordOf(row: ListedRow, now: Temporal.Instant, adminId: string | null = null): ShowingRecord {
  const startsAt = instantOf(row.starts_at)
  const endsAt = instantOf(row.ends_at)
  const status = row.status as BookingStatus
  const occupancy = row.occupancy_then ?? row.occupancy_status
  const hasStarted = Temporal.Instant.compare(startsAt, now) <= 0
  const { notifiedAt, mailedAt, letterAt } = firstNotices(row.notices ?? [], row.renewed_at?.toISOString())
  const services = (row.services ?? []).map(({ method, at }) => ({ method, servedAt: Temporal.Instant.from(at) }))
  const compliance = complianceOf(
    {
      status,
      isDemo: row.is_demo,
      state: row.state,
      occupancy,
      startsAt,
      endsAt,
      timeZone: row.time_zone,
      isRental: row.rent_amount !== null,
      consentHours: row.resident_consent_hours,
      bookedAt: instantOf(row.booked_at ?? row.created_at),
      notifiedAt: notifiedAt === null ? null : Temporal.Instant.from(notifiedAt),
      mailedAt: mailedAt === null ? null : Temporal.Instant.from(mailedAt),
      isLetterOnItsWay: letterAt !== null && mailedAt === null,
      services,
    },
    now,
  )
  const letterDate = mailedAt ?? letterAt
  return {
    id: row.id,
    property_id: row.property_id,
    date: row.showing_date,
    time: row.showing_time,
    datetime: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    time_zone: row.time_zone,
    propertyAddress: fullAddress(row),
    propertyState: row.state,
    agentName: row.agent_name,
    agentEmail: row.agent_email,
    agentPhone: row.agent_phone,
    ownerName: row.owner_name,
    // The next resident is no part of a showing that has started.
    residentName: hasStarted && row.occupancy_then ? row.resident_then : row.resident_name,
    showing_date: row.showing_date,
    showing_time: row.showing_time,
    requester_type: row.requester_type,
    buyerName: row.buyer_name,
    buyerEmail: row.buyer_email,
    buyerPhone: row.buyer_phone,
    buyer_agent_name: row.buyer_agent_name,
    buyer_agent_email: row.buyer_agent_email,
    buyer_agent_phone: row.buyer_agent_phone,
    mail_upgrade: row.mail_upgrade,
    specialRequests: row.special_requests,
    status,
    confirmation_number: row.confirmation_number ?? '',
    amount: row.amount_cents,
    is_demo: row.is_demo,
    duration: Math.round(startsAt.until(endsAt).total('minutes')),
    feedback: row.feedback,
    buyer_name: row.buyer_name,
    buyer_email: row.buyer_email,
    buyer_phone: row.buyer_phone,
    showing_feedback: row.feedback,
    overlaps: overlapping(row, row.nearby ?? []).map(overlapOf),
    ...compliance,
    hasCertifiedMail: letterDate !== null,
    certifiedMailDate: letterDate && new Date(letterDate).toISOString(),
    bookedBy: row.booked_by === null ? 'visitor' : row.booked_by === (adminId ?? row.owner_id) ? 'you' : 'another',
    bookingFee: row.amount_cents,
    stillPaid: stillPaidOf(row),
    paymentStatus: paymentStateOf(row),
    isOccupied: occupancy !== 'vacant',
    // Only the agent answers messages.
    unreadMessages: adminId && adminId !== row.owner_id ? 0 : row.unread_messages,
    failedMessages: row.failed_messages,
    marks: OUTCOMES.filter((outcome) => checkOutcome({ status, startsAt, endsAt }, outcome, now) === null),
    decisionDueAt: dueOf(row),
    visitorFeedback: row.visitor_feedback,
    refund: refundOf(row),
    proposal: proposalOf(row, now),
    shownBy: row.shown_by,
    late: { told: row.late_minutes, next: row.is_demo ? null : nextLate(toBookingState(row), now) },
    can: {
      ...agentActions(toBookingState(row), now, adminId && adminId !== row.owner_id ? 'admin' : 'agent'),
      correctEmail: adminId !== null && !isProductDemo(row) && !isSampleData(row),
      proposeMove: row.property_listed && checkProposal(toBookingState(row), now) === null,
    },
  }
}
