import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { MessageService, Role } from '../../notice/area.ts'
import { bookedPayload } from '../../notice/compliance/domain.ts'
import { type PlannedNotification, partiesOf } from '../../notice/message/domain.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid, requireValid } from '../../platform/errors.ts'
import { isLanguage, LANGUAGES } from '../../platform/language.ts'
import { newLinkToken } from '../../platform/link-token.ts'
import { phoneColumns } from '../../platform/phone.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { AvailabilityService } from '../../property/area.ts'
import { offeredStart } from '../../property/availability/domain.ts'
import { propertyNotFound } from '../../property/property/domain.ts'
import { demoNotByHand, type HandBooking, validateHandBooking, visitorNotReached } from './by-hand-domain.ts'
import {
  findBookedOffer,
  type HandConfirmation,
  type HandHold,
  insertByHand,
  isOtherOfferBooked,
} from './by-hand-repository.ts'
import { agentUnreachable, confirmationNumber, detailsOf, slotNotOffered, slotOf, slotTaken } from './domain.ts'
import { type ShowingRow, toShowing } from './showing-domain.ts'
import { planFirstMessages } from './status-service.ts'
import { countingVisit, type VisitorLimits } from './visitor-limit-service.ts'

type ByHandDeps = {
  db: Database
  clock: Clock
  availability: AvailabilityService
  messaging: Pick<MessageService, 'takesTexts'>
  limitsOn: (db: Database) => VisitorLimits
}

/** Books a showing for a visitor who phoned. */
export const createByHandService = (deps: ByHandDeps) => withDeps(deps, { bookByHand, bookOffered })

export type ByHandService = ReturnType<typeof createByHandService>

/**
 * Books a free showing at the agent's own property. It is confirmed at once, and we notify everyone we can reach, as we
 * do about any other showing.
 * @returns ID of the booking
 * @throws DomainError unauthenticated, not_found, invalid (each issue at its field), conflict (an unreachable agent; a
 *   taken slot, with alternatives), too_many
 */
async function bookByHand(deps: ByHandDeps, actor: Actor, form: HandBooking): Promise<string> {
  const { clock, availability, messaging } = deps
  const now = clock.now()
  const { accountId, slot, details } = await slotByHand(availability, actor, form, now)
  const { buyerName, buyerEmail, buyerPhone, specialRequests } = details
  if (form.mustReach && !(await canReach(messaging, { phone: buyerPhone, email: buyerEmail })))
    throw visitorNotReached()
  const visitor = { buyerName, buyerEmail, buyerPhone, specialRequests, language: form.language }
  const { id } = await insertFree(deps, { ...slot, ...visitor, bookedBy: accountId }, now)
  return id
}

/** A free showing whose agent declined its new time and offers others. */
type DeclinedFree = ShowingRow & { booked_by: string }

/**
 * Books an offered time in place of a declined showing that the agent booked by hand. The new showing is free, too, and
 * confirmed at once.
 * @param slot one of the times that the agent offers
 * @returns the token of the visitor's page. A repeated request for the same time returns the same page
 * @throws DomainError invalid (another offered time is booked), conflict (a taken slot, with alternatives), too_many
 */
async function bookOffered(deps: ByHandDeps, declined: DeclinedFree, slot: ReturnType<typeof slotOf>): Promise<string> {
  const existing = await findBookedOffer(deps.db, declined.id)
  if (existing?.starts_at.getTime() === Date.parse(slot.startsAt)) return existing.manage_token
  const { buyer_name, buyer_email, buyer_phone, special_requests, buyer_language, booked_by } = declined
  const visitor = {
    buyerName: buyer_name,
    buyerEmail: buyer_email,
    buyerPhone: buyer_phone,
    specialRequests: special_requests,
    language: isLanguage(buyer_language) ? buyer_language : LANGUAGES[0],
  }
  const onlyOne = async (tx: Database) => {
    if (await isOtherOfferBooked(tx, declined.id, slot.startsAt)) throw slotNotOffered()
  }
  const { manageToken } = await insertFree(
    deps,
    { ...slot, ...visitor, bookedBy: booked_by },
    deps.clock.now(),
    onlyOne,
  )
  return manageToken
}

/**
 * Inserts a free showing with its messages and its log entry, and counts it.
 * @param check runs once the slot is kept, and throws to refuse the showing
 * @throws DomainError conflict (a taken slot, with alternatives), too_many
 */
async function insertFree(
  { db, availability, limitsOn }: ByHandDeps,
  wanted: Omit<HandHold, 'id' | 'manageToken' | 'noticeToken'>,
  now: Temporal.Instant,
  check: (tx: Database) => Promise<void> = async () => undefined,
): Promise<{ id: string; manageToken: string }> {
  const made = { id: randomUUIDv7(), manageToken: newLinkToken() }
  const isBooked = await insertByHand(
    db,
    { ...wanted, ...made, noticeToken: newLinkToken() },
    {
      confirm: (held) => confirmationOf(held, now),
      count: async (tx, planned) => {
        await check(tx)
        const texted = { agent: phoneOf(planned, 'listing_agent'), resident: phoneOf(planned, 'resident') }
        const visit = { accountId: wanted.bookedBy, phone: wanted.buyerPhone, email: wanted.buyerEmail, texted }
        return countingVisit(limitsOn(tx), visit, async () => undefined)
      },
    },
    now.toString(),
  )
  if (!isBooked)
    throw slotTaken(await availability.alternatives(wanted.propertyId, Temporal.Instant.from(wanted.startsAt)))
  return made
}

/** Finds the phone to which this role gets texts about the booking. */
const phoneOf = (planned: PlannedNotification[], role: Role) =>
  planned.flatMap((one) =>
    one.role === role && one.channel === 'sms' && one.status === 'queued' ? String(one.recipient) : [],
  )[0] ?? null

/** Returns whether a message about a free showing or a pay link can reach a visitor, by email or by text. */
export async function canReach(
  messaging: Pick<MessageService, 'takesTexts'>,
  { phone, email }: { phone: string; email: string },
): Promise<boolean> {
  if (email) return true
  const { buyer_phone_extension: extension } = phoneColumns('buyer_phone', phone)
  return !extension && (await messaging.takesTexts(phone, 0))
}

/**
 * Finds the slot that an agent wants to book for a visitor, and checks everything except whether it is free.
 * @throws DomainError unauthenticated, not_found, invalid (each issue at its field), conflict (an unreachable agent)
 */
export async function slotByHand(
  availability: Pick<AvailabilityService, 'bookable'>,
  actor: Actor,
  form: HandBooking,
  now: Temporal.Instant,
) {
  const { accountId, role } = requireAccount(actor)
  const issues = validateHandBooking(form)
  if (!form.propertyId.trim()) throw invalid(issues)
  const property = await availability.bookable(form.propertyId)
  if (role !== 'admin' && property.ownerId !== accountId) throw propertyNotFound(form.propertyId)
  requireValid(issues)
  if (property.isDemo) throw demoNotByHand()
  if (!property.isReachable) throw agentUnreachable()
  const [showingDate, showingTime] = [form.showingDate.trim(), form.showingTime.trim()]
  const start = offeredStart(property.rules, showingDate, showingTime, now)
  if (!start) throw slotNotOffered()
  const slot = slotOf(property, start, form)
  const details = detailsOf({ ...form, requesterType: 'buyer', mailUpgrade: false, agreeToTerms: false })
  return { accountId, property, slot, details }
}

/** Returns what the new booking needs: its confirmation number, its messages, and its log entry. */
function confirmationOf(held: ShowingRow, now: Temporal.Instant): HandConfirmation {
  const number = confirmationNumber(randomBytes(8))
  const booked = { ...held, status: 'confirmed' as const, confirmation_number: number }
  const showing = toShowing(booked)
  const request = { showingDate: held.showing_date, showingTime: held.showing_time, processedAt: now.toString() }
  return {
    confirmation_number: number,
    payload: JSON.stringify(bookedPayload(showing, { ...request, paymentId: null, bookedBy: held.booked_by })),
    notifications: planFirstMessages('booked', booked, partiesOf(showing), now),
  }
}
