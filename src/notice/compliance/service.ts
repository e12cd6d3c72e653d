import { createHash, randomInt } from 'node:crypto'
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
import { CROCKFORD } from '../../platform/reference-code.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { bookingNotFound } from '../entry-notice/domain.ts'
import * as t from '../text/compliance.ts'
import { bundleNotFound, CODE_LENGTH, readCode, type Stamp, shownCode } from './bundle-domain.ts'
import { type Entry, hashedText, type Proof } from './chain-domain.ts'
import type { LogEntry, LogEvent, LogPage, NewNote, PacketCheck } from './contract.ts'
import { bookingByEvents, cleanNote, demoNotLogged, notificationDetails } from './domain.ts'
import { logReport, REPORT_BOOKINGS, sheetHead, sheetRow } from './messages.ts'
import { loggedNoticeStatus } from './notice-domain.ts'
import {
  append,
  compareBundles,
  countBookings,
  findBooking,
  findBundle,
  findProperty,
  insertBundle,
  type LoggedBooking,
  type LoggedProperty,
  listBookingEvents,
  listChain,
  listChainedProperties,
  listEvents,
} from './repository.ts'

/** Number of bookings in one batch of the file. */
const BATCH = 100

type ComplianceDeps = { db: Database; clock: Clock; publicUrl: string; pdf: PdfRenderer }

/** Reads the append-only log and verifies its chains. The database itself writes most of it (append_compliance). */
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
  const sequence = await append(db, entry)
  const [written] = await listChain(db, propertyId, sequence - 1, 1)
  return eventOf(written as Entry)
}

/**
 * Lists the log by booking, newest first, as the specification shapes it. @throws DomainError unauthenticated,
 * not_found
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

/**
 * Prints an evidence packet of the log with a code on it, and keeps what anybody needs to verify it.
 * @param bundle `head` is the newest entry of the chain. It is read after the printed entries, so it covers all of them
 */
async function printBundle(
  { publicUrl, db, clock }: ComplianceDeps,
  actor: Actor,
  bundle: { propertyId: string; bookingId: string | null; entries: number; head: Head },
  print: (stamp: Stamp) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { accountId } = requireAccount(actor)
  const code = newCode()
  const pdf = await print({ code: shownCode(code), url: `${publicUrl}/showingbooker/verify/${shownCode(code)}` })
  const { head, ...of } = bundle
  const made = { headSequence: head.sequence, headHash: head.hash, sha256: sha256(pdf), madeBy: accountId }
  await insertBundle(db, { code, ...of, ...made, madeAt: clock.now().toString() })
  return pdf
}

/** Lists one booking's entries and verifies the property's chain. The caller has checked who may see it. */
async function bookingLog({ db }: ComplianceDeps, { id, propertyId }: { id: string; propertyId: string }) {
  const events = (await listEvents(db, id)).map(eventOf)
  const { proof, head } = await walkChain(db, propertyId)
  return { events, proof, head }
}

/**
 * Checks whether an evidence packet is genuine, and whether the log still contains the printed entries. The answer
 * names no person.
 * @throws DomainError not_found
 */
async function verifyBundle({ db }: ComplianceDeps, entered: string): Promise<PacketCheck> {
  const code = readCode(entered)
  const bundle = code && (await findBundle(db, code))
  if (!bundle) throw bundleNotFound()
  const { proof, head } = await walkChain(db, bundle.property_id, bundle.head_sequence)
  return {
    code: shownCode(bundle.code),
    of: bundle.booking_id ? 'showing' : 'home',
    madeAt: bundle.made_at.toISOString(),
    entries: bundle.entries,
    headSequence: bundle.head_sequence,
    headHash: bundle.head_hash,
    sha256: bundle.sha256,
    isIntact: proof.valid && head.sequence === bundle.head_sequence && head.hash === bundle.head_hash,
  }
}

/** @throws DomainError unauthenticated, not_found */
async function verify(deps: ComplianceDeps, actor: Actor, propertyId: string): Promise<Proof> {
  await getProperty(deps, actor, propertyId)
  return verifyChain(deps.db, propertyId)
}

/** Verifies every chain, for the command line. */
const verifyAll = ({ db }: ComplianceDeps) => verifyChains(db)

/** Counts evidence bundles and lists the codes of broken ones, for the command line. */
async function verifyBundles({ db }: ComplianceDeps): Promise<{ bundles: number; broken: string[] }> {
  const { bundles, broken } = await compareBundles(db)
  return { bundles, broken: broken.map(shownCode) }
}

async function getProperty({ db }: ComplianceDeps, actor: Actor, propertyId: string): Promise<LoggedProperty> {
  const property = await findProperty(db, propertyId, scopeOf(actor))
  if (!property) throw notFound(t.propertyNotFound(), 'property_not_found')
  return property
}

function batchesOf({ db, clock }: ComplianceDeps, propertyId: string): AsyncGenerator<Cell[][]> {
  // The rows are written while the file is sent, after the request is answered.
  const reader = language()
  const now = clock.now()
  const find = (after: LoggedBooking | null) => listBookingEvents(db, { propertyId, after, limit: BATCH })
  async function* rowsOf() {
    for await (const bookings of eachPage(BATCH, find))
      yield inLanguage(reader, () => bookings.map((booking) => sheetRow(logOf(booking, now))))
  }
  return rowsOf()
}

/** Verifies every chain of a database, or those of some properties. */
export async function verifyChains(
  db: Database,
  properties?: string[],
): Promise<{ propertyId: string; result: Proof }[]> {
  const results = []
  for (const propertyId of properties ?? (await listChainedProperties(db)))
    results.push({ propertyId, result: await verifyChain(db, propertyId) })
  return results
}

/** Newest entry of a chain. `sequence` is 0 for an empty one. */
export type Head = { sequence: number; hash: string }

const verifyChain = async (db: Database, propertyId: string): Promise<Proof> => (await walkChain(db, propertyId)).proof

/** Verifies a chain entry by entry. @param until last entry to verify */
async function walkChain(
  db: Database,
  propertyId: string,
  until = Number.POSITIVE_INFINITY,
): Promise<{ proof: Proof; head: Head }> {
  const head = { sequence: 0, hash: '' }
  for (;;) {
    const stretch = await listChain(db, propertyId, head.sequence, Math.min(STRETCH, until - head.sequence))
    for (const entry of stretch) {
      const isIntact =
        entry.sequence === head.sequence + 1 &&
        entry.previous_hash === head.hash &&
        entry.hash === sha256(hashedText(entry))
      if (!isIntact) return { proof: { valid: false, entries: head.sequence, brokenAt: entry.sequence }, head }
      head.sequence = entry.sequence
      head.hash = entry.hash
    }
    if (stretch.length < STRETCH) return { proof: { valid: true, entries: head.sequence }, head }
  }
}

/** Number of entries that are read at a time. */
const STRETCH = 1000

/** Makes a code of 80 bits, which nobody can guess. */
const newCode = () => Array.from({ length: CODE_LENGTH }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Entries keep microseconds, because their hashes cover them. */
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

/** `compliance-log-742-juniper-street-2026-11-21` */
function fileName({ address_line1, time_zone }: LoggedProperty, now: Temporal.Instant): string {
  const today = now.toZonedDateTimeISO(time_zone).toPlainDate().toString()
  return ['compliance-log', fileNamePart(address_line1), today].filter(Boolean).join('-')
}
