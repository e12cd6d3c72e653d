import { formatShortWhen } from '../../platform/local-time.ts'
import { formatMoney } from '../../platform/money.ts'
import { firstNameAndInitial } from '../../platform/person-name.ts'
import { countSegments, toGsm, trimToSeptets } from '../../platform/sms-text.ts'
import { streetLine } from '../entry-notice/domain.ts'
import { type BookingView, BRAND, type ComposedMessage, type MessageTarget } from './mail-messages.ts'

const STOP = 'Reply STOP to opt out'
/** Two texts of 153 septets, less one for a character of two septets that does not fit at the seam. */
const SMS_SEPTETS = 305

/** Brand first, the way out last; where it is too long for two texts the address gives way. */
export function textMessage(view: BookingView, say: (place: string) => string): ComposedMessage {
  // A name or a street may bring a period of its own to the end of a sentence.
  const whole = (place: string) => toGsm(`${BRAND}: ${say(place).replaceAll(/(?<!\.)\.\.(?!\.)/g, '.')} ${STOP}`)
  const street = toGsm(streetLine(view.property))
  const address = `${street}, ${toGsm(view.property.city)}`
  const room = SMS_SEPTETS - countSegments(whole('')).units
  const place = countSegments(address).units <= room ? address : trimToSeptets(street, Math.max(room, 16))
  return { subject: null, text: whole(place), html: null, copy: null }
}

/** A long name is shortened to first name and initial; one in no alphabet that a text can carry is left to the email. */
export const smsName = (name: string, fallback: string, septets: number) => {
  const written = toGsm(name)
  if (!/\p{L}/u.test(written)) return fallback
  const isLong = countSegments(written).units > septets
  return trimToSeptets(isLong ? toGsm(firstNameAndInitial(name)) : written, septets)
}

/** The buyer, with how both agents reach them. */
export const smsBuyer = ({ buyer }: BookingView) =>
  `${smsName(buyer.name, 'Buyer', 40)} ${trimToSeptets(toGsm(buyer.phone), 24)}`

export const smsWhen = (view: BookingView, at = view.startsAt) => formatShortWhen(at, view.timeZone)
export const smsNumber = ({ confirmationNumber }: BookingView) => (confirmationNumber ? ` #${confirmationNumber}.` : '')
/** When a decision is due. */
export const smsDue = (view: BookingView) => smsWhen(view, view.decisionDueAt ?? view.startsAt)

export const smsOverlap = ({ overlaps }: BookingView) =>
  overlaps.length > 0 ? ' Warning: you have another showing at that time.' : ''

/** What is said by text of a booking that is made, and of a time that was lost. */
export function bookedText({ event, role }: MessageTarget, view: BookingView): ComposedMessage {
  const when = smsWhen(view)
  const isPending = view.status === 'pending'
  const number = smsNumber(view)
  if (event === 'slot_lost') {
    const back = `your ${formatMoney(view.amountCents)} goes back to your card in full`
    return textMessage(
      view,
      (place) =>
        `Sorry, ${place}, ${when} was taken before your payment arrived. No showing is booked; ${back}. Other times: ${view.bookingPageUrl}`,
    )
  }
  if (role === 'buyer') {
    return textMessage(view, (place) =>
      isPending
        ? `Request received. ${place}, ${when}. The agent decides by ${smsDue(view)}; your card is charged only if approved.${number} ${view.manageUrl}`
        : `Confirmed. ${place}, ${when}.${number} Your page: ${view.manageUrl}`,
    )
  }
  if (role === 'resident') {
    const visitor = smsName(firstNameAndInitial(view.buyer.name), 'a visitor', 28)
    const link = view.noticeUrl ? ` Notice: ${view.noticeUrl}` : ''
    const instead = event !== 'booked' && view.movedFrom ? `, not on ${smsWhen(view, view.movedFrom)}` : ''
    return textMessage(
      view,
      (place) => `Your home, ${place}, will be shown to ${visitor} on ${when} (about 30 min)${instead}.${link}`,
    )
  }
  return textMessage(view, (place) =>
    isPending
      ? `Approval needed. ${place}, ${when}, ${smsBuyer(view)}.${smsOverlap(view)}${number} Decide by ${smsDue(view)}: ${view.dashboardUrl}`
      : `New showing. ${place}, ${when}, ${smsBuyer(view)}.${smsOverlap(view)}${number}`,
  )
}

/** The answer to a keyword (CTIA, "Messaging principles": brand, what comes, how to stop). */
export const textReply = (keyword: 'stop' | 'start' | 'help', supportUrl: string): string =>
  ({
    stop: 'ShowingBooker: you will get no more texts from us. Reply START to get them again.',
    start: 'ShowingBooker: you will get texts about showings again. Reply HELP for help, STOP to stop.',
    help: `ShowingBooker sends texts about booked showings. Help: ${supportUrl} Reply STOP to stop.`,
  })[keyword]
