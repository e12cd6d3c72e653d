import { type Priced, priceOf } from '../../money/payment/domain.ts'
import { formatMoney } from '../../platform/money.ts'
import { streetLine } from '../../platform/postal-address.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { LEAD_TIME_HOURS, SHOWING_MINUTES } from '../availability/domain.ts'
import type { fullAddress } from '../property/domain.ts'
import * as t from '../text/share.ts'
import { factsOf, rentOf } from './domain.ts'
import type { Flyer, PreviewCard } from './ports.ts'

type Address = Parameters<typeof fullAddress>[0]

/** Facts of a property for the picture and the flyer. */
export type AdvertisedProperty = Address & {
  bedrooms: number | null
  bathrooms: number | null
  square_feet: number | null
  rent_amount: number | null
}

const words = (property: AdvertisedProperty) => ({
  street: streetLine(property),
  place: `${property.city}, ${property.state} ${property.zip_code}`,
  price: rentOf(property.rent_amount),
  facts: factsOf(property),
})

/** Writes the words in English, because everyone gets the same picture. */
export const previewOf = (property: AdvertisedProperty): Omit<PreviewCard, 'photo'> =>
  inLanguage('en', () => ({ ...words(property), invitation: t.bookPrivateShowing() }))

export type FlyerProperty = AdvertisedProperty &
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
export function flyerOf(property: FlyerProperty, { url, svg }: { url: string; svg: string }): Omit<Flyer, 'photo'> {
  const fee = formatMoney(priceOf(property, false))
  const isManual = property.booking_approval === 'manual'
  const person = [property.agent_name, property.agent_license && t.license({ number: property.agent_license })]
    .filter(Boolean)
    .join(', ')
  const address = url.replace(/^https?:\/\//, '')
  return {
    ...words(property),
    kind: 'flyer',
    title: t.flyerTitle({ street: words(property).street }),
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
        heading: t.hoursAhead({ hours: LEAD_TIME_HOURS }),
        text: t.hoursAheadText({ hours: LEAD_TIME_HOURS }),
      },
      {
        heading: t.refunds(),
        text: t.refundsText(),
      },
    ],
    contact: [person, property.agent_brokerage ?? '', property.agent_phone ?? '', property.agent_email ?? ''].filter(
      Boolean,
    ),
    footer: t.flyerFooter(),
    changedAt: property.updated_at.toISOString(),
  }
}
