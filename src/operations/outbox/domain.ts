import type { OutboxMessage } from './contract.ts'

/** Returns a phone number or an email as it is, and a postal address in one line, in the order of an envelope. */
export function recipientText(to: OutboxMessage['to']): string {
  if (typeof to === 'string') return to
  const { name, address_line1, address_line2, address_city, address_state, address_zip } = to
  const place = [address_city, [address_state, address_zip].filter(Boolean).join(' ')]
  return [name, address_line1, address_line2, ...place].filter(Boolean).join(', ')
}
