import type { BookingStatus } from '../../notice/entry-notice/contract.ts'

const GRID_DAYS = 28

export type CalendarGrid = { start: string; end: string; previous: string; next: string; dates: string[] }

/**
 * Returns four weeks, Monday to Sunday (booking.md section 2). Without a start, they begin with the next Monday, or
 * today if it is a Monday, so that the nearest showings are included. A start that is not a Monday means the Monday
 * of its week.
 * @param today `YYYY-MM-DD` where the agent is
 */
export function calendarGrid(today: string, start: string | null): CalendarGrid {
  const first = start
    ? mondayOf(Temporal.PlainDate.from(start))
    : mondayOf(Temporal.PlainDate.from(today).add({ days: 6 }))
  const dates = Array.from({ length: GRID_DAYS }, (_, day) => first.add({ days: day }).toString())
  return {
    start: first.toString(),
    end: first.add({ days: GRID_DAYS - 1 }).toString(),
    previous: first.subtract({ days: GRID_DAYS }).toString(),
    next: first.add({ days: GRID_DAYS }).toString(),
    dates,
  }
}

const mondayOf = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 })

/** Returns the status in the dashboard's exports (booking.md section 4), where only `confirmed` is certain. */
export const exportedStatus = (status: BookingStatus): CalendarEvent['status'] =>
  status === 'confirmed' ? 'confirmed' : isCalledOff(status) ? 'cancelled' : 'tentative'

/**
 * Returns the status in the buyer's files and in the feed, where completed showings and no-shows count as confirmed.
 */
export const calendarStatus = (status: string): CalendarEvent['status'] =>
  isCalledOff(status) ? 'cancelled' : /^(confirmed|completed|no_show)$/.test(status) ? 'confirmed' : 'tentative'

const isCalledOff = (status: string) => status === 'cancelled' || status === 'declined'

/** Removes phone numbers from a name, so that no calendar provider gets them (decisions.md section 4). */
export const withoutNumbers = (name: string): string =>
  name
    .replace(/\+?\(?\p{N}(?:[\s().\-/]*\p{N}){4,}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** What a calendar may know about a showing: no phone number, no entry instructions, and at most the buyer's name. */
export type CalendarEvent = {
  /** ID of the booking. A booking keeps the same event for its whole life. */
  id: string
  /** Increases whenever the event's content changes. */
  sequence: number
  status: 'confirmed' | 'tentative' | 'cancelled'
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  title: string
  description: string
  location: string
  /** When the event got its current content. */
  changedAt: Temporal.Instant
}

/**
 * Builds links that add the event to Google's or Outlook's calendar. Times are in UTC, so that no clock change can
 * shift them. Spaces are written as %20, because Outlook would show a plus sign.
 */
export function calendarLinks(event: CalendarEvent): { google: string; outlook: string } {
  const digits = (at: Temporal.Instant) => utc(at).replace(/[-:]/g, '')
  return {
    google: `https://calendar.google.com/calendar/render?${query({
      action: 'TEMPLATE',
      text: event.title,
      dates: `${digits(event.startsAt)}/${digits(event.endsAt)}`,
      details: event.description,
      location: event.location,
      ctz: event.timeZone,
    })}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${query({
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: event.title,
      startdt: utc(event.startsAt),
      enddt: utc(event.endsAt),
      body: event.description,
      location: event.location,
    })}`,
  }
}

const utc = (at: Temporal.Instant) => at.toString({ smallestUnit: 'second' })

const query = (parameters: Record<string, string>) =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/**
 * Returns the VTIMEZONE of a zone (RFC 5545 section 3.6.5). It is valid from the start of the given year, as long as
 * the zone keeps that year's rule.
 */
export function vtimezone(timeZone: string, fromYear: number): string {
  const key = `${timeZone} ${fromYear}`
  const written = zones.get(key) ?? writeZone(timeZone, fromYear)
  zones.set(key, written)
  return written
}

/** Caches each zone, because computing one takes longer than all other work for an email. */
const zones = new Map<string, string>()

function writeZone(timeZone: string, fromYear: number): string {
  // Start a year earlier, so that January 1 has an observance before it.
  const start = Temporal.PlainDate.from({ year: fromYear - 1, month: 1, day: 1 }).toZonedDateTime(timeZone)
  const changes = changesOf(start, start.add({ years: 1 }))
  const observances =
    changes.length > 0
      ? changes.map((change) => observance(change, recurrence(change)))
      : [
          `BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:${offset(start)}\nTZOFFSETTO:${offset(start)}\nTZNAME:${abbreviation(start)}\nEND:STANDARD`,
        ]
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances, 'END:VTIMEZONE'].join('\n')
}

function changesOf(from: Temporal.ZonedDateTime, until: Temporal.ZonedDateTime): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = []
  let next = from.getTimeZoneTransition('next')
  while (next && Temporal.ZonedDateTime.compare(next, until) < 0) {
    changes.push(next)
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

function observance(change: Temporal.ZonedDateTime, rule: string | null): string {
  const before = change.subtract({ nanoseconds: 1 })
  const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${compact(wallClock(change))}`,
    ...(rule ? [rule] : []),
    `TZOFFSETFROM:${offset(before)}`,
    `TZOFFSETTO:${offset(change)}`,
    `TZNAME:${abbreviation(change)}`,
    `END:${kind}`,
  ].join('\n')
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const RULE_YEARS = 8

/** Returns a rule such as "the second Sunday of March" if the coming years follow it, otherwise each of their dates. */
function recurrence(change: Temporal.ZonedDateTime): string | null {
  const coming = changesOf(change, change.add({ years: RULE_YEARS })).filter((next) => next.offset === change.offset)
  const dates = [change, ...coming].map(wallClock)
  const { month, day, dayOfWeek } = wallClock(change)
  for (const place of [Math.ceil(day / 7), -1]) {
    const isKept = (date: Temporal.PlainDateTime) =>
      date.month === month &&
      date.dayOfWeek === dayOfWeek &&
      (place > 0 ? Math.ceil(date.day / 7) === place : date.day + 7 > date.daysInMonth)
    if (coming.length >= RULE_YEARS - 1 && dates.every(isKept)) {
      return `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${place}${DAYS[dayOfWeek - 1]}`
    }
  }
  return coming.length > 0 ? `RDATE:${coming.map((next) => compact(wallClock(next))).join(',')}` : null
}

/** Returns what clocks show at the moment of the change, before people set them. */
const wallClock = (change: Temporal.ZonedDateTime): Temporal.PlainDateTime =>
  change.subtract({ nanoseconds: 1 }).toPlainDateTime().add({ nanoseconds: 1 })

const compact = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')

const offset = (at: Temporal.ZonedDateTime) => at.offset.replace(':', '')

function abbreviation(at: Temporal.ZonedDateTime): string {
  const names = new Intl.DateTimeFormat('en-US', { timeZone: at.timeZoneId, timeZoneName: 'short' })
  return names.formatToParts(at.epochMilliseconds).find((part) => part.type === 'timeZoneName')?.value ?? at.offset
}
