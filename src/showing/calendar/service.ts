import { createHash } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { isLinkToken, newLinkToken } from '../../platform/link-token.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { HOME_ZONE } from '../../property/property/domain.ts'
import type { ShowingService } from '../booking/showing-service.ts'
import * as t from '../text/calendar.ts'
import type { CalendarFeed, CalendarWeeks } from './contract.ts'
import { calendarGrid } from './domain.ts'
import type { calendar } from './file-service.ts'
import { findCommonZone, findFeedOwner, findFeedVersion, keepFeedToken, replaceFeedToken } from './repository.ts'

type CalendarDeps = {
  db: Database
  clock: Clock
  publicUrl: string
  calendar: Pick<typeof calendar, 'stream'>
  showings: Pick<ShowingService, 'listByDate' | 'hasAny' | 'streamForFeed'>
}

/** How many showings a date of the grid begins with; the others are a list of their own. */
const SHOWN_PER_DATE = 8
/** How far back a feed goes: calendar programs load all of it each time. */
const FEED_DAYS_BACK = 60

/** The calendar page and the private feed of the account that is signed in. */
export const createAgentCalendar = (deps: CalendarDeps) =>
  withDeps(deps, { getWeeks, getFeedUrl, rotateFeed, readFeed })

export type AgentCalendar = ReturnType<typeof createAgentCalendar>

/**
 * Four weeks of showings, each on its own property's date. They begin by today's date in the zone of most of the account's
 * properties; an admin sees all showings.
 * @throws DomainError unauthenticated
 */
async function getWeeks(
  { db, clock, showings }: CalendarDeps,
  actor: Actor,
  start: string | null,
): Promise<CalendarWeeks> {
  const account = requireAccount(actor)
  const timeZone = (await findCommonZone(db, account.role === 'admin' ? null : account.accountId)) ?? HOME_ZONE
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

/** The account's address, made when it is first asked for. @throws DomainError unauthenticated */
async function getFeedUrl(deps: CalendarDeps, actor: Actor): Promise<CalendarFeed> {
  const { accountId } = requireAccount(actor)
  return feedOf(deps, await keepFeedToken(deps.db, accountId, newLinkToken(), deps.clock.now().toString()))
}

/** Makes a new address; the old one stops working. @throws DomainError unauthenticated */
async function rotateFeed(deps: CalendarDeps, actor: Actor): Promise<CalendarFeed> {
  const { accountId } = requireAccount(actor)
  const token = newLinkToken()
  await replaceFeedToken(deps.db, accountId, token, deps.clock.now().toString())
  return feedOf(deps, token)
}

/**
 * The feed behind an address: the account's own showings from 60 days ago on, cancelled ones too, without demos.
 * @returns its entity tag, which changes with what it says, and its parts, not read yet
 * @throws DomainError not_found
 */
async function readFeed(
  { db, clock, calendar, showings }: CalendarDeps,
  token: string,
): Promise<{ etag: string; parts: AsyncIterable<string> }> {
  const owner = isLinkToken(token) ? await findFeedOwner(db, token) : null
  if (!owner) throw notFound(t.feedNotFound(), 'calendar_not_found')
  // By whole days, or it would be another feed each second.
  const { accountId, language } = owner
  const today = clock.now().toZonedDateTimeISO('UTC').startOfDay()
  const since = today.subtract({ days: FEED_DAYS_BACK }).toInstant().toString()
  const version = await findFeedVersion(db, accountId, since)
  const etag = createHash('sha256').update(`${token} ${since} ${version} ${language}`).digest('base64url').slice(0, 27)
  return { etag: `W/"${etag}"`, parts: calendar.stream(showings.streamForFeed(accountId, since), 'feed', language) }
}

const feedOf = ({ publicUrl }: CalendarDeps, token: string): CalendarFeed => ({
  url: `${publicUrl}/calendar/${token}.ics`,
})
