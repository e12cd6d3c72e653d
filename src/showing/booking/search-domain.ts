import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { type Issue, requireValid } from '../../platform/errors.ts'
import { readPhone } from '../../platform/phone.ts'
import { patternOf, searchWords } from '../../platform/search-words.ts'
import { SHOWING_MINUTES } from '../../property/availability/domain.ts'
import * as t from '../text/booking.ts'
import type { ShowingFilter } from './contract.ts'

export const ORDERS = ['date', '-date'] as const satisfies ShowingFilter['sort'][]
export type Order = (typeof ORDERS)[number]
export type Place = { startsAt: string; id: string }

/** A query for the database, with texts in lower case and instants in UTC. */
export type Search = {
  propertyId: string | null
  statuses: BookingStatus[]
  fromDate: string | null
  toDate: string | null
  /** Inclusive lower bound. */
  startsFrom: string | null
  /** Exclusive upper bound. */
  startsBefore: string | null
  /** Also finds requests from `startsBefore` on, because they may need an answer before they come that close. */
  findsAllRequests: boolean
  /** Regular expressions, all of which must match. */
  patterns: string[]
  order: Order
}

/**
 * Turns a filter into a query at a moment. `upcoming` lists showings that have not ended, and `past` lists those that
 * have begun, so that the agent can mark them. A showing in progress is in both.
 * @throws DomainError invalid
 */
export function searchOf(filter: ShowingFilter, now: Temporal.Instant): Search {
  const { from, to, when, days } = filter
  const issues: Issue[] = []
  if (from && to && to < from) issues.push({ path: 'to', message: t.datesReversed() })
  if (days && !when) issues.push({ path: 'days', message: t.daysNeedWhen() })
  requireValid(issues)

  const ahead = days ? now.add({ hours: days * 24 }) : null
  const back = days ? now.subtract({ hours: days * 24 }) : null
  // No zone is more than 14 hours from UTC, so the day before and the day after include every start of a date.
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
    findsAllRequests: ahead !== null && when === 'upcoming',
    patterns: searchPatterns(filter.q ?? ''),
    order: filter.sort,
  }
}

const compare = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other)
const startOf = (date: string, days: number) =>
  Temporal.PlainDate.from(date).add({ days }).toZonedDateTime('UTC').toInstant()

/**
 * Builds the regular expressions. A phone matches by its number in any spelling, part of a phone by its digits, and
 * anything else word by word, as addresses are written: with commas.
 */
export function searchPatterns(text: string): string[] {
  const folded = text.trim().toLowerCase()
  const digits = folded.replace(/\D/g, '')
  const { e164, extension } = readPhone(folded)
  const isPhone = extension !== null || (digits.length >= 7 && /^[\d\s().+-]+$/.test(folded))
  const words = isPhone ? [e164 ?? digits.slice(-10)] : searchWords(folded)
  return words.map(patternOf)
}
