import type { ClosedReason } from '../../property/availability/domain.ts'
import * as t from '../text/booking.ts'

/** Explains to the agent why times are closed. */

/** Part of a date in which no one can book. `from` and `to` are minutes from midnight on the property's clock. */
export type ClosedPart = { date: string; from: number; to: number; reason: ClosedReason }

const REASONS: Record<ClosedReason, () => string> = {
  past: t.whyPast,
  block_out: t.whyBlocked,
  showing: t.whyShowing,
  other_showing: t.whyOtherShowing,
  travel: t.whyTravel,
  notice: t.whyNotice,
  too_far: t.whyTooFar,
  closed_day: t.whyClosedDay,
  outside_hours: t.whyOutsideHours,
}

/** Says why no one can book a time. */
export const closedName = (reason: ClosedReason): string => REASONS[reason]()

/** Leaves out times that need no explanation: those that are over or outside the property's hours. */
export const partsToExplain = (closed: ClosedPart[], date: string): ClosedPart[] =>
  closed.filter((part) => part.date === date && part.reason !== 'outside_hours' && part.reason !== 'past')

/** Says why a whole date is closed. The reason that closes the most time comes first. */
export function whyAllClosed(closed: ClosedPart[], date: string): string {
  const minutes = new Map<ClosedReason, number>()
  const parts = partsToExplain(closed, date)
  for (const { reason, from, to } of parts.length > 0 ? parts : closed.filter((part) => part.date === date)) {
    minutes.set(reason, (minutes.get(reason) ?? 0) + to - from)
  }
  return [...minutes]
    .sort((a, b) => b[1] - a[1])
    .map(([reason]) => closedName(reason))
    .join(', ')
}

/** Returns the Monday of each week that has one of these dates, without duplicates. */
export function mondaysOf(dates: string[]): string[] {
  const monday = (date: string) => {
    const day = Date.parse(date) / 86_400_000
    // 1970-01-01 was a Thursday.
    return new Date((day - ((day + 3) % 7)) * 86_400_000).toISOString().slice(0, 10)
  }
  return [...new Set(dates.map(monday))]
}
