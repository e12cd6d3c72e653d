import { oncePerLocale } from './language.ts'
import * as t from './text/dates.ts'

/**
 * Writes moments in the local time of a place, with the zone's abbreviation on that date (PST or PDT, MST, …). Every
 * function takes an instant and an IANA zone. Nothing here reads the clock or the process's own zone.
 */
const STYLES = {
  date: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  shortDate: { weekday: 'short', month: 'short', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit', hour12: true, timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const formatter = (style: keyof typeof STYLES, timeZone: string) =>
  oncePerLocale(`${style} ${timeZone}`, (locale) => new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone }))

function format(style: keyof typeof STYLES, at: Temporal.Instant, timeZone: string): string {
  const text = formatter(style, timeZone).format(at.epochMilliseconds)
  // ICU puts U+202F or U+00A0 before PM, which would cut a text message's capacity by more than half.
  return text.replaceAll(/[\u202f\u00a0]/g, ' ')
}

/** `Fri, Nov 27`, with three letters of each name. */
function shortDate(at: Temporal.Instant, timeZone: string): string {
  const parts = formatter('shortDate', timeZone).formatToParts(at.epochMilliseconds)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return t.dayShort({ weekday: part('weekday').slice(0, 3), month: part('month').slice(0, 3), day: part('day') })
}

/** `Friday, November 27, 2026` */
export const formatDate = (at: Temporal.Instant, timeZone: string): string => format('date', at, timeZone)

/** `1:30 PM PST` */
export const formatTime = (at: Temporal.Instant, timeZone: string): string => format('time', at, timeZone)

/** `Friday, November 27, 2026 at 1:30 PM PST`. Spanish says "a la" before one o'clock and "a las" before the others. */
export function formatWhen(at: Temporal.Instant, timeZone: string): string {
  const time = formatTime(at, timeZone)
  const textOf = time.startsWith('1:') ? t.dateAtOne : t.dateAtTime
  return textOf({ date: formatDate(at, timeZone), time })
}

/** `Fri, Nov 27, 1:30 PM PST`, for text messages and subjects: plain ASCII. */
export const formatShortWhen = (at: Temporal.Instant, timeZone: string): string =>
  t.shortDateAtTime({ date: shortDate(at, timeZone), time: formatTime(at, timeZone) })

/** `1:30 PM – 2:00 PM PST`; both abbreviations if the clocks change in between. */
export function formatRange(from: Temporal.Instant, to: Temporal.Instant, timeZone: string): string {
  const start = formatTime(from, timeZone)
  const end = formatTime(to, timeZone)
  const abbreviation = end.slice(end.lastIndexOf(' '))
  return `${start.endsWith(abbreviation) ? start.slice(0, -abbreviation.length) : start} – ${end}`
}
