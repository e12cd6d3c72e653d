import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DEMO_FEE_CENTS } from '../../../money/payment/domain.ts'
import { apiFor, bodyOf, cacheHeaders } from '../../../platform/api-client.ts'
import { formatMoney, formatShortMoney } from '../../../platform/money.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { offeredDays } from '../../booking/components/offered-times.tsx'
import { isOtherPage } from '../../booking/components/property-page.tsx'
import * as t from '../../text/demo.ts'
import { DemoFlow } from '../components/demo-flow.tsx'

const PATH = '/demo-booking'
const FEE = formatShortMoney(DEMO_FEE_CENTS)

export async function loader({ context }: LoaderFunctionArgs) {
  const answer = await apiFor(context).GET('/api/showingbooker/demo/booking', {})
  const offer = bodyOf(answer)
  const page = { offer: { ...offer, days: [] }, days: offeredDays(offer) }
  return data(page, { headers: { ...cacheHeaders(answer), 'x-cache-path': PATH } })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = () => [
  { title: t.metaTitle({ price: FEE }) },
  {
    name: 'description',
    content: t.metaDescription({ price: FEE }),
  },
]

export const shouldRevalidate = isOtherPage

export default function DemoBookingPage() {
  const { offer, days } = useLoaderData<typeof loader>()
  const price = formatMoney(offer.fee)
  return (
    <Page width="wide">
      <DemoFlow offer={offer} days={days}>
        <header>
          <h1>{t.seeEveryMessage({ price })}</h1>
        </header>
        <Notice kind="info" title={t.thisIsDemoBooking()}>
          <p>{t.demoExplained({ full_address: offer.property.full_address, price })}</p>
        </Notice>
        <noscript>
          <Notice kind="warning">{t.javascriptNeeded()}</Notice>
        </noscript>
      </DemoFlow>
    </Page>
  )
}
