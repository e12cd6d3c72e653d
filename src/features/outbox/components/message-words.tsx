import type { OutboxMessage } from '../contract.ts'

export const channelNames = { sms: 'Text', email: 'Email', certified_mail: 'Certified mail' } as const
export const roleNames = { listing_agent: 'Agent', resident: 'Resident', buyer: 'Buyer', account: 'Account' } as const

/** A number or an e-mail as it is; a postal address in one line. */
export const recipientText = (to: OutboxMessage['to']) =>
  typeof to === 'string' ? to : Object.values(to).filter(Boolean).join(', ')
