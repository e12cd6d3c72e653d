import { languageOf } from '../../platform/language.ts'
import type { Showing } from '../entry-notice/ports.ts'
import { isCoordination, isSameMailbox } from './domain.ts'
import type { ComposedMessage } from './mail-messages.ts'
import type { Channel, Role } from './ports.ts'

type Mail = { channel: Channel; role: Role; cc: string[] }
type Readers = Pick<Showing, 'languages' | 'agent' | 'buyersAgent'>

/**
 * Returns who reads a copy of an email. The resident reads the copy of a coordination email, and the agent that of the
 * buyer's email. The buyer's own agent gets it in the buyer's language.
 */
export function copyReader(mail: Mail, mailbox: string, { agent, buyersAgent }: Readers): Role {
  if (isCoordination(mail)) return 'resident'
  const is = (email: string | null) => email !== null && isSameMailbox(mailbox, email.trim())
  return is(buyersAgent.email) && !is(agent.email) ? 'buyer' : 'listing_agent'
}

/**
 * Returns the first position in `cc` whose reader has another language than the addressee, with that reader; or null.
 */
export function foreignCopy(mail: Mail, showing: Readers): { at: number; reader: Role } | null {
  const { languages } = showing
  const readers = mail.cc.map((mailbox) => copyReader(mail, mailbox, showing))
  const at = readers.findIndex((reader) => languageOf(languages[reader]) !== languageOf(languages[mail.role]))
  const reader = readers[at]
  return reader ? { at, reader } : null
}

/** Adds to an email its copy in another language. */
export function withForeignCopy(composed: ComposedMessage, other: ComposedMessage, at: number): ComposedMessage {
  const { copy } = composed
  if (!copy || !other.copy) return composed
  // A separate email has one reader.
  if (copy.subject !== undefined) return { ...composed, copy: other.copy }
  const { text, html } = other.copy
  return { ...composed, copy: { ...copy, own: { at, subject: other.subject ?? '', text, html } } }
}
