import { randomUUIDv7 } from 'node:crypto'
import type { OpenedIntent, Orders } from '../../money/area.ts'
import { priceOf } from '../../money/payment/domain.ts'
import { untilNoneLeft } from '../../platform/db/deletion.ts'
import { DomainError, requireValid } from '../../platform/errors.ts'
import type { Language } from '../../platform/language.ts'
import { newLinkToken } from '../../platform/link-token.ts'
import { formatMoney } from '../../platform/money.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { FORGOTTEN_AFTER_DAYS } from '../../product.ts'
import type { AvailabilityService } from '../../property/area.ts'
import { isMailSold, offeredStart } from '../../property/availability/domain.ts'
import type { BookingForm } from './contract.ts'
import {
  agentUnreachable,
  detailsOf,
  HOLD_MINUTES,
  intentKey,
  mailTooLate,
  mailUpgradeNotOffered,
  paymentUnavailable,
  slotNotOffered,
  slotOf,
  slotTaken,
  tooManyHolds,
  validateForm,
  wrongAmount,
} from './domain.ts'
import { endFormer, type FormerHoldDeps, type FormerSearch, findFormer } from './former-hold-service.ts'
import {
  findByIntent,
  forgetLapsed,
  type HoldRequest,
  insertHold,
  markReleased,
  renewHold,
  type StoredHold,
} from './hold-repository.ts'
import type { PaidShowingRow } from './showing-domain.ts'

/** A hold and its open payment, as the buyer gets them. */
export type OpenHold = {
  bookingId: string
  manageToken: string
  paymentIntentId: string
  clientSecret: string
  amountCents: number
  expiresAt: string
  /** `true` if the card is charged only after the agent approves. */
  onApproval: boolean
}

/** A hold to make, and its payment. */
export type HoldPlan = {
  /** Inserts the hold, or finds the one that this buyer already has. */
  insert(): Promise<StoredHold>
  /** Updates an existing hold. @returns its revision, or `null` if it changed since we read it */
  renew(held: StoredHold, now: string): Promise<number | null>
  amountCents: number
  capture: 'automatic' | 'manual'
  /** The text that the provider's ledger shows. */
  description: string
  /** Finds the hold that this one replaces, if the buyer had another. */
  formerSearch?: FormerSearch
}

/** The price that the buyer saw, and the secret of the hold that they already have. */
export type HoldProof = { amount?: number | undefined; clientSecret?: string | undefined }

type HoldDeps = FormerHoldDeps & {
  /** Makes an intent that opens together with its hold. `null` if we have to ask the provider to open it. */
  newIntent: (() => OpenedIntent) | null
  orders: Pick<Orders, 'markOpen'>
  availability: AvailabilityService
}

/** Keeps a slot while its buyer pays. */
export const createHoldService = (deps: HoldDeps) => withDeps(deps, { hold, holdSlot, openHold, endHold, forget })

export type HoldService = ReturnType<typeof createHoldService>

/**
 * Keeps the slot for ten minutes and opens its payment. A buyer who asks again for the same slot gets the same hold
 * with their new details, or a new hold if the existing one would charge the card at a different moment. We identify a
 * buyer by email and phone, or by email and the hold's secret.
 * @param request `isApproved`: the agent has approved this time, so we charge the card at once
 * @throws DomainError invalid (400, each issue at its field), not_found, conflict (an unreachable agent; a taken
 *   slot, with alternatives), too_many, unavailable
 */
async function hold(
  deps: HoldDeps,
  form: BookingForm,
  request: HoldProof & { clientAddress: string; language: Language; isApproved?: boolean },
): Promise<OpenHold> {
  const { availability } = deps
  const now = deps.clock.now()
  requireValid(validateForm(form))
  const property = await availability.bookable(form.propertyId)
  if (!property.isReachable) throw agentUnreachable()
  const details = detailsOf(form)
  if (details.mailUpgrade && property.occupancy !== 'resident') throw mailUpgradeNotOffered()
  const amountCents = priceOf(property.priced, details.mailUpgrade)
  if (request.amount !== undefined && request.amount !== amountCents) throw wrongAmount(formatMoney(amountCents))
  const startsAt = offeredStart(property.rules, form.showingDate.trim(), form.showingTime.trim(), now)
  if (!startsAt) throw slotNotOffered()
  if (details.mailUpgrade && !isMailSold(startsAt, property.rules.timeZone, now)) throw mailTooLate()

  const { clientAddress, clientSecret, language } = request
  const wanted = {
    ...slotOf(property, startsAt, form),
    details,
    amountCents,
    language,
    clientAddress,
    clientSecret,
    isDemo: property.isDemo,
    capture: request.isApproved ? 'automatic' : property.approval,
  }
  return holdSlot(deps, wanted, { now, tooMany: tooManyHolds, description: `Showing ${property.slug}` })
}

/** What the caller decides about a hold. `holdSlot` makes its IDs, tokens, and end. */
type WantedHold = Omit<
  HoldRequest,
  'id' | 'expiresAt' | 'manageToken' | 'noticeToken' | 'paymentId' | 'provider' | 'intent'
>
type HoldOptions = {
  now: Temporal.Instant
  /** Makes the error for a visitor with too many holds. */
  tooMany: () => DomainError
  description: string
}

/**
 * Keeps a slot for ten minutes from now, and opens its payment.
 * @throws DomainError conflict (a taken slot, with alternatives), too_many, unavailable
 */
function holdSlot(deps: HoldDeps, wanted: WantedHold, { now, tooMany, description }: HoldOptions): Promise<OpenHold> {
  const { db, provider, newIntent, availability } = deps
  const insert = async (): Promise<StoredHold> => {
    const request = {
      ...wanted,
      id: randomUUIDv7(),
      expiresAt: now.add({ minutes: HOLD_MINUTES }).toString(),
      manageToken: newLinkToken(),
      noticeToken: newLinkToken(),
      paymentId: randomUUIDv7(),
      provider: provider.name,
      intent: newIntent?.(),
    }
    const held = await insertHold(db, request, now.toString())
    if (held === 'taken')
      throw slotTaken(await availability.alternatives(wanted.propertyId, Temporal.Instant.from(wanted.startsAt)))
    if (held === 'too_many') throw tooMany()
    return held
  }
  const { amountCents, capture, clientSecret, propertyId } = wanted
  const renew = (held: StoredHold, at: string) => renewHold(db, held, wanted, at)
  // All showings at a property have the same length and the same buffer.
  const [from, until] = [Date.parse(wanted.startsAt), Date.parse(wanted.blockedUntil)]
  const isInTheWay = ({ starts_at }: { starts_at: Date }) => Math.abs(starts_at.getTime() - from) < until - from
  const formerSearch = { clientSecret, propertyId, isInTheWay }
  return openHold(deps, { insert, renew, amountCents, capture, description, formerSearch })
}

/**
 * Makes the hold and opens its payment. The hold replaces the buyer's former hold, which ends as late as possible: if
 * the new hold is refused, the buyer keeps the former one.
 * @throws DomainError what `insert` and `renew` throw; conflict (the former hold is paid and booked); unavailable
 */
async function openHold(deps: HoldDeps, plan: HoldPlan): Promise<OpenHold> {
  let former = plan.formerSearch ? await findFormer(deps, plan.formerSearch) : null
  // Two requests of one buyer can change a hold at the same moment. The one that finds it changed starts over.
  for (let tries = 0; tries < 5; tries++) {
    const held = await plan.insert().catch(async (error) => {
      if (!(error instanceof DomainError) || !former || !plan.formerSearch?.isInTheWay(former)) throw error
      await endFormer(deps, former)
      former = null
      return plan.insert()
    })
    if (held.outcome === 'other') {
      await (held.intentId ? endHold(deps, held.intentId) : releaseHold(deps, held))
      if (former?.id === held.bookingId) former = null
      continue
    }
    const capture = held.isApproved ? 'automatic' : plan.capture
    const payment = await openPayment(deps, held, { ...plan, capture })
    if (!payment) continue
    if (former && former.id !== held.bookingId) await leaveFormer(deps, former, payment.paymentIntentId)
    const { bookingId, manageToken, expiresAt } = held
    return { bookingId, manageToken, expiresAt, onApproval: capture === 'manual', ...payment }
  }
  throw paymentUnavailable(new Error('the hold kept changing'))
}

/** Ends the former hold, or, if it is booked, the new one. @throws DomainError conflict (the former hold is booked) */
async function leaveFormer(deps: HoldDeps, former: PaidShowingRow, intentId: string): Promise<void> {
  try {
    await endFormer(deps, former)
  } catch (error) {
    await endHold(deps, intentId)
    throw error
  }
}

/** Ends the hold that an intent pays for. @throws DomainError conflict (it is paid and booked) */
async function endHold(deps: HoldDeps, intentId: string): Promise<void> {
  const made = await findByIntent(deps.db, intentId)
  if (made) await endFormer(deps, made)
}

/**
 * Opens or updates the hold's intent. If the provider fails, it ends the hold at once.
 * @returns `null` if another request changed the hold in the meantime
 */
async function openPayment(
  { db, clock, provider, orders }: HoldDeps,
  held: StoredHold,
  plan: HoldPlan,
): Promise<{ paymentIntentId: string; clientSecret: string; amountCents: number } | null> {
  const now = clock.now().toString()
  try {
    if (held.intentId && held.clientSecret) {
      const existing = { paymentIntentId: held.intentId, clientSecret: held.clientSecret }
      if (held.outcome === 'held') return { ...existing, amountCents: held.amountCents }
      // Ask the provider even if the price is the same. Its answer says whether money has moved, and the call repairs a
      // change that a crash interrupted.
      const change = await provider.changeAmount(held.intentId, plan.amountCents)
      if (change === 'too_late') return { ...existing, amountCents: held.amountCents }
      const revision = await plan.renew(held, now)
      return revision === null ? null : { ...existing, amountCents: plan.amountCents }
    }
    const revision = held.outcome === 'mine' ? await plan.renew(held, now) : held.revision
    if (revision === null) return null
    held.revision = revision
    const intent = await provider.open({
      paymentId: held.paymentId,
      idempotencyKey: intentKey(held.paymentId, revision),
      amountCents: plan.amountCents,
      currency: 'usd',
      capture: plan.capture,
      expiresAt: Temporal.Instant.from(held.expiresAt),
      description: plan.description,
    })
    if (await orders.markOpen(db, { id: held.paymentId, revision }, intent, now)) {
      return { paymentIntentId: intent.intentId, clientSecret: intent.clientSecret, amountCents: plan.amountCents }
    }
    // Never give a buyer an intent that the payment does not have, because we would not know about its money.
    await provider.cancel(intent.intentId)
    return null
  } catch (error) {
    if (error instanceof DomainError) throw error
    await releaseHold({ db, clock, provider }, held)
    throw paymentUnavailable(error)
  }
}

/** Frees the slot. The payment ends only if its intent has certainly ended. Otherwise, the reconciler watches it. */
async function releaseHold(
  { db, clock, provider }: Pick<HoldDeps, 'db' | 'clock' | 'provider'>,
  held: StoredHold,
): Promise<void> {
  const cancelled = held.intentId ? await provider.cancel(held.intentId).catch(() => 'unknown' as const) : 'cancelled'
  if (cancelled === 'too_late') return
  await markReleased(db, { ...held, isOver: cancelled === 'cancelled' }, clock.now().toString())
}

/** Deletes the personal data of people who began a booking and can no longer pay for it. */
const forget = ({ db, clock }: HoldDeps): Promise<void> =>
  untilNoneLeft(() => forgetLapsed(db, clock.now().subtract({ hours: 24 * FORGOTTEN_AFTER_DAYS })))
