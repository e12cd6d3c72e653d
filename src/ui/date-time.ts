import { oncePerLocale } from '../platform/language.ts'
import * as t from '../platform/text/dates.ts'

export type DayName = { weekday: number; day: number; month: string; long: string; full: string; short: string }

/** Caches names, because reading one from a list is faster than formatting a date. */
const namesOf = (part: 'month' | 'weekday', dates: number[]) =>
  oncePerLocale(`names of ${part}`, (locale) => {
    const format = new Intl.DateTimeFormat(locale, { [part]: 'long', timeZone: 'UTC' })
    return dates.map((date) => format.format(date))
  })

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month))
/** From Sunday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, weekday) => Date.UTC(2026, 1, 1 + weekday))

/** `November`; 1 is January. */
const nameOfMonth = (month: number): string => namesOf('month', MONTHS)[month - 1] ?? ''
/** `Friday`. @param weekday 0 is Sunday */
export const nameOfWeekday = (weekday: number): string => namesOf('weekday', WEEKDAYS)[weekday] ?? ''

/** Returns three letters of the full name, because browsers and Node disagree on the short names in some languages. */
const short = (name: string) => name.slice(0, 3)

/** `Sun` to `Sat`. */
export const shortWeekdays = (): string[] => Array.from({ length: 7 }, (_, weekday) => short(nameOfWeekday(weekday)))

/** Names of a calendar date `YYYY-MM-DD`. */
export function dayName(date: string): DayName {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  const monthName = nameOfMonth(month)
  const weekdayName = nameOfWeekday(weekday)
  return {
    weekday,
    day,
    month: monthName,
    long: t.dayLong({ weekday: weekdayName, month: monthName, day }),
    full: t.dayFull({ weekday: weekdayName, month: monthName, day, year: String(year) }),
    short: t.dayShort({ weekday: short(weekdayName), month: short(monthName), day }),
  }
}

/** `13:30` as `1:30 PM`. */
export function clockTime(time: string): string {
  const hour = Number(time.slice(0, 2))
  return t.clock({ hour: hour % 12 || 12, minute: time.slice(3, 5), half: hour < 12 ? 'am' : 'pm' })
}

/** `Sun, Nov 29`, `November 29, 2026`, `29 nov`, or `29 de noviembre de 2026`; then a time at the end of the text. */
const UNBROKEN = /(\b\p{L}{3}, )?(\p{L}+ \d+(?![\d:])(, \d{4})?|\d+( de)? \p{L}+( de)?( \d{4})?)|\d+:.*/gu

/** Keeps a date and a time each on one line: a narrow column does not break before `29`, `PM`, or `PST`. */
export const keepTime = (text: string): string => text.replace(UNBROKEN, (part) => part.replaceAll(' ', '\u00a0'))

/** The zone's own abbreviation at that instant: PST or PDT, MST, … */
export function zoneName(timeZone: string, instant: string): string {
  const format = oncePerLocale(
    `zone ${timeZone}`,
    () => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }),
  )
  return format.formatToParts(new Date(instant)).find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** Names a start of a day with the zone of that day: `Fri, Nov 27, 1:30 PM PST`. */
export const startName = (date: string, time: string, zone: string): string =>
  `${dayName(date).short}, ${clockTime(time)} ${zone}`.trimEnd()

const wallFormat = (timeZone: string) =>
  oncePerLocale(
    `wall ${timeZone}`,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        month: 'numeric',
        day: 'numeric',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
        timeZoneName: 'short',
      }),
  )

/** Returns a zone's date and time at an instant. */
export function wallParts(instant: string, timeZone: string): Record<string, string> {
  const parts = wallFormat(timeZone).formatToParts(new Date(instant))
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** Formats an instant as `Nov 27, 2026, 1:30 PM PST` in that zone. */
export function instantName(instant: string, timeZone: string, { hasSeconds = false } = {}): string {
  const {
    month,
    day = '',
    year = '',
    hour = '',
    minute = '',
    second = '',
    timeZoneName = '',
  } = wallParts(instant, timeZone)
  const clock = t.clock({
    hour: Number(hour) % 12 || 12,
    minute: hasSeconds ? `${minute}:${second}` : minute,
    half: Number(hour) < 12 ? 'am' : 'pm',
  })
  return t.moment({ month: short(nameOfMonth(Number(month))), day, year, time: `${clock} ${timeZoneName}` })
}

/** The date of an instant in that zone, as `November 27, 2026`. */
export function instantDay(instant: string, timeZone: string): string {
  const { month, day = '', year = '' } = wallParts(instant, timeZone)
  return t.dayWithYear({ month: nameOfMonth(Number(month)), day, year })
}
