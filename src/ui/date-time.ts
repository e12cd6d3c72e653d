const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export const SHORT_WEEKDAYS = WEEKDAYS.map((name) => name.slice(0, 3))

export type DayName = { weekday: number; day: number; month: string; long: string; short: string }

/** Names of a calendar date `YYYY-MM-DD`. Written out by hand: server and browser must agree to the letter. */
export function dayName(date: string): DayName {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  const monthName = MONTHS[month - 1] ?? ''
  return {
    weekday,
    day,
    month: monthName,
    long: `${WEEKDAYS[weekday]}, ${monthName} ${day}`,
    short: `${SHORT_WEEKDAYS[weekday]}, ${monthName.slice(0, 3)} ${day}`,
  }
}

/** `13:30` as `1:30 PM`. */
export function clockTime(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/** The zone's own abbreviation at that instant: PST or PDT, MST, … */
export function zoneName(timeZone: string, instant: string): string {
  // Making one costs as much as rendering a dozen components; the zones that homes lie in are few.
  let format = zoneFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    zoneFormats.set(timeZone, format)
  }
  const parts = format.formatToParts(new Date(instant))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** An instant as `Nov 27, 2026, 1:30 PM PST` in that zone. */
export function instantName(instant: string, timeZone: string, { hasSeconds = false } = {}): string {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
    timeZoneName: 'short',
  }).format(new Date(instant))
  // Browsers and Node differ in the space before AM and PM.
  return text.replace(/[\u202f\u00a0]/g, ' ')
}

/** `2026-11` as `November 2026`. */
export const monthName = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`
/** `2026-11` as `Nov`; in January the year stands below it. */
export function shortMonthName(month: string): string {
  const name = MONTHS[Number(month.slice(5)) - 1]?.slice(0, 3) ?? ''
  return month.endsWith('-01') ? `${name}\n${month.slice(0, 4)}` : name
}

/** The date of an instant in that zone, as `November 27, 2026`. */
export const instantDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(new Date(instant))
