/** Rules for the dashboard's numbers and its older URLs (booking.md sections 2 and 9). */

import { invalid } from '../../platform/errors.ts'
import { oncePerLocale } from '../../platform/language.ts'
import * as t from '../text/dashboard.ts'

/** Tabs that also have an older, longer URL. New tabs have none. */
const OLDER_TABS = ['overview', 'add', 'properties', 'calendar', 'upcoming', 'completed', 'profile', 'stats', 'support']

const OLDER: Record<string, string> = {
  '/rd': '/support',
  '/showingbooker/rd': '/support',
  '/account/showing-profile': '/profile',
  '/account/showing': '/account/showing-profile',
  '/showingbooker/dashboard': '/add',
  '/showingbooker/listings': '/properties',
}

/** Returns the current URL for an older or longer one, or `null` if there is none (booking.md section 2). */
export function legacyTarget(pathname: string): string | null {
  const path = pathname.replace(/\/+$/, '')
  if (Object.hasOwn(OLDER, path)) return OLDER[path] ?? null
  const [, tab = ''] = /^\/showingbooker\/([a-z]+)$/.exec(path) ?? []
  return OLDER_TABS.includes(tab) ? `/${tab}` : null
}

/** Kinds of activity. Triggers write them (db/migrations/0011_dashboard.sql). */
export const ACTIVITIES = [
  ...(['property_added', 'property_listed', 'property_unlisted', 'property_deleted'] as const),
  ...(['booked', 'requested', 'approved', 'declined', 'moved', 'completed', 'no_show', 'cancelled'] as const),
  'message_failed',
] as const
export type ActivityKind = (typeof ACTIVITIES)[number]

const PROPERTY_WORDS: Partial<Record<ActivityKind, () => string>> = {
  property_added: t.propertyAdded,
  property_listed: t.propertyListed,
  property_unlisted: t.propertyUnlisted,
  property_deleted: t.propertyDeleted,
}

/** Writes a text such as `Maria Gomez booked a showing`. The page shows the property and the time next to it. */
export function activityWords({ kind, buyerName }: { kind: ActivityKind; buyerName: string | null }): string {
  return PROPERTY_WORDS[kind]?.() ?? t.showingActivity({ kind, buyer: buyerName ?? t.aBuyer() })
}

/** Returns where an activity leads: to its showing, or to its property. A deleted property has only its log. */
export const activityPath = (of: { booking_id: string | null; property_id: string; isPropertyDeleted: boolean }) =>
  of.booking_id
    ? `/overview/showings/${of.booking_id}`
    : `/properties/${of.property_id}/${of.isPropertyDeleted ? 'logs' : 'edit'}`

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** Returns the hours saved: 30 minutes per showing (decisions.md section 3). */
export const hoursSaved = (showings: number) => oneDecimal(showings / 2)
/** Returns bookings per 100 views, or `null` if there are no views. */
export const conversionRate = (bookings: number, views: number) =>
  views > 0 ? oneDecimal((bookings / views) * 100) : null
/** Returns `null` if there is no property. */
export const averageBookings = (bookings: number, properties: number) =>
  properties > 0 ? oneDecimal(bookings / properties) : null

export const ESTIMATED_REVENUE_CENTS = 7500
export const ESTIMATED_REVENUE_FORMULA = '$75 × total bookings'
/** Estimates revenue in US cents by the formula of booking.md section 9. The report shows what we really collected. */
export const estimatedRevenue = (bookings: number) => bookings * ESTIMATED_REVENUE_CENTS

export const TOP_PROPERTIES = 6
export const REPORT_MONTHS = 12
const MOST_MONTHS = 120

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthOf = (number: number) =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/** Returns the months `YYYY-MM` from one to another, both included. */
export function monthsFrom(from: string, to: string): string[] {
  const first = monthNumber(from)
  return Array.from({ length: Math.max(0, monthNumber(to) - first + 1) }, (_, at) => monthOf(first + at))
}

/**
 * Returns the months of a report: the twelve up to the current one, or the requested first or last month.
 * @throws DomainError invalid
 */
export function reportRange(asked: { from?: string; to?: string }, thisMonth: string): { from: string; to: string } {
  const to = asked.to ?? (asked.from && asked.from > thisMonth ? asked.from : thisMonth)
  const from = asked.from ?? monthOf(monthNumber(to) - (REPORT_MONTHS - 1))
  if (from > to) throw invalid([{ path: 'from', message: t.reversedMonths() }])
  if (monthNumber(to) - monthNumber(from) >= MOST_MONTHS)
    throw invalid([{ path: 'from', message: t.tooManyMonths({ mostMonths: MOST_MONTHS }) }])
  return { from, to }
}

const MINUTE = 60_000
const UNITS = [
  { name: 'day', ms: 24 * 60 * MINUTE, until: 30 * 24 * 60 * MINUTE },
  { name: 'hour', ms: 60 * MINUTE, until: 24 * 60 * MINUTE },
  { name: 'minute', ms: MINUTE, until: 60 * MINUTE },
] as const

/**
 * Returns a text such as `just now`, `5 minutes ago`, or `2 days ago`, or `null` after a month, when a date is clearer.
 */
export function timeAgo(at: string, now: string): string | null {
  const passedMs = Date.parse(now) - Date.parse(at)
  if (passedMs < MINUTE) return t.justNow()
  for (const { name, ms, until } of UNITS.toReversed()) {
    if (passedMs >= until) continue
    const count = Math.floor(passedMs / ms)
    return t.ago({ unit: name, count })
  }
  return null
}

/** Writes minutes as people say them: `45 min`, `3 hr, 20 min`, `2 days, 4 hr`. */
export function spanWords(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60]
  if (days === 0 && hours === 0)
    return oncePerLocale(
      'minutes',
      (at) => new Intl.DurationFormat(at, { style: 'short', minutesDisplay: 'always' }),
    ).format({ minutes: rest })
  return oncePerLocale('span', (at) => new Intl.DurationFormat(at, { style: 'short' })).format(
    days > 0 ? { days, hours } : { hours, minutes: rest },
  )
}
