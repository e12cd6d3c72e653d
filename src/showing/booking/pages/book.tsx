import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { formatMoney } from '../../../platform/money.ts'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'
import { BookingFlow } from '../components/booking-flow.tsx'
import { NotAvailable } from '../components/not-available.tsx'
import { PropertyAbout } from '../components/property-about.tsx'
import { isOtherPage, loadProperty, unlistedHeaders } from '../components/property-page.tsx'

export const headers = unlistedHeaders
export const shouldRevalidate = isOtherPage

export const loader = (args: LoaderFunctionArgs) => {
  const slug = args.params.property ?? ''
  return loadProperty(args, slug, (api) =>
    api.GET('/api/showingbooker/public/property/{slug}', { params: { path: { slug } } }),
  )
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [{ title: t.notAvailableTitle() }, { name: 'robots', content: 'noindex' }]
  const { full_address, fee } = loaderData.property
  return [
    { title: t.bookTitle({ address: full_address }) },
    {
      name: 'description',
      content: t.bookDescription({ address: full_address, money: formatMoney(fee.showing) }),
    },
  ]
}

export default function BookPage() {
  const page = useLoaderData<typeof loader>()
  if (!page) return <NotAvailable />
  const { property, days, mapsApiKey } = page
  return (
    <Page width="wide">
      <BookingFlow key={property.id} property={property} days={days}>
        <PropertyAbout property={property} mapsApiKey={mapsApiKey} />
      </BookingFlow>
    </Page>
  )
}
