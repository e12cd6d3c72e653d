import { DEMO_FEE_CENTS } from '../../money/payment/domain.ts'

/** The sample apartment (booking.md section 9). No one lives there, so only the agent and the buyer get messages. */
export const DEMO_HOME = {
  address_line1: '100 Demo Street',
  unit_number: 'Apt 5',
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90012',
  time_zone: 'America/Los_Angeles',
  property_type: 'apartment',
  bedrooms: 2,
  bathrooms: 1,
  square_feet: 950,
  rent_amount: 3200,
  status: 'listed',
  booking_approval: 'automatic',
  advance_notice_hours: 24,
  showing_duration_minutes: 30,
  showing_instructions: 'This is a demo property: there is no door to open.',
} as const

/** Sample showings (booking.md section 9): days from today, and local time at the property. */
const SHOWINGS = [
  { days: 2, time: '10:00', buyer: 'Jordan Lee' },
  { days: 3, time: '14:30', buyer: 'Priya Shah' },
  { days: 5, time: '11:00', buyer: 'Marcus Bell' },
  { days: -2, time: '13:00', buyer: 'Elena Petrova', feedback: 'Liked the light in the kitchen.' },
  { days: -4, time: '15:30', buyer: 'Sam Whitfield', feedback: 'Asked about parking for a second car.' },
]

export type DemoShowing = {
  number: string
  status: 'confirmed' | 'completed'
  date: string
  time: string
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  /** When it was booked: early enough for timely notice, and never in the future. */
  bookedAt: Temporal.Instant
  buyerName: string
  buyerEmail: string
  buyerPhone: string
  feedback: string | null
  amountCents: number
}

/** Returns DEMO001 to DEMO005: three upcoming and two past. */
export const demoShowings = (now: Temporal.Instant): DemoShowing[] =>
  SHOWINGS.map(({ days, time, buyer, feedback }, at) => {
    const date = now.toZonedDateTimeISO(DEMO_HOME.time_zone).toPlainDate().add({ days })
    const startsAt = date.toZonedDateTime({ timeZone: DEMO_HOME.time_zone, plainTime: time }).toInstant()
    const isPast = days < 0
    return {
      number: `DEMO00${at + 1}`,
      status: isPast ? 'completed' : 'confirmed',
      date: date.toString(),
      time,
      startsAt,
      endsAt: startsAt.add({ minutes: DEMO_HOME.showing_duration_minutes }),
      bookedAt: isPast ? startsAt.subtract({ hours: 72 }) : now,
      buyerName: buyer,
      // These addresses and numbers are reserved for examples, so they reach no one.
      buyerEmail: `${buyer.toLowerCase().replace(' ', '.')}@example.com`,
      buyerPhone: `(213) 555-014${at}`,
      feedback: feedback ?? null,
      amountCents: DEMO_FEE_CENTS,
    }
  })
