import { DomainError } from '../../platform/errors.ts'
import { unitLabel } from '../../platform/postal-address.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import * as t from '../text/entry-notice.ts'
import type { BookingStatus } from './contract.ts'
import { type EntryLaw, lawOf, planningLaw } from './law-domain.ts'
import type { Showing } from './ports.ts'

/** Hours by lowercase weekday, as in a property's availability: `HH:MM`, local time. */
export type WeekHours = Partial<Record<string, { enabled: boolean; start: string; end: string }>>

export type ServiceMethod = 'personal' | 'suitable_person' | 'posted' | 'mailed' | 'oral' | 'electronic_with_consent'

export type RecordedService = { method: ServiceMethod; servedAt: Temporal.Instant }

export type EntryFacts = {
  /** The property's state, two letters. */
  state: string
  occupancy: Occupancy
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  /** Whether the property is for sale or for rent. `unknown` counts as a rental, whose rule is stricter. */
  offer: 'sale' | 'rental' | 'unknown'
  /** When the tenant got the written notice that the property is for sale and that oral notice may follow. */
  saleNoticeAt: Temporal.Instant | null
  /** Hours outside business hours that the resident agreed to. */
  consentHours: WeekHours | null
  services: RecordedService[]
  /** When the first text or email about this showing went to the resident. */
  courtesyAt: Temporal.Instant | null
}

export type EntryAssessment = {
  /** `null` if we do not know the state's law. */
  isCompliant: boolean | null
  /** `true` if the resident got any notice at least 24 hours ahead, or if no one needs one. */
  hasAdvanceNotice: boolean
  /** Whole hours from the first notice of any kind to the start, or `null` without one. */
  advanceNoticeHours: number | null
  /**
   * `true` if someone served a notice that the statute presumes reasonable, whatever the hour of entry. `null` as for
   * `isCompliant`.
   */
  isServed: boolean | null
  /** Reasons for people to read, most important first. */
  reasons: string[]
}

export const notLegalAdvice = () => t.notLegalAdvice()
/** We call a notice this far ahead advance notice, in every state. */
export const ADVANCE_NOTICE_HOURS = 24

type Papers = { id: string; calendarSequence: number }
/** The file store keys of a showing's documents. A moved showing has other keys for its new time. */
export const noticeKey = (of: Papers) => `notices/${of.id}-${of.calendarSequence}.pdf`
export const letterKey = (of: Papers) => `notices/${of.id}-${of.calendarSequence}-letter.pdf`

/** Writes the street line as on an envelope: `12 Oak St, Unit 4`. */
export const streetLine = (property: { addressLine1: string; unitNumber: string | null }): string => {
  const unit = property.unitNumber?.trim()
  if (!unit) return property.addressLine1
  return `${property.addressLine1}, ${unitLabel(unit)}`
}

/** Returns the deadlines until which a law presumes a notice reasonable. */
export const noticeDeadlines = (startsAt: Temporal.Instant, timeZone: string, law: EntryLaw) => ({
  deliverBy: startsAt.subtract({ hours: law.deliveredHours }),
  mailBy: startsAt.toZonedDateTimeISO(timeZone).subtract({ days: law.mailedDays }).toInstant(),
})

/** Checks whether a letter that we sold can still count as notice after a slow payment or an approval. */
export const countsWhenMailed = (
  { startsAt, timeZone, state }: Pick<EntryFacts, 'startsAt' | 'timeZone' | 'state'>,
  now: Temporal.Instant,
): boolean => Temporal.Instant.compare(now, noticeDeadlines(startsAt, timeZone, planningLaw({ state })).mailBy) <= 0

type Entry = Pick<EntryFacts, 'startsAt' | 'endsAt' | 'timeZone'>

/** Tells whether the whole entry is in the hours for which the law requires no consent. */
export const isInBusinessHours = (entry: Entry, { businessHours }: EntryLaw): boolean =>
  isWithin(entry, (weekday) => (weekday <= businessHours.lastWeekday ? businessHours : null))

/**
 * Judges whether the notice makes an entry lawful under the law of the state, as far as the record shows. In California,
 * that is Civil Code section 1954:
 * - 1954(b), (d)(1): entry only in normal business hours, unless the tenant consents to other hours.
 * - 1954(d)(1): written notice with the date, approximate time, and purpose. If someone delivers it in person, leaves
 *   it with a person of suitable age and discretion at the home, or leaves it on, near, or under the usual entry door,
 *   24 hours are presumed reasonable. If it is mailed, six days are.
 * - 1954(d)(2): if the home is for sale, oral notice 24 hours ahead, provided that a written notice within
 *   the 120 days before it said that the property is for sale and that oral notice may follow. Never for a rental.
 * - Text messages and email are not on that list. They count only with the tenant's written consent, recorded as the
 *   method `electronic_with_consent`. Otherwise they are a courtesy, however early they come.
 * An owner who lives there is not a tenant, and a vacant property has none. This is not legal advice.
 */
export function assessNotice(facts: EntryFacts): EntryAssessment {
  const first = earliest([facts.courtesyAt, ...facts.services.map((service) => service.servedAt)])
  const advanceNoticeHours = first && Math.floor(hoursBetween(first, facts.startsAt))
  const hasAdvanceNotice = advanceNoticeHours !== null && advanceNoticeHours >= ADVANCE_NOTICE_HOURS

  if (facts.occupancy === 'vacant') {
    return {
      isCompliant: true,
      hasAdvanceNotice: true,
      advanceNoticeHours,
      isServed: true,
      reasons: [t.vacantNeedsNone()],
    }
  }
  if (facts.occupancy === 'owner') {
    const reasons = [t.ownerNeedsNone()]
    return { isCompliant: true, hasAdvanceNotice: true, advanceNoticeHours, isServed: true, reasons }
  }
  const law = lawOf(facts)
  if (!law) {
    const reasons = [t.notChecked({ statute: planningLaw(facts).statute(), state: facts.state.toUpperCase() })]
    return { isCompliant: null, hasAdvanceNotice, advanceNoticeHours, isServed: null, reasons }
  }

  const judged = facts.services.map((service) => judge(service, facts, law))
  const lawful = judged.find((judgement) => judgement.isLawful)
  const reasons = lawful ? [lawful.reason] : judged.map((judgement) => judgement.reason)
  if (!lawful && facts.courtesyAt) {
    reasons.push(law.reasons.courtesyOnly())
  }
  if (judged.length === 0) reasons.unshift(t.noDelivery())

  const isTimely = isInBusinessHours(facts, law)
  const isConsented = !isTimely && isWithin(facts, (weekday) => consented(facts.consentHours, weekday))
  if (isConsented) reasons.push(t.consentedHours())
  else if (!isTimely) reasons.push(law.reasons.outsideHours())

  return {
    isCompliant: lawful !== undefined && (isTimely || isConsented),
    hasAdvanceNotice,
    advanceNoticeHours,
    isServed: lawful !== undefined,
    reasons,
  }
}

function judge(service: RecordedService, facts: EntryFacts, law: EntryLaw): { isLawful: boolean; reason: string } {
  const { deliverBy, mailBy } = noticeDeadlines(facts.startsAt, facts.timeZone, law)
  const isBy = (deadline: Temporal.Instant) => Temporal.Instant.compare(service.servedAt, deadline) <= 0
  const hours = Math.max(0, Math.floor(hoursBetween(service.servedAt, facts.startsAt)))

  if (service.method === 'mailed') {
    return isBy(mailBy)
      ? { isLawful: true, reason: law.reasons.mailedInTime() }
      : { isLawful: false, reason: law.reasons.mailedLate({ hours }) }
  }
  if (service.method !== 'oral') {
    const how = { method: service.method, hours }
    return isBy(deliverBy)
      ? { isLawful: true, reason: t.deliveredInTime(how) }
      : { isLawful: false, reason: t.deliveredLate({ ...how, needed: law.deliveredHours }) }
  }
  if (facts.offer !== 'sale') {
    return { isLawful: false, reason: t.oralOnlyForSale() }
  }
  if (!facts.saleNoticeAt || !isWithinSaleNotice(law, facts.saleNoticeAt, service.servedAt, facts.timeZone)) {
    return { isLawful: false, reason: t.noSaleNotice({ days: law.saleNoticeDays }) }
  }
  return isBy(deliverBy)
    ? {
        isLawful: true,
        reason: t.oralInTime({ hours }),
      }
    : { isLawful: false, reason: t.oralLate({ hours, needed: law.deliveredHours }) }
}

function isWithinSaleNotice(
  { saleNoticeDays }: EntryLaw,
  saleNoticeAt: Temporal.Instant,
  oralAt: Temporal.Instant,
  timeZone: string,
): boolean {
  const until = saleNoticeAt.toZonedDateTimeISO(timeZone).add({ days: saleNoticeDays }).toInstant()
  return Temporal.Instant.compare(saleNoticeAt, oralAt) <= 0 && Temporal.Instant.compare(oralAt, until) <= 0
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

function consented(hours: WeekHours | null, weekday: number): { start: string; end: string } | null {
  const day = hours?.[WEEKDAYS[weekday - 1] ?? '']
  return day?.enabled ? day : null
}

/** @param hoursOf returns the allowed hours of an ISO weekday (1 = Monday) */
function isWithin(entry: Entry, hoursOf: (weekday: number) => { start: string; end: string } | null): boolean {
  const start = entry.startsAt.toZonedDateTimeISO(entry.timeZone)
  const end = entry.endsAt.toZonedDateTimeISO(entry.timeZone)
  const hours = hoursOf(start.dayOfWeek)
  if (!hours || !start.toPlainDate().equals(end.toPlainDate())) return false
  const time = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' })
  return time(start) >= hours.start && time(end) <= hours.end
}

const hoursBetween = (from: Temporal.Instant, to: Temporal.Instant) => from.until(to).total('hours')

const earliest = (moments: (Temporal.Instant | null)[]): Temporal.Instant | null =>
  moments.reduce((first, at) => (at && (!first || Temporal.Instant.compare(at, first) < 0) ? at : first), null)

export const bookingNotFound = () => new DomainError('not_found', 'booking_not_found', t.bookingNotFound())

/** Names a status in the reader's language. An unknown status keeps its stored name. */
export const bookingStatusName = (status: BookingStatus | (string & {})): string => t.status({ status })

/** Returns when people learned of the current start: at the booking, an approval, or a move. */
export const agreedAt = ({
  noticedAt,
  bookedAt,
  createdAt,
}: Pick<Showing, 'noticedAt' | 'bookedAt' | 'createdAt'>): Temporal.Instant => noticedAt ?? bookedAt ?? createdAt
