import { isCalendarDate } from '../../platform/calendar-date.ts'
import { isEmail } from '../../platform/email.ts'
import { DomainError, type Issue } from '../../platform/errors.ts'
import type { Language } from '../../platform/language.ts'
import { isShowable, plainText } from '../../platform/plain-text.ts'
import * as faults from '../../platform/text/fault.ts'
import * as t from '../text/booking.ts'
import type { BookingForm } from './contract.ts'
import { isClockTime, isWholePhone } from './domain.ts'

/**
 * The form that an agent fills in for a visitor who phoned. Messages to the visitor are in `language`. With
 * `mustReach`, we book only if such a message can reach them.
 */
export type HandBooking = Pick<
  BookingForm,
  'propertyId' | 'showingDate' | 'showingTime' | 'buyerName' | 'buyerEmail' | 'buyerPhone'
> & { specialRequests: string; language: Language; mustReach: boolean }

/** Finds every error of the form. The agent must enter at least one way to reach the visitor. */
export function validateHandBooking(form: Omit<HandBooking, 'mustReach'>): Issue[] {
  const issues: Issue[] = []
  const fault = (path: keyof HandBooking, message: string) => issues.push({ path, message })
  const email = plainText(form.buyerEmail)
  const phone = plainText(form.buyerPhone)
  if (!form.propertyId.trim()) fault('propertyId', t.handChooseProperty())
  if (!isCalendarDate(form.showingDate.trim())) fault('showingDate', t.selectDate())
  if (!isClockTime(form.showingTime.trim())) fault('showingTime', t.selectTime())
  if (!plainText(form.buyerName)) fault('buyerName', t.handEnterName())
  if (!email && !phone) fault('buyerPhone', t.handEnterContact())
  if (phone && !isWholePhone(phone)) fault('buyerPhone', t.invalidPhone())
  if (email && !isEmail(email)) fault('buyerEmail', t.invalidEmail())
  for (const path of ['buyerName', 'buyerEmail', 'buyerPhone', 'specialRequests'] as const) {
    if (!isShowable(form[path])) fault(path, faults.removeCharacters())
  }
  return issues
}

/** How often all agents together can book for one phone or one email, so that no one is flooded with messages. */
export const BOOKINGS_OF_VISITOR = { tries: 8, seconds: 60 * 60 }
/**
 * How often one account can book for visitors. No honest agent reaches it: 200 showings of half an hour take 100 hours.
 */
export const BOOKINGS_OF_ACCOUNT = { tries: 200, seconds: 24 * 60 * 60 }
/**
 * How often all accounts together can book for visitors at properties that have the same phone for their contact, or
 * for their resident. We have verified neither phone, and no one pays for the texts. A paid booking does not count.
 */
export const BOOKINGS_OF_CONTACT = { tries: 60, seconds: 60 * 60 }
export const BOOKINGS_OF_RESIDENT = { tries: 20, seconds: 60 * 60 }

export const tooManyOfVisitor = (field: 'buyerPhone' | 'buyerEmail') => (waitSeconds: number) =>
  new DomainError('too_many', 'sent_too_often', t.handTooManyOfVisitor(), {
    field,
    retryAfterSeconds: Math.ceil(waitSeconds),
  })
export const tooManyOfAccount = (waitSeconds: number) =>
  new DomainError('too_many', 'booked_too_often', t.handTooManyOfAccount({ most: BOOKINGS_OF_ACCOUNT.tries }), {
    retryAfterSeconds: Math.ceil(waitSeconds),
  })
export const tooManyOfContact = (waitSeconds: number) =>
  new DomainError('too_many', 'contact_texted_too_often', t.handTooManyOfContact(), {
    retryAfterSeconds: Math.ceil(waitSeconds),
  })
export const tooManyOfResident = (waitSeconds: number) =>
  new DomainError('too_many', 'resident_texted_too_often', t.handTooManyOfResident(), {
    retryAfterSeconds: Math.ceil(waitSeconds),
  })

/** We cannot send a visitor to a property that does not exist. */
export const demoNotByHand = () => new DomainError('invalid', 'demo_property', t.handNoDemo(), { field: 'propertyId' })

export const visitorNotReached = () =>
  new DomainError('invalid', 'no_texts_wanted', t.handNoTexts(), { field: 'buyerPhone' })
