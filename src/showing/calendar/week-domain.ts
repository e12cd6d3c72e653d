import {
  CLOSED_REASONS,
  type ClosedReason,
  NOTHING_TAKEN,
  type Taken,
  whyClosed,
  whyTaken,
} from '../../property/availability/domain.ts'
import type { HoursRules } from '../../property/schedule/domain.ts'
import type { ClosedPart } from '../booking/closed-domain.ts'

/** Rules for a week with hours: what each half hour is, in one zone. */

const HALF_HOURS = 48

/** Part of one date, in minutes of its clock after midnight. */
export type Part = { date: string; from: number; to: number }
type Bookable = { rules: HoursRules; taken: Taken }

/** Returns the seven dates of a week, Monday to Sunday. @param date any of them */
export function weekDates(date: string): string[] {
  const day = Temporal.PlainDate.from(date)
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  return Array.from({ length: 7 }, (_, n) => monday.add({ days: n }).toString())
}

/** Lists the times when no one can book any of these properties, and why. */
export function closedParts(
  dates: string[],
  timeZone: string,
  properties: Bookable[],
  now: Temporal.Instant,
): ClosedPart[] {
  // An account can have hundreds of properties, but few different hours, so we ask once for each of those.
  const groups = [...Map.groupBy(properties, ({ rules }) => JSON.stringify(rules)).values()]
  const parts: ClosedPart[] = []
  for (const date of dates) {
    for (let n = 0; n < HALF_HOURS; n++) {
      const reason = reasonAt(date, n * 30, timeZone, groups, now)
      if (!reason) continue
      const last = parts.at(-1)
      if (last?.date === date && last.reason === reason && last.to === n * 30) last.to += 30
      else parts.push({ date, from: n * 30, to: n * 30 + 30, reason })
    }
  }
  return parts
}

function reasonAt(date: string, minutes: number, timeZone: string, groups: Bookable[][], now: Temporal.Instant) {
  const wall = Temporal.PlainDate.from(date).toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
  const startMs = wall.toZonedDateTime(timeZone).epochMilliseconds
  const reasons = new Set<ClosedReason>()
  for (const group of groups) {
    const byHours = group[0] ? whyClosed(group[0].rules, NOTHING_TAKEN, startMs, now) : null
    if (byHours === 'past') return byHours
    for (const { rules, taken } of group) {
      const reason = whyTaken(rules, taken, startMs) ?? byHours
      if (!reason) return null
      reasons.add(reason)
    }
  }
  return CLOSED_REASONS.find((reason) => reasons.has(reason)) ?? null
}

/**
 * Splits a time span into its parts on these dates. A span across midnight has several. Where the clock goes back,
 * a part covers everything that the clock shows during it.
 */
export function partsOf(startsAt: string, endsAt: string, dates: string[], timeZone: string): Part[] {
  const [start, end] = [minuteOf(Temporal.Instant.from(startsAt)), minuteOf(Temporal.Instant.from(endsAt))]
  return dates.flatMap((date) => {
    const spans = clockSpans(date, timeZone)
      .map(({ at, until, clock }) => ({ from: Math.max(start, at), to: Math.min(end, until), ahead: clock - at }))
      .filter(({ from, to }) => from < to)
    if (spans.length === 0) return []
    return [
      {
        date,
        from: Math.min(...spans.map(({ from, ahead }) => from + ahead)),
        to: Math.max(...spans.map(({ to, ahead }) => to + ahead)),
      },
    ]
  })
}

/** Splits a date where its clock changes. `clock`: what the clock shows at the start, in minutes after midnight. */
function clockSpans(date: string, timeZone: string): { at: number; until: number; clock: number }[] {
  const day = Temporal.PlainDate.from(date)
  const [midnight, next] = [day, day.add({ days: 1 })].map((one) => one.toZonedDateTime(timeZone)) as [
    Temporal.ZonedDateTime,
    Temporal.ZonedDateTime,
  ]
  const change = midnight.getTimeZoneTransition('next')
  const [at, until] = [minuteOf(midnight), minuteOf(next)]
  if (!change || minuteOf(change) >= until) return [{ at, until, clock: 0 }]
  return [
    { at, until: minuteOf(change), clock: 0 },
    { at: minuteOf(change), until, clock: change.hour * 60 + change.minute },
  ]
}

/** Counts whole minutes since 1970. */
const minuteOf = ({ epochMilliseconds }: { epochMilliseconds: number }) => Math.floor(epochMilliseconds / 60_000)

/** Puts overlapping parts of a date side by side, each in its own lane. */
export function lanesOf<One extends Part>(stretches: One[]): (One & { lane: number; lanes: number })[] {
  const placed = [...stretches]
    .sort((a, b) => (a.date === b.date ? a.from - b.from : a.date < b.date ? -1 : 1))
    .map((one) => ({ ...one, lane: 0, lanes: 1 }))
  const meets = (a: Part, b: Part) => a.date === b.date && a.from < b.to && b.from < a.to
  placed.forEach((one, index) => {
    const before = placed.slice(0, index).filter((other) => meets(one, other))
    while (before.some(({ lane }) => lane === one.lane)) one.lane++
  })
  for (const one of placed)
    one.lanes = 1 + Math.max(...placed.filter((other) => meets(one, other)).map(({ lane }) => lane))
  return placed
}

/**
 * Returns the whole hours that a week must show, in minutes: office hours, and earlier or later ones that are open or
 * taken.
 */
export function shownHours(dates: string[], closed: Part[], taken: Part[]): { from: number; to: number } {
  const hours = { from: 8 * 60, to: 18 * 60 }
  const widen = (from: number, to: number) => {
    hours.from = Math.min(hours.from, Math.floor(from / 60) * 60)
    hours.to = Math.max(hours.to, Math.ceil(to / 60) * 60)
  }
  for (const { from, to } of taken) if (to - from < 24 * 60) widen(from, to)
  if (closed.length === 0) return hours
  for (const date of dates) {
    let open = 0
    for (const part of closed.filter((one) => one.date === date)) {
      if (part.from > open) widen(open, part.from)
      open = part.to
    }
    if (open < 24 * 60) widen(open, 24 * 60)
  }
  return hours
}
