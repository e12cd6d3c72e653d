/** A property and a slot in its local time. */
export type Start = { date: string; time: string; startsAt: string }
export type Stage = { homes: string[]; starts: Start[] }

/** Returns the n-th slot of a stage: one property after another, then the next time. */
export function slotOf({ homes, starts }: Stage, n: number): { home: string; start: Start } {
  const start = starts[Math.floor(n / homes.length)]
  if (!start) throw new Error(`There are slots for only ${homes.length * starts.length} bookings.`)
  return { home: homes[n % homes.length] as string, start }
}

/** Returns the n-th person, with a unique email, phone, and address. */
export const personOf = (n: number) => ({
  name: `Maria Gomez ${n}`,
  email: `maria.gomez.${n}@buyers.example.com`,
  phone: `213${String(n).padStart(7, '0')}`,
  address: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
})

export type Buyer = ReturnType<typeof slotOf> & ReturnType<typeof personOf>

/** The form as the booking page sends it. */
export const formOf = (buyer: Buyer) => ({
  propertyId: buyer.home,
  showingDate: buyer.start.date,
  showingTime: buyer.start.time,
  requesterType: 'buyer',
  buyerName: buyer.name,
  buyerEmail: buyer.email,
  buyerPhone: buyer.phone,
  buyerAgentName: null,
  buyerAgentEmail: null,
  buyerAgentPhone: null,
  mailUpgrade: false,
  specialRequests: null,
  agreeToTerms: true,
})

/** The header with which a trusted proxy passes the address on. */
export const addressHeader = ({ address }: { address: string }) => `x-forwarded-for: ${address}\r\n`
