const offsetFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns how many milliseconds a zone is ahead of UTC at an instant. */
function offsetOf(timeZone: string, epochMs: number): number {
  let format = offsetFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    offsetFormats.set(timeZone, format)
  }
  const name = format.formatToParts(epochMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/**
 * Returns the instant of a wall clock's `YYYY-MM-DD` and `HH:MM`, as RFC 3339 in UTC; null if there is no date or time.
 * Browsers do not all know Temporal. If an hour comes twice, it takes the first; if an hour is skipped, it takes the
 * same time after the change.
 */
export function instantAt(date: string, time: string, timeZone: string): string | null {
  const wall = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(wall)) return null
  // Try the offsets before and after a clock change: take the earlier one that fits, or else the offset before.
  const offsets = [offsetOf(timeZone, wall - 86_400_000), offsetOf(timeZone, wall + 86_400_000)]
  const fits = offsets.map((offset) => wall - offset).filter((at) => at + offsetOf(timeZone, at) === wall)
  return new Date(fits.length > 0 ? Math.min(...fits) : wall - (offsets[0] ?? 0)).toISOString()
}

/** Returns an instant's date and time on a zone's wall clock: `YYYY-MM-DD` and `HH:MM`. */
export function wallClock(instant: string, timeZone: string): { date: string; time: string } {
  const epochMs = Date.parse(instant)
  const [date = '', time = ''] = new Date(epochMs + offsetOf(timeZone, epochMs)).toISOString().split('T')
  return { date, time: time.slice(0, 5) }
}

type Wall = { date: string; time: string }

/**
 * Returns the date and time that a form shows after its zone has changed: the same moment in the new zone if it still
 * shows that, otherwise the person's choice. A zone that is not chosen yet is `''` and shows nothing.
 */
export function shownIn(to: string, { shown, moment, from }: { shown: Wall; moment: string; from: string }): Wall {
  if (!moment) return shown
  const momentIn = (zone: string) => (zone ? wallClock(moment, zone) : { date: '', time: '' })
  const before = momentIn(from)
  return shown.date === before.date && shown.time === before.time ? momentIn(to) : shown
}
