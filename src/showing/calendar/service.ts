import { createHash } from 'node:crypto'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { isLinkToken, newLinkToken } from '../../platform/link-token.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { AvailabilityService, BlockOutService } from '../../property/area.ts'
import { SHOWING_MINUTES } from '../../property/availability/domain.ts'
import { holidayName } from '../../property/availability/holiday-domain.ts'
import type { PayLink } from '../booking/pay-link-domain.ts'
import type { PayLinkService } from '../booking/pay-link-service.ts'
import type { ShowingService } from '../booking/showing-service.ts'
import * as t from '../text/calendar.ts'
import type { CalendarFeed, CalendarWeek, CalendarWeeks } from './contract.ts'
import { calendarGrid } from './domain.ts'
import type { calendar } from './file-service.ts'
import { findFeedOwner, findFeedVersion, keepFeedToken, replaceFeedToken } from './repository.ts'
import { closedParts, partsOf, weekDates } from './week-domain.ts'

type CalendarDeps = {
  db: Database
  clock: Clock
  publicUrl: string
  calendar: Pick<typeof calendar, 'stream'>
  showings: Pick<ShowingService, 'listByDate' | 'hasAny' | 'streamForFeed'>
  payLinks: Pick<PayLinkService, 'list'>
  blockOuts: Pick<BlockOutService, 'zoneOf' | 'between'>
  availability: Pick<AvailabilityService, 'propertiesBetween'>
}

/** Number of showings that a date of the grid starts with. It loads more on request. */
const SHOWN_PER_DATE = 8
/** Maximum number of showings per date in the week with hours. More would not fit side by side. */
const SHOWN_PER_DAY = 48
/** States of the showings that a week with hours shows. */
const SHOWN_STATUSES: BookingStatus[] = ['pending', 'confirmed', 'completed', 'no_show']
/** Maximum number of properties whose closed times a week compares. Only an admin has more. */
const MOST_HOMES = 2000
/** Number of past days in a feed. It is limited because calendar apps load the whole feed each time. */
const FEED_DAYS_BACK = 60

/** Serves the calendar page and the private feed of the signed-in account. */
export const createAgentCalendar = (deps: CalendarDeps) =>
  withDeps(deps, { getWeeks, getWeek, getFeedUrl, rotateFeed, readFeed })

export type AgentCalendar = ReturnType<typeof createAgentCalendar>

/**
 * Returns four weeks of showings, each on the local date of its property. The weeks start from today in the zone of
 * most of the account's properties. An admin sees all showings.
 * @throws DomainError unauthenticated
 */
async function getWeeks(
  { clock, showings, blockOuts }: CalendarDeps,
  actor: Actor,
  start: string | null,
): Promise<CalendarWeeks> {
  const timeZone = await blockOuts.zoneOf(scopeOf(actor))
  const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const { dates, ...grid } = calendarGrid(today, start)
  const [{ counts, bookings }, hasShowings] = await Promise.all([
    showings.listByDate(actor, { from: grid.start, to: grid.end, perDate: SHOWN_PER_DATE }),
    showings.hasAny(actor),
  ])
  const byDate = Map.groupBy(bookings, ({ date }) => date)
  return {
    ...grid,
    today,
    thisWeek: calendarGrid(today, today).start,
    timeZone,
    hasShowings,
    days: dates.map((date) => ({ date, count: counts.get(date) ?? 0, bookings: byDate.get(date) ?? [] })),
  }
}

/**
 * Returns one week with hours, in the zone of most of the account's properties: its showings, the times that we hold
 * for visitors who pay by link, the agent's block-outs, and why other times are closed, at all properties or at one. An
 * admin sees everyone's showings, but only their own block-outs.
 * @throws DomainError unauthenticated
 */
async function getWeek(
  { clock, showings, payLinks, blockOuts, availability }: CalendarDeps,
  actor: Actor,
  { start, property }: { start?: string | undefined; property?: string | undefined },
): Promise<CalendarWeek> {
  const ownerId = scopeOf(actor)
  const now = clock.now()
  const timeZone = await blockOuts.zoneOf(ownerId)
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const dates = weekDates(start ?? today)
  const midnight = (days: number) =>
    Temporal.PlainDate.from(dates[0] ?? today)
      .add({ days })
      .toZonedDateTime(timeZone)
  const span = { from: midnight(0).toInstant(), to: midnight(7).toInstant() }
  // In another zone, a showing of this week can be on the date before or after the week.
  const around = { from: midnight(-1).toPlainDate().toString(), to: midnight(7).toPlainDate().toString() }
  const [{ counts, bookings }, links, blocked, listed] = await Promise.all([
    showings.listByDate(actor, { ...around, perDate: SHOWN_PER_DAY, status: SHOWN_STATUSES }),
    payLinks.list(actor),
    blockOuts.between(actor, span.from, span.to),
    availability.propertiesBetween(
      { ownerId, id: property, limit: MOST_HOMES + 1 },
      { from: span.from.subtract({ hours: 24 }), to: span.to.add({ hours: 24 }) },
    ),
  ])
  const isClosedKnown = listed.length <= MOST_HOMES
  return {
    dates,
    previous: midnight(-7).toPlainDate().toString(),
    next: midnight(7).toPlainDate().toString(),
    today,
    timeZone,
    showings: bookings.flatMap((showing) =>
      partsOf(showing.datetime, showing.endsAt, dates, timeZone).map((part) => ({ ...part, showing })),
    ),
    left: dates.flatMap((date) => {
      const count = (counts.get(date) ?? 0) - SHOWN_PER_DAY
      return count > 0 ? [{ date, count }] : []
    }),
    held: links.flatMap((payLink) =>
      partsOf(payLink.startsAt, endOf(payLink), dates, timeZone).map((part) => ({ ...part, payLink })),
    ),
    holidays: dates.flatMap((date) => {
      const name = holidayName(date)
      return name ? [{ date, name }] : []
    }),
    blockOuts: blocked.flatMap((blockOut) =>
      partsOf(blockOut.starts_at, blockOut.ends_at, dates, timeZone).map((part) => ({ ...part, blockOut })),
    ),
    hasListed: listed.length > 0,
    isClosedKnown,
    closed:
      listed[0] && isClosedKnown ? closedParts(dates, property ? listed[0].rules.timeZone : timeZone, listed, now) : [],
  }
}

/** Returns the account's private address, and creates it if there is none. @throws DomainError unauthenticated */
async function getFeedUrl(deps: CalendarDeps, actor: Actor): Promise<CalendarFeed> {
  const { accountId } = requireAccount(actor)
  return feedOf(deps, await keepFeedToken(deps.db, accountId, newLinkToken(), deps.clock.now().toString()))
}

/** Creates a new address and disables the old one. @throws DomainError unauthenticated */
async function rotateFeed(deps: CalendarDeps, actor: Actor): Promise<CalendarFeed> {
  const { accountId } = requireAccount(actor)
  const token = newLinkToken()
  await replaceFeedToken(deps.db, accountId, token, deps.clock.now().toString())
  return feedOf(deps, token)
}

/**
 * Returns the feed of an address: the account's own showings since 60 days ago, with canceled ones but without
 * demos.
 * @returns its entity tag, which changes with its content, and its parts, which are read only on demand
 * @throws DomainError not_found
 */
async function readFeed(
  { db, clock, calendar, showings }: CalendarDeps,
  token: string,
): Promise<{ etag: string; parts: AsyncIterable<string> }> {
  const owner = isLinkToken(token) ? await findFeedOwner(db, token) : null
  if (!owner) throw notFound(t.feedNotFound(), 'calendar_not_found')
  // Count back whole days. Otherwise, the feed would change every second.
  const { accountId, language } = owner
  const today = clock.now().toZonedDateTimeISO('UTC').startOfDay()
  const since = today.subtract({ days: FEED_DAYS_BACK }).toInstant().toString()
  const version = await findFeedVersion(db, accountId, since)
  const etag = createHash('sha256').update(`${token} ${since} ${version} ${language}`).digest('base64url').slice(0, 27)
  return { etag: `W/"${etag}"`, parts: calendar.stream(showings.streamForFeed(accountId, since), 'feed', language) }
}

const endOf = ({ startsAt }: PayLink) => Temporal.Instant.from(startsAt).add({ minutes: SHOWING_MINUTES }).toString()

const feedOf = ({ publicUrl }: CalendarDeps, token: string): CalendarFeed => ({
  url: `${publicUrl}/calendar/${token}.ics`,
})
