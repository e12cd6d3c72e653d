import { bookingNotFound } from '../../notice/entry-notice/domain.ts'
import type { Actor } from '../../platform/actor.ts'
import { DomainError, invalid } from '../../platform/errors.ts'
import { isLanguage, LANGUAGES, type Language } from '../../platform/language.ts'
import { isLinkToken } from '../../platform/link-token.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isMailSold, offeredStart } from '../../property/availability/domain.ts'
import * as t from '../text/booking.ts'
import type { ByHandService } from './by-hand-service.ts'
import type { BookingForm } from './contract.ts'
import { agentUnreachable, slotNotOffered, slotOf, slotTaken } from './domain.ts'
import type { HoldService } from './hold-service.ts'
import { listOtherOffers } from './offer-repository.ts'
import type { Seen } from './transition-domain.ts'
import { type BookingRow, findByToken } from './transition-repository.ts'
import { byAccount, findOwn, makeTransition, readableReason, type TransitionDeps } from './transition-service.ts'

type OfferDeps = TransitionDeps & {
  holds: Pick<HoldService, 'hold' | 'endHold'>
  byHand: Pick<ByHandService, 'bookOffered'>
}
type Start = { showingDate: string; showingTime: string }

/**
 * Declines a request and offers other times. The buyer books one with one tap and pays as usual. The offer counts as
 * the agent's approval. A showing that was free stays free.
 */
export const createOfferService = (deps: OfferDeps) => withDeps(deps, { decline, bookOffered })

export type OfferService = ReturnType<typeof createOfferService>

/**
 * Declines a request and releases the authorization. With other times, the buyer also gets the reason.
 * @throws DomainError unauthenticated, not_found, invalid, conflict (with alternatives if a time is taken)
 */
async function decline(
  deps: OfferDeps,
  actor: Actor,
  id: string,
  { times = [], seen, ...given }: { times?: Start[] | undefined; reason?: string | undefined; seen?: Seen | undefined },
): Promise<void> {
  const reason = readableReason(given.reason)
  await makeTransition(deps, findOwn(deps, actor, id), 'decline', byAccount(actor), {
    reason,
    seen,
    payload: times.length > 0 ? { offered: times } : {},
    change: async (row, now) =>
      times.length > 0 ? { reason_for_buyer: reason, offered_times: await openStarts(deps, row, times, now) } : {},
  })
}

/** An unlisted property offers no times. */
const listed = (availability: OfferDeps['availability'], propertyId: string) =>
  availability.bookable(propertyId).catch((error) => {
    if (error instanceof DomainError && error.kind === 'not_found') throw slotNotOffered()
    throw error
  })

/** Returns the instants of the open times, in order. @throws DomainError invalid, conflict */
async function openStarts({ availability }: OfferDeps, row: BookingRow, times: Start[], now: Temporal.Instant) {
  const { rules } = await listed(availability, row.property_id)
  const { days } = await availability.days(row.property_id, { moving: row.id })
  const starts = new Set<string>()
  for (const { showingDate, showingTime } of times) {
    const start = offeredStart(rules, showingDate, showingTime, now)
    if (!start) throw invalid([{ path: 'times', message: t.slotNotOffered() }])
    const slot = days.find(({ date }) => date === showingDate)?.slots.find(({ time }) => time === showingTime)
    if (!slot?.available) throw slotTaken(await availability.alternatives(row.property_id, start))
    starts.add(start.toString())
  }
  return [...starts].sort()
}

/**
 * Holds an offered time for the buyer with the details of the declined request. They pay as for any booking, and then
 * the showing is confirmed at once. A free showing is booked without a payment.
 * @returns the secret of the payment, or the token of the new showing's page
 * @throws DomainError not_found, invalid, conflict (with alternatives if the time is taken), too_many, unavailable
 */
async function bookOffered(
  deps: OfferDeps,
  token: string,
  wanted: Start,
  clientAddress: string,
): Promise<{ clientSecret: string; manageToken: null } | { clientSecret: null; manageToken: string }> {
  const row = isLinkToken(token) ? await findByToken(deps.db, token) : null
  if (!row) throw bookingNotFound()
  const property = await listed(deps.availability, row.property_id)
  const { rules } = property
  const now = deps.clock.now()
  const start = offeredStart(rules, wanted.showingDate, wanted.showingTime, now)
  const isOffered = row.offered_times.some((one) => one.getTime() === start?.epochMilliseconds)
  if (!start || !isOffered) throw slotNotOffered()
  if (row.amount_cents === 0 && row.booked_by !== null) {
    if (!property.isReachable) throw agentUnreachable()
    const slot = slotOf(property, start, wanted)
    return {
      clientSecret: null,
      manageToken: await deps.byHand.bookOffered({ ...row, booked_by: row.booked_by }, slot),
    }
  }
  const form = {
    ...wanted,
    propertyId: row.property_id,
    requesterType: row.requester_type,
    buyerName: row.buyer_name,
    buyerEmail: row.buyer_email,
    buyerPhone: row.buyer_phone,
    buyerAgentName: row.buyer_agent_name,
    buyerAgentEmail: row.buyer_agent_email,
    buyerAgentPhone: row.buyer_agent_phone,
    // The new time may be too soon for a letter.
    mailUpgrade: row.mail_upgrade && row.occupancy_status === 'resident' && isMailSold(start, row.time_zone, now),
    specialRequests: row.special_requests,
    // The buyer agreed to the terms in their request.
    agreeToTerms: true,
  }
  const language = isLanguage(row.buyer_language) ? row.buyer_language : LANGUAGES[0]
  const clientSecret = await holdOnly(deps, { id: row.id, startsAt: start.toString() }, form, {
    clientAddress,
    language,
  })
  return { clientSecret, manageToken: null }
}

/**
 * Holds one of the offered times in place of any other that the buyer holds, because the agent has approved only one
 * showing. If requests run at the same moment, the later hold stays: the request that sees both ends the earlier one.
 * @returns the secret of the payment
 * @throws DomainError what `hold` throws; invalid (another offered time is booked), conflict (one is being paid)
 */
async function holdOnly(
  { db, clock, holds }: OfferDeps,
  { id, startsAt }: { id: string; startsAt: string },
  form: BookingForm,
  buyer: { clientAddress: string; language: Language },
): Promise<string> {
  const others = () => listOtherOffers(db, { id, startsAt, now: clock.now().toString() })
  const former = await others()
  if (former.some(({ isBooked }) => isBooked)) throw slotNotOffered()
  const held = await holds.hold(form, {
    ...buyer,
    clientSecret: former[0]?.client_secret ?? undefined,
    isApproved: true,
  })
  try {
    for (const other of await others()) {
      if (other.isBooked || other.id > held.bookingId) throw slotNotOffered()
      if (other.intent_id) await holds.endHold(other.intent_id)
    }
  } catch (error) {
    await holds.endHold(held.paymentIntentId)
    throw error
  }
  return held.clientSecret
}
