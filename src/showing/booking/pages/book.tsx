import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { type apiFor, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'
import { BookingFlow } from '../components/booking-flow.tsx'
import { DemoNotice } from '../components/demo-notice.tsx'
import { NotAvailable } from '../components/not-available.tsx'
import { PropertyAbout } from '../components/property-about.tsx'
import { isOtherPage, loadProperty, tagsOf, unlistedHeaders } from '../components/property-page.tsx'

export const headers = unlistedHeaders
export const shouldRevalidate = isOtherPage

export const loader = (args: LoaderFunctionArgs) => {
  const slug = args.params.property ?? ''
  return loadProperty(
    args,
    slug,
    (api) => api.GET('/api/showingbooker/public/property/{slug}', { params: { path: { slug } } }),
    headOf,
  )
}

async function headOf({ slug, full_address: address, fee }: PublicProperty, api: ReturnType<typeof apiFor>) {
  // The page shows none of the counts in this answer, so it need not change with them.
  const shared = bodyOf(await api.GET('/api/showingbooker/public/share/{slug}', { params: { path: { slug } } }))
  const description = t.bookDescription({ address, money: formatMoney(fee.showing) })
  return tagsOf(t.bookTitle({ address }), description, { ...shared, url: shared.booking_url })
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData?.head ?? [{ title: t.notAvailableTitle() }, { name: 'robots', content: 'noindex' }]

export default function BookPage() {
  const page = useLoaderData<typeof loader>()
  if (!page) return <NotAvailable />
  const { property, days, mapsApiKey } = page
  return (
    <Page width="wide">
      {property.is_demo && <DemoNotice />}
      <BookingFlow key={property.id} property={property} days={days}>
        <PropertyAbout property={property} mapsApiKey={mapsApiKey} />
      </BookingFlow>
    </Page>
  )
}
