import { createHash } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Cell } from '../../platform/csv.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { fileNamePart } from '../../platform/file-name.ts'
import { bookingNotFound } from '../booking/domain.ts'
import { fullAddress } from '../property/domain.ts'
import type { ReportPrinter } from '../showing/ports.ts'
import type { LogEntry, LogEvent, LogPage, NewNote } from './contract.ts'
import {
  type BookedPayload,
  cleanNote,
  demoNotLogged,
  type Entry,
  hashedText,
  notificationDetails,
  type Proof,
} from './domain.ts'
import { logReport, REPORT_BOOKINGS, SHEET_HEAD, sheetRow } from './messages.ts'
import * as log from './repository.ts'

/** Bookings of one batch of the file. */
const BATCH = 100

/** Reads the append-only log and proves its chains. Most of it is written by the database itself (append_compliance). */
export function createComplianceService(options: { db: Database; clock: Clock; printer: ReportPrinter }) {
  const { db, clock, printer } = options

  const ownerOf = (actor: Actor) => {
    const account = requireAccount(actor)
    return account.role === 'admin' ? null : account.accountId
  }

  async function homeFor(actor: Actor, propertyId: string): Promise<log.LoggedHome> {
    const home = await log.findHome(db, propertyId, ownerOf(actor))
    if (!home) throw notFound('This property could not be found.', 'property_not_found')
    return home
  }

  async function* batchesOf(propertyId: string): AsyncGenerator<Cell[][]> {
    let before: number | null = null
    do {
      const bookings: Entry[][] = await log.listBookingEvents(db, { propertyId, before, limit: BATCH })
      yield bookings.map((events) => sheetRow(logOf(events)))
      before = bookings.length < BATCH ? null : placeOf(bookings.at(-1))
    } while (before !== null)
  }

  return {
    /** Adds an event to a property's chain. */
    async record(entry: {
      propertyId: string
      bookingId: string
      event: string
      payload: object
      at: Temporal.Instant
    }) {
      await log.append(db, { ...entry, payload: JSON.stringify(entry.payload), at: entry.at.toString() })
    },

    /** Adds a person's note. @throws DomainError unauthenticated, not_found, invalid, conflict (a demo) */
    async note(actor: Actor, { bookingId, note }: NewNote): Promise<LogEvent> {
      const account = requireAccount(actor)
      const clean = cleanNote(note)
      const booking = await log.findBooking(db, bookingId, ownerOf(actor))
      if (!booking) throw bookingNotFound()
      if (booking.is_demo) throw demoNotLogged()
      const payload = JSON.stringify({ note: clean, by: account.email, accountId: account.accountId })
      const propertyId = booking.property_id
      const entry = { propertyId, bookingId, event: 'note', payload, at: clock.now().toString() }
      const sequence = await log.append(db, entry)
      const [written] = await log.listChain(db, propertyId, sequence - 1, 1)
      return eventOf(written as Entry)
    },

    /** The log by booking, newest first, in the specification's shape. @throws DomainError unauthenticated, not_found */
    async list(actor: Actor, page: { propertyId: string; cursor: number | null; limit: number }): Promise<LogPage> {
      const home = await homeFor(actor, page.propertyId)
      const bookings = await log.listBookingEvents(db, {
        propertyId: page.propertyId,
        before: page.cursor,
        limit: page.limit + 1,
      })
      const shown = bookings.slice(0, page.limit)
      const last = placeOf(shown.at(-1))
      return {
        property: { full_address: fullAddress(home), time_zone: home.time_zone, is_demo: home.is_demo },
        logs: shown.map(logOf),
        nextCursor: bookings.length > page.limit && last ? String(last) : null,
      }
    },

    /** The whole log as a table, a row for each booking. @throws DomainError unauthenticated, not_found */
    async sheet(actor: Actor, propertyId: string) {
      const home = await homeFor(actor, propertyId)
      return { name: fileName(home, clock.now()), head: SHEET_HEAD, batches: batchesOf(propertyId) }
    },

    /** The latest of it on paper, with the proof of the chain. @throws DomainError unauthenticated, not_found */
    async report(actor: Actor, propertyId: string): Promise<{ name: string; pdf: Uint8Array }> {
      const home = await homeFor(actor, propertyId)
      const [bookings, total, proof] = await Promise.all([
        log.listBookingEvents(db, { propertyId, before: null, limit: REPORT_BOOKINGS }),
        log.countBookings(db, propertyId),
        verifyChain(db, propertyId),
      ])
      const now = clock.now()
      const report = logReport({ home, logs: bookings.map(logOf), total, proof, now })
      return { name: fileName(home, now), pdf: await printer.print(report) }
    },

    /** @throws DomainError unauthenticated, not_found */
    async verify(actor: Actor, propertyId: string): Promise<Proof> {
      await homeFor(actor, propertyId)
      return verifyChain(db, propertyId)
    },

    /** Every chain, for the command line. */
    verifyAll: () => verifyChains(db),
  }
}

export type ComplianceService = ReturnType<typeof createComplianceService>

/** Every chain of a database. */
export async function verifyChains(db: Database): Promise<{ propertyId: string; result: Proof }[]> {
  const results = []
  for (const propertyId of await log.listChainedProperties(db))
    results.push({ propertyId, result: await verifyChain(db, propertyId) })
  return results
}

async function verifyChain(db: Database, propertyId: string): Promise<Proof> {
  let previous = ''
  let entries = 0
  for (;;) {
    const stretch = await log.listChain(db, propertyId, entries, 1000)
    for (const entry of stretch) {
      const isIntact =
        entry.sequence === entries + 1 && entry.previous_hash === previous && entry.hash === sha256(hashedText(entry))
      if (!isIntact) return { valid: false, entries, brokenAt: entry.sequence }
      previous = entry.hash
      entries++
    }
    if (stretch.length < 1000) return { valid: true, entries }
  }
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Where in the chain a booking begins. */
const placeOf = (events: Entry[] | undefined): number | null =>
  events?.find((entry) => entry.event === 'booked')?.sequence ?? null

const eventOf = ({ sequence, event, at, payload, previous_hash, hash }: Entry): LogEvent => ({
  ...{ sequence, event, at, payload: JSON.parse(payload) as Record<string, unknown> },
  ...{ previousHash: previous_hash, hash },
})

function logOf(events: Entry[]): LogEntry {
  const booked = events.find((entry) => entry.event === 'booked') as Entry
  return {
    ...(JSON.parse(booked.payload) as BookedPayload),
    notificationDetails: notificationDetails(events),
    events: events.map(eventOf),
  }
}

/** `compliance-log-742-juniper-street-2026-11-21` */
function fileName({ address_line1, time_zone }: log.LoggedHome, now: Temporal.Instant): string {
  const today = now.toZonedDateTimeISO(time_zone).toPlainDate().toString()
  return ['compliance-log', fileNamePart(address_line1), today].filter(Boolean).join('-')
}
