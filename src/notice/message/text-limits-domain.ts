import { isNorthAmerican } from '../../platform/phone-link.ts'
import type { Channel, Role } from './ports.ts'

/** Tells whether no fee pays for a text to a visitor abroad: the showing is free, or the text is about its pay link. */
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

/**
 * Tells whether a text is for a resident who has not agreed to texts or no longer does. The product's own demo needs no
 * consent, because a visitor asked for its messages.
 */
export const lacksConsent = (
  { channel, role }: { channel: Channel; role: Role },
  { isProductDemo, resident }: { isProductDemo: boolean; resident: { textConsent: boolean } },
): boolean => channel === 'sms' && role === 'resident' && !isProductDemo && !resident.textConsent

/**
 * Texts that people write or resend: to one phone from all accounts, and from one account. Many buyers write to one
 * agent.
 */
export const TEXTS_TO = {
  buyer: { tries: 20, seconds: 60 * 60 },
  resident: { tries: 20, seconds: 60 * 60 },
  listing_agent: { tries: 60, seconds: 60 * 60 },
} satisfies Record<Role, object>
export const TEXTS_OF_ACCOUNT = { tries: 60, seconds: 60 * 60 }
