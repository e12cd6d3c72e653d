import { createHash } from 'node:crypto'
import { holdEnded, paymentNotFound } from '../../money/payment/domain.ts'
import type { ComplianceService, Showing } from '../../notice/area.ts'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { agreedAt, bookingNotFound } from '../../notice/entry-notice/domain.ts'
import type { Clock } from '../../platform/clock.ts'
import { isSameSecret } from '../../platform/constant-time.ts'
import type { Database } from '../../platform/db/connect.ts'
import { directionsUrl } from '../../platform/directions.ts'
import { instantOf, writeInstant } from '../../platform/instant.ts'
import { inSameLanguage } from '../../platform/language.ts'
import { isLinkToken } from '../../platform/link-token.ts'
import { formatWhen } from '../../platform/local-time.ts'
import { photoUrl } from '../../platform/photo.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isPerson, type Viewer } from '../../platform/viewer.ts'
import { isMailSold, LEAD_TIME_HOURS } from '../../property/availability/domain.ts'
import { fullAddress, isProductDemo } from '../../property/property/domain.ts'
import type { Booking, BuyerPage, DemoSent, Hold, SettledBooking } from './contract.ts'
import { instructionsFrom, manageUrlOf, showsInstructions } from './domain.ts'
import { listTakenOffers } from './offer-repository.ts'
import { markAgreed } from './pay-link-repository.ts'
import { dueOf, proposalOf, refundOf } from './record-domain.ts'
import { type ShowingRow, stillPaidOf, toShowing } from './showing-domain.ts'
import { findByClientSecret, findByManageToken, type OwnRow } from './showing-repository.ts'
import { buyerActions, buyerMoney, toBookingState } from './transition-domain.ts'
import { wasDoneBy } from './transition-repository.ts'

type BuyerDeps = {
  db: Database
  clock: Clock
  publicUrl: string
  /** Makes the links and the file that add the showing to the buyer's calendar. */
  calendar: { links(showing: Showing): { google: string; outlook: string }; file(showing: Showing): string }
  compliance: Pick<ComplianceService, 'record'>
  demos: {
    /** Finds the person who pays for one of the product's own demos. */
    visitor: (bookingId: string) => Promise<{ name: string; email: string; phone: string } | null>
    sent: (bookingId: string) => Promise<DemoSent>
  }
}

/** Serves what buyers read through links that no one can guess: the payment of a hold, and the page of a booking. */
export const createBuyerService = (deps: BuyerDeps) =>
  withDeps(deps, { getHold, agree, showSettled, getPage, getPageVersion, viewInstructions, getCalendarFile })

export type BuyerService = ReturnType<typeof createBuyerService>

/** Finds a hold and its payment by the buyer's secret. @throws DomainError not_found */
async function getHold(
  { db, clock, demos }: BuyerDeps,
  clientSecret: string,
): Promise<Omit<Hold, 'provider' | 'publishableKey'>> {
  const row = clientSecret.includes('\0') ? null : await findByClientSecret(db, clientSecret)
  if (!row?.intent_id || !row.client_secret) throw paymentNotFound()
  // A demo's messages name a buyer who is not the person who pays.
  const payer = isProductDemo(row) ? await demos.visitor(row.id) : null
  const hasEnded = row.status === 'lapsed' || row.hold_expires_at.getTime() <= clock.now().epochMilliseconds
  const status = row.booked_at ? 'booked' : hasEnded ? 'ended' : 'held'
  // Other people may have this link. Once no one can pay with it, it shows no personal data.
  const person =
    status === 'ended'
      ? { name: '', email: '', phone: '' }
      : (payer ?? { name: row.buyer_name, email: row.buyer_email, phone: row.buyer_phone })
  return {
    clientSecret: row.client_secret,
    paymentIntentId: row.intent_id,
    amount: row.payment_amount_cents,
    currency: 'usd',
    holdExpiresAt: row.hold_expires_at.toISOString(),
    status,
    slug: row.slug,
    full_address: fullAddress(row),
    property_photo: row.photo_key && photoUrl(row.photo_key),
    when: formatWhen(instantOf(row.starts_at), row.time_zone),
    buyerName: person.name,
    buyerEmail: person.email,
    buyerPhone: person.phone,
    is_demo: row.is_demo,
    asksTerms: row.booked_by !== null && row.terms_agreed_at === null,
    onApproval: row.capture === 'manual',
  }
}

/**
 * Records that a visitor who phoned agrees to the terms before they pay through their link. Only the first time counts.
 * @throws DomainError not_found, expired
 */
async function agree({ db, clock }: BuyerDeps, clientSecret: string): Promise<void> {
  const row = clientSecret.includes('\0') ? null : await findByClientSecret(db, clientSecret)
  if (!row) throw paymentNotFound()
  if (row.booked_by === null || row.terms_agreed_at !== null) return
  if (!(await markAgreed(db, row.id, clock.now().toString()))) throw holdEnded()
}

/** Shows a settled booking. Only a caller who proves that the hold is theirs sees the person and the link. */
function showSettled(
  { publicUrl }: BuyerDeps,
  row: ShowingRow,
  proof: { clientSecret?: string; manageUrl?: string },
): SettledBooking {
  const booking = bookingOf(row, publicUrl)
  const isBuyer =
    isSameSecret(proof.clientSecret, row.client_secret) || isSameSecret(proof.manageUrl, booking.manageUrl)
  return isBuyer ? booking : { ...booking, ...NOBODY }
}

/** @throws DomainError not_found */
const getPage = async (deps: BuyerDeps, token: string): Promise<BuyerPage> =>
  pageOf(deps, await getOwn(deps, token), deps.clock.now())

/** Returns the version of the buyer's page. @throws DomainError not_found */
const getPageVersion = async (deps: BuyerDeps, token: string): Promise<string> => (await getPage(deps, token)).version

/**
 * Returns the entry instructions while the buyer may read them, and logs the view. The page itself does not have them,
 * because mail scanners and link previews fetch it, too.
 * @throws DomainError not_found
 */
async function viewInstructions(deps: BuyerDeps, token: string, viewer: Viewer): Promise<string | null> {
  const row = await getOwn(deps, token)
  const now = deps.clock.now()
  const instructions = isPerson(viewer) ? openInstructions(row, now) : null
  if (instructions === null) return null
  await deps.compliance.record({
    propertyId: row.property_id,
    bookingId: row.id,
    event: 'instructions_viewed',
    payload: {},
    at: now,
  })
  return instructions
}

/** Returns the entry instructions while the buyer may read them. */
function openInstructions(row: OwnRow, now: Temporal.Instant): string | null {
  const isOpen = showsInstructions(row.status, instantOf(row.starts_at), instantOf(row.ends_at), now)
  return isOpen && row.showing_instructions?.trim() ? row.showing_instructions : null
}

/** @throws DomainError not_found */
const getCalendarFile = async (deps: BuyerDeps, token: string): Promise<string> =>
  deps.calendar.file(toShowing(await getOwn(deps, token)))

async function getOwn({ db }: BuyerDeps, token: string): Promise<OwnRow> {
  const row = isLinkToken(token) ? await findByManageToken(db, token) : null
  if (!row) throw bookingNotFound()
  return row
}

/** Builds everything that the buyer reads. If any of it changes, `version` does. */
async function pageOf(
  { db, publicUrl, calendar, demos }: BuyerDeps,
  row: OwnRow,
  now: Temporal.Instant,
): Promise<BuyerPage> {
  const startsAt = instantOf(row.starts_at)
  const instructions = openInstructions(row, now)
  const address = fullAddress(row)
  const own = `${publicUrl}/api/showingbooker/public/booking/${row.manage_token}`
  const proposal = row.status === 'confirmed' ? proposalOf(row, now) : null
  const page = {
    booking: bookingOf(row, publicUrl),
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
      ics: inSameLanguage(`${own}/calendar.ics`),
    },
    receiptUrl: row.payment_id && inSameLanguage(`${own}/receipt.pdf`),
    directionsUrl: directionsUrl(address),
    // No one who reads the page has this token, so no one can guess a short code from the hash.
    instructionsVersion: instructions && hashOf([row.notice_token, instructions]),
    has_instructions: Boolean(row.showing_instructions?.trim()),
    instructionsFrom: writeInstant(instructionsFrom(startsAt)),
    can: isProductDemo(row)
      ? { cancel: false, move: false, requestRefund: false, bookAgain: false }
      : buyerActions(toBookingState(row), { isListed: row.property_listed, isDemo: row.is_demo }, now),
    decisionDueAt: dueOf(row),
    movedFrom: row.moved_from?.toISOString() ?? null,
    cancelledBy: row.cancelled_by,
    endedByAdmin: await wasEndedByAdmin(db, row),
    reason: row.reason_for_buyer,
    otherTimes: await otherTimes(db, row, now),
    proposal,
    proposedByAdmin: proposal !== null && (await wasDoneBy(db, 'admin', row.id, 'move_proposed')),
    proposalLosesLetter: proposal !== null && losesLetter(row, proposal.startsAt, now),
    lateMinutes: phaseOf(startsAt, instantOf(row.ends_at), now) === 'over' ? null : row.late_minutes,
    money: buyerMoney(row),
    stillPaid: stillPaidOf(row),
    mailRefund: row.letter_money,
    hasTimeForMail: isMailSold(startsAt, row.time_zone, agreedAt(toShowing(row))),
    refund: refundOf(row, now),
    phase: phaseOf(startsAt, instantOf(row.ends_at), now),
    is_demo: row.is_demo,
    demo: isProductDemo(row) ? await demos.sent(row.id) : null,
  }
  return { ...page, version: hashOf(page) }
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

/** Returns whether a buyer who paid for a letter gets none if the showing moves to this start. */
const losesLetter = (row: OwnRow, startsAt: string, now: Temporal.Instant): boolean =>
  row.mail_upgrade && row.letter_money === 'none' && !isMailSold(Temporal.Instant.from(startsAt), row.time_zone, now)

/**
 * Returns whether an admin, not the agent, declined or canceled. The booking names the agent for
 * both, but the log knows.
 */
const wasEndedByAdmin = async (db: Database, { id, status, cancelled_by }: OwnRow): Promise<boolean> =>
  (status === 'declined' || cancelled_by === 'agent') && (await wasDoneBy(db, 'admin', id, status))

/**
 * Returns the offered times that no one has booked, or none once the buyer has booked one. It includes times that
 * someone else holds: the buyer learns that when they choose one.
 */
async function otherTimes(db: Database, row: OwnRow, now: Temporal.Instant): Promise<BuyerPage['otherTimes']> {
  if (row.offered_times.length === 0 || !row.property_listed) return []
  const taken = await listTakenOffers(db, row)
  if (taken.some(({ isOwn }) => isOwn)) return []
  const isTaken = (start: Temporal.Instant) => taken.some((one) => one.starts_at.getTime() === start.epochMilliseconds)
  return row.offered_times.map(instantOf).flatMap((start) => {
    if (isTaken(start) || Temporal.Instant.compare(start, now.add({ hours: LEAD_TIME_HOURS })) < 0) return []
    const local = start.toZonedDateTimeISO(row.time_zone)
    const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
    return [{ date: local.toPlainDate().toString(), time, startsAt: writeInstant(start) }]
  })
}

/** Returns the booking as the buyer may see it. */
function bookingOf(row: ShowingRow, publicUrl: string): Booking {
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
    manageUrl: manageUrlOf(publicUrl, row.manage_token),
  }
}

/** Replaces the fields that only the buyer may see. */
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

function phaseOf(startsAt: Temporal.Instant, endsAt: Temporal.Instant, now: Temporal.Instant): BuyerPage['phase'] {
  if (Temporal.Instant.compare(now, startsAt) < 0) return 'ahead'
  return Temporal.Instant.compare(now, endsAt) < 0 ? 'under_way' : 'over'
}
