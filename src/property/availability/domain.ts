import { writeInstant } from '../../platform/instant.ts'
import {
  clockOf,
  type DateOverride,
  type HoursRules,
  SLOT_MINUTES,
  WEEKDAYS,
  type Weekday,
} from '../schedule/domain.ts'

/** Decides which half hours can be booked, in local wall time and an IANA zone (decisions.md section 4). */

/** A showing must be booked at least this many hours before it starts. */
export const LEAD_TIME_HOURS = 48 as const
export const WINDOW_DAYS = 15 as const
export const SHOWING_MINUTES = 30

/** A range in milliseconds since the epoch. The end is exclusive. */
export type Busy = { startMs: number; endMs: number }

/** Everything that blocks times at a property, as the database stores it. */
export type Taken = {
  /** Times that the property's own showings and holds block. */
  own: Busy[]
  /** The agent's time that showings at their other properties take, including the travel from there. */
  elsewhere: Busy[]
  /** Times that the agent has closed at all of their properties. */
  blockedOut: Busy[]
  /** The agent's travel time to the next property. */
  travelMinutes: number
}
export const NOTHING_TAKEN: Taken = { own: [], elsewhere: [], blockedOut: [], travelMinutes: 0 }
export type Slot = { time: string; startsAt: string; available: boolean }
export type Day = { date: string; slots: Slot[] }

type Range = { from: number; to: number }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const STANDARD: Range = { from: 9 * 60, to: 17 * 60 }

/**
 * Returns every range that a slot's half hour with its buffer must not overlap. The travel to a showing elsewhere must
 * not overlap it, either, if it is longer than the buffer. A blocked time concerns only the half hour.
 */
export function busyOf(taken: Taken, { bufferMinutes }: Pick<HoursRules, 'bufferMinutes'>): Busy[] {
  const bufferMs = bufferMinutes * MINUTE_MS
  const wayMs = Math.max(0, taken.travelMinutes * MINUTE_MS - bufferMs)
  return [
    ...taken.own,
    ...taken.elsewhere.map(({ startMs, endMs }) => ({ startMs: startMs - wayMs, endMs })),
    ...taken.blockedOut.map(({ startMs, endMs }) => ({ startMs: startMs + bufferMs, endMs })),
  ]
}

/** Leaves out the time that the showing with this start blocks at its own property. */
export const withoutOwn = (taken: Taken, start: Date): Taken => ({
  ...taken,
  own: taken.own.filter(({ startMs }) => startMs !== start.getTime()),
})

/** Marks one start as taken. */
export const withTaken = (days: Day[], start: Date): Day[] =>
  days.map((day) => ({
    ...day,
    slots: day.slots.map((slot) =>
      Date.parse(slot.startsAt) === start.getTime() ? { ...slot, available: false } : slot,
    ),
  }))

/** Lists the 15 dates that begin 48 hours from now, with their slots. `busy` can be in any order, and its ranges can overlap. */
export function listDays(rules: HoursRules, busy: Busy[], now: Temporal.Instant): Day[] {
  const { firstDay, earliestMs } = windowOf(rules.timeZone, now)
  const sorted = byStart(busy)
  const overrides = new Map(rules.overrides.map((override) => [override.date, override]))
  const blockedMs = (SHOWING_MINUTES + rules.bufferMinutes) * MINUTE_MS
  const days: Day[] = []
  for (let day = firstDay; day < firstDay + WINDOW_DAYS; day++) {
    const grid = gridOf(rules.timeZone, day)
    const slots: Slot[] = []
    for (const hours of openRanges(rules, overrides, day, grid.date)) {
      for (let index = Math.ceil(hours.from / SLOT_MINUTES); (index + 1) * SLOT_MINUTES <= hours.to; index++) {
        const startMs = grid.startMs[index] as number
        // NaN (a wall time that the clocks skip) compares as false.
        if (startMs >= earliestMs) {
          slots.push({
            time: TIMES[index] as string,
            startsAt: grid.startsAt[index] as string,
            available: !isBusy(sorted, startMs, startMs + blockedMs),
          })
        }
      }
    }
    days.push({ date: grid.date, slots })
  }
  return days
}

/** Returns the instant of a slot that the rules offer, taken or not, or `null`. */
export function offeredStart(
  rules: HoursRules,
  date: string,
  time: string,
  now: Temporal.Instant,
): Temporal.Instant | null {
  for (const day of listDays(rules, [], now)) {
    if (day.date !== date) continue
    const slot = day.slots.find((candidate) => candidate.time === time)
    return slot ? Temporal.Instant.from(slot.startsAt) : null
  }
  return null
}

/** Returns the range that a showing blocks: its half hour and the buffer after it. */
export const blockedRange = (startsAt: Temporal.Instant, bufferMinutes: number) => ({
  startsAt,
  endsAt: startsAt.add({ minutes: SHOWING_MINUTES }),
  blockedUntil: startsAt.add({ minutes: SHOWING_MINUTES + bufferMinutes }),
})

/** Returns the instants that bound everything `listDays` can offer in any zone. */
export const windowBounds = (now: Temporal.Instant): { from: Temporal.Instant; to: Temporal.Instant } => ({
  from: now.add({ hours: LEAD_TIME_HOURS - 24 }),
  to: now.add({ hours: LEAD_TIME_HOURS + (WINDOW_DAYS + 2) * 24 }),
})

/**
 * Returns when the list next changes by time alone. At each half hour, a date can enter the window. Right after it, a
 * slot can leave: a start exactly at the end of the lead time is still offered.
 */
export function nextChange(now: Temporal.Instant): Temporal.Instant {
  const slotMs = SLOT_MINUTES * MINUTE_MS
  const sinceHalfHour = now.epochMilliseconds % slotMs
  return Temporal.Instant.fromEpochMilliseconds(
    now.epochMilliseconds + (sinceHalfHour === 0 ? 1 : slotMs - sinceHalfHour),
  )
}

/** Finds up to `count` open starts nearest to the wanted one, in order of time. */
export function nearestFree(
  days: Day[],
  wanted: Temporal.Instant,
  count: number,
): { date: string; time: string; startsAt: string }[] {
  const free = days.flatMap(({ date, slots }) =>
    slots
      .filter((slot) => slot.available && Date.parse(slot.startsAt) !== wanted.epochMilliseconds)
      .map(({ time, startsAt }) => ({ date, time, startsAt })),
  )
  const distance = (slot: { startsAt: string }) => Math.abs(Date.parse(slot.startsAt) - wanted.epochMilliseconds)
  return free
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}

function windowOf(timeZone: string, now: Temporal.Instant) {
  const earliest = now.add({ hours: LEAD_TIME_HOURS })
  const local = earliest.toZonedDateTimeISO(timeZone)
  return { firstDay: Date.UTC(local.year, local.month - 1, local.day) / DAY_MS, earliestMs: earliest.epochMilliseconds }
}

/** Returns the ranges of the local day in which showings can be, in minutes: at most two, in order. */
function openRanges(rules: HoursRules, overrides: Map<string, DateOverride>, day: number, date: string): Range[] {
  const hours = propertyHours(rules, overrides.get(date), weekdayOf(day))
  if (!hours) return []
  return entryRanges(rules.entry, weekdayOf(day))
    .map((entry) => ({ from: Math.max(hours.from, entry.from), to: Math.min(hours.to, entry.to) }))
    .filter((range) => range.from < range.to)
}

function propertyHours(rules: HoursRules, override: DateOverride | undefined, weekday: number): Range | null {
  if (override) return 'closed' in override ? null : rangeOf(override)
  if (rules.availabilityType === 'standard') return STANDARD
  const day = rules.customAvailability?.[WEEKDAYS[weekday] as Weekday]
  return day?.enabled ? rangeOf(day) : null
}

function entryRanges(entry: HoursRules['entry'], weekday: number): Range[] {
  if (entry.rule === 'none') return [{ from: 0, to: 24 * 60 }]
  if (entry.rule === 'warn') return [{ from: 8 * 60, to: 18 * 60 }]
  const ranges: Range[] = weekday >= 1 && weekday <= 5 ? [{ from: 8 * 60, to: 17 * 60 }] : []
  const consent = entry.consentHours?.[WEEKDAYS[weekday] as Weekday]
  if (consent?.enabled) ranges.push(rangeOf(consent))
  return merge(ranges)
}

function merge(ranges: Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else merged.push({ ...range })
  }
  return merged
}

/** Sorts ranges by their start. Each end becomes the latest so far, so that one lookup covers all earlier ranges. */
function byStart(busy: Busy[]): Busy[] {
  if (busy.length < 2) return busy
  let latest = Number.NEGATIVE_INFINITY
  return [...busy]
    .sort((a, b) => a.startMs - b.startMs)
    .map(({ startMs, endMs }) => {
      latest = Math.max(latest, endMs)
      return { startMs, endMs: latest }
    })
}

function isBusy(sorted: Busy[], startMs: number, endMs: number): boolean {
  // The last range that starts before our end decides.
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as Busy).startMs < endMs) low = middle + 1
    else high = middle
  }
  return low > 0 && (sorted[low - 1] as Busy).endMs > startMs
}

/** Returns why a day offers nothing by its rules alone, or `null` if it has hours. @param date `YYYY-MM-DD` */
export function closedBy(rules: HoursRules, date: string): 'override' | 'weekday' | 'entry' | null {
  const day = Date.parse(date) / DAY_MS
  const override = rules.overrides.find((one) => one.date === date)
  if (!propertyHours(rules, override, weekdayOf(day))) return override ? 'override' : 'weekday'
  return openRanges(rules, new Map(override && [[date, override]]), day, date).length > 0 ? null : 'entry'
}

/** Why no one can book a slot, most important reason first. */
export const CLOSED_REASONS = [
  'past',
  'block_out',
  'showing',
  'other_showing',
  'travel',
  'notice',
  'too_far',
  'closed_day',
  'outside_hours',
] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

/** Returns why no one can book a start, or `null` exactly if `listDays` offers it as available. */
export function whyClosed(
  rules: HoursRules,
  taken: Taken,
  startMs: number,
  now: Temporal.Instant,
): ClosedReason | null {
  if (startMs < now.epochMilliseconds) return 'past'
  const reason = whyTaken(rules, taken, startMs)
  if (reason) return reason
  const local = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(rules.timeZone)
  const day = Date.UTC(local.year, local.month - 1, local.day) / DAY_MS
  const date = local.toPlainDate().toString()
  const override = rules.overrides.find((one) => one.date === date)
  const ranges = openRanges(rules, new Map(override && [[date, override]]), day, date)
  if (ranges.length === 0) return 'closed_day'
  const minutes = local.hour * 60 + local.minute
  // If a wall time occurs twice, we offer only the first.
  const isOffered = gridOf(rules.timeZone, day).startMs[minutes / SLOT_MINUTES] === startMs
  const isOpen = ranges.some((range) => range.from <= minutes && minutes + SLOT_MINUTES <= range.to)
  if (!isOffered || !isOpen) return 'outside_hours'
  const { firstDay, earliestMs } = windowOf(rules.timeZone, now)
  if (startMs < earliestMs) return 'notice'
  return day < firstDay + WINDOW_DAYS ? null : 'too_far'
}

/** Returns what takes a start, whatever the hours are, or `null`. */
export function whyTaken(
  { bufferMinutes }: Pick<HoursRules, 'bufferMinutes'>,
  taken: Taken,
  startMs: number,
): ClosedReason | null {
  const endMs = startMs + SHOWING_MINUTES * MINUTE_MS
  const isMet = (busy: Busy[], until: number) => busy.some((one) => one.startMs < until && one.endMs > startMs)
  if (isMet(taken.blockedOut, endMs)) return 'block_out'
  if (isMet(taken.own, endMs + bufferMinutes * MINUTE_MS)) return 'showing'
  const wayMs = taken.travelMinutes * MINUTE_MS
  if (
    isMet(
      taken.elsewhere.map((one) => ({ ...one, endMs: one.endMs - wayMs })),
      endMs,
    )
  )
    return 'other_showing'
  return isMet(taken.elsewhere, endMs + Math.max(wayMs, bufferMinutes * MINUTE_MS)) ? 'travel' : null
}

const rangeOf = ({ start, end }: { start: string; end: string }): Range => ({
  from: minutesOf(start),
  to: minutesOf(end),
})
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** Returns 0 for Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7

const TIMES = Array.from({ length: 48 }, (_, index) => clockOf(index * SLOT_MINUTES))

/** Every half hour of a local day. Skipped wall times are NaN. Of repeated wall times, the first counts. */
type Grid = { date: string; startMs: Float64Array; startsAt: string[] }
const grids = new Map<string, Map<number, Grid>>()

function gridOf(timeZone: string, day: number): Grid {
  let ofZone = grids.get(timeZone)
  if (!ofZone) {
    ofZone = new Map()
    grids.set(timeZone, ofZone)
  }
  let grid = ofZone.get(day)
  if (!grid) {
    // Days only move forward, so clearing the cache now and then costs nothing.
    if (ofZone.size > 400) ofZone.clear()
    grid = computeGrid(timeZone, day)
    ofZone.set(day, grid)
  }
  return grid
}

function computeGrid(timeZone: string, day: number): Grid {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  const plainDate = Temporal.PlainDate.from(date)
  const startMs = new Float64Array(48)
  const startsAt: string[] = []
  for (let index = 0; index < 48; index++) {
    const wall = plainDate.toPlainDateTime({ hour: index >> 1, minute: (index & 1) * SLOT_MINUTES })
    const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
    const isSkipped = !zoned.toPlainDateTime().equals(wall)
    startMs[index] = isSkipped ? Number.NaN : zoned.epochMilliseconds
    startsAt.push(isSkipped ? '' : writeInstant(zoned.toInstant()))
  }
  return { date, startMs, startsAt }
}

/**
 * How many days before the start a buyer must order certified mail: one more than the statute, to print and mail it.
 */
export const CERTIFIED_MAIL_DAYS = 7

/** Returns the first start for which we now sell certified mail: 7 days ahead in the property's time zone. */
export const certifiedMailFrom = (now: Temporal.Instant, timeZone: string): Temporal.Instant =>
  now.toZonedDateTimeISO(timeZone).add({ days: CERTIFIED_MAIL_DAYS }).toInstant()

export const isMailSold = (startsAt: Temporal.Instant, timeZone: string, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(startsAt, certifiedMailFrom(now, timeZone)) >= 0
