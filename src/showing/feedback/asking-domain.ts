import { dialable } from '../../platform/phone.ts'

/** Plans the one message: an email, or a text if there is no email. `null` if we cannot reach the visitor. */
export function planQuestion(
  buyer: { email: string | null; phone: string | null },
  optedOut: ReadonlySet<string>,
): { channel: 'email' | 'sms'; recipient: string } | null {
  const email = buyer.email?.trim()
  if (email) return { channel: 'email', recipient: email }
  const number = buyer.phone && dialable(buyer.phone)
  return number && buyer.phone && !optedOut.has(number) ? { channel: 'sms', recipient: buyer.phone } : null
}
