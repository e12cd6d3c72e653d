import { api, bodyOf } from '../../../platform/api-client.ts'
import type { Availability } from '../../../property/availability/contract.ts'
import { zoneName } from '../../../ui/date-time.ts'

/**
 * One bookable date as the page has it: its starts as `HH:MM` in order, and which of them are taken. `mailFrom` is the
 * first start with certified mail, or `null` if the date has none.
 */
export type OfferedDay = { date: string; zone: string; times: string[]; taken: string[]; mailFrom: string | null }
export type Start = { date: string; time: string }

type Offered = Pick<Availability, 'time_zone' | 'days'> & Partial<Pick<Availability, 'certifiedMailFrom'>>

export function offeredDays({ time_zone, days, certifiedMailFrom }: Offered): OfferedDay[] {
  const zoneOf = zonesOf(time_zone, days)
  const mailFromMs = certifiedMailFrom ? Date.parse(certifiedMailFrom) : Number.POSITIVE_INFINITY
  return days.map(({ date, slots }) => ({
    date,
    zone: zoneOf(slots.at(-1)?.startsAt),
    times: slots.map(({ time }) => time),
    taken: slots.filter(({ available }) => !available).map(({ time }) => time),
    mailFrom: slots.find(({ startsAt }) => Date.parse(startsAt) >= mailFromMs)?.time ?? null,
  }))
}

/**
 * Clocks change at most once in the booking window, so if both ends have the same zone, so does everything between
 * them. They change at night, so a date has the zone of its last start.
 */
function zonesOf(timeZone: string, days: Availability['days']) {
  const starts = days.flatMap(({ slots }) => slots.at(-1)?.startsAt ?? [])
  const [first, last] = [starts[0], starts.at(-1)].map((start) => (start ? zoneName(timeZone, start) : ''))
  return (start: string | undefined) => (!start ? '' : first === last ? (first as string) : zoneName(timeZone, start))
}

type Own = {
  /** ID of the showing that moves or is declined. It blocks only its own time. */
  moving?: string | undefined
  /** Secret of the buyer's hold. It blocks nothing. */
  hold?: string | undefined
}

export async function fetchOfferedDays(
  slug: string,
  { signal, ...query }: Own & { signal?: AbortSignal } = {},
): Promise<OfferedDay[]> {
  const path = '/api/showingbooker/public/property/{slugOrId}/availability'
  const params = { path: { slugOrId: slug }, query }
  return offeredDays(bodyOf(await api.GET(path, { params, signal, cache: 'no-store' })))
}

export function stateOf(days: OfferedDay[], { date, time }: Start): 'free' | 'taken' | 'not_offered' {
  const day = days.find((candidate) => candidate.date === date)
  if (!day?.times.includes(time)) return 'not_offered'
  return day.taken.includes(time) ? 'taken' : 'free'
}

/** Names the zone of an offered date. */
export const zoneOn = (days: OfferedDay[], { date }: Pick<Start, 'date'>): string =>
  days.find((day) => day.date === date)?.zone ?? ''

/** Checks whether this start is too soon for certified mail. */
export function isTooSoonForMail(days: OfferedDay[], { date, time }: Start): boolean {
  const day = days.find((candidate) => candidate.date === date)
  return day !== undefined && time !== '' && (day.mailFrom === null || time < day.mailFrom)
}

/** Finds up to three open starts: the nearest that day first, then the same time on later days. */
export function alternativesTo(days: OfferedDay[], { date, time }: Start): Start[] {
  const free = (day: OfferedDay) => day.times.filter((candidate) => !day.taken.includes(candidate))
  const sameDay = days
    .filter((day) => day.date === date)
    .flatMap(free)
    .sort((a, b) => Math.abs(minutes(a) - minutes(time)) - Math.abs(minutes(b) - minutes(time)))
    .slice(0, 3)
    .sort()
    .map((candidate) => ({ date, time: candidate }))
  const later = days
    .filter((day) => day.date > date && free(day).includes(time))
    .map((day) => ({ date: day.date, time }))
  return [...sameDay, ...later].slice(0, 3)
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
