import { createHash } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { type BookedPayload, type Entry, hashedText, notificationDetails } from './domain.ts'
import * as log from './repository.ts'

export type Verification = { valid: boolean; entries: number; brokenAt?: number }

/** Reads the append-only log and proves its chains. Writing is done by the database itself (append_compliance). */
export function createComplianceService({ db }: { db: Database }) {
  async function requireReader(actor: Actor, propertyId: string) {
    const account = requireAccount(actor)
    const maySee =
      account.role === 'admin' ? await log.exists(db, propertyId) : await log.isOwner(db, propertyId, account.accountId)
    if (!maySee) throw notFound('This property could not be found.', 'property_not_found')
  }

  async function verifyChain(propertyId: string): Promise<Verification> {
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
    /** The log by booking, newest first, in the specification's shape. @throws DomainError unauthenticated, not_found */
    async list(actor: Actor, page: { propertyId: string; cursor: number | null; limit: number }) {
      await requireReader(actor, page.propertyId)
      const bookings = await log.listBookingEvents(db, {
        propertyId: page.propertyId,
        before: page.cursor,
        limit: page.limit + 1,
      })
      const shown = bookings.slice(0, page.limit)
      const last = shown.at(-1)?.find((entry) => entry.event === 'booked')
      return {
        logs: shown.map(logOf),
        nextCursor: bookings.length > page.limit && last ? String(last.sequence) : null,
      }
    },
    /** @throws DomainError unauthenticated, not_found */
    async verify(actor: Actor, propertyId: string): Promise<Verification> {
      await requireReader(actor, propertyId)
      return verifyChain(propertyId)
    },
    /** Every chain, for the command line. */
    async verifyAll(): Promise<{ propertyId: string; result: Verification }[]> {
      const results = []
      for (const propertyId of await log.listChainedProperties(db)) {
        results.push({ propertyId, result: await verifyChain(propertyId) })
      }
      return results
    },
  }
}

export type ComplianceService = ReturnType<typeof createComplianceService>

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

function logOf(events: Entry[]) {
  const booked = events.find((entry) => entry.event === 'booked') as Entry
  return {
    ...(JSON.parse(booked.payload) as BookedPayload),
    notificationDetails: notificationDetails(events),
    events: events.map(({ sequence, event, at, payload, previous_hash, hash }) => ({
      sequence,
      event,
      at,
      payload: JSON.parse(payload) as Record<string, unknown>,
      previousHash: previous_hash,
      hash,
    })),
  }
}
