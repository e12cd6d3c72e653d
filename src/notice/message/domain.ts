import { DomainError } from '../../platform/errors.ts'
import { isNorthAmerican } from '../../platform/phone-link.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { unitLabel } from '../../platform/postal-address.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import type { Contact, Showing } from '../entry-notice/ports.ts'
import * as t from '../text/message.ts'
import type { NotificationEvent } from './delivery-domain.ts'
import type { Channel, Role } from './ports.ts'
import { MAY_HAVE_ARRIVED, UNPAID_ABROAD } from './reason-domain.ts'

export type ReminderEvent = Extract<NotificationEvent, `reminder_${string}`>

export const isReminder = (event: string): event is ReminderEvent => event.startsWith('reminder_')

/** Tells whether a message announces a showing at a start. The resident's is the notice to enter. */
export const isNotice = (event: string): boolean => ['booked', 'approved', 'moved'].includes(event)

/** The facts that decide who gets a message. `resident` is the person who lives there: see `occupantOf`. */
export type NotificationFacts = {
  event: NotificationEvent
  status: 'pending' | 'confirmed'
  occupancy: Occupancy
  mailUpgrade: boolean
  agent: Contact
  resident: Contact & { textConsent: boolean; address: Omit<PostalAddress, 'name'> }
  buyer: Contact
  buyerAgentEmail: string | null
}

/** The people of a booking. */
export function partiesOf(showing: Showing): Omit<NotificationFacts, 'event' | 'status'> {
  const { occupancy, mailUpgrade, agent, buyer, buyersAgent, resident, address } = showing
  return {
    occupancy,
    mailUpgrade,
    agent: { name: agent.name, phone: agent.phone, email: agent.email },
    resident: {
      ...occupantOf(showing),
      textConsent: resident.textConsent,
      address: {
        address_line1: address.address_line1,
        address_line2: address.unit_number && unitLabel(address.unit_number),
        address_city: address.city,
        address_state: address.state,
        address_zip: address.zip_code,
      },
    },
    buyer,
    buyerAgentEmail: buyersAgent.email,
  }
}

export type PlannedNotification = {
  channel: Channel
  role: Role
  recipient: string | PostalAddress
  cc: string[]
  status: 'queued' | 'not_sent'
  reason: string | null
}

export const NO_TEXT_CONSENT = 'The resident has not agreed to text messages'

/**
 * Plans who gets what, by which channel (booking.md section 7 "Notification rules", decisions.md section 11).
 * A person without a phone or email gets no row, which the compliance log reads as `Not sent`.
 * - A resident hears only of a confirmed booking. Approval brings the notice of a pending one.
 * - If agent and resident both have email, the agent gets one coordination email with the resident in `cc`. Its text
 *   fits both. If both share one mailbox, each role gets its own email.
 * - The agents in `cc` of the buyer's email get a copy without the buyer's link (`ComposedMessage.copy`).
 * - The letter goes out only if a tenant lives there, because an owner needs no notice to enter.
 */
export function planNotifications(facts: NotificationFacts): PlannedNotification[] {
  const agent = present(facts.agent)
  const buyer = present(facts.buyer)
  const planned: PlannedNotification[] = []
  const add = (channel: Channel, role: Role, recipient: string | PostalAddress | null, cc: (string | null)[] = []) => {
    if (recipient !== null) {
      planned.push({ channel, role, recipient, cc: copies(cc, recipient), status: 'queued', reason: null })
    }
  }

  if (facts.event === 'slot_lost') {
    add('sms', 'buyer', buyer.phone)
    add('email', 'buyer', buyer.email)
    return planned
  }

  const isNoticed = facts.status === 'confirmed' && facts.occupancy !== 'vacant'
  const resident = isNoticed ? present(facts.resident) : { name: null, phone: null, email: null }

  add('sms', 'listing_agent', agent.phone)
  add('sms', 'resident', resident.phone)
  add('sms', 'buyer', buyer.phone)
  if (agent.email && resident.email && !isSameMailbox(agent.email, resident.email)) {
    add('email', 'listing_agent', agent.email, [resident.email])
  } else {
    add('email', 'listing_agent', agent.email)
    add('email', 'resident', resident.email)
  }
  add('email', 'buyer', buyer.email, [agent.email, facts.buyerAgentEmail?.trim() || null])
  if (facts.mailUpgrade && isNoticed && facts.occupancy === 'resident') {
    add('certified_mail', 'resident', { name: resident.name ?? 'Current Resident', ...facts.resident.address })
  }

  return planned.map((row) =>
    row.channel === 'sms' && row.role === 'resident' && !facts.resident.textConsent
      ? { ...row, status: 'not_sent', reason: NO_TEXT_CONSENT }
      : row,
  )
}

/** Tells whether an email row notifies both the resident and the agent. */
export const isCoordination = (row: { channel: Channel; role: Role; cc: string[] }): boolean =>
  row.channel === 'email' && row.role === 'listing_agent' && row.cc.length > 0

/** Tells whether a row notifies the resident, alone or with the agent. */
export const tellsResident = (row: { channel: Channel; role: Role; cc: string[] }): boolean =>
  row.role === 'resident' || isCoordination(row)

export const OPTED_OUT = 'This number has opted out of text messages'

const STOP = /^(stop|stop ?all|unsubscribe|cancel|end|quit|revoke|opt[ -]?out|alto|pare|parar|baja|cancelar|detener)$/
/** Any reasonable wording counts, not the listed words alone (47 CFR 64.1200(a)(10)). */
const STOP_IN_WORDS =
  /\b(stop (texting|messaging|sending|contacting|these|all|the)|please stop|stop please|unsubscribe|opt(ing)?[ -]?(me )?out|remove me|(do not|don'?t) (text|message|contact)|no me (manden?|env[ií]en?|escriban?)( m[aá]s)?|dejen? de (mandar|enviar|escribir)(me)?|darme de baja)\b/
const START = /^(start|unstop|yes|opt[ -]?in|alta|comenzar|empezar)$/
const HELP = /^(help|info|ayuda)$/

/** Returns the keyword of an incoming text; null: none that we know. */
export function keywordOf(text: string): 'stop' | 'start' | 'help' | null {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/[^\p{L}\p{N}' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (STOP.test(words) || STOP_IN_WORDS.test(words)) return 'stop'
  if (START.test(words)) return 'start'
  return HELP.test(words) ? 'help' : null
}

/** The log's reason for an unsent message. We do not store the vendor's own words, which may quote addresses and numbers. */
export const FAILURES: Record<Channel, string> = {
  sms: 'The text message could not be delivered',
  email: 'The email could not be delivered',
  certified_mail: 'The letter could not be handed to the post office',
}

/** We try a message for this long. Then it has failed, and the agent can send it again. */
export const GIVEN_UP_AFTER = { hours: 24 }

export const COPY_REFUSED = 'The mail server refused a copy of this email'

/** A sender whose lease ends sooner than this does not begin to send. */
export const SPARE_MS = { real: 45_000, embedded: 5_000 }

/** The reason of a message with an earlier try that we do not try again. The vendor cannot say whether it has it. */
export const unsure = (reason: string) => `${reason}; ${MAY_HAVE_ARRIVED}`

export const ABANDONED = 'Sending was interrupted and could not be finished'

const RESENDS = 5
const RESEND_PAUSE_SECONDS = 60

/** Events that announce a showing; silence_notifications.sql lists the same. */
const isSilenced = (event: string) =>
  isNotice(event) || isReminder(event) || event === 'running_late' || event === 'move_proposed'
const isCalledOff = (status: string) => status === 'cancelled' || status === 'declined'

export const CALLED_OFF = 'The showing was canceled before this was sent'
export const MOVED = 'The showing was moved before this was sent'
export const NOT_COMPLETED = 'The showing was not completed'
export const LINK_OVER = 'The time was paid for or released before this was sent'
export const LINK_PAID = 'The payment came before this was sent'
export const QUESTION_OVER = 'The question was over before this was sent'
export const APPROVED = 'The showing was approved before this was sent'

/**
 * Returns why we do not send a planned message to any recipient after its showing changed; null if we send it.
 * A text or an email speaks of the current start; a letter and a reminder belong to one start. After an approval, which
 * has its own messages, a request is old news. While a showing waits for approval again, so is its confirmation.
 * @param row `round`: the start that the message was planned for; `turn`: which question or delay it is about; `isAgain`: an
 *   agent sends it once more
 * @param showing `decisionDueAt`: set if the showing is or was a request; `isHoldOver`: its hold has expired; `openTurn`: the
 *   question that the buyer can answer
 */
export function reasonOutdated(
  row: { event: string; channel: Channel; round: number; turn?: number; isAgain?: boolean },
  showing: {
    status: string
    calendarSequence: number
    decisionDueAt?: Temporal.Instant | null
    isHoldOver?: boolean
    openTurn?: number | null
  },
): string | null {
  if (row.event === 'feedback_asked') return showing.status === 'completed' ? null : NOT_COMPLETED
  if (row.event === 'pay_link') return showing.status === 'held' && !showing.isHoldOver ? null : LINK_OVER
  if (row.event === 'pay_link_ended') return showing.status === 'lapsed' ? null : LINK_PAID
  if (isCalledOff(showing.status)) return isSilenced(row.event) ? CALLED_OFF : null
  // While a move waits for approval, what announces the earlier start is out of date.
  const waitsAnew = showing.status === 'pending' && row.round < showing.calendarSequence
  if (waitsAnew && isNotice(row.event)) return MOVED
  const wasRequest = Boolean(showing.decisionDueAt) && showing.status !== 'pending'
  if (row.event === 'booked' && wasRequest && !row.isAgain) return APPROVED
  const isOfOneStart =
    row.channel === 'certified_mail' || isReminder(row.event) || ['running_late', 'move_proposed'].includes(row.event)
  if (isOfOneStart && row.round !== showing.calendarSequence) return MOVED
  return row.event === 'move_proposed' && row.turn !== showing.openTurn ? QUESTION_OVER : null
}

/** Tells whether nobody paid for a text to a visitor in another country: a free showing, or one whose payment we ask for. */
export const isUnpaidAbroad = (
  { event, channel, role }: { event: string; channel: Channel; role: Role },
  number: string | null,
  amountCents: number,
): boolean =>
  channel === 'sms' &&
  role === 'buyer' &&
  (amountCents === 0 || event === 'pay_link' || event === 'pay_link_ended') &&
  number !== null &&
  !isNorthAmerican(number)

const QUIET_FROM_HOUR = 20
export const QUIET_UNTIL_HOUR = 8

/** Tells whether no phone should ring at a place: from 20:00 to 08:00 local time. */
export function isQuiet(at: Temporal.Instant, timeZone: string): boolean {
  const { hour } = at.toZonedDateTimeISO(timeZone)
  return hour >= QUIET_FROM_HOUR || hour < QUIET_UNTIL_HOUR
}

/** Tells whether a message that a person wrote is a text in the quiet hours. It waits for their end. */
export const mayNotRing = (row: { event: string; channel: Channel }, at: Temporal.Instant, timeZone: string): boolean =>
  row.event === 'message' && row.channel === 'sms' && isQuiet(at, timeZone)

export const underWay = () => new DomainError('conflict', 'message_under_way', t.beingSent())

/** Returns why we do not resend a message; null: we do. The limits protect recipients, and no letter costs twice. */
export function checkResend(
  message: {
    event: string
    channel: Channel
    status: string
    reason: string | null
    logged_at: Date | null
    /** When it was last planned, initially or for a resend. */
    planned_at: Date
    resends: number
    booking_status: string
    starts_at: Date
    time_zone: string
    /** `true` if it is about the showing's current start. */
    is_current: boolean
    /** The vendor's answer to the letter's recall. */
    recall: 'cancelled' | 'too_late' | null
  },
  now: Temporal.Instant,
): DomainError | null {
  const { channel, status, reason, logged_at: endedAt, resends } = message
  const refuse = (code: string, words: string) => new DomainError('conflict', code, words)
  // A second click within the minute, after any result of the first one.
  if (resends > 0 && pauseAfter(message.planned_at, now) > 0) return tooSoon(message.planned_at, now)
  if (!endedAt) return underWay()
  if (message.recall === 'cancelled') return refuse('letter_taken_back', t.letterTakenBack())
  const isOff = isCalledOff(message.booking_status)
  if (isOff && isSilenced(message.event)) return refuse('showing_off', t.showingOff())
  const reminds = isReminder(message.event) || message.event === 'running_late'
  if (!message.is_current && (reminds || channel === 'certified_mail') && !isOff)
    return refuse('showing_moved', t.isOfOldTime())
  if (!message.is_current && message.booking_status === 'pending' && isNotice(message.event))
    return refuse('showing_moved', t.oldTimeIsOff())
  if (reminds && now.epochMilliseconds >= message.starts_at.getTime())
    return refuse('showing_started', t.tooLateToRemind())
  if (channel === 'certified_mail' && now.epochMilliseconds >= message.starts_at.getTime())
    return refuse('showing_started', t.tooLateToMail())
  if (reminds && channel === 'sms' && isQuiet(now, message.time_zone)) return refuse('quiet_hours', t.quietHours())
  if (mayNotRing(message, now, message.time_zone)) return refuse('quiet_hours', t.quietHoursOfMessages())
  if (reason === NO_TEXT_CONSENT) return refuse('no_texts_wanted', t.noTextConsent())
  if (reason === UNPAID_ABROAD) return refuse('no_texts_wanted', t.reasonUnpaidAbroad())
  if (reason === OPTED_OUT) return refuse('no_texts_wanted', t.optedOut())
  if (channel === 'certified_mail' && status === 'sent') return refuse('letter_sent', t.letterIsMailed())
  if (resends >= RESENDS) return new DomainError('too_many', 'resent_too_often', t.resentTooOften({ count: RESENDS }))
  if (status === 'sent' && pauseAfter(endedAt, now) > 0) return tooSoon(endedAt, now)
  return null
}

/** Seconds until a message may be sent again. */
const pauseAfter = (at: Date, now: Temporal.Instant) =>
  RESEND_PAUSE_SECONDS - Math.floor((now.epochMilliseconds - at.getTime()) / 1000)

/** Texts that people write or send again: to one phone from all accounts, and from one account. An agent hears from many. */
export const TEXTS_TO = {
  buyer: { tries: 20, seconds: 60 * 60 },
  resident: { tries: 20, seconds: 60 * 60 },
  listing_agent: { tries: 60, seconds: 60 * 60 },
} satisfies Record<Role, object>
export const TEXTS_OF_ACCOUNT = { tries: 60, seconds: 60 * 60 }

export const resentTooMany = (waitSeconds: number) =>
  new DomainError('too_many', 'texted_too_often', t.resentTooMany(), { retryAfterSeconds: Math.ceil(waitSeconds) })

export const tooSoon = (at: Date, now: Temporal.Instant) =>
  new DomainError('too_many', 'resent_too_soon', t.resentTooSoon(), {
    retryAfterSeconds: pauseAfter(at, now),
  })

/** Tells whether `to` names the same mailbox or the same phone. @param keyOf returns the key that makes two spellings one phone */
export function isSameRecipient(
  recipient: string | PostalAddress,
  to: string,
  keyOf: (phone: string) => string,
): boolean {
  if (typeof recipient !== 'string') return true
  if (recipient.includes('@') || to.includes('@')) return isSameMailbox(recipient, to.trim())
  return keyOf(recipient) === keyOf(to)
}

const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 4 * 60 * 60
/** The pauses between this many attempts add up to 25.7 hours, without their jitter. */
const ATTEMPTS = 18

/**
 * Returns how many seconds to wait after a failed attempt. The wait doubles each time, up to four hours, and gets up to
 * a quarter longer at random, so that messages that failed together do not come back together. Returns null after the
 * last attempt, more than 24 hours after the first.
 * @param attempt from 1
 * @param random from 0 to 1
 */
export function retryPause(attempt: number, random: number): number | null {
  if (attempt >= ATTEMPTS) return null
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS)
  return Math.round(pause * (1 + random / 4))
}

/**
 * Returns the person to notify at the property. A resident's own details count. If the owner lives there, the owner's
 * details fill the gaps. We never notify an owner who lives elsewhere in place of a tenant.
 */
export function occupantOf(property: { occupancy: Occupancy; resident: Contact; owner: Contact }): Contact {
  const resident = present(property.resident)
  if (property.occupancy === 'vacant') return { name: null, phone: null, email: null }
  if (property.occupancy === 'resident') return resident
  const owner = present(property.owner)
  return {
    name: resident.name ?? owner.name,
    phone: resident.phone ?? owner.phone,
    email: resident.email ?? owner.email,
  }
}

function present(contact: Contact): Contact {
  return {
    name: contact.name?.trim() || null,
    phone: contact.phone?.trim() || null,
    email: contact.email?.trim() || null,
  }
}

export const isSameMailbox = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Each mailbox once, and never the addressee's own. */
function copies(cc: (string | null)[], recipient: string | PostalAddress): string[] {
  const kept: string[] = []
  for (const address of cc) {
    if (!address || (typeof recipient === 'string' && isSameMailbox(address, recipient))) continue
    if (!kept.some((other) => isSameMailbox(other, address))) kept.push(address)
  }
  return kept
}

/** One message in a `notified` event. */
export type NotifiedMessage = {
  event: string
  channel: 'sms' | 'email' | 'certified_mail'
  role: 'listing_agent' | 'resident' | 'buyer'
  status: 'Sent' | 'Not sent'
  reason: string | null
  sentAt: string | null
  to: string | null
  cc: string[]
  reference: string | null
  /** The vendor's ID, which reports about it have as `reference`. Entries of earlier versions have none. */
  vendorReference?: string | null
  /** The mailboxes of a sent email that refused it. */
  refused?: string[]
  /** The mailboxes that got an email that failed at another one. */
  delivered?: string[]
}
