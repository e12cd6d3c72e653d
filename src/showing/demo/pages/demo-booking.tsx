import { data, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router'
import { apiFor, bodyOf, cacheHeaders } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { offeredDays } from '../../booking/components/offered-times.tsx'
import { DemoFlow } from '../components/demo-flow.tsx'

const PATH = '/demo-booking'

export async function loader({ context }: LoaderFunctionArgs) {
  const answer = await apiFor(context).GET('/api/showingbooker/demo/booking', {})
  const offer = bodyOf(answer)
  const page = { offer: { ...offer, days: [] }, days: offeredDays(offer) }
  return data(page, { headers: { ...cacheHeaders(answer), 'x-cache-path': PATH } })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = () => [
  { title: 'Demo booking for $1 · ShowingBooker' },
  {
    name: 'description',
    content:
      'See every message of a private showing for $1: the emails, the texts and the certified letter that agent, resident and buyer would get, sent to you and marked DEMO.',
  },
]

// A step of the booking is a history entry of the same page: there is nothing to load again.
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href

export default function DemoBookingPage() {
  const { offer, days } = useLoaderData<typeof loader>()
  const price = formatMoney(offer.fee)
  return (
    <Page width="wide">
      <DemoFlow offer={offer} days={days}>
        <header>
          <h1>See every message of a showing, for {price}</h1>
        </header>
        <Notice kind="info" title="This is a demo booking">
          <p>
            You book a showing of a home that does not exist, {offer.property.full_address}, and pay {price} by card.
            Then you get what a real booking sends to the agent, the resident and the buyer: emails, texts and a
            certified letter, to the places that you name below and to nobody else. Every message says DEMO first.
          </p>
        </Notice>
        <noscript>
          <Notice kind="warning">To book the demo, please switch on JavaScript in your browser.</Notice>
        </noscript>
      </DemoFlow>
    </Page>
  )
}
