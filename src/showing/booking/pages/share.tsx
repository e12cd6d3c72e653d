import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { formatMoney } from '../../../platform/money.ts'
import type { SharedProperty } from '../../../property/share/contract.ts'
import { factsOf, rentOf } from '../../../property/share/domain.ts'
import { languageLinks } from '../../../ui/language-links.ts'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'
import { BookingFlow } from '../components/booking-flow.tsx'
import { DemoNotice } from '../components/demo-notice.tsx'
import { NotShared } from '../components/not-shared.tsx'
import { PropertyAbout } from '../components/property-about.tsx'
import { isOtherPage, loadProperty, tagsOf, unlistedHeaders } from '../components/property-page.tsx'
import { SharePanel } from '../components/share-panel.tsx'

export const headers = unlistedHeaders
export const shouldRevalidate = isOtherPage

export const loader = (args: LoaderFunctionArgs) => {
  const slug = args.params.slug ?? ''
  return loadProperty(
    args,
    slug,
    (api) => api.GET('/api/showingbooker/public/share/{slug}', { params: { path: { slug } } }),
    headOf,
  )
}

function headOf(property: SharedProperty) {
  const { full_address, fee, share_url: url, rent_amount } = property
  const facts = [rentOf(rent_amount), ...factsOf(property)].filter(Boolean).join(' · ')
  const price = formatMoney(fee.showing)
  const description = facts ? t.shareDescription({ facts, price }) : t.shareDescriptionShort({ price })
  return [...tagsOf(`${full_address} · ShowingBooker`, description, { ...property, url }), ...languageLinks(url)]
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData?.head ?? [{ title: t.notFoundTitle() }, { name: 'robots', content: 'noindex' }]

export default function SharePage() {
  const page = useLoaderData<typeof loader>()
  if (!page) return <NotShared />
  const { property, days, mapsApiKey } = page
  return (
    <Page width="wide">
      {property.is_demo && <DemoNotice />}
      <BookingFlow key={property.id} property={property} days={days}>
        <SharePanel property={property} />
        <PropertyAbout property={property} mapsApiKey={mapsApiKey} />
      </BookingFlow>
    </Page>
  )
}
