import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import { formatWhen } from '../../platform/local-time.ts'
import type { Booking, BookingStatus, BuyerPage, ShowingRecord } from '../booking/contract.ts'
import { bookingNotFound, instructionsFrom, paymentNotFound, showsInstructions } from '../booking/domain.ts'
import type { Calendar } from '../calendar/service.ts'
import type { ComplianceService } from '../compliance/service.ts'
import type { Hold } from '../payment/contract.ts'
import { fullAddress, photoUrl } from '../property/domain.ts'
import type { ShowingRow } from './repository.ts'
import * as showings from './repository.ts'

/** Reads bookings: for their buyer by an unguessable link, for their agent by permission. */
export function createShowingService(options: {
  db: Database
  clock: Clock
  publicUrl: string
  calendar: Calendar
  compliance: ComplianceService
}) {
  const { db, clock, publicUrl, calendar, compliance } = options
  const manageUrl = (row: ShowingRow) => `${publicUrl}/showingbooker/booking/${row.manage_token}`

  /** The booking as its buyer may see it; the link to his own page only for whom that is proved. */
  function bookingOf(row: ShowingRow, isBuyer: boolean): Booking {
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
      manageUrl: isBuyer ? manageUrl(row) : null,
    }
  }

  async function byManageToken(token: string): Promise<ShowingRow> {
    const row = isToken(token) ? await showings.findByManageToken(db, token) : null
    if (!row) throw bookingNotFound()
    return row
  }

  return {
    /**
     * A booking for whoever paid it. A payment's id stands in the agent's log too, so the buyer's link needs more: the
     * payment's secret, or the address that the hold came from.
     */
    forPayer: (row: ShowingRow, caller: { clientSecret: string | undefined; clientAddress: string }): Booking =>
      bookingOf(row, caller.clientSecret === row.client_secret || caller.clientAddress === row.client_address),
    find: (id: string) => showings.findById(db, id),

    /** The buyer's page; each view of the entry instructions is logged. @throws DomainError not_found */
    async buyerPage(token: string): Promise<BuyerPage> {
      const row = await byManageToken(token)
      const startsAt = instantOf(row.starts_at)
      const now = clock.now()
      const isOpen = showsInstructions(row.status, startsAt, instantOf(row.ends_at), now)
      const instructions = isOpen ? row.showing_instructions : null
      if (instructions) {
        await compliance.record({
          propertyId: row.property_id,
          bookingId: row.id,
          event: 'instructions_viewed',
          payload: {},
          at: now,
        })
      }
      const address = fullAddress(row)
      return {
        booking: bookingOf(row, true),
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
          ...calendar.links(row),
          ics: `${publicUrl}/api/showingbooker/public/booking/${row.manage_token}/calendar.ics`,
        },
        directionsUrl: `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`,
        showing_instructions: instructions,
        instructionsFrom: instructionsFrom(startsAt).toString(),
      }
    },

    /** @throws DomainError not_found */
    calendarFile: async (token: string) => calendar.file(await byManageToken(token)),

    /** The booking whose notice this link shows. @throws DomainError not_found */
    async byNoticeToken(token: string): Promise<ShowingRow> {
      const row = isToken(token) ? await showings.findByNoticeToken(db, token) : null
      if (!row) throw bookingNotFound()
      return row
    },

    /** A hold and its payment, for whoever has its secret. @throws DomainError not_found */
    async hold(clientSecret: string): Promise<Omit<Hold, 'provider' | 'publishableKey'>> {
      const row = clientSecret.includes('\0') ? null : await showings.findByClientSecret(db, clientSecret)
      if (!row?.intent_id || !row.client_secret) throw paymentNotFound()
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
        buyerName: row.buyer_name,
        buyerEmail: row.buyer_email,
        buyerPhone: row.buyer_phone,
      }
    },

    /** An account's own showings, an admin's are all; latest start first. @throws DomainError unauthenticated, invalid */
    async list(actor: Actor, page: { propertyId: string | null; cursor: string | null; limit: number }) {
      const account = requireAccount(actor)
      const rows = await showings.listShowings(db, {
        ownerId: account.role === 'admin' ? null : account.accountId,
        propertyId: page.propertyId,
        id: null,
        after: page.cursor ? readCursor(page.cursor) : null,
        limit: page.limit + 1,
      })
      const shown = rows.slice(0, page.limit)
      const last = shown.at(-1)
      return {
        bookings: shown.map(recordOf),
        nextCursor: rows.length > page.limit && last ? `${last.starts_at.toISOString()}_${last.id}` : null,
      }
    },

    /** @throws DomainError unauthenticated, not_found (also for somebody else's) */
    async get(actor: Actor, id: string): Promise<ShowingRecord> {
      const account = requireAccount(actor)
      const ownerId = account.role === 'admin' ? null : account.accountId
      const [row] = await showings.listShowings(db, { ownerId, propertyId: null, id, after: null, limit: 1 })
      if (!row) throw bookingNotFound()
      return recordOf(row)
    },
  }
}

export type ShowingService = ReturnType<typeof createShowingService>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isToken = (text: string) => /^[\w-]{32}$/.test(text)
const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())

function readCursor(cursor: string): { startsAt: string; id: string } {
  const [startsAt = '', id = '', ...more] = cursor.split('_')
  const at = new Date(startsAt)
  // Date takes a 30th of February for the 2nd of March, and PostgreSQL refuses it.
  const isOurs = at.getTime() > 0 && at.toISOString() === startsAt && UUID.test(id) && more.length === 0
  if (!isOurs) throw invalid([{ path: 'cursor', message: 'This cursor is not one of ours' }])
  return { startsAt, id }
}

const recordOf = (row: ShowingRow): ShowingRecord => ({
  id: row.id,
  property_id: row.property_id,
  date: row.showing_date,
  time: row.showing_time,
  datetime: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  time_zone: row.time_zone,
  propertyAddress: fullAddress(row),
  agentName: row.agent_name,
  agentEmail: row.agent_email,
  agentPhone: row.agent_phone,
  ownerName: row.owner_name,
  residentName: row.resident_name,
  showing_date: row.showing_date,
  showing_time: row.showing_time,
  requester_type: row.requester_type,
  buyerName: row.buyer_name,
  buyerEmail: row.buyer_email,
  buyerPhone: row.buyer_phone,
  buyer_agent_name: row.buyer_agent_name,
  buyer_agent_email: row.buyer_agent_email,
  buyer_agent_phone: row.buyer_agent_phone,
  mail_upgrade: row.mail_upgrade,
  specialRequests: row.special_requests,
  status: row.status as BookingStatus,
  confirmation_number: row.confirmation_number ?? '',
  amount: row.amount_cents,
  is_demo: row.is_demo,
})
