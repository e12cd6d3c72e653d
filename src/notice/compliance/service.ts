import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Cell } from '../../platform/csv.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { fileNamePart } from '../../platform/file-name.ts'
import { writeInstant } from '../../platform/instant.ts'
import { language } from '../../platform/language.ts'
import { eachPage, type PageAsked, readPage, SEQUENCE } from '../../platform/paging.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { bookingNotFound } from '../entry-notice/domain.ts'
import * as t from '../text/compliance.ts'
import { printBundle, verifyBundle, verifyBundles } from './bundle-service.ts'
import type { Entry, Proof } from './chain-domain.ts'
import { verifyChain, verifyChains, walkChain } from './chain-service.ts'
import type { LogEntry, LogEvent, LogPage, NewNote } from './contract.ts'
import { bookingByEvents, cleanNote, demoNotLogged, notificationDetails } from './domain.ts'
import { logReport, REPORT_BOOKINGS, sheetHead, sheetRow } from './messages.ts'
import { loggedNoticeStatus } from './notice-domain.ts'
import {
  append,
  countBookings,
  findBooking,
  findProperty,
  type LoggedBooking,
  type LoggedProperty,
  listBookingEvents,
  listChain,
  listEvents,
} from './repository.ts'

/** The CSV file has this many bookings per batch. */
const BATCH = 100

type ComplianceDeps = { db: Database; clock: Clock; publicUrl: string; pdf: PdfRenderer }

/** Reads the append-only log and verifies its chains. The database itself writes most entries (append_compliance). */
export const createComplianceService = (deps: ComplianceDeps) =>
  withDeps(deps, {
    record,
    note,
    list,
    sheet,
    report,
    printBundle,
    bookingLog,
    verifyBundle,
    verify,
    verifyAll,
    verifyBundles,
  })

export type ComplianceService = ReturnType<typeof createComplianceService>

/** Adds an event to a property's chain. */
async function record(
  { db }: ComplianceDeps,
  entry: {
    propertyId: string
    bookingId: string
    event: string
    payload: object
    at: Temporal.Instant
  },
) {
  await append(db, { ...entry, payload: JSON.stringify(entry.payload), at: entry.at.toString() })
}

/** Adds a person's note. @throws DomainError unauthenticated, not_found, invalid, conflict (a demo) */
async function note({ db, clock }: ComplianceDeps, actor: Actor, { bookingId, note }: NewNote): Promise<LogEvent> {
  const account = requireAccount(actor)
  const clean = cleanNote(note)
  const booking = await findBooking(db, bookingId, scopeOf(actor))
  if (!booking) throw bookingNotFound()
  if (booking.is_demo) throw demoNotLogged()
  const payload = JSON.stringify({ note: clean, by: account.email, accountId: account.accountId })
  const propertyId = booking.property_id
  const entry = { propertyId, bookingId, event: 'note', payload, at: clock.now().toString() }
  // Use one transaction: if this fails, people write the note again, so the first one must not be there.
  const [written] = await db.transaction().execute(async (tx) => {
    const sequence = await append(tx, entry)
    return listChain(tx, propertyId, sequence - 1, 1)
  })
  return eventOf(written as Entry)
}

/**
 * Lists the log by booking, newest first, in the specification's shape.
 * @throws DomainError unauthenticated, not_found
 */
async function list(
  deps: ComplianceDeps,
  actor: Actor,
  { propertyId, ...asked }: PageAsked & { propertyId: string },
): Promise<LogPage> {
  const property = await getProperty(deps, actor, propertyId)
  const page = readPage({ sequence: SEQUENCE }, asked)
  const { shown, nextCursor } = page.cut(await listBookingEvents(deps.db, { ...page, propertyId }))
  const now = deps.clock.now()
  return {
    property: { full_address: fullAddress(property), time_zone: property.time_zone, is_demo: property.is_demo },
    logs: shown.map((booking) => logOf(booking, now)),
    nextCursor,
  }
}

/** Streams the whole log as a table, one row per booking. @throws DomainError unauthenticated, not_found */
async function sheet(deps: ComplianceDeps, actor: Actor, propertyId: string) {
  const property = await getProperty(deps, actor, propertyId)
  return { name: fileName(property, deps.clock.now()), head: sheetHead(), batches: batchesOf(deps, propertyId) }
}

/** Prints the latest bookings as a PDF with the proof of the chain. @throws DomainError unauthenticated, not_found */
async function report(
  deps: ComplianceDeps,
  actor: Actor,
  propertyId: string,
): Promise<{ name: string; pdf: Uint8Array }> {
  const { db, clock, pdf: renderer } = deps
  const property = await getProperty(deps, actor, propertyId)
  const [bookings, total] = await Promise.all([
    listBookingEvents(db, { propertyId, after: null, limit: REPORT_BOOKINGS }),
    countBookings(db, propertyId),
  ])
  const { proof, head } = await walkChain(db, propertyId)
  const now = clock.now()
  const entries = bookings.reduce((sum, { events }) => sum + events.length, 0)
  const pdf = await printBundle(deps, actor, { propertyId, bookingId: null, entries, head }, (stamp) =>
    renderer.render(
      logReport({ property, logs: bookings.map((booking) => logOf(booking, now)), total, proof, now, head, stamp }),
    ),
  )
  return { name: fileName(property, now), pdf }
}

/** Lists one booking's entries and verifies the property's chain. The caller has checked who may see it. */
async function bookingLog({ db }: ComplianceDeps, { id, propertyId }: { id: string; propertyId: string }) {
  const events = (await listEvents(db, id)).map(eventOf)
  const { proof, head } = await walkChain(db, propertyId)
  return { events, proof, head }
}

/** @throws DomainError unauthenticated, not_found */
async function verify(deps: ComplianceDeps, actor: Actor, propertyId: string): Promise<Proof> {
  await getProperty(deps, actor, propertyId)
  return verifyChain(deps.db, propertyId)
}

/** Verifies every chain, for the command line. */
const verifyAll = ({ db }: ComplianceDeps) => verifyChains(db)

async function getProperty({ db }: ComplianceDeps, actor: Actor, propertyId: string): Promise<LoggedProperty> {
  const property = await findProperty(db, propertyId, scopeOf(actor))
  if (!property) throw notFound(t.propertyNotFound(), 'property_not_found')
  return property
}

function batchesOf({ db, clock }: ComplianceDeps, propertyId: string): AsyncGenerator<Cell[][]> {
  // We write the rows while we send the file, after we have answered the request.
  const reader = language()
  const now = clock.now()
  const find = (after: LoggedBooking | null) => listBookingEvents(db, { propertyId, after, limit: BATCH })
  async function* rowsOf() {
    for await (const bookings of eachPage(BATCH, find))
      yield inLanguage(reader, () => bookings.map((booking) => sheetRow(logOf(booking, now))))
  }
  return rowsOf()
}

/** Shortens an entry's time for people. Entries keep microseconds, because their hashes cover them. */
const inMilliseconds = (at: string) => writeInstant(Temporal.Instant.from(at))

const eventOf = ({ sequence, event, at, payload, previous_hash, hash }: Entry): LogEvent => ({
  sequence,
  event,
  at: inMilliseconds(at),
  payload: JSON.parse(payload) as Record<string, unknown>,
  previousHash: previous_hash,
  hash,
})

function logOf({ events: entries }: Pick<LoggedBooking, 'events'>, now: Temporal.Instant): LogEntry {
  const events = entries.map(eventOf)
  const booking = bookingByEvents(entries)
  const { sms, email, certifiedMail } = notificationDetails(entries)
  return {
    ...booking,
    timestamp: inMilliseconds(booking.timestamp),
    bookingCreatedAt: inMilliseconds(booking.bookingCreatedAt),
    payment: { ...booking.payment, processedAt: inMilliseconds(booking.payment.processedAt) },
    notificationDetails: {
      sms: byRole(sms),
      email: byRole(email),
      certifiedMail: sentInMilliseconds(certifiedMail),
    },
    noticeStatus: loggedNoticeStatus({ ...booking, events }, now),
    events,
  }
}

const byRole = <Sent extends { sentAt: string | null }>(sent: {
  listing_agent: Sent
  resident: Sent
  buyer: Sent
}) => ({
  listing_agent: sentInMilliseconds(sent.listing_agent),
  resident: sentInMilliseconds(sent.resident),
  buyer: sentInMilliseconds(sent.buyer),
})

const sentInMilliseconds = <Sent extends { sentAt: string | null }>(sent: Sent): Sent => ({
  ...sent,
  sentAt: sent.sentAt && inMilliseconds(sent.sentAt),
})

/** Returns a name such as `compliance-log-742-juniper-street-2026-11-21`. */
function fileName({ address_line1, time_zone }: LoggedProperty, now: Temporal.Instant): string {
  const today = now.toZonedDateTimeISO(time_zone).toPlainDate().toString()
  return ['compliance-log', fileNamePart(address_line1), today].filter(Boolean).join('-')
}
