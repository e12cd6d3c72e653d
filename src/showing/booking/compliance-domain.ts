import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import {
  assessNotice,
  noticeDeadlines,
  type RecordedService,
  type ServiceMethod,
  type WeekHours,
} from '../../notice/entry-notice/domain.ts'
import { lawOf } from '../../notice/entry-notice/law-domain.ts'
import { noticeStatusOf } from '../../notice/entry-notice/status-domain.ts'
import { writeInstant } from '../../platform/instant.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import * as t from '../text/booking.ts'
import type { ShowingRecord } from './contract.ts'

/** A recorded service of a notice, as lists read it. `at` is RFC 3339. */
export type ServedNotice = { method: ServiceMethod; at: string }

/** What the record says about the notice to the resident. */
export type ComplianceFacts = {
  status: BookingStatus
  isDemo: boolean
  state: string
  /** Now, or at the start of a showing that has started. */
  occupancy: Occupancy
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  isRental: boolean
  consentHours: WeekHours | null
  bookedAt: Temporal.Instant
  /** When we sent the first text or email to the resident. */
  notifiedAt: Temporal.Instant | null
  /** When the post office got the letter to the resident. */
  mailedAt: Temporal.Instant | null
  /** `true` if a letter was ordered but the vendor has not reported it as mailed yet. */
  isLetterOnItsWay: boolean
  /** How the notice for the showing's current time was served, as recorded. */
  services: RecordedService[]
}

type Compliance = Pick<
  ShowingRecord,
  | 'isCompliant'
  | 'complianceReasons'
  | 'hasAdvanceNotice'
  | 'advanceNoticeHours'
  | 'notice'
  | 'noticeStatus'
  | 'noticeOnApproval'
>

/**
 * Checks whether the resident got lawful notice of the showing. It applies the rule of `assessNotice` (California
 * Civil Code section 1954) to the recorded services and the messages that were actually sent. A letter is a mailed
 * notice, which needs six days. Texts and emails count as advance notice, but they are not service on their own
 * (decisions.md section 6). Vacant and owner-occupied homes need no notice. It does not judge demos or showings that
 * were canceled or declined.
 */
export function complianceOf(facts: ComplianceFacts, now: Temporal.Instant): Compliance {
  const { isRental, mailedAt, notifiedAt, isLetterOnItsWay, services, ...entry } = facts
  const served: RecordedService[] = mailedAt ? [...services, { method: 'mailed', servedAt: mailedAt }] : services
  const assessed = assessNotice({
    ...entry,
    offer: isRental ? 'rental' : 'unknown',
    // We do not record this, because a property here is either for rent or does not say.
    saleNoticeAt: null,
    services: served,
    courtesyAt: notifiedAt,
  })
  const isEntered = facts.status !== 'cancelled' && facts.status !== 'declined'
  const isJudged = isEntered && !facts.isDemo
  const sinceBooked = facts.occupancy === 'resident' ? null : facts.bookedAt.until(facts.startsAt).total('hours')
  const hours = assessed.advanceNoticeHours ?? (sinceBooked === null ? null : Math.floor(sinceBooked))
  return {
    isCompliant: isJudged ? assessed.isCompliant : null,
    complianceReasons: isJudged
      ? [...assessed.reasons, ...(isLetterOnItsWay && !assessed.isServed ? [t.letterOrdered()] : [])]
      : [],
    hasAdvanceNotice: assessed.hasAdvanceNotice,
    advanceNoticeHours: hours === null ? null : Math.max(0, hours),
    notice: isJudged && facts.status !== 'pending' ? noticeOf(facts, served.length, assessed.isServed) : null,
    noticeStatus: isJudged
      ? noticeStatusOf({ ...facts, isServed: assessed.isServed, hasService: served.length > 0 }, now)
      : null,
    noticeOnApproval: isJudged && facts.status === 'pending' ? noticeOnApproval(facts, now) : null,
  }
}

/** Returns the deadline for serving the notice if the agent approves now. */
function noticeOnApproval(facts: ComplianceFacts, now: Temporal.Instant): ShowingRecord['noticeOnApproval'] {
  const law = lawOf(facts)
  if (!law) return null
  const { deliverBy } = noticeDeadlines(facts.startsAt, facts.timeZone, law)
  return { deliverBy: writeInstant(deliverBy), isTooLate: Temporal.Instant.compare(now, deliverBy) > 0 }
}

/** Returns the state of the notice to a tenant. A pending showing has none yet. */
function noticeOf(facts: ComplianceFacts, count: number, isServed: boolean | null): ShowingRecord['notice'] {
  if (facts.occupancy !== 'resident') return null
  const law = lawOf(facts)
  const by = law && noticeDeadlines(facts.startsAt, facts.timeZone, law)
  return {
    state: count === 0 ? 'not_served' : isServed === false ? 'not_enough' : 'served',
    deliverBy: by && writeInstant(by.deliverBy),
    mailBy: by && writeInstant(by.mailBy),
    services: facts.services.length,
  }
}
