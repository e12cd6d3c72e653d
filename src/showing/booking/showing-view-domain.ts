import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { bookingStatusName } from '../../notice/entry-notice/domain.ts'
import type { paths } from '../../platform/api-schema.ts'
import * as t from '../text/booking.ts'

/** Query for the API, without paging. */
export type ShowingQuery = Omit<
  NonNullable<paths['/api/showingbooker/bookings']['get']['parameters']['query']>,
  'cursor' | 'limit'
>

/** The view of a list, as its URL describes it. */
export type ShowingChoice = {
  q: string
  status: string
  days: string
  sort: string
  property: string
  /** First and last date, in each property's own time zone. */
  from: string
  to: string
}
/** `label` is a function, so that it returns the reader's language when the option is shown. */
type Choice = { value: string; label: () => string }

/** The days that Upcoming lists (booking.md section 2), with all requests. */
export const UPCOMING_DAYS = 14

const only = (...statuses: BookingStatus[]): Choice[] =>
  statuses.map((status) => ({ value: status, label: () => bookingStatusName(status) }))

export const UPCOMING_STATUSES: Choice[] = [
  { value: '', label: t.allActive },
  ...only('pending', 'confirmed', 'cancelled', 'declined'),
]
export const PAST_STATUSES: Choice[] = [
  { value: '', label: t.all },
  { value: 'confirmed', label: t.notMarked },
  ...only('completed', 'no_show', 'cancelled', 'declined'),
]
const DEFAULT_DAYS = '30'
export const ALL_DAYS = 'all'
export const PAST_RANGES: Choice[] = [
  ...['7', '30', '90', '365'].map((days) => ({ value: days, label: () => t.lastDays({ days }) })),
  { value: ALL_DAYS, label: t.allTime },
]

/** The first option of each list is the default from booking.md section 2. */
export const UPCOMING_SORTS: Choice[] = [
  { value: '', label: t.earliestFirst },
  { value: '-date', label: t.latestFirst },
]
export const PAST_SORTS: Choice[] = [
  { value: '', label: t.pastLatestFirst },
  { value: 'date', label: t.pastEarliestFirst },
]

const oneOf = (choices: Choice[], value: string | null, otherwise: string) =>
  choices.some((choice) => choice.value === value) ? (value ?? otherwise) : otherwise

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DATE = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const matching = (pattern: RegExp, value: string | null) => (value && pattern.test(value) ? value : '')

/** Reads the view from a URL and ignores unknown values. */
export const choiceOf = (search: URLSearchParams, statuses: Choice[], sorts: Choice[]): ShowingChoice => ({
  q: (search.get('q') ?? '').replaceAll('\0', '').slice(0, 200).toWellFormed(),
  status: oneOf(statuses, search.get('status'), ''),
  days: oneOf(PAST_RANGES, search.get('days'), DEFAULT_DAYS),
  sort: oneOf(sorts, search.get('sort'), ''),
  property: matching(ID, search.get('property')),
  from: matching(DATE, search.get('from')),
  to: matching(DATE, search.get('to')),
})

/** Writes only what differs from the default into the URL. */
export const addressOf = ({ q, status, days, sort, property, from, to }: ShowingChoice): Record<string, string> => ({
  ...(q.trim() && { q: q.trim() }),
  ...(status && { status }),
  ...(days !== DEFAULT_DAYS && { days }),
  ...(sort && { sort }),
  ...(property && { property }),
  ...(from && { from }),
  ...(to && { to }),
})

/** Narrows a list to a property, dates, and words. */
const narrowed = ({ q, property, from, to }: ShowingChoice) => ({
  ...(q.trim() && { q: q.trim() }),
  ...(property && { property_id: property }),
  ...(from && { from }),
  ...(to && { to }),
})

/** Returns whether someone has narrowed a view. */
export const isNarrowed = (choice: ShowingChoice) =>
  [choice.q, choice.status, choice.property, choice.from, choice.to].some((value) => value !== '')

export const upcomingQuery = (choice: ShowingChoice): ShowingQuery => ({
  when: 'upcoming',
  // Chosen dates and a person someone looks for can be farther ahead.
  ...(!choice.from && !choice.to && !choice.q.trim() && { days: UPCOMING_DAYS }),
  status: choice.status || 'pending,confirmed',
  sort: choice.sort === '-date' ? '-date' : 'date',
  ...narrowed(choice),
})

export const pastQuery = (choice: ShowingChoice): ShowingQuery => ({
  when: 'past',
  ...(choice.days !== ALL_DAYS && { days: Number(choice.days) }),
  ...(choice.status && { status: choice.status }),
  sort: choice.sort === 'date' ? 'date' : '-date',
  ...narrowed(choice),
})

/** Returns the URL of the file with everything a query finds. */
export const exportUrl = (kind: 'csv' | 'ics' | 'pdf', query: ShowingQuery): string =>
  `/api/showingbooker/bookings.${kind}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
