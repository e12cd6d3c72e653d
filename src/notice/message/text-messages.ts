import { LANGUAGES } from '../../platform/language.ts'
import { formatShortWhen } from '../../platform/local-time.ts'
import { firstNameAndInitial, knownName } from '../../platform/person-name.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { countSegments, toGsm, trimToSeptets } from '../../platform/sms-text.ts'
import { noticeDeadlines, streetLine } from '../entry-notice/domain.ts'
import { lawOf } from '../entry-notice/law-domain.ts'
import * as t from '../text/message.ts'
import { type BookingView, BRAND, type ComposedMessage, type MessageTarget, slotLost } from './mail-messages.ts'

/** Two texts of 153 septets, less one for a character of two septets that does not fit at the seam. */
export const SMS_SEPTETS = 305

/** The room for a text. A demo's text begins with the mark "DEMO ". */
export const smsRoom = ({ isDemo }: BookingView) => SMS_SEPTETS - (isDemo ? 5 : 0)

/** An address needs at least this many septets to identify the property. */
const LEAST_ADDRESS = 16

type TextOf = (place: string) => string

/**
 * Puts the brand first and the opt-out last. If the whole is too long for two segments, it shortens the address.
 * @param shorter a shorter text, in case the full one leaves no room for the address
 */
export function textMessage(view: BookingView, full: TextOf, shorter: TextOf = full): ComposedMessage {
  // A name or street can end with its own period.
  const whole = (textOf: TextOf, place: string) =>
    toGsm(`${BRAND}: ${textOf(place).replaceAll(/(?<!\.)\.\.(?!\.)/g, '.')} ${t.smsStop()}`)
  const roomIn = (textOf: TextOf) => smsRoom(view) - countSegments(whole(textOf, '')).units
  const textOf = roomIn(full) >= LEAST_ADDRESS ? full : shorter
  const street = toGsm(streetLine(view.property))
  const address = `${street}, ${toGsm(view.property.city)}`
  const room = roomIn(textOf)
  const place = countSegments(address).units <= room ? address : trimToSeptets(street, Math.max(room, LEAST_ADDRESS))
  return { subject: null, text: whole(textOf, place), html: null, copy: null }
}

/**
 * Shortens a long name to first name and initial. If a text cannot show the name, uses the fallback; the email has the
 * name.
 */
export const smsName = (name: string, fallback: string, septets: number) => {
  const written = toGsm(name)
  if (!/\p{L}/u.test(written)) return fallback
  const isLong = countSegments(written).units > septets
  return trimToSeptets(isLong ? toGsm(firstNameAndInitial(name)) : written, septets)
}

/** Names the buyer and their phone. */
export const smsBuyer = ({ buyer }: BookingView) =>
  `${smsName(buyer.name, t.smsBuyer(), 36)} ${trimToSeptets(toGsm(buyer.phone), 22)}`.trimEnd()

export const smsWhen = (view: BookingView, at = view.startsAt) => formatShortWhen(at, view.timeZone)
export const smsNumber = ({ confirmationNumber }: BookingView) => (confirmationNumber ? ` #${confirmationNumber}.` : '')
/** Says when a decision is due. */
export const smsDue = (view: BookingView) => smsWhen(view, view.decisionDueAt ?? view.startsAt)

/** Says where to find other times, if the property still has any. */
export const smsOtherTimes = ({ isListed, bookingPageUrl }: BookingView) =>
  isListed ? ` ${t.smsOtherTimes({ url: bookingPageUrl })}` : ''

export const smsOverlap = ({ overlaps }: BookingView) => (overlaps.length > 0 ? ` ${t.smsOverlap()}` : '')

/** Says who gives the showing, if the agent does not. */
export const smsShownBy = ({ shownBy }: BookingView) =>
  shownBy ? ` ${t.shownBy({ name: smsName(shownBy, t.someoneElse(), 20) })}` : ''

/** Composes texts about a new booking and about a lost slot. */
export function bookedText({ event, role }: MessageTarget, view: BookingView): ComposedMessage {
  const when = smsWhen(view)
  const isPending = view.status === 'pending'
  const number = smsNumber(view)
  if (event === 'slot_lost') {
    const { why, sum } = slotLost(view)
    return textMessage(view, (place) => t.smsSlotLost({ place, when, why, money: sum, others: smsOtherTimes(view) }))
  }
  if (role === 'buyer') {
    return textMessage(view, (place) =>
      isPending
        ? t.smsRequested({ place, when, due: smsDue(view), number, url: view.manageUrl })
        : t.smsConfirmed({ place, when, number, url: view.manageUrl }),
    )
  }
  if (role === 'resident') {
    const visitor = smsName(knownName(view.buyer.name) ?? '', t.smsVisitor(), 28)
    const link = view.noticeUrl ? t.smsNoticeLink({ url: view.noticeUrl }) : ''
    const instead = event !== 'booked' && view.movedFrom ? t.smsInstead({ when: smsWhen(view, view.movedFrom) }) : ''
    return textMessage(view, (place) => t.smsHomeShown({ place, visitor, when, instead, link }))
  }
  const full = { when, buyer: smsBuyer(view), overlap: smsOverlap(view), number, url: view.dashboardUrl }
  const short = { ...full, buyer: smsName(view.buyer.name, t.smsBuyer(), 20), number: '' }
  if (isPending) {
    const due = smsDue(view)
    return textMessage(
      view,
      (place) => t.smsApprovalNeeded({ ...full, place, due }),
      (place) => t.smsApprovalNeeded({ ...short, place, due }),
    )
  }
  const notice = postBy(view)
  return textMessage(
    view,
    (place) => t.smsNewShowing({ ...full, place, notice }),
    (place) => t.smsNewShowing({ ...short, place, notice }),
  )
}

/** Says by when the agent must post a tenant's notice, unless it is too late or we do not know the state's law. */
function postBy({ occupancy, notice, startsAt, timeZone, property, sentAt }: BookingView): string {
  const law = lawOf({ state: property.state, occupancy })
  if (occupancy !== 'resident' || !notice || !law) return ''
  const { deliverBy } = noticeDeadlines(startsAt, timeZone, law)
  return Temporal.Instant.compare(sentAt, deliverBy) >= 0
    ? ''
    : ` ${t.smsPostBy({ by: formatShortWhen(deliverBy, timeZone) })}`
}

/**
 * Answers a keyword in every language, because a word such as STOP does not reveal its sender's language. The answer
 * has the brand, what we send, and how to stop it (CTIA, "Messaging principles").
 */
export const textReply = (keyword: 'stop' | 'start' | 'help', supportUrl: string): string =>
  LANGUAGES.map((language) =>
    inLanguage(
      language,
      { stop: t.smsStopped, start: t.smsStarted, help: () => t.smsHelp({ url: supportUrl }) }[keyword],
    ),
  ).join('\n')
