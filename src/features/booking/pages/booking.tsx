import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Page } from '../../../ui/page.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { BookingUnknown } from '../components/booking-unknown.tsx'
import { BuyerPageView } from '../components/buyer-page-view.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = { token: params.token ?? '' }
  try {
    return bodyOf(await apiFor(context).GET('/api/showingbooker/public/booking/{token}', { params: { path } }))
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return data(null, { status: 404 })
    throw error
  }
}

/** Whoever has this address can act for the buyer: it is not kept, not found by search and told to no other site. */
export const headers = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
})

export const meta = () => [
  { title: 'Your showing · ShowingBooker' },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function BookingPage() {
  const page = useLoaderData<typeof loader>()
  if (!page) return <BookingUnknown />
  return (
    <Page>
      <BuyerPageView page={page} />
      <Toasts />
    </Page>
  )
}
