/** What the dashboard says of an agent's homes and showings (booking.md sections 2 and 9), and where its addresses lead. */

import { invalid } from '../../platform/errors.ts'
import * as t from '../text/dashboard.ts'

/** Tabs with a longer address, too, from before; a new tab has none. */
const OLDER_TABS = ['overview', 'add', 'properties', 'calendar', 'upcoming', 'completed', 'profile', 'stats', 'support']

const OLDER: Record<string, string> = {
  '/rd': '/support',
  '/showingbooker/rd': '/support',
  '/account/showing-profile': '/profile',
  '/account/showing': '/account/showing-profile',
  '/showingbooker/dashboard': '/add',
  '/showingbooker/listings': '/properties',
}

/** Which address a longer or older one stands for (booking.md section 2). null: it stands for none. */
export function legacyTarget(pathname: string): string | null {
  const path = pathname.replace(/\/+$/, '')
  if (Object.hasOwn(OLDER, path)) return OLDER[path] ?? null
  const [, tab = ''] = /^\/showingbooker\/([a-z]+)$/.exec(path) ?? []
  return OLDER_TABS.includes(tab) ? `/${tab}` : null
}

/** What may happen; written by triggers (db/migrations/0011_dashboard.sql). */
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

/** `Maria Gomez booked a showing`; the home and the time stand beside it. */
export function activityWords({ kind, buyerName }: { kind: ActivityKind; buyerName: string | null }): string {
  return PROPERTY_WORDS[kind]?.() ?? t.showingActivity({ kind, buyer: buyerName ?? t.aBuyer() })
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** 30 minutes for each showing, in hours (decisions.md section 3). */
export const hoursSaved = (showings: number) => oneDecimal(showings / 2)
/** Bookings of a hundred views. null: nobody has looked. */
export const conversionRate = (bookings: number, views: number) =>
  views > 0 ? oneDecimal((bookings / views) * 100) : null
/** null: there is no property. */
export const averageBookings = (bookings: number, properties: number) =>
  properties > 0 ? oneDecimal(bookings / properties) : null

const ESTIMATED_REVENUE_CENTS = 7500
export const ESTIMATED_REVENUE_FORMULA = '$75 × total bookings'
/** US cents. An estimate of booking.md section 9 that says its formula; what was really taken is in the report. */
export const estimatedRevenue = (bookings: number) => bookings * ESTIMATED_REVENUE_CENTS

export const TOP_PROPERTIES = 6
export const REPORT_MONTHS = 12
const MOST_MONTHS = 120

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthOf = (number: number) =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/** The months `YYYY-MM` from one to another, both included. */
export function monthsFrom(from: string, to: string): string[] {
  const first = monthNumber(from)
  return Array.from({ length: Math.max(0, monthNumber(to) - first + 1) }, (_, at) => monthOf(first + at))
}

/**
 * The months that a report is about: twelve up to the running one, or from or to where somebody asks for.
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

/** `just now`, `5 minutes ago`, `2 days ago`; null: longer ago than a month, the date says more. */
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

/** A number of minutes as people say it: `45 min`, `3 h 20 min`, `2 d 4 h`. */
export function spanWords(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60]
  const parts =
    days > 0
      ? [
          [days, 'd'],
          [hours, 'h'],
        ]
      : [
          [hours, 'h'],
          [rest, 'min'],
        ]
  const said = parts.filter(([count]) => count !== 0).map(([count, unit]) => `${count} ${unit}`)
  return said.join(' ') || '0 min'
}
