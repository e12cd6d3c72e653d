import type { Occupancy } from '../notice/domain.ts'
import type { Channel, PostalAddress, Role } from './ports.ts'

/** What happened to a booking. `slot_lost`: the money came too late and went back. */
export type NotificationEvent = 'booked' | 'slot_lost'

export type Contact = { name: string | null; phone: string | null; email: string | null }

/** What decides who is told. `resident` is whoever lives there: see `occupantOf`. */
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
 * Who gets what, by which channel (booking.md section 7 "Notification rules", decisions.md section 11).
 * Who has no phone or e-mail has no row: the compliance log reads that as `Not sent`.
 *
 * - A resident hears of a confirmed booking only; approval brings the notice of a pending one.
 * - Agent and resident both with e-mail: one coordination e-mail to the agent, the resident in `cc`. Its text is fit
 *   for both. Where both are one mailbox, each role has its own mail.
 * - The agents in `cc` of the buyer's e-mail get a copy without the buyer's link (`ComposedMessage.copy`).
 * - The letter goes only where a tenant lives: an owner needs no notice to enter.
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

/** Whether an e-mail row tells the resident as well as the agent. */
export const isCoordination = (row: { channel: Channel; role: Role; cc: string[] }): boolean =>
  row.channel === 'email' && row.role === 'listing_agent' && row.cc.length > 0

/** Whether a row tells the resident, alone or with the agent. */
export const tellsResident = (row: { channel: Channel; role: Role; cc: string[] }): boolean =>
  row.role === 'resident' || isCoordination(row)

/** What the log says of a message that could not be sent; the vendor's own words may quote addresses and numbers. */
export const FAILURES: Record<Channel, string> = {
  sms: 'The text message could not be delivered',
  email: 'The email could not be delivered',
  certified_mail: 'The letter could not be handed over',
}

export const ABANDONED = 'Sending was interrupted and could not be finished'

const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 4 * 60 * 60
/** The pauses between so many come to 25.7 hours, without their jitter. */
const ATTEMPTS = 18

/**
 * Seconds to wait after a failed attempt: doubled each time up to four hours, and up to a quarter more, so that what
 * failed together does not come back together. null after the last attempt, more than 24 hours after the first.
 * @param attempt from 1
 * @param random from 0 to 1
 */
export function retryPause(attempt: number, random: number): number | null {
  if (attempt >= ATTEMPTS) return null
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS)
  return Math.round(pause * (1 + random / 4))
}

/**
 * Whom to tell at the home. A resident's own details count; in an owner-occupied home the owner's fill what is
 * missing, for they are the same person. An owner who lives elsewhere is never told in a tenant's place.
 */
export function occupantOf(home: { occupancy: Occupancy; resident: Contact; owner: Contact }): Contact {
  const resident = present(home.resident)
  if (home.occupancy === 'vacant') return { name: null, phone: null, email: null }
  if (home.occupancy === 'resident') return resident
  const owner = present(home.owner)
  return {
    name: resident.name ?? owner.name,
    phone: resident.phone ?? owner.phone,
    email: resident.email ?? owner.email,
  }
}

/**
 * What a resident may know of a buyer's name: `Maria G.` (booking.md section 6); a one-word name has no initial.
 * A number, an e-mail address or a link typed into the name is not passed on.
 */
export function firstNameAndInitial(name: string): string {
  const [first, ...others] = name.trim().split(/\s+/)
  const given = first && !NOT_A_NAME.test(first) ? first.replace(/[^\p{L}\p{M}'’-]/gu, '') : ''
  if (!/\p{L}/u.test(given)) return 'A visitor'
  const last = others.findLast((word) => /\p{L}/u.test(word) && !NOT_A_NAME.test(word))
  const initial = /\p{L}\p{M}*/u.exec(last ?? '')?.[0]
  return [...given].slice(0, 24).join('') + (initial ? ` ${initial.toUpperCase()}.` : '')
}

const NOT_A_NAME = /[@/\d]|\p{L}{2}\.\p{L}/u

function present(contact: Contact): Contact {
  return {
    name: contact.name?.trim() || null,
    phone: contact.phone?.trim() || null,
    email: contact.email?.trim() || null,
  }
}

const isSameMailbox = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Each mailbox once, and never the addressee's own. */
function copies(cc: (string | null)[], recipient: string | PostalAddress): string[] {
  const kept: string[] = []
  for (const address of cc) {
    if (!address || (typeof recipient === 'string' && isSameMailbox(address, recipient))) continue
    if (!kept.some((other) => isSameMailbox(other, address))) kept.push(address)
  }
  return kept
}
