import * as t from '../platform/text/dates.ts'
import { clockTime, dayName, instantDay, wallParts, zoneName } from './date-time.ts'

// Date names that only pages behind the sign-in need, in their own file so that public pages do not load them.

/** `martes, 1 de diciembre` as `Martes, 1 de diciembre`: Spanish writes days and months in lower case, except at the beginning. */
export const capitalized = (date: string): string => date.charAt(0).toUpperCase() + date.slice(1)

/** Returns a zone's abbreviation between two instants: `PDT`, or `PDT/PST` if the clocks change in between. */
export const zoneNames = (timeZone: string, from: string, to: string): string =>
  [...new Set([zoneName(timeZone, from), zoneName(timeZone, to)])].join('/')

/** `2026-11-27` as `November 27, 2026`. */
export const dateName = (date: string): string =>
  t.dayWithYear({ month: dayName(date).month, day: String(dayName(date).day), year: date.slice(0, 4) })

/** The date of an instant in UTC, as `November 27, 2026 (UTC)`, for a date that belongs to no place. */
export const utcDay = (instant: string): string => `${instantDay(instant, 'UTC')} (UTC)`

/** `2026-11` as `November 2026`. */
export const monthName = (month: string): string =>
  t.month({ month: dayName(`${month}-01`).month, year: month.slice(0, 4) })

/** Formats `2026-11` as `Nov`. January has the year below it. */
export function shortMonthName(month: string): string {
  const name = dayName(`${month}-01`).month.slice(0, 3)
  return month.endsWith('-01') ? `${name}\n${month.slice(0, 4)}` : name
}

/** Formats an instant of the coming weeks as `Fri, Nov 27, 1:30 PM PST` in that zone. */
export function nearInstantName(instant: string, timeZone: string): string {
  const { month = '', day = '', year = '', hour = '', minute = '', timeZoneName = '' } = wallParts(instant, timeZone)
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return `${dayName(date).short}, ${clockTime(`${hour}:${minute}`)} ${timeZoneName}`
}
