import { oncePerLocale } from './language.ts'
import * as t from './text/dates.ts'

/**
 * Moments as people at a place read them, with that place's own abbreviation on that date (PST or PDT, MST, …).
 * Every function takes an instant and an IANA zone; nothing here reads the clock or the process's own zone.
 */
const STYLES = {
  date: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  shortDate: { weekday: 'short', month: 'short', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit', hour12: true, timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

function format(style: keyof typeof STYLES, at: Temporal.Instant, timeZone: string): string {
  const formatter = oncePerLocale(
    `${style} ${timeZone}`,
    (locale) => new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone }),
  )
  // ICU puts U+202F or U+00A0 before PM: it would cost a text message two thirds of its room.
  return formatter.format(at.epochMilliseconds).replaceAll(/[\u202f\u00a0]/g, ' ')
}

/** `Friday, November 27, 2026` */
export const formatDate = (at: Temporal.Instant, timeZone: string): string => format('date', at, timeZone)

/** `1:30 PM PST` */
export const formatTime = (at: Temporal.Instant, timeZone: string): string => format('time', at, timeZone)

/** `Friday, November 27, 2026 at 1:30 PM PST` */
export const formatWhen = (at: Temporal.Instant, timeZone: string): string =>
  t.dateAtTime({ date: formatDate(at, timeZone), time: formatTime(at, timeZone) })

/** `Fri, Nov 27, 1:30 PM PST`, for text messages and subjects: plain ASCII. */
export const formatShortWhen = (at: Temporal.Instant, timeZone: string): string =>
  t.shortDateAtTime({ date: format('shortDate', at, timeZone), time: formatTime(at, timeZone) })

/** `1:30 PM – 2:00 PM PST`; both abbreviations where the clocks change in between. */
export function formatRange(from: Temporal.Instant, to: Temporal.Instant, timeZone: string): string {
  const start = formatTime(from, timeZone)
  const end = formatTime(to, timeZone)
  const abbreviation = end.slice(end.lastIndexOf(' '))
  return `${start.endsWith(abbreviation) ? start.slice(0, -abbreviation.length) : start} – ${end}`
}
