import {
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router'
import { ApiError, apiFor, bodyOf, cacheHeaders, serverContext } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'
import { BookingFlow } from '../components/booking-flow.tsx'
import { NotAvailable } from '../components/not-available.tsx'
import { offeredDays } from '../components/offered-times.tsx'
import { PropertyAbout } from '../components/property-about.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiFor(context)
  const slugOrId = params.property ?? ''
  try {
    const [property, availability] = await Promise.all([
      api.GET('/api/showingbooker/public/property/{slug}', { params: { path: { slug: slugOrId } } }),
      api.GET('/api/showingbooker/public/property/{slugOrId}/availability', { params: { path: { slugOrId } } }),
    ])
    const page = {
      property: bodyOf(property),
      days: offeredDays(bodyOf(availability)),
      mapsApiKey: context.get(serverContext).mapsApiKey ?? null,
    }
    return data(page, { headers: cacheHeaders(property, availability) })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return data(null, { status: 404 })
    throw error
  }
}

/** Keeps search engines away: only the agent gives out the link (docs/decisions/0024). */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
  ...Object.fromEntries(loaderHeaders),
  'X-Robots-Tag': 'noindex',
})

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

// Each step is a history entry of the same page, so there is nothing to reload.
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href

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
