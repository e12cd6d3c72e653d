import type { Channel, Role } from '../../notice/area.ts'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import {
  assessNotice,
  isUnderSection1954,
  type NoticeService,
  noticeDeadlines,
  type ServiceMethod,
  type WeekHours,
} from '../../notice/entry-notice/domain.ts'
import { writeInstant } from '../../platform/instant.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import * as t from '../text/booking.ts'
import type { ShowingRecord } from './contract.ts'

/** One message to the resident as the compliance log has it: whether it was sent, or its later delivery status. */
export type NoticeEvent = {
  kind: 'notified' | 'delivery' | 'letter_cancelled'
  event: string
  channel: Channel
  role: Role
  /** `Sent` or `Not sent`; for a delivery, the vendor's status. */
  state: string
  /** When it was sent, or when we heard about it (RFC 3339). */
  at: string
  /** The vendor's ID of the message. Absent if the log has none. */
  reference?: string | null
}

/** Vendor statuses of messages that reached nobody or were never mailed. */
const LOST = new Set(['undelivered', 'failed', 'rejected', 'deleted', 'returned_to_sender'])

/** Vendor statuses that prove that the post office has the letter. The first one we hear counts. */
const POSTED = new Set([
  'mailed',
  'in_transit',
  'in_local_area',
  'processed_for_delivery',
  're-routed',
  'pickup_available',
  'delivered',
])

/** Prefix of the embedded mailing service's references. It mails at once. */
const EMBEDDED_LETTER = 'TEST-'

export type FirstNotices = {
  /** When the first text or email really went to the resident. */
  toldAt: string | null
  /** When the post office got the letter. */
  mailedAt: string | null
  /** When the mailing service took the letter. It prints and mails it later. */
  letterAt: string | null
}

/**
 * Finds when the resident was first told by text or email, and when the first letter went out. Only messages that a
 * vendor took and did not report as lost count. A letter counts as mailed when the post office has it, not when it was
 * ordered: the six days of Civil Code 1954(d)(1) run from the mailing. Sending again takes nothing back.
 * @param since when the showing was moved, if it was. Earlier messages name another time
 */
export function firstNotices(events: NoticeEvent[], since: string | null = null): FirstNotices {
  type Attempt = { isLetter: boolean; at: string; postedAt: string | null; isLost: boolean }
  const attempts: Attempt[] = []
  const latest = new Map<string, Attempt>()
  for (const { kind, event, channel, role, state, at, reference } of events) {
    const key = `${event} ${channel} ${role}`
    if (kind === 'notified' && state === 'Sent') {
      const isLetter = channel === 'certified_mail'
      const isPostedAtOnce = isLetter && reference?.startsWith(EMBEDDED_LETTER)
      const attempt = { isLetter, at, postedAt: isPostedAtOnce ? at : null, isLost: false }
      if (since === null || Date.parse(at) >= Date.parse(since)) attempts.push(attempt)
      latest.set(key, attempt)
    } else {
      const attempt = latest.get(key)
      if (attempt && (kind === 'letter_cancelled' || LOST.has(state))) attempt.isLost = true
      if (attempt && (state === 'mailed' || (POSTED.has(state) && !attempt.postedAt))) attempt.postedAt = at
    }
  }
  const kept = attempts.filter(({ isLost }) => !isLost)
  const letters = kept.filter(({ isLetter }) => isLetter)
  return {
    toldAt: firstOf(kept.filter(({ isLetter }) => !isLetter).map(({ at }) => at)),
    mailedAt: firstOf(letters.flatMap(({ postedAt }) => postedAt ?? [])),
    letterAt: firstOf(letters.map(({ at }) => at)),
  }
}

const firstOf = (moments: string[]): string | null =>
  moments.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null

/** A recorded service as lists read it. `at` is RFC 3339. */
export type ServedNotice = { method: ServiceMethod; at: string }

/** What the record says about the notice to the resident. */
export type ComplianceFacts = {
  status: BookingStatus
  isDemo: boolean
  state: string
  /** When it was booked. */
  occupancy: Occupancy
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  isRental: boolean
  consentHours: WeekHours | null
  bookedAt: Temporal.Instant
  /** When the first text or email really went to the resident. */
  toldAt: Temporal.Instant | null
  /** When the post office got the letter to the resident. */
  mailedAt: Temporal.Instant | null
  /** `true` if a letter was ordered but is not reported as mailed yet. */
  isLetterOnItsWay: boolean
  /** How the notice was served, as recorded for the showing's current time. */
  services: NoticeService[]
}

type Compliance = Pick<
  ShowingRecord,
  'isCompliant' | 'complianceReasons' | 'hasAdvanceNotice' | 'advanceNoticeHours' | 'notice'
>

/**
 * Checks whether the showing was lawful for the resident. It applies the one rule of `assessNotice` (California Civil
 * Code section 1954) to the recorded services and the messages that were really sent. The letter is a mailed notice,
 * which needs six days. Texts and email count as advance notice but are no service by themselves (decisions.md section
 * 6). Vacant and owner-occupied homes need no notice. Demos and showings that did not take place are not judged.
 */
export function complianceOf(facts: ComplianceFacts): Compliance {
  const { isRental, mailedAt, toldAt, isLetterOnItsWay, services, ...entry } = facts
  const served: NoticeService[] = mailedAt ? [...services, { method: 'mailed', servedAt: mailedAt }] : services
  const assessed = assessNotice({
    ...entry,
    offer: isRental ? 'rental' : 'unknown',
    // We do not record this: a property here is for rent, or does not say.
    saleNoticeAt: null,
    services: served,
    courtesyAt: toldAt,
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
  }
}

/** Returns the state of the notice to a tenant. A pending showing has none yet. */
function noticeOf(facts: ComplianceFacts, count: number, isServed: boolean | null): ShowingRecord['notice'] {
  if (facts.occupancy !== 'resident') return null
  const by = isUnderSection1954(facts) ? noticeDeadlines(facts.startsAt, facts.timeZone) : null
  return {
    state: count === 0 ? 'not_served' : isServed === false ? 'not_enough' : 'served',
    deliverBy: by && writeInstant(by.deliverBy),
    mailBy: by && writeInstant(by.mailBy),
    services: facts.services.length,
  }
}
