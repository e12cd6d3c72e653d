/**
 * Moments as people at a place read them, with that place's own abbreviation on that date (PST or PDT, MST, …).
 * Every function takes an instant and an IANA zone; nothing here reads the clock or the process's own zone.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()

const STYLES = {
  date: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  shortDate: { weekday: 'short', month: 'short', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit', hour12: true, timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/** Making a formatter costs a hundred times more than using it. */
function format(style: keyof typeof STYLES, at: Temporal.Instant, timeZone: string): string {
  const key = `${style} ${timeZone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone })
    formatters.set(key, formatter)
  }
  // Some builds of ICU put U+202F before PM: it would cost a text message two thirds of its room.
  return formatter.format(at.epochMilliseconds).replaceAll('\u202f', ' ')
}

/** `Friday, November 27, 2026` */
export const formatDate = (at: Temporal.Instant, timeZone: string): string => format('date', at, timeZone)

/** `1:30 PM PST` */
export const formatTime = (at: Temporal.Instant, timeZone: string): string => format('time', at, timeZone)

/** `Friday, November 27, 2026 at 1:30 PM PST` */
export const formatWhen = (at: Temporal.Instant, timeZone: string): string =>
  `${formatDate(at, timeZone)} at ${formatTime(at, timeZone)}`

/** `Fri, Nov 27, 1:30 PM PST`, for text messages and subjects: plain ASCII. */
export const formatShortWhen = (at: Temporal.Instant, timeZone: string): string =>
  `${format('shortDate', at, timeZone)}, ${formatTime(at, timeZone)}`

/** `1:30 PM – 2:00 PM PST`; both abbreviations where the clocks change in between. */
export function formatRange(from: Temporal.Instant, to: Temporal.Instant, timeZone: string): string {
  const start = formatTime(from, timeZone)
  const end = formatTime(to, timeZone)
  const abbreviation = end.slice(end.lastIndexOf(' '))
  return `${start.endsWith(abbreviation) ? start.slice(0, -abbreviation.length) : start} – ${end}`
}
