import type { NotificationFacts } from '../../notice/message/domain.ts'
import { isEmail } from '../../platform/email.ts'
import { DomainError, type Issue } from '../../platform/errors.ts'
import { writeInstant } from '../../platform/instant.ts'
import { isNorthAmerican, type Phone } from '../../platform/phone-link.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { PRODUCT_PROPERTY } from '../../property/property/domain.ts'
import { clockOf } from '../../property/schedule/domain.ts'
import { validateForm } from '../booking/domain.ts'
import * as t from '../text/demo.ts'
import type { DemoForm } from './contract.ts'
import { type Destination, type DestinationKind, stateOf, textOf } from './destination-domain.ts'

/** Buyer of every demo, whatever the visitor typed. The email and the phone number are reserved for examples. */
export const DEMO_BUYER = { name: 'Demo Buyer', email: 'demo.buyer@example.com', phone: '(213) 555-0199' } as const

/** Number of days that we offer, starting tomorrow (booking.md section 5). */
export const DEMO_DAYS = 14
const FIRST_START = 9 * 60
const LAST_START = 16 * 60 + 30

export type DemoDay = { date: string; slots: { time: string; startsAt: string }[] }

const TIMES = Array.from({ length: (LAST_START - FIRST_START) / 30 + 1 }, (_, at) => clockOf(FIRST_START + at * 30))

const datesFrom = (now: Temporal.Instant): string[] => {
  const today = now.toZonedDateTimeISO(PRODUCT_PROPERTY.timeZone).toPlainDate()
  return Array.from({ length: DEMO_DAYS }, (_, at) => today.add({ days: at + 1 }).toString())
}
const startOf = (date: string, plainTime: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: PRODUCT_PROPERTY.timeZone, plainTime }).toInstant()

/**
 * Returns every half hour of the coming days, 9:00 to 16:30 at the property. All are available, because demos take no
 * slot.
 */
export const demoDays = (now: Temporal.Instant): DemoDay[] =>
  datesFrom(now).map((date) => ({
    date,
    slots: TIMES.map((time) => ({ time, startsAt: writeInstant(startOf(date, time)) })),
  }))

/** Returns when a demo starts, or `null` if we do not offer that time. */
export const demoStart = (date: string, time: string, now: Temporal.Instant): Temporal.Instant | null =>
  TIMES.includes(time) && datesFrom(now).includes(date) ? startOf(date, time) : null

/** Returns when the offered days change: midnight at the property. */
export const nextDemoDay = (now: Temporal.Instant): Temporal.Instant =>
  now.toZonedDateTimeISO(PRODUCT_PROPERTY.timeZone).startOfDay().add({ days: 1 }).toInstant()

/** Returns the Pacific date that counts for "one demo a day" (decisions.md section 11). */
export const demoDay = (now: Temporal.Instant): string =>
  now.toZonedDateTimeISO('America/Los_Angeles').toPlainDate().toString()

/**
 * The states and DC, for mailing addresses. They are listed here, so that the form's page does not load property rules.
 */
export const STATES =
  'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'.split(
    ' ',
  )

const FIELDS = { email: 'demoRecipientEmail', phone: 'demoRecipientPhone', address: 'demoMailAddress' } as const

/** Accepts what can be on an envelope: a number and a street, or a box, but no link or web address. */
const STREET = /^(?=.*\d)(?!.*[\p{L}\d-]{2}\.\p{L}{2})[\p{L}\p{M}\d][\p{L}\p{M}\d .,'#/&-]{3,63}$/u
/** Accepts ten digits or more, with the usual separators. */
const DEMO_PHONE = /^(?=(\D*\d){10})[\d\s()+.-]+$/
/** Accepts only North American numbers, because a dollar does not pay for texts to other countries. */
const getsDemoTexts = ({ e164 }: Phone) => isNorthAmerican(e164)
const CITY = /^(?!.*\p{L}{2}\.\p{L}{2})\p{L}[\p{L}\p{M} .'-]{1,39}$/u

/**
 * Finds every error of the form, in order (booking.md section 5, "Demo form"), for both the page and the API.
 * @param read the phone for the texts, as the server parses it; a page cannot parse it and passes `null`
 */
export function validateDemo(form: DemoForm, read: Phone | null = null): Issue[] {
  const issues = validateForm({
    ...form,
    propertyId: PRODUCT_PROPERTY.id,
    requesterType: 'buyer',
    mailUpgrade: false,
    specialRequests: null,
    buyerAgentName: null,
    buyerAgentEmail: null,
    buyerAgentPhone: null,
    agreeToTerms: true,
  })
  const fault = (path: string, message: string) => issues.push({ path, message })
  const email = textOf(form.demoRecipientEmail)
  const phone = textOf(form.demoRecipientPhone)
  const [street, city, zip] = [textOf(form.demoMailAddress), textOf(form.demoMailCity), textOf(form.demoMailZip)]
  const hasAddress = Boolean(street || city || zip)

  if (!email && !phone && !hasAddress) fault('demoRecipientEmail', t.enterDestination())
  if (email && !isEmail(email)) fault('demoRecipientEmail', t.invalidEmail())
  if (phone && !(DEMO_PHONE.test(phone) && (!read || getsDemoTexts(read))))
    fault('demoRecipientPhone', t.invalidPhone())
  if (hasAddress) {
    if (!street) fault('demoMailAddress', t.enterStreet())
    else if (!STREET.test(street)) fault('demoMailAddress', t.invalidStreet())
    if (!city) fault('demoMailCity', t.enterCity())
    else if (!CITY.test(city)) fault('demoMailCity', t.invalidCity())
    if (!STATES.includes(stateOf(form))) fault('demoMailState', t.selectState())
    if (!/^\d{5}(-\d{4})?$/.test(zip)) fault('demoMailZip', t.enterZip())
  }
  if (!form.agreeToTerms) fault('agreeToTerms', t.agreeToTermsFault())
  return issues
}

/**
 * Returns the people of a demo. An email address gets the emails to agent, resident, and buyer, a phone gets the texts
 * to resident and buyer, and a postal address gets the certified letter. Names are fixed, so that no one gets what the
 * visitor typed.
 */
export function demoParties(
  destinations: Pick<Destination, 'kind' | 'recipient'>[],
): Omit<NotificationFacts, 'event' | 'status'> {
  const of = (kind: DestinationKind) => destinations.find((one) => one.kind === kind)?.recipient
  const [email, phone] = [of('email'), of('phone')].map((recipient) =>
    typeof recipient === 'string' ? recipient : null,
  )
  const letter = of('address')
  const { name: _, ...address } = typeof letter === 'object' ? letter : NOWHERE
  const who = { phone: phone ?? null, email: email ?? null }
  return {
    occupancy: 'resident',
    mailUpgrade: letter !== undefined,
    agent: { name: 'Demo Agent', phone: null, email: who.email },
    resident: { name: 'Demo Resident', ...who, textConsent: true, address },
    buyer: { name: DEMO_BUYER.name, ...who },
    buyerAgentEmail: null,
  }
}

const NOWHERE: PostalAddress = {
  name: '',
  address_line1: '',
  address_line2: null,
  address_city: '',
  address_state: '',
  address_zip: '',
}

/** Builds the error for destinations that already had their demo today, or that another hold keeps. */
export function demoTaken(kinds: DestinationKind[], now: Temporal.Instant): DomainError {
  const issues = (['email', 'phone', 'address'] as const)
    .filter((kind) => kinds.includes(kind))
    .map((kind) => ({
      path: FIELDS[kind],
      message: t.hadDemoToday({ kind }),
    }))
  const midnight = now.toZonedDateTimeISO('America/Los_Angeles').startOfDay().add({ days: 1 }).toInstant()
  return new DomainError('too_many', 'demo_had_today', issues.map(({ message }) => message).join(' '), {
    issues,
    retryAfterSeconds: Math.max(1, Math.ceil(now.until(midnight).total('seconds'))),
  })
}

/**
 * Builds the error for a payment that came after its destinations got another demo.
 * @param payment as for `slotLostAfterPayment`
 */
export const demoLostAfterPayment = (payment: { formatted: string; refunded: boolean }) =>
  new DomainError('conflict', 'demo_lost_refunded', t.lostRefunded({ formatted: payment.formatted }), {
    details: { alternatives: [], refunded: payment.refunded },
  })
