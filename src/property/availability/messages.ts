import type { HoursRules } from '../schedule/domain.ts'
import { SLOT_MINUTES } from '../schedule/domain.ts'
import * as t from '../text/availability.ts'
import { closedBy, type Day, LEAD_TIME_HOURS, weekdayOf } from './domain.ts'

/** The dates that booking.md section 5 warns about. `holiday-domain.ts` has these and the movable ones. */
const HOLIDAYS = new Set(['01-01', '07-04', '11-11', '12-25', '12-31'])
const CONFLICT_MINUTES = 60

export type TimeReview = {
  warnings: string[]
  conflict: string | null
  alternatives: { times: string[]; dates: string[] }
}

/**
 * Reviews a time for an agent (booking.md section 5). It warns but never refuses.
 * @param showings starts of the property's showings, local `HH:MM` on that date
 * @param days open times (`listDays`) for the alternatives
 */
export function reviewTime(date: string, time: string, showings: string[], days: Day[]): TimeReview {
  const warnings: string[] = []
  const isWeekend = isWeekendDate(date)
  if (isWeekend) warnings.push(t.weekend())
  if (isHoliday(date)) warnings.push(t.holiday())
  const [opens, closes] = isWeekend ? ['10:00', '16:00'] : ['09:00', '18:00']
  if (time < opens || minutes(time) + SLOT_MINUTES > minutes(closes)) {
    warnings.push(t.outsideHours({ opens, closes }))
  }
  const hasConflict = showings.some((other) => Math.abs(minutes(other) - minutes(time)) < CONFLICT_MINUTES)
  const sameDay = days.filter((day) => day.date === date)
  const others = sameDay.flatMap((day) => day.slots).filter((slot) => slot.available && slot.time !== time)
  const distance = (slot: { time: string }) => Math.abs(minutes(slot.time) - minutes(time))
  return {
    warnings,
    conflict: hasConflict ? t.timeConflict() : null,
    alternatives: {
      times: others
        .sort((a, b) => distance(a) - distance(b))
        .slice(0, 3)
        .map((slot) => slot.time)
        .sort(),
      dates: days
        .filter((day) => day.date !== date && !isWeekendDate(day.date) && !isHoliday(day.date))
        .filter(
          (day) => isWithinDays(date, day.date, 14) && day.slots.some((slot) => slot.time === time && slot.available),
        )
        .map((day) => day.date)
        .slice(0, 3),
    },
  }
}

/** Returns notes for the agent about an offered day, or why it offers nothing. */
export function notesOf(rules: HoursRules, day: Day): string[] {
  const closed = closedBy(rules, day.date)
  if (closed) return [CLOSED[closed]()]
  if (day.slots.length === 0) return [t.tooSoon({ hours: LEAD_TIME_HOURS })]
  const notes: string[] = []
  if (isWeekendDate(day.date)) notes.push(t.weekend())
  if (isHoliday(day.date)) notes.push(t.holiday())
  if (!day.slots.some((slot) => slot.available)) notes.push(t.allTaken())
  return notes
}

const CLOSED = {
  override: t.closedDate,
  weekday: t.closedWeekday,
  entry: t.closedEntry,
}

const isHoliday = (date: string) => HOLIDAYS.has(date.slice(5))
const isWeekendDate = (date: string) => [0, 6].includes(weekdayOf(Date.parse(date) / 86_400_000))
const isWithinDays = (from: string, to: string, days: number) =>
  Math.abs(Date.parse(to) - Date.parse(from)) <= days * 86_400_000
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
