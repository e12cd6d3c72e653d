import { isCalendarDate } from '../../platform/calendar-date.ts'
import { isEmail } from '../../platform/email.ts'
import { DomainError, type Issue } from '../../platform/errors.ts'
import { isShowable, oneLine, plainText } from '../../platform/plain-text.ts'
import { referenceCode } from '../../platform/reference-code.ts'
import * as faults from '../../platform/text/fault.ts'
import { blockedRange } from '../../property/availability/domain.ts'
import type { HoursRules } from '../../property/schedule/domain.ts'
import * as t from '../text/booking.ts'
import type { BookingForm, RequesterType } from './contract.ts'

export const HOLD_MINUTES = 10
/** Entry instructions show from an hour before the start (decisions.md section 3). */
export const INSTRUCTIONS_MINUTES_BEFORE = 60

/**
 * Longest name of a person who gives a showing for the agent. `test/both-sides.test.ts` compares it with the database.
 */
export const MAX_SHOWN_BY = 100

/** The cleaned form, as stored with the hold. From then on, only this version counts. */
export type BookingDetails = {
  requesterType: RequesterType
  buyerName: string
  buyerEmail: string
  buyerPhone: string
  buyerAgentName: string | null
  buyerAgentEmail: string | null
  buyerAgentPhone: string | null
  mailUpgrade: boolean
  specialRequests: string | null
}
/** Checks whether a typed phone has the ten digits of a number. */
export const isWholePhone = (phone: string) => phone.replace(/\D/g, '').length >= 10

/** Checks `HH:MM`. */
export const isClockTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Finds every error of the form, in the order of booking.md section 5 (decisions.md section 11). */
export function validateForm(form: BookingForm): Issue[] {
  const issues: Issue[] = []
  const fault = (path: string, message: string) => issues.push({ path, message })
  const text = (value: string | null | undefined) => plainText(value ?? '')

  if (!isCalendarDate(form.showingDate?.trim() ?? '')) fault('showingDate', t.selectDate())
  if (!isClockTime(form.showingTime?.trim() ?? '')) fault('showingTime', t.selectTime())
  const email = text(form.buyerEmail)
  const phone = text(form.buyerPhone)
  if (!text(form.buyerName)) fault('buyerName', t.enterName())
  if (!email) fault('buyerEmail', t.enterEmail())
  if (!phone) fault('buyerPhone', t.enterPhone())
  if (email && !isEmail(email)) fault('buyerEmail', t.invalidEmail())
  if (phone && !isWholePhone(phone)) fault('buyerPhone', t.invalidPhone())

  const agentEmail = text(form.buyerAgentEmail)
  const agentPhone = text(form.buyerAgentPhone)
  if (form.requesterType === 'buyers_agent') {
    if (!text(form.buyerAgentName)) fault('buyerAgentName', t.enterAgentName())
    if (!agentEmail) fault('buyerAgentEmail', t.enterAgentEmail())
    if (!agentPhone) fault('buyerAgentPhone', t.enterAgentPhone())
  }
  if (agentEmail && !isEmail(agentEmail)) fault('buyerAgentEmail', t.invalidAgentEmail())
  if (agentPhone && !isWholePhone(agentPhone)) fault('buyerAgentPhone', t.invalidAgentPhone())
  if (!form.agreeToTerms) fault('agreeToTerms', t.acceptTerms())

  for (const path of [
    'buyerName',
    'buyerEmail',
    'buyerPhone',
    'buyerAgentName',
    'buyerAgentEmail',
    'buyerAgentPhone',
    'specialRequests',
  ] as const) {
    if (!isShowable(form[path] ?? '')) fault(path, faults.removeCharacters())
  }
  return issues
}

export function detailsOf(form: BookingForm): BookingDetails {
  const optional = (value: string | null | undefined) => plainText(value ?? '') || null
  return {
    requesterType: form.requesterType,
    // Names, addresses, and numbers are one line each.
    buyerName: oneLine(form.buyerName),
    buyerEmail: plainText(form.buyerEmail),
    buyerPhone: oneLine(form.buyerPhone),
    buyerAgentName: optional(form.buyerAgentName && oneLine(form.buyerAgentName)),
    buyerAgentEmail: optional(form.buyerAgentEmail),
    buyerAgentPhone: optional(form.buyerAgentPhone && oneLine(form.buyerAgentPhone)),
    mailUpgrade: form.mailUpgrade,
    specialRequests: optional(form.specialRequests),
  }
}

/** `SB-7K2M9QXD` @param random at least 8 bytes */
export const confirmationNumber = (random: Uint8Array): string => `SB-${referenceCode(random)}`

/**
 * Returns when manual approval is due: 48 h after the booking or 24 h before the showing, whichever is sooner
 * (decisions.md section 11).
 */
export function decisionDue(bookedAt: Temporal.Instant, startsAt: Temporal.Instant): Temporal.Instant {
  const after = bookedAt.add({ hours: 48 })
  const before = startsAt.subtract({ hours: 24 })
  return Temporal.Instant.compare(after, before) < 0 ? after : before
}

export const instructionsFrom = (startsAt: Temporal.Instant) =>
  startsAt.subtract({ minutes: INSTRUCTIONS_MINUTES_BEFORE })

export function showsInstructions(
  status: string,
  startsAt: Temporal.Instant,
  endsAt: Temporal.Instant,
  now: Temporal.Instant,
) {
  const isOpen = Temporal.Instant.compare(now, instructionsFrom(startsAt)) >= 0
  return status === 'confirmed' && isOpen && Temporal.Instant.compare(now, endsAt) < 0
}

type Alternatives = { date: string; time: string; startsAt: string }[]

export const slotTaken = (alternatives: Alternatives) =>
  new DomainError('conflict', 'slot_taken', t.slotTaken(), {
    field: 'showingTime',
    details: { alternatives },
  })

/** @param row the booking that the buyer gets instead of another hold. They have proved that it is theirs */
export const alreadyPaid = (publicUrl: string, row: { manage_token: string }) =>
  new DomainError('conflict', 'already_paid', t.alreadyPaid(), {
    details: { manageUrl: manageUrlOf(publicUrl, row.manage_token) },
  })

/** Returns the URL of the buyer's page. */
export const manageUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/showingbooker/booking/${token}`

export const slotNotOffered = () =>
  new DomainError('invalid', 'slot_not_offered', t.slotNotOffered(), {
    field: 'showingTime',
  })

export const tooManyHolds = () =>
  new DomainError('too_many', 'too_many_holds', t.tooManyHolds(), {
    retryAfterSeconds: HOLD_MINUTES * 60,
  })

export const paymentUnavailable = (cause: unknown) =>
  new DomainError('unavailable', 'payment_unavailable', t.paymentUnavailable(), {
    cause,
    retryAfterSeconds: 5,
  })

export const providerAway = (cause: unknown) =>
  new DomainError('unavailable', 'provider_unavailable', t.providerAway(), { cause, retryAfterSeconds: 5 })

export const notPaid = () => new DomainError('payment_refused', 'payment_incomplete', t.paymentIncomplete())

/**
 * @param payment `formatted`: the amount for a person, as `$25.00`; `refunded`: `false` while the refund is on its way
 */
export const slotLostAfterPayment = (payment: { formatted: string; refunded: boolean }, alternatives: Alternatives) =>
  new DomainError('conflict', 'slot_lost_refunded', t.slotLostRefunded({ sum: payment.formatted }), {
    details: { alternatives, refunded: payment.refunded },
  })

/** @param payment as for `slotLostAfterPayment` */
export const priceChangedAfterPayment = (
  payment: { formatted: string; refunded: boolean },
  alternatives: Alternatives,
) =>
  new DomainError('conflict', 'price_changed_refunded', t.priceChangedRefunded({ sum: payment.formatted }), {
    details: { alternatives, refunded: payment.refunded },
  })
export const agentUnreachable = () => new DomainError('conflict', 'agent_unreachable', t.agentUnreachable())
export const mailUpgradeNotOffered = () =>
  new DomainError('invalid', 'mail_upgrade_not_offered', t.mailOnlyIfOccupied(), {
    field: 'mailUpgrade',
  })
export const mailTooLate = () =>
  new DomainError('invalid', 'mail_too_late', t.mailNeeds7Days(), { field: 'mailUpgrade' })
/** @param price for a person, as `$25.00` */
export const wrongAmount = (price: string) =>
  new DomainError('invalid', 'wrong_amount', t.wrongAmount({ price }), { field: 'amount' })

/** Returns a slot as the database stores it, with its local date and time, its buffer, and its time zone. */
export function slotOf(
  { id, rules }: { id: string; rules: HoursRules },
  start: Temporal.Instant,
  { showingDate, showingTime }: Pick<BookingForm, 'showingDate' | 'showingTime'>,
) {
  const range = blockedRange(start, rules.bufferMinutes)
  return {
    propertyId: id,
    startsAt: range.startsAt.toString(),
    endsAt: range.endsAt.toString(),
    blockedUntil: range.blockedUntil.toString(),
    showingDate: showingDate.trim(),
    showingTime: showingTime.trim(),
    timeZone: rules.timeZone,
  }
}

/** Returns the key under which a provider opens one intent for each revision of a hold's payment. */
export const intentKey = (paymentId: string, revision: number): string => `hold:${paymentId}:${revision}`
