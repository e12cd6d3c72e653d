import type { Showing } from '../../notice/area.ts'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { bookingNotFound } from '../../notice/entry-notice/domain.ts'
import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import { language } from '../../platform/language.ts'
import { isLinkToken } from '../../platform/link-token.ts'
import { eachPage, ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { BlockOutService } from '../../property/area.ts'
import { SHOWING_MINUTES } from '../../property/availability/domain.ts'
import type { ShowingFilter, ShowingRecord } from './contract.ts'
import { fileName, REPORT_ROWS, sheetHead, sheetRow, showingReport } from './export-messages.ts'
import { type ListedRow, recordOf } from './record-domain.ts'
import { ORDERS, type Search, searchOf } from './search-domain.ts'
import { toShowing } from './showing-domain.ts'
import {
  findByNoticeToken,
  findListedRow,
  findShowing,
  hasAnyShowing,
  listOpenRows,
  listRows,
  listRowsByDate,
} from './showing-repository.ts'

/** A showing in the agent's calendar. */
type CalendarRow = Showing & { updatedAt: Temporal.Instant }

type ShowingDeps = {
  db: Database
  clock: Clock
  calendar: { stream(batches: AsyncIterable<CalendarRow[]>, kind: 'export'): AsyncGenerator<string> }
  pdf: PdfRenderer
  blockOuts: Pick<BlockOutService, 'zoneOf'>
}

/** Number of rows that a stream reads at a time. */
const BATCH = 250

/** Serves an agent's showings, one by one and as lists and files. Admins get everyone's showings. */
export const createShowingService = (deps: ShowingDeps) =>
  withDeps(deps, {
    list,
    find,
    get,
    getByNoticeToken,
    listByDate,
    listOpen,
    listOfProperty,
    hasAny,
    streamForFeed,
    exportSpreadsheet,
    exportCalendar,
    exportCalendarOf,
    printReport,
  })

export type ShowingService = ReturnType<typeof createShowingService>

/** Lists an account's own showings, or all showings for an admin. @throws DomainError unauthenticated, invalid */
async function list({ db, clock }: ShowingDeps, actor: Actor, filter: ShowingFilter, asked: PageAsked) {
  const ownerId = scopeOf(actor)
  const now = clock.now()
  const search = searchOf(filter, now)
  const page = readPage({ startsAt: INSTANT, id: ID }, asked, { of: ORDERS, is: search.order })
  const found = await listRows(db, { ...page, ownerId, search })
  const { shown, nextCursor } = page.cut(found.map((row) => ({ ...placeOf(row), row })))
  return { bookings: shown.map(({ row }) => recordOf(row, now, adminIdOf(actor))), nextCursor }
}

/** Finds a showing for other features. They decide who may see it. */
const find = ({ db }: ShowingDeps, id: string): Promise<Showing | null> => findShowing(db, id)

/** @throws DomainError unauthenticated, not_found (also for another agent's) */
const get = async ({ db, clock }: ShowingDeps, actor: Actor, id: string): Promise<ShowingRecord> =>
  recordOf(await getListedRow(db, actor, id), clock.now(), adminIdOf(actor))

/** Finds a showing by the token of its public notice link. @throws DomainError not_found */
async function getByNoticeToken({ db }: ShowingDeps, token: string): Promise<Showing> {
  const row = isLinkToken(token) ? await findByNoticeToken(db, token) : null
  if (!row) throw bookingNotFound()
  return toShowing(row)
}

/**
 * Lists the first showings of each date, with the number of showings on that date.
 * @param dates.status only these
 * @throws DomainError unauthenticated
 */
async function listByDate(
  { db, clock }: ShowingDeps,
  actor: Actor,
  { perDate, ...dates }: { from: string; to: string; perDate: number; status?: BookingStatus[] },
) {
  const now = clock.now()
  const search = searchOf({ ...dates, sort: 'date' }, now)
  const found = await listRowsByDate(db, { ownerId: scopeOf(actor), search, perDate })
  return { counts: found.counts, bookings: found.rows.map((row) => recordOf(row, now, adminIdOf(actor))) }
}

/** A showing, and the URL of its notice to enter (PDF), which exists once the showing is confirmed. */
type OpenShowing = { showing: ShowingRecord; noticeUrl: string }

/** Most showings of each kind that the overview checks. */
const MOST_OPEN = 300

/**
 * Lists the showings that may still need their agent, earliest first. If there may be more ahead, `checkedFirst` says
 * how many we checked.
 * @throws DomainError unauthenticated
 */
async function listOpen(
  { db, clock }: ShowingDeps,
  actor: Actor,
): Promise<{ open: OpenShowing[]; checkedFirst: number | null }> {
  const now = clock.now()
  const since = now.subtract({ minutes: SHOWING_MINUTES })
  const rows = await listOpenRows(db, {
    ownerId: scopeOf(actor),
    readerId: requireAccount(actor).accountId,
    since,
    limit: MOST_OPEN,
  })
  const open = rows.map((row) => ({
    showing: recordOf(row, now, adminIdOf(actor)),
    noticeUrl: `/api/showingbooker/public/notice/${row.notice_token}`,
  }))
  const standing = rows.filter((row) => stands(row) && row.starts_at.getTime() > since.epochMilliseconds)
  return { open, checkedFirst: standing.length < MOST_OPEN ? null : MOST_OPEN }
}

const stands = ({ status }: ListedRow) => status === 'pending' || status === 'confirmed'

/**
 * Lists a property's showings from a moment on, latest first, without demos. The features that use it
 * decide who may see them.
 */
async function listOfProperty(
  { db, clock }: ShowingDeps,
  propertyId: string,
  { since, limit }: { since: Temporal.Instant; limit: number },
): Promise<ShowingRecord[]> {
  const now = clock.now()
  const search = { ...searchOf({ property_id: propertyId, sort: '-date' }, now), startsFrom: since.toString() }
  const rows = await listRows(db, { ownerId: null, search, after: null, limit })
  return rows.filter((row) => !row.is_demo).map((row) => recordOf(row, now))
}

/** @throws DomainError unauthenticated */
const hasAny = ({ db }: ShowingDeps, actor: Actor): Promise<boolean> => hasAnyShowing(db, scopeOf(actor))

/** Streams an account's calendar from a moment on, earliest first, without demos. */
function streamForFeed({ db, clock }: ShowingDeps, accountId: string, since: string): AsyncGenerator<CalendarRow[]> {
  const search = { ...searchOf({ sort: 'date' }, clock.now()), startsFrom: since }
  return calendarRows(readBatches(db, accountId, search, (row) => !row.is_demo))
}

/** Streams everything that a filter finds as spreadsheet rows. @throws DomainError unauthenticated, invalid */
async function exportSpreadsheet({ db, clock, blockOuts }: ShowingDeps, actor: Actor, filter: ShowingFilter) {
  const now = clock.now()
  const timeZone = await blockOuts.zoneOf(scopeOf(actor))
  const batches = readBatches(db, scopeOf(actor), searchOf(filter, now))
  // We write the rows while we send the file, after the request's language is gone.
  const reader = language()
  const rowsOf = async function* () {
    for await (const batch of batches) yield inLanguage(reader, () => batch.map((row) => sheetRow(recordOf(row, now))))
  }
  return { name: fileName('showings', filter, { now, timeZone }), head: sheetHead(), batches: rowsOf() }
}

/**
 * Streams everything that a filter finds for a calendar, earliest first.
 * @throws DomainError unauthenticated, invalid
 */
async function exportCalendar({ db, clock, calendar, blockOuts }: ShowingDeps, actor: Actor, filter: ShowingFilter) {
  const now = clock.now()
  const timeZone = await blockOuts.zoneOf(scopeOf(actor))
  const search = searchOf({ ...filter, sort: 'date' }, now)
  return {
    name: fileName('showings', filter, { now, timeZone }),
    parts: calendar.stream(calendarRows(readBatches(db, scopeOf(actor), search)), 'export'),
  }
}

/** Writes one showing for a calendar. @throws DomainError unauthenticated, not_found */
async function exportCalendarOf({ db, calendar }: ShowingDeps, actor: Actor, id: string) {
  const row = await getListedRow(db, actor, id)
  const one = async function* () {
    yield [toCalendarRow(row)]
  }
  return { name: `showing-${row.confirmation_number}`, parts: calendar.stream(one(), 'export') }
}

/** Prints the first showings that a filter finds as a report. @throws DomainError unauthenticated, invalid */
async function printReport(
  { db, clock, pdf, blockOuts }: ShowingDeps,
  actor: Actor,
  filter: ShowingFilter,
): Promise<{ name: string; pdf: Uint8Array }> {
  const made = { now: clock.now(), timeZone: await blockOuts.zoneOf(scopeOf(actor)) }
  const search = searchOf(filter, made.now)
  const rows = await listRows(db, { ownerId: scopeOf(actor), search, after: null, limit: REPORT_ROWS + 1 })
  const records = rows.slice(0, REPORT_ROWS).map((row) => recordOf(row, made.now))
  const report = showingReport({ records, hasMore: rows.length > REPORT_ROWS, filter, ...made })
  return { name: fileName(report.kind, filter, made), pdf: await pdf.render(report.table) }
}

/** @throws DomainError unauthenticated, not_found */
export async function getListedRow(db: Database, actor: Actor, id: string): Promise<ListedRow> {
  const row = await findListedRow(db, { ownerId: scopeOf(actor), id })
  if (!row) throw bookingNotFound()
  return row
}

export const adminIdOf = (actor: Actor) => (actor.kind === 'account' && actor.role === 'admin' ? actor.accountId : null)

/** Reads one page after another on demand, so that no transaction waits for a slow reader. */
async function* readBatches(
  db: Database,
  ownerId: string | null,
  search: Search,
  isWanted: (row: ListedRow) => boolean = () => true,
) {
  const find = (last: ListedRow | null) => listRows(db, { ownerId, search, after: last && placeOf(last), limit: BATCH })
  for await (const rows of eachPage(BATCH, find)) yield rows.filter(isWanted)
}

async function* calendarRows(batches: AsyncIterable<ListedRow[]>): AsyncGenerator<CalendarRow[]> {
  for await (const batch of batches) yield batch.map(toCalendarRow)
}

const toCalendarRow = (row: ListedRow): CalendarRow => ({ ...toShowing(row), updatedAt: instantOf(row.updated_at) })
const placeOf = (row: ListedRow) => ({ startsAt: row.starts_at.toISOString(), id: row.id })
