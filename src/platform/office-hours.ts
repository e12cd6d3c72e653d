/**
 * Weekly hours of an office in its own zone, turned into instants for browsers, which do not all know Temporal yet.
 * Weekdays begin with Sunday, times are `HH:MM` wall times in the zone, and instants are milliseconds since the epoch.
 */
export type WeeklyHours = readonly ({ from: string; to: string } | null)[]

export type OfficeDay = { date: string; weekday: number; opening: { fromMs: number; toMs: number } | null }

const DAY_MS = 86_400_000

/** Returns the wall time in the zone as if it were UTC, in milliseconds. */
function wallOf(atMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute)
}

/** Returns the instant of a wall time that is written as if it were UTC. */
function instantOf(wallMs: number, timeZone: string): number {
  // Guess the offset first, then use the offset at the guessed instant, in case the clocks change in between.
  const guess = wallMs - (wallOf(wallMs, timeZone) - wallMs)
  return guess - (wallOf(guess, timeZone) - wallMs)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Lists today in the zone and the six days after it. */
export function officeWeek(hours: WeeklyHours, timeZone: string, nowMs: number): OfficeDay[] {
  const wall = wallOf(nowMs, timeZone)
  const midnight = wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS)
  return Array.from({ length: 7 }, (_, index) => {
    const dayMs = midnight + index * DAY_MS
    const weekday = new Date(dayMs).getUTCDay()
    const open = hours[weekday]
    const at = (time: string) => instantOf(dayMs + minutesOf(time) * 60_000, timeZone)
    return {
      date: new Date(dayMs).toISOString().slice(0, 10),
      weekday,
      opening: open ? { fromMs: at(open.from), toMs: at(open.to) } : null,
    }
  })
}

/** Tells whether the office is open and when that changes. Returns `null` if it never opens. */
export function officeState(week: OfficeDay[], nowMs: number): { isOpen: boolean; untilMs: number } | null {
  const openings = week.flatMap(({ opening }) => opening ?? [])
  const current = openings.find(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs)
  if (current) return { isOpen: true, untilMs: current.toMs }
  const next = openings.find(({ fromMs }) => fromMs > nowMs)
  if (next) return { isOpen: false, untilMs: next.fromMs }
  // The office opens only on this weekday, and has closed for today.
  const first = openings[0]
  return first ? { isOpen: false, untilMs: first.fromMs + 7 * DAY_MS } : null
}
