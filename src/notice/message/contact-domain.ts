import { dialable } from '../../platform/phone.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import type { Showing } from '../entry-notice/ports.ts'
import { copies, isCoordination, partiesOf } from './domain.ts'
import type { Channel, Role } from './ports.ts'
import { lacksConsent } from './text-limits-domain.ts'

/** Where a message goes if someone resends it now, and whether that person takes texts. */
export type ContactNow = {
  /** `null`: the person has no such contact anymore. */
  send_to: string | PostalAddress | null
  send_cc: string[]
  lacks_consent: boolean
  has_opted_out: boolean
}

type Addressed = { channel: Channel; role: Role; recipient: string | PostalAddress; cc: string[] }

/**
 * Returns the current contact for a message. The property has those of agent and resident, and its agent may have
 * corrected them. A letter and the buyer's messages keep theirs, and so does the product's own demo, for which the visitor
 * chose them.
 * @param optedOut the phones (E.164) that opted out
 */
export function contactNow(row: Addressed, showing: Showing, optedOut: ReadonlySet<string>): ContactNow {
  const { recipient, cc } = isKept(row, showing) ? row : addressNow(row, showing)
  const number = row.channel === 'sms' ? dialable(String(recipient)) : null
  return {
    send_to: recipient,
    send_cc: cc,
    lacks_consent: lacksConsent(row, showing),
    has_opted_out: number !== null && optedOut.has(number),
  }
}

/** Lists the phones (E.164) to which messages about a showing go. */
export const phonesOf = (rows: Addressed[], showing: Showing): string[] =>
  rows.flatMap((row) => {
    const { send_to } = contactNow(row, showing, new Set())
    return row.channel === 'sms' ? (dialable(String(send_to)) ?? []) : []
  })

const isKept = ({ role, channel }: Addressed, { isProductDemo }: Showing) =>
  isProductDemo || role === 'buyer' || channel === 'certified_mail'

function addressNow(row: Addressed, showing: Showing): { recipient: string | null; cc: string[] } {
  const { agent, resident } = partiesOf(showing)
  const person = row.role === 'resident' ? resident : agent
  const recipient = (row.channel === 'sms' ? person.phone : person.email)?.trim() || null
  return { recipient, cc: recipient && isCoordination(row) ? copies([resident.email], recipient) : row.cc }
}
