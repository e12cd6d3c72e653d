import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { formatMoney } from '../../../platform/money.ts'
import { factsOf, rentOf } from '../../../property/share/domain.ts'
import { languageLinks } from '../../../ui/language-links.ts'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'
import { BookingFlow } from '../components/booking-flow.tsx'
import { NotShared } from '../components/not-shared.tsx'
import { PropertyAbout } from '../components/property-about.tsx'
import { isOtherPage, loadProperty, unlistedHeaders } from '../components/property-page.tsx'
import { SharePanel } from '../components/share-panel.tsx'

export const headers = unlistedHeaders
export const shouldRevalidate = isOtherPage

export const loader = (args: LoaderFunctionArgs) => {
  const slug = args.params.slug ?? ''
  return loadProperty(args, slug, (api) =>
    api.GET('/api/showingbooker/public/share/{slug}', { params: { path: { slug } } }),
  )
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [{ title: t.notFoundTitle() }, { name: 'robots', content: 'noindex' }]
  const { property } = loaderData
  const { full_address, fee, preview, share_url, rent_amount } = property
  const facts = [rentOf(rent_amount), ...factsOf(property)].filter(Boolean).join(' · ')
  const price = formatMoney(fee.showing)
  const description = facts ? t.shareDescription({ facts, price }) : t.shareDescriptionShort({ price })
  return [
    { title: `${full_address} · ShowingBooker` },
    { name: 'description', content: description },
    ...languageLinks(share_url),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'ShowingBooker' },
    { property: 'og:title', content: full_address },
    { property: 'og:description', content: description },
    { property: 'og:url', content: share_url },
    { property: 'og:image', content: preview.url },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(preview.width) },
    { property: 'og:image:height', content: String(preview.height) },
    { property: 'og:image:alt', content: preview.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: full_address },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: preview.url },
    { name: 'twitter:image:alt', content: preview.alt },
  ]
}

export default function SharePage() {
  const page = useLoaderData<typeof loader>()
  if (!page) return <NotShared />
  const { property, days, mapsApiKey } = page
  return (
    <Page width="wide">
      <BookingFlow key={property.id} property={property} days={days}>
        <SharePanel property={property} />
        <PropertyAbout property={property} mapsApiKey={mapsApiKey} />
      </BookingFlow>
    </Page>
  )
}
