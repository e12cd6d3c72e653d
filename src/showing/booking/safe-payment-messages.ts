import * as t from '../text/booking.ts'

/**
 * Tells a payer whose booking is not finished yet that their money is safe, and how they learn what becomes of it. The
 * messages of a demo go to its destinations, so its payer looks at the page again, as does someone whose contacts the page
 * no longer has.
 */
export const safeWords = (noun: 'showing' | 'demo', { email, phone }: { email: string; phone: string }): string =>
  t.paymentSafe({ by: noun === 'demo' ? 'page' : email.trim() ? 'email' : phone.trim() ? 'text' : 'page' })
