import type { Channel, Role } from '../../notice/area.ts'
import type { BookingStatus } from '../../notice/notice/contract.ts'
import {
  assessNotice,
  isUnderSection1954,
  type NoticeService,
  noticeDeadlines,
  type ServiceMethod,
  type WeekHours,
} from '../../notice/notice/domain.ts'
import { type Issue, invalid } from '../../platform/errors.ts'
import { writeInstant } from '../../platform/instant.ts'
import { readPhone } from '../../platform/phone.ts'
import { SHOWING_MINUTES } from '../../property/availability/domain.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import { fullAddress } from '../../property/property/domain.ts'
import type { Mark, PaymentState, ShowingFilter, ShowingRecord } from './contract.ts'
import { markFault } from './domain.ts'
import type { ListedRow } from './record-repository.ts'
import { type Nearby, overlapping } from './row-domain.ts'
import { agentActions, toBookingState } from './transition-domain.ts'

export const ORDERS = ['date', '-date'] as const satisfies ShowingFilter['sort'][]
export type Order = (typeof ORDERS)[number]
export type Place = { startsAt: string; id: string }

/** What the database is asked for: texts in small letters, instants in UTC. */
export type Search = {
  propertyId: string | null
  statuses: BookingStatus[]
  fromDate: string | null
  toDate: string | null
  /** At or after. */
  startsFrom: string | null
  /** Before. */
  startsBefore: string | null
  /** Each of them must be found, by LIKE. */
  patterns: string[]
  order: Order
}

/**
 * What a filter means at a moment. `upcoming` has not ended: what is going on is still shown; `past` has begun: it can be
 * marked. What is going on is both.
 * @throws DomainError invalid
 */
export function searchOf(filter: ShowingFilter, now: Temporal.Instant): Search {
  const { from, to, when, days } = filter
  const issues: Issue[] = []
  if (from && to && to < from) issues.push({ path: 'to', message: 'The last date must not lie before the first' })
  if (days && !when) issues.push({ path: 'days', message: 'days needs when: upcoming or past' })
  if (issues.length > 0) throw invalid(issues)

  const ahead = days ? now.add({ hours: days * 24 }) : null
  const back = days ? now.subtract({ hours: days * 24 }) : null
  // No zone is further from UTC than 14 hours: the day before and the day after hold every start of a date.
  const earliest = [when === 'upcoming' ? now.subtract({ minutes: SHOWING_MINUTES }) : back, from && startOf(from, -1)]
  const latest = [when === 'past' ? now : ahead, to && startOf(to, 2)]
  return {
    propertyId: filter.property_id ?? null,
    statuses: filter.status ?? [],
    fromDate: from ?? null,
    toDate: to ?? null,
    startsFrom:
      earliest
        .filter((at) => !!at)
        .sort(compare)
        .at(-1)
        ?.toString() ?? null,
    startsBefore:
      latest
        .filter((at) => !!at)
        .sort(compare)
        .at(0)
        ?.toString() ?? null,
    patterns: searchPatterns(filter.q ?? ''),
    order: filter.sort,
  }
}

const compare = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other)
const startOf = (date: string, days: number) =>
  Temporal.PlainDate.from(date).add({ days }).toZonedDateTime('UTC').toInstant()

const MOST_WORDS = 4

/**
 * Patterns of LIKE. A phone is searched for by its number, in any spelling, and a part of one by its digits; anything
 * else word by word.
 */
export function searchPatterns(text: string): string[] {
  const folded = text.trim().toLowerCase()
  const digits = folded.replace(/\D/g, '')
  const { e164, extension } = readPhone(folded)
  const isPhone = extension !== null || (digits.length >= 7 && /^[\d\s().+-]+$/.test(folded))
  const words = isPhone ? [e164 ?? digits.slice(-10)] : folded.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

const PAYMENT_STATES: Record<string, PaymentState> = {
  succeeded: 'Paid',
  authorized: 'Authorized',
  capture_due: 'Authorized',
}

/** @param isCharged the money was taken once: what was only authorised is released, not refunded */
function paymentStateOf(status: string | null, isCharged: boolean): PaymentState {
  if (status === 'refund_due') return isCharged ? 'Refund due' : 'Releasing'
  if (status === 'refunded') return isCharged ? 'Refunded' : 'Released'
  return PAYMENT_STATES[status ?? ''] ?? 'Not charged'
}

/** What the compliance log says of one message to the resident: that it was sent or not, or what became of it later. */
export type NoticeEvent = {
  kind: 'notified' | 'delivery' | 'letter_cancelled'
  event: string
  channel: Channel
  role: Role
  /** `Sent` or `Not sent`; of a delivery the vendor's word. */
  state: string
  /** RFC 3339: sent, or heard. */
  at: string
  /** The vendor's own id of what was sent; absent: the log has none. */
  reference?: string | null
}

/** The vendors' words for what did not reach anybody, or was never posted. */
const LOST = new Set(['undelivered', 'failed', 'rejected', 'deleted', 'returned_to_sender'])

/** The words by which it is clear that the post has a letter; the first of them to be heard counts. */
const POSTED = new Set([
  'mailed',
  'in_transit',
  'in_local_area',
  'processed_for_delivery',
  're-routed',
  'pickup_available',
  'delivered',
])

/** The embedded mailing service posts what it takes at once; its references begin so. */
const EMBEDDED_LETTER = 'TEST-'

export type FirstNotices = {
  /** The first text message or e-mail to the resident that was really sent. */
  toldAt: string | null
  /** When the post had the letter. */
  mailedAt: string | null
  /** When the mailing service took it: it is printed and posted later. */
  letterAt: string | null
}

/**
 * When the resident was first told by text or e-mail, and when the first letter went: what a vendor took and did not
 * report as lost. A letter is mailed when the post has it, not when it was ordered: the six days of Civil Code 1954(d)(1)
 * run from the mailing. Sending again takes nothing back.
 * @param since of a showing that was moved, its move: what was sent before tells another time
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

/** A recorded service as the lists read it. `at`: RFC 3339. */
export type ServedNotice = { method: ServiceMethod; at: string }

/** What the record says of the notice to whoever lives there. */
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
  /** The first text message or e-mail to the resident that was really sent. */
  toldAt: Temporal.Instant | null
  /** When the post had the letter to the resident. */
  mailedAt: Temporal.Instant | null
  /** A letter was ordered, and nobody says yet that the post has it. */
  isLetterOnItsWay: boolean
  /** How the notice was served, as it is recorded for this time of the showing. */
  services: NoticeService[]
}

type Compliance = Pick<
  ShowingRecord,
  'isCompliant' | 'complianceReasons' | 'hasAdvanceNotice' | 'advanceNoticeHours' | 'notice'
>

/**
 * Whether the showing was lawful for whoever lives there, by the one rule of `assessNotice` (California Civil Code section
 * 1954) over what is recorded as served and what was really sent: the letter is a mailed notice, which needs six days; text
 * messages and e-mail count as advance notice, but are no service by themselves (decisions.md section 6). Vacant and owner-occupied homes need no
 * notice. Nothing is said of a showing that nobody entered for, or of a demo.
 */
export function complianceOf(facts: ComplianceFacts): Compliance {
  const { isRental, mailedAt, toldAt, isLetterOnItsWay, services, ...entry } = facts
  const served: NoticeService[] = mailedAt ? [...services, { method: 'mailed', servedAt: mailedAt }] : services
  const assessed = assessNotice({
    ...entry,
    offer: isRental ? 'rental' : 'unknown',
    // Nobody records one: a home here is offered for rent, or it is not said for what.
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
      ? [...assessed.reasons, ...(isLetterOnItsWay && !assessed.isServed ? [LETTER] : [])]
      : [],
    hasAdvanceNotice: assessed.hasAdvanceNotice,
    advanceNoticeHours: hours === null ? null : Math.max(0, hours),
    notice: isJudged && facts.status !== 'pending' ? noticeOf(facts, served.length, assessed.isServed) : null,
  }
}

const LETTER = 'A certified letter was ordered. It counts from the day the post has it, which is not on record yet.'

/** The notice to a tenant: a pending showing has none yet. */
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

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())
const MARKS: Mark[] = ['completed', 'no_show']

/** When a pending booking is to be decided. */
export const dueOf = (row: Pick<ListedRow, 'status' | 'decision_due_at'>): string | null =>
  row.status === 'pending' && row.decision_due_at ? row.decision_due_at.toISOString() : null

/** The refund that was asked for. */
export function refundOf(
  row: Pick<ListedRow, 'refund_requested_at' | 'refund_reason' | 'refund_decision' | 'refund_answer'>,
): ShowingRecord['refund'] {
  if (!row.refund_requested_at) return null
  return {
    status: row.refund_decision ?? 'asked',
    reason: row.refund_reason ?? '',
    requestedAt: row.refund_requested_at.toISOString(),
    answer: row.refund_answer,
  }
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

/** A row of a list as its agent reads it, or an admin. @param adminId the admin who reads it; null: its agent does */
export function recordOf(row: ListedRow, now: Temporal.Instant, adminId: string | null = null): ShowingRecord {
  const startsAt = instantOf(row.starts_at)
  const endsAt = instantOf(row.ends_at)
  const status = row.status as BookingStatus
  const occupancy = row.occupancy_then ?? row.occupancy_status
  const movedAt = row.moved_from && row.noticed_at
  const { toldAt, mailedAt, letterAt } = firstNotices(row.notices ?? [], movedAt?.toISOString())
  const services = (row.services ?? []).map(({ method, at }) => ({ method, servedAt: Temporal.Instant.from(at) }))
  const compliance = complianceOf({
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
    toldAt: toldAt === null ? null : Temporal.Instant.from(toldAt),
    mailedAt: mailedAt === null ? null : Temporal.Instant.from(mailedAt),
    isLetterOnItsWay: letterAt !== null && mailedAt === null,
    services,
  })
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
    agentName: row.agent_name,
    agentEmail: row.agent_email,
    agentPhone: row.agent_phone,
    ownerName: row.owner_name,
    residentName: row.resident_name,
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
    bookingFee: row.amount_cents,
    paymentStatus: paymentStateOf(row.payment_status, row.is_charged),
    isOccupied: occupancy !== 'vacant',
    failedMessages: row.failed_messages,
    marks: MARKS.filter((mark) => markFault({ status, startsAt, endsAt }, mark, now) === null),
    decisionDueAt: dueOf(row),
    refund: refundOf(row),
    can: agentActions(toBookingState(row), now, adminId && adminId !== row.owner_id ? 'admin' : 'agent'),
  }
}
