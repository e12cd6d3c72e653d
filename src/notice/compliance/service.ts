import { createHash, randomInt } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Cell } from '../../platform/csv.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { fileNamePart } from '../../platform/file-name.ts'
import { writeInstant } from '../../platform/instant.ts'
import { eachPage, type PageAsked, readPage, SEQUENCE } from '../../platform/paging.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { CROCKFORD } from '../../platform/reference-code.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { bookingNotFound } from '../entry-notice/domain.ts'
import type { LogEntry, LogEvent, LogPage, NewNote, PacketCheck } from './contract.ts'
import {
  bookingByEvents,
  cleanNote,
  demoNotLogged,
  type Entry,
  hashedText,
  notificationDetails,
  PACKET_LENGTH,
  type Proof,
  packetCode,
  packetNotFound,
  type Stamp,
  shownCode,
} from './domain.ts'
import { logReport, REPORT_BOOKINGS, SHEET_HEAD, sheetRow } from './messages.ts'
import {
  append,
  comparePackets,
  countBookings,
  findBooking,
  findHome,
  findPacket,
  insertPacket,
  type LoggedBooking,
  type LoggedHome,
  listBookingEvents,
  listChain,
  listChainedProperties,
  listEvents,
} from './repository.ts'

/** Bookings of one batch of the file. */
const BATCH = 100

type ComplianceDeps = { db: Database; clock: Clock; publicUrl: string; pdf: PdfRenderer }

/** Reads the append-only log and proves its chains. Most of it is written by the database itself (append_compliance). */
export const createComplianceService = (deps: ComplianceDeps) =>
  withDeps(deps, {
    record,
    note,
    list,
    sheet,
    report,
    printPacket,
    bookingLog,
    checkPacket,
    verify,
    verifyAll,
    verifyPackets,
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
  const booking = await findBooking(db, bookingId, ownerOf(actor))
  if (!booking) throw bookingNotFound()
  if (booking.is_demo) throw demoNotLogged()
  const payload = JSON.stringify({ note: clean, by: account.email, accountId: account.accountId })
  const propertyId = booking.property_id
  const entry = { propertyId, bookingId, event: 'note', payload, at: clock.now().toString() }
  const sequence = await append(db, entry)
  const [written] = await listChain(db, propertyId, sequence - 1, 1)
  return eventOf(written as Entry)
}

/** The log by booking, newest first, in the specification's shape. @throws DomainError unauthenticated, not_found */
async function list(
  deps: ComplianceDeps,
  actor: Actor,
  { propertyId, ...asked }: PageAsked & { propertyId: string },
): Promise<LogPage> {
  const home = await homeFor(deps, actor, propertyId)
  const page = readPage({ sequence: SEQUENCE }, asked)
  const { shown, nextCursor } = page.cut(await listBookingEvents(deps.db, { ...page, propertyId }))
  return {
    property: { full_address: fullAddress(home), time_zone: home.time_zone, is_demo: home.is_demo },
    logs: shown.map(logOf),
    nextCursor,
  }
}

/** The whole log as a table, a row for each booking. @throws DomainError unauthenticated, not_found */
async function sheet(deps: ComplianceDeps, actor: Actor, propertyId: string) {
  const home = await homeFor(deps, actor, propertyId)
  return { name: fileName(home, deps.clock.now()), head: SHEET_HEAD, batches: batchesOf(deps, propertyId) }
}

/** The latest of it on paper, with the proof of the chain. @throws DomainError unauthenticated, not_found */
async function report(
  deps: ComplianceDeps,
  actor: Actor,
  propertyId: string,
): Promise<{ name: string; pdf: Uint8Array }> {
  const { db, clock, pdf: renderer } = deps
  const home = await homeFor(deps, actor, propertyId)
  const [bookings, total] = await Promise.all([
    listBookingEvents(db, { propertyId, after: null, limit: REPORT_BOOKINGS }),
    countBookings(db, propertyId),
  ])
  const { proof, head } = await walkChain(db, propertyId)
  const now = clock.now()
  const entries = bookings.reduce((sum, { events }) => sum + events.length, 0)
  const pdf = await printPacket(deps, actor, { propertyId, bookingId: null, entries, head }, (stamp) =>
    renderer.render(logReport({ home, logs: bookings.map(logOf), total, proof, now, head, stamp })),
  )
  return { name: fileName(home, now), pdf }
}

/**
 * Prints a packet of the log with a code on it, and keeps what lets anybody check the paper.
 * @param packet.head of the chain, read after what is printed: it covers all of it
 */
async function printPacket(
  { publicUrl, db, clock }: ComplianceDeps,
  actor: Actor,
  packet: { propertyId: string; bookingId: string | null; entries: number; head: Head },
  print: (stamp: Stamp) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { accountId } = requireAccount(actor)
  const code = newCode()
  const pdf = await print({ code: shownCode(code), url: `${publicUrl}/showingbooker/verify/${shownCode(code)}` })
  const { head, ...of } = packet
  const made = { headSequence: head.sequence, headHash: head.hash, sha256: sha256(pdf), madeBy: accountId }
  await insertPacket(db, { code, ...of, ...made, madeAt: clock.now().toString() })
  return pdf
}

/** What the log says of one booking, in order, and whether its home's chain holds. Who may see it is asked before. */
async function bookingLog({ db }: ComplianceDeps, { id, propertyId }: { id: string; propertyId: string }) {
  const events = (await listEvents(db, id)).map(eventOf)
  const { proof, head } = await walkChain(db, propertyId)
  return { events, proof, head }
}

/**
 * Whether a paper is one of ours, and whether the log still holds what stood on it; nothing of whom it is about.
 * @throws DomainError not_found
 */
async function checkPacket({ db }: ComplianceDeps, entered: string): Promise<PacketCheck> {
  const code = packetCode(entered)
  const packet = code && (await findPacket(db, code))
  if (!packet) throw packetNotFound()
  const { proof, head } = await walkChain(db, packet.property_id, packet.head_sequence)
  return {
    code: shownCode(packet.code),
    of: packet.booking_id ? 'showing' : 'home',
    madeAt: packet.made_at.toISOString(),
    entries: packet.entries,
    headSequence: packet.head_sequence,
    headHash: packet.head_hash,
    sha256: packet.sha256,
    isIntact: proof.valid && head.sequence === packet.head_sequence && head.hash === packet.head_hash,
  }
}

/** @throws DomainError unauthenticated, not_found */
async function verify(deps: ComplianceDeps, actor: Actor, propertyId: string): Promise<Proof> {
  await homeFor(deps, actor, propertyId)
  return verifyChain(deps.db, propertyId)
}

/** Every chain, for the command line. */
const verifyAll = ({ db }: ComplianceDeps) => verifyChains(db)

/** Packets on paper, and the codes of those whose last entry the log does not hold any more, for the command line. */
async function verifyPackets({ db }: ComplianceDeps): Promise<{ packets: number; broken: string[] }> {
  const { packets, broken } = await comparePackets(db)
  return { packets, broken: broken.map(shownCode) }
}

function ownerOf(actor: Actor) {
  const account = requireAccount(actor)
  return account.role === 'admin' ? null : account.accountId
}

async function homeFor({ db }: ComplianceDeps, actor: Actor, propertyId: string): Promise<LoggedHome> {
  const home = await findHome(db, propertyId, ownerOf(actor))
  if (!home) throw notFound('This property could not be found.', 'property_not_found')
  return home
}

async function* batchesOf({ db }: ComplianceDeps, propertyId: string): AsyncGenerator<Cell[][]> {
  const find = (after: LoggedBooking | null) => listBookingEvents(db, { propertyId, after, limit: BATCH })
  for await (const bookings of eachPage(BATCH, find)) yield bookings.map((booking) => sheetRow(logOf(booking)))
}

/** Every chain of a database, or those of some homes. */
export async function verifyChains(db: Database, homes?: string[]): Promise<{ propertyId: string; result: Proof }[]> {
  const results = []
  for (const propertyId of homes ?? (await listChainedProperties(db)))
    results.push({ propertyId, result: await verifyChain(db, propertyId) })
  return results
}

/** The newest entry of a chain; `sequence` 0 of an empty one. */
export type Head = { sequence: number; hash: string }

const verifyChain = async (db: Database, propertyId: string): Promise<Proof> => (await walkChain(db, propertyId)).proof

/** Proves a chain entry by entry. @param until the last entry that is asked for */
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

/** Entries of a chain that are read together. */
const STRETCH = 1000

/** 80 bits: nobody guesses one. */
const newCode = () => Array.from({ length: PACKET_LENGTH }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Entries keep microseconds, which their hashes are of. */
const inMilliseconds = (at: string) => writeInstant(Temporal.Instant.from(at))

const eventOf = ({ sequence, event, at, payload, previous_hash, hash }: Entry): LogEvent => ({
  sequence,
  event,
  at: inMilliseconds(at),
  payload: JSON.parse(payload) as Record<string, unknown>,
  previousHash: previous_hash,
  hash,
})

function logOf({ events }: Pick<LoggedBooking, 'events'>): LogEntry {
  const booking = bookingByEvents(events)
  const { sms, email, certifiedMail } = notificationDetails(events)
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
    events: events.map(eventOf),
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
function fileName({ address_line1, time_zone }: LoggedHome, now: Temporal.Instant): string {
  const today = now.toZonedDateTimeISO(time_zone).toPlainDate().toString()
  return ['compliance-log', fileNamePart(address_line1), today].filter(Boolean).join('-')
}
