import { createHash } from 'node:crypto'
import { paymentNotFound } from '../../money/payment/domain.ts'
import type { ComplianceService, Showing } from '../../notice/area.ts'
import type { BookingStatus } from '../../notice/notice/contract.ts'
import { bookingNotFound } from '../../notice/notice/domain.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { isSameSecret } from '../../platform/constant-time.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import { writeInstant } from '../../platform/instant.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { eachPage, ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { photoUrl } from '../../platform/photo.ts'
import { isShowable } from '../../platform/plain-text.ts'
import { fullAddress, isProductDemo } from '../../property/property/domain.ts'
import type {
  Booking,
  BuyerPage,
  DemoSent,
  Hold,
  Mark,
  SettledBooking,
  ShowingFilter,
  ShowingRecord,
} from './contract.ts'
import { COMPLETES_AFTER_HOURS, instructionsFrom, markFault, showsInstructions } from './domain.ts'
import { fileName, REPORT_ROWS, SHEET_HEAD, sheetRow, showingReport } from './export-messages.ts'
import { dueOf, ORDERS, recordOf, refundOf, type Search, searchOf } from './record-domain.ts'
import type { ListedRow, OwnRow } from './record-repository.ts'
import * as showings from './record-repository.ts'
import { type ShowingRow, toShowing } from './row-domain.ts'
import { buyerActions, buyerMoney, toBookingState } from './transition-domain.ts'

/** Reads bookings: for their buyer by an unguessable link, for their agent by permission; and takes the agent's marks. */
/** What puts a showing into somebody's calendar. */
type CalendarFiles = {
  links(showing: Showing): { google: string; outlook: string }
  file(showing: Showing): string
  stream(batches: AsyncIterable<CalendarRow[]>, kind: 'export'): AsyncGenerator<string>
}

export function createShowingService(options: {
  db: Database
  clock: Clock
  publicUrl: string
  calendar: CalendarFiles
  compliance: ComplianceService
  pdf: PdfRenderer
  demos: {
    /** Who pays for a demo of the product's own. */
    visitor: (bookingId: string) => Promise<{ name: string; email: string; phone: string } | null>
    sent: (bookingId: string) => Promise<DemoSent>
  }
}) {
  const { db, clock, publicUrl, calendar, compliance, pdf } = options
  const manageUrl = (row: ShowingRow) => `${publicUrl}/showingbooker/booking/${row.manage_token}`

  /** The booking as its buyer may see it. */
  function bookingOf(row: ShowingRow): Booking {
    return {
      id: row.id,
      property_id: row.property_id,
      confirmation_number: row.confirmation_number ?? '',
      status: row.status as BookingStatus,
      showingDate: row.showing_date,
      showingTime: row.showing_time,
      time_zone: row.time_zone,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      requesterType: row.requester_type,
      buyerName: row.buyer_name,
      buyerEmail: row.buyer_email,
      buyerPhone: row.buyer_phone,
      buyerAgentName: row.buyer_agent_name,
      buyerAgentPhone: row.buyer_agent_phone,
      buyerAgentEmail: row.buyer_agent_email,
      mailUpgrade: row.mail_upgrade,
      specialRequests: row.special_requests,
      amount: row.amount_cents,
      payment_intent_id: row.intent_id ?? '',
      manageUrl: manageUrl(row),
    }
  }

  async function getListed(ownerId: string | null, id: string): Promise<ListedRow> {
    const row = await showings.findListed(db, { ownerId, id })
    if (!row) throw bookingNotFound()
    return row
  }

  /** Page after page, each read when it is asked for: no transaction waits for a slow reader. */
  async function* everyBatch(
    ownerId: string | null,
    search: Search,
    isWanted: (row: ListedRow) => boolean = () => true,
  ) {
    const find = (last: ListedRow | null) =>
      showings.listPage(db, { ownerId, search, after: last && placeOf(last), limit: BATCH })
    for await (const rows of eachPage(BATCH, find)) yield rows.filter(isWanted)
  }

  async function byManageToken(token: string): Promise<OwnRow> {
    const row = isToken(token) ? await showings.findByManageToken(db, token) : null
    if (!row) throw bookingNotFound()
    return row
  }

  /** All that the buyer reads. `version`: another one, once any of it is another. */
  async function pageOf(row: OwnRow, now: Temporal.Instant): Promise<BuyerPage> {
    const startsAt = instantOf(row.starts_at)
    const isOpen = showsInstructions(row.status, startsAt, instantOf(row.ends_at), now)
    const address = fullAddress(row)
    const page = {
      booking: bookingOf(row),
      property: {
        slug: row.slug,
        full_address: address,
        property_photo: row.photo_key && photoUrl(row.photo_key),
        agent_name: row.agent_name,
        agent_email: row.agent_email,
        agent_phone: row.agent_phone,
      },
      when: formatWhen(startsAt, row.time_zone),
      calendar: {
        ...calendar.links(toShowing(row)),
        ics: `${publicUrl}/api/showingbooker/public/booking/${row.manage_token}/calendar.ics`,
      },
      receiptUrl: row.payment_id && `${publicUrl}/api/showingbooker/public/booking/${row.manage_token}/receipt.pdf`,
      directionsUrl: `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`,
      showing_instructions: isOpen ? row.showing_instructions : null,
      has_instructions: Boolean(row.showing_instructions?.trim()),
      instructionsFrom: writeInstant(instructionsFrom(startsAt)),
      can: isProductDemo(row)
        ? { cancel: false, move: false, requestRefund: false }
        : buyerActions(toBookingState(row), { isListed: row.property_listed }, now),
      decisionDueAt: dueOf(row),
      movedFrom: row.moved_from?.toISOString() ?? null,
      cancelledBy: row.cancelled_by,
      money: buyerMoney(row.payment_status, row.is_charged),
      mailRefund: row.letter_money,
      refund: refundOf(row),
      phase: phaseOf(startsAt, instantOf(row.ends_at), now),
      is_demo: row.is_demo,
      demo: isProductDemo(row) ? await options.demos.sent(row.id) : null,
    }
    const version = createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 16)
    return { ...page, version }
  }

  return {
    /** A booking for a caller who knows its payment's id. The person and the link are for the buyer who proves the hold. */
    settled(row: ShowingRow, proof: { clientSecret?: string; manageUrl?: string }): SettledBooking {
      const isBuyer =
        isSameSecret(proof.clientSecret, row.client_secret) || isSameSecret(proof.manageUrl, manageUrl(row))
      return isBuyer ? bookingOf(row) : { ...bookingOf(row), ...NOBODY }
    },
    find: showings.createShowings(db).find,

    /** The buyer's page; each view of the entry instructions is logged. @throws DomainError not_found */
    async buyerPage(token: string): Promise<BuyerPage> {
      const row = await byManageToken(token)
      const now = clock.now()
      const page = await pageOf(row, now)
      if (page.showing_instructions) {
        await compliance.record({
          propertyId: row.property_id,
          bookingId: row.id,
          event: 'instructions_viewed',
          payload: {},
          at: now,
        })
      }
      return page
    },

    /** Whether the buyer's page is still as it was: nothing that he sees, so no view is logged. @throws DomainError not_found */
    buyerVersion: async (token: string): Promise<string> =>
      (await pageOf(await byManageToken(token), clock.now())).version,

    /** @throws DomainError not_found */
    calendarFile: async (token: string) => calendar.file(toShowing(await byManageToken(token))),

    /** The booking whose notice this link shows. @throws DomainError not_found */
    async byNoticeToken(token: string): Promise<Showing> {
      const row = isToken(token) ? await showings.findByNoticeToken(db, token) : null
      if (!row) throw bookingNotFound()
      return toShowing(row)
    },

    /** A hold and its payment, for whoever has its secret. @throws DomainError not_found */
    async hold(clientSecret: string): Promise<Omit<Hold, 'provider' | 'publishableKey'>> {
      const row = clientSecret.includes('\0') ? null : await showings.findByClientSecret(db, clientSecret)
      if (!row?.intent_id || !row.client_secret) throw paymentNotFound()
      // What a demo's messages say of its buyer is not who pays.
      const payer = isProductDemo(row) ? await options.demos.visitor(row.id) : null
      const hasEnded = row.status === 'lapsed' || row.hold_expires_at.getTime() <= clock.now().epochMilliseconds
      return {
        clientSecret: row.client_secret,
        paymentIntentId: row.intent_id,
        amount: row.payment_amount_cents,
        currency: 'usd',
        holdExpiresAt: row.hold_expires_at.toISOString(),
        status: row.booked_at ? 'booked' : hasEnded ? 'ended' : 'held',
        slug: row.slug,
        full_address: fullAddress(row),
        when: formatWhen(instantOf(row.starts_at), row.time_zone),
        buyerName: payer?.name ?? row.buyer_name,
        buyerEmail: payer?.email ?? row.buyer_email,
        buyerPhone: payer?.phone ?? row.buyer_phone,
      }
    },

    /** An account's own showings, an admin's are all. @throws DomainError unauthenticated, invalid */
    async list(actor: Actor, filter: ShowingFilter, asked: PageAsked) {
      const ownerId = scopeOf(actor)
      const now = clock.now()
      const search = searchOf(filter, now)
      const page = readPage({ startsAt: INSTANT, id: ID }, asked, { of: ORDERS, is: search.order })
      const found = await showings.listPage(db, { ...page, ownerId, search })
      const { shown, nextCursor } = page.cut(found.map((row) => ({ ...placeOf(row), row })))
      return { bookings: shown.map(({ row }) => recordOf(row, now, adminOf(actor))), nextCursor }
    },

    /** @throws DomainError unauthenticated, not_found (also for somebody else's) */
    get: async (actor: Actor, id: string): Promise<ShowingRecord> =>
      recordOf(await getListed(scopeOf(actor), id), clock.now(), adminOf(actor)),

    /** The first showings of each of these dates, and how many each has. @throws DomainError unauthenticated */
    async byDate(actor: Actor, dates: { from: string; to: string; perDate: number }) {
      const now = clock.now()
      const search = searchOf({ from: dates.from, to: dates.to, sort: 'date' }, now)
      const found = await showings.listByDate(db, { ownerId: scopeOf(actor), search, perDate: dates.perDate })
      return { counts: found.counts, bookings: found.rows.map((row) => recordOf(row, now, adminOf(actor))) }
    },

    /** @throws DomainError unauthenticated */
    hasAny: (actor: Actor): Promise<boolean> => showings.hasAny(db, scopeOf(actor)),

    /** What an account's calendar shows from a moment on, earliest first: no demos. */
    forFeed(accountId: string, since: string): AsyncGenerator<CalendarRow[]> {
      const search = { ...searchOf({ sort: 'date' }, clock.now()), startsFrom: since }
      return calendarRows(everyBatch(accountId, search, (row) => !row.is_demo))
    },

    /** All that a filter finds, as the rows of a spreadsheet. @throws DomainError unauthenticated, invalid */
    spreadsheet(actor: Actor, filter: ShowingFilter) {
      const now = clock.now()
      const batches = everyBatch(scopeOf(actor), searchOf(filter, now))
      const rowsOf = async function* () {
        for await (const batch of batches) yield batch.map((row) => sheetRow(recordOf(row, now)))
      }
      return { name: fileName('showings', filter, now), head: SHEET_HEAD, batches: rowsOf() }
    },

    /** The same for a calendar; there the earliest comes first. @throws DomainError unauthenticated, invalid */
    calendarExport(actor: Actor, filter: ShowingFilter) {
      const now = clock.now()
      const search = searchOf({ ...filter, sort: 'date' }, now)
      return {
        name: fileName('showings', filter, now),
        parts: calendar.stream(calendarRows(everyBatch(scopeOf(actor), search)), 'export'),
      }
    },

    /** One showing for a calendar. @throws DomainError unauthenticated, not_found */
    async calendarOf(actor: Actor, id: string) {
      const row = await getListed(scopeOf(actor), id)
      const one = async function* () {
        yield [toCalendarRow(row)]
      }
      return { name: `showing-${row.confirmation_number}`, parts: calendar.stream(one(), 'export') }
    },

    /** The first of what a filter finds as a printed report. @throws DomainError unauthenticated, invalid */
    async report(actor: Actor, filter: ShowingFilter): Promise<{ name: string; pdf: Uint8Array }> {
      const now = clock.now()
      const search = searchOf(filter, now)
      const rows = await showings.listPage(db, {
        ownerId: scopeOf(actor),
        search,
        after: null,
        limit: REPORT_ROWS + 1,
      })
      const records = rows.slice(0, REPORT_ROWS).map((row) => recordOf(row, now))
      const report = showingReport({ records, hasMore: rows.length > REPORT_ROWS, filter, now })
      return { name: fileName(report.kind, filter, now), pdf: await pdf.render(report.table) }
    },

    /**
     * Marks a showing completed or as a no-show, or changes the one mark into the other.
     * @param told `feedback` undefined: what was said before stays; empty: it goes
     * @throws DomainError unauthenticated, not_found, invalid, conflict
     */
    async mark(actor: Actor, id: string, told: { mark: Mark; reason?: string; feedback?: string }) {
      const account = requireAccount(actor)
      const ownerId = scopeOf(actor)
      const unshowable = (['reason', 'feedback'] as const).filter((path) => !isShowable(told[path] ?? ''))
      if (unshowable.length > 0)
        throw invalid(
          unshowable.map((path) => ({ path, message: 'Please remove the characters that cannot be shown' })),
        )
      const feedback = told.feedback === undefined ? undefined : told.feedback.trim() || null
      const reason = told.reason?.trim() || null
      // Two may act at once: whoever finds the showing changed decides anew by how it is now.
      for (let tries = 0; tries < 5; tries++) {
        const row = await getListed(ownerId, id)
        const now = clock.now()
        const times = { startsAt: instantOf(row.starts_at), endsAt: instantOf(row.ends_at) }
        const fault = markFault({ status: row.status, ...times }, told.mark, now)
        if (fault) throw fault
        const by = row.owner_id === account.accountId ? 'agent' : 'admin'
        const payload = {
          from: row.status,
          by,
          accountId: account.accountId,
          reason,
          feedback: feedback === undefined ? row.feedback : feedback,
        }
        const marking = { id, from: row.status, startsAt: row.starts_at, mark: told.mark, feedback }
        const isDone = await showings.markShowing(db, { ...marking, payload: JSON.stringify(payload) }, now.toString())
        if (isDone) return recordOf(await getListed(ownerId, id), now, adminOf(actor))
      }
      throw new Error(`showing ${id} kept changing`)
    },

    /** Confirmed showings that nobody marked turn completed two hours after their end. @returns how many */
    async completeEnded(): Promise<number> {
      const now = clock.now()
      const ended = {
        endedBefore: now.subtract({ hours: COMPLETES_AFTER_HOURS }).toString(),
        payload: JSON.stringify({ from: 'confirmed', by: 'system', accountId: null, reason: null, feedback: null }),
        limit: SWEEP,
      }
      for (let total = 0; ; ) {
        const completed = await showings.completeEnded(db, ended, now.toString())
        total += completed
        if (completed < SWEEP) return total
      }
    },
  }
}

/** A showing in its agent's calendar. */
type CalendarRow = Showing & { updatedAt: Temporal.Instant }
const toCalendarRow = (row: ListedRow): CalendarRow => ({ ...toShowing(row), updatedAt: instantOf(row.updated_at) })

async function* calendarRows(batches: AsyncIterable<ListedRow[]>): AsyncGenerator<CalendarRow[]> {
  for await (const batch of batches) yield batch.map(toCalendarRow)
}

export type ShowingService = ReturnType<typeof createShowingService>

/** What only the buyer may know of a booking. */
const NOBODY = {
  requesterType: null,
  buyerName: null,
  buyerEmail: null,
  buyerPhone: null,
  buyerAgentName: null,
  buyerAgentPhone: null,
  buyerAgentEmail: null,
  specialRequests: null,
  manageUrl: null,
} satisfies Partial<SettledBooking>

/** Rows of a stream that are read together. */
const BATCH = 250
/** Showings that turn completed in one statement: their homes' logs wait for it. */
const SWEEP = 100

function phaseOf(startsAt: Temporal.Instant, endsAt: Temporal.Instant, now: Temporal.Instant): BuyerPage['phase'] {
  if (Temporal.Instant.compare(now, startsAt) < 0) return 'ahead'
  return Temporal.Instant.compare(now, endsAt) < 0 ? 'under_way' : 'over'
}

const isToken = (text: string) => /^[\w-]{32}$/.test(text)
const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())
const placeOf = (row: ListedRow) => ({ startsAt: row.starts_at.toISOString(), id: row.id })

const adminOf = (actor: Actor) => (actor.kind === 'account' && actor.role === 'admin' ? actor.accountId : null)

/** Whose showings somebody sees; null: everybody's. @throws DomainError unauthenticated */
function scopeOf(actor: Actor): string | null {
  const account = requireAccount(actor)
  return account.role === 'admin' ? null : account.accountId
}
