import type { PostalAddress } from '../../platform/postal-address.ts'
import { unitLabel } from '../../platform/postal-address.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import type { Contact, Showing } from '../entry-notice/ports.ts'
import type { NotificationEvent } from './event-domain.ts'
import type { Channel, Role } from './ports.ts'
import { NO_TEXT_CONSENT } from './reason-domain.ts'

export type ReminderEvent = Extract<NotificationEvent, `reminder_${string}`>

export const isReminder = (event: string): event is ReminderEvent => event.startsWith('reminder_')

/** Tells whether a message announces a showing at a start. The resident's is the notice to enter. */
export const isAnnouncement = (event: string): boolean => ['booked', 'approved', 'moved'].includes(event)

/** The facts that decide who gets a message. `resident`: the person who lives there (see `occupantOf`). */
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

/** Returns the people of a booking. */
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

/**
 * Plans who gets what, by which channel (booking.md section 7 "Notification rules", decisions.md section 11).
 * A channel for which we have no phone or email gets no row, and the compliance log shows it as `Not sent`.
 * - A resident hears only of a confirmed booking. The approval of a pending one sends the notice.
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
export const notifiesResident = (row: { channel: Channel; role: Role; cc: string[] }): boolean =>
  row.role === 'resident' || isCoordination(row)

/**
 * Returns the person to notify at the property: the resident, with the resident's own details. If the owner lives
 * there, the owner's details fill the gaps. We never notify an owner who lives elsewhere instead of a tenant.
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

/** Lists each mailbox once, and never the addressee's own. */
export function copies(cc: (string | null)[], recipient: string | PostalAddress): string[] {
  const kept: string[] = []
  for (const address of cc) {
    if (!address || (typeof recipient === 'string' && isSameMailbox(address, recipient))) continue
    if (!kept.some((other) => isSameMailbox(other, address))) kept.push(address)
  }
  return kept
}
