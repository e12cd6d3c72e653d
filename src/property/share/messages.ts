import { type Priced, priceOf } from '../../money/payment/domain.ts'
import { formatMoney } from '../../platform/money.ts'
import { NOTICE_HOURS, SHOWING_MINUTES } from '../availability/domain.ts'
import { type fullAddress, unitLabel } from '../property/domain.ts'
import { factsOf, rentOf } from './domain.ts'
import type { Flyer, PreviewCard } from './ports.ts'

type Address = Parameters<typeof fullAddress>[0]

/** What the picture and the flyer say of a home. */
export type ShownHome = Address & {
  bedrooms: number | null
  bathrooms: number | null
  square_feet: number | null
  rent_amount: number | null
}

const words = (home: ShownHome) => ({
  street: [home.address_line1, home.unit_number && unitLabel(home.unit_number)].filter(Boolean).join(', '),
  place: `${home.city}, ${home.state} ${home.zip_code}`,
  price: rentOf(home.rent_amount),
  facts: factsOf(home),
})

export const previewOf = (home: ShownHome): Omit<PreviewCard, 'photo'> => words(home)

export type FlyerHome = ShownHome &
  Priced & {
    booking_approval: 'automatic' | 'manual'
    agent_name: string | null
    agent_brokerage: string | null
    agent_license: string | null
    agent_phone: string | null
    agent_email: string | null
    updated_at: Date
  }

/** The sheet's words; fee, notice and refund are the product's own constants. */
export function flyerOf(home: FlyerHome, { url, svg }: { url: string; svg: string }): Omit<Flyer, 'photo'> {
  const fee = formatMoney(priceOf(home, false))
  const isManual = home.booking_approval === 'manual'
  const person = [home.agent_name, home.agent_license && `License ${home.agent_license}`].filter(Boolean).join(', ')
  const address = url.replace(/^https?:\/\//, '')
  return {
    ...words(home),
    kind: 'flyer',
    title: `Book a private showing: ${words(home).street}`,
    scan: {
      heading: 'Scan to book a private showing',
      text: 'Choose a free day and time on your phone. No account needed.',
      svg,
      address,
    },
    terms: [
      {
        heading: `${fee} a showing`,
        text: `One flat fee for a private visit of ${SHOWING_MINUTES} minutes, paid by card when you book. Texts and emails are included.${
          isManual ? ' The agent approves each visit: your card is charged only on approval.' : ''
        }`,
      },
      {
        heading: `${NOTICE_HOURS} hours ahead`,
        text: `Book at least ${NOTICE_HOURS} hours before your visit, so that everyone has notice.`,
      },
      {
        heading: 'Refunds',
        text: 'You get the fee back if access is denied or impossible at the scheduled time: ask within 24 hours, it takes 5–7 business days. Otherwise the fee is final.',
      },
    ],
    contact: [person, home.agent_brokerage ?? '', home.agent_phone ?? '', home.agent_email ?? ''].filter(Boolean),
    footer:
      'ShowingBooker · Private showings, booked in minutes. Offered to everyone at the same times and the same price.',
    changedAt: home.updated_at.toISOString(),
  }
}
