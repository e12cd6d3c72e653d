import { isCalendarDate } from '../../platform/calendar-date.ts'
import { isEmail } from '../../platform/email.ts'
import { DomainError, type Issue } from '../../platform/errors.ts'
import type { Language } from '../../platform/language.ts'
import { isShowable, plainText } from '../../platform/plain-text.ts'
import * as t from '../text/booking.ts'
import type { BookingForm } from './contract.ts'
import { isClockTime, isWholePhone } from './domain.ts'

/** What an agent fills in for a visitor who phoned. `language` is the one of messages to the visitor. */
export type HandBooking = Pick<
  BookingForm,
  'propertyId' | 'showingDate' | 'showingTime' | 'buyerName' | 'buyerEmail' | 'buyerPhone'
> & { specialRequests: string; language: Language }

/** Finds every error of the form. One way to reach the visitor is enough. */
export function validateHandBooking(form: HandBooking): Issue[] {
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
    if (!isShowable(form[path])) fault(path, t.removeCharacters())
  }
  return issues
}

/** Nobody can be sent to a home that does not exist. */
export const demoNotByHand = () => new DomainError('invalid', 'demo_property', t.handNoDemo(), { field: 'propertyId' })
