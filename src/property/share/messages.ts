import { type Priced, priceOf } from '../../money/payment/domain.ts'
import { formatMoney } from '../../platform/money.ts'
import { unitLabel } from '../../platform/postal-address.ts'
import { inLanguage } from '../../platform/reader.ts'
import { NOTICE_HOURS, SHOWING_MINUTES } from '../availability/domain.ts'
import type { fullAddress } from '../property/domain.ts'
import * as t from '../text/share.ts'
import { factsOf, rentOf } from './domain.ts'
import type { Flyer, PreviewCard } from './ports.ts'

type Address = Parameters<typeof fullAddress>[0]

/** Facts of a property for the picture and the flyer. */
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

/** Writes the words in English, because everyone gets the same picture. */
export const previewOf = (home: ShownHome): Omit<PreviewCard, 'photo'> =>
  inLanguage('en', () => ({ ...words(home), invitation: t.bookPrivateShowing() }))

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

/** Writes the flyer. Fee, notice and refund come from the product's constants. */
export function flyerOf(home: FlyerHome, { url, svg }: { url: string; svg: string }): Omit<Flyer, 'photo'> {
  const fee = formatMoney(priceOf(home, false))
  const isManual = home.booking_approval === 'manual'
  const person = [home.agent_name, home.agent_license && t.license({ number: home.agent_license })]
    .filter(Boolean)
    .join(', ')
  const address = url.replace(/^https?:\/\//, '')
  return {
    ...words(home),
    kind: 'flyer',
    title: t.flyerTitle({ street: words(home).street }),
    scan: {
      heading: t.scan(),
      text: t.scanText(),
      svg,
      address,
    },
    terms: [
      {
        heading: t.perShowing({ fee }),
        text: [t.flatFee({ minutes: SHOWING_MINUTES }), isManual && t.onApproval()].filter(Boolean).join(' '),
      },
      {
        heading: t.hoursAhead({ hours: NOTICE_HOURS }),
        text: t.hoursAheadText({ hours: NOTICE_HOURS }),
      },
      {
        heading: t.refunds(),
        text: t.refundsText(),
      },
    ],
    contact: [person, home.agent_brokerage ?? '', home.agent_phone ?? '', home.agent_email ?? ''].filter(Boolean),
    footer: t.flyerFooter(),
    changedAt: home.updated_at.toISOString(),
  }
}
