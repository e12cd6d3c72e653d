import type { ClosedReason } from '../../property/availability/domain.ts'
import * as t from '../text/booking.ts'

/** Why times are closed, in words for the agent. */

/** Part of one date in minutes of its clock, from its midnight, in which nobody can book. */
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

/** Names for the agent why nobody can book a time. */
export const closedName = (reason: ClosedReason): string => REASONS[reason]()

/** Leaves out what explains itself: times that are over or outside the hours of the property. */
export const partsToExplain = (closed: ClosedPart[], date: string): ClosedPart[] =>
  closed.filter((part) => part.date === date && part.reason !== 'outside_hours' && part.reason !== 'past')

/** Names why a whole date is closed, the longest reason first. */
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

/** Returns the Mondays of the weeks that these dates are in, each once. */
export function mondaysOf(dates: string[]): string[] {
  const monday = (date: string) => {
    const day = Date.parse(date) / 86_400_000
    // 1970-01-01 was a Thursday.
    return new Date((day - ((day + 3) % 7)) * 86_400_000).toISOString().slice(0, 10)
  }
  return [...new Set(dates.map(monday))]
}
