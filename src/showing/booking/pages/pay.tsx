import { useCallback, useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiFor, bodyOf, isUnknown } from '../../../platform/api-client.ts'
import { PRODUCT_PROPERTY } from '../../../property/property/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { secretPageHeaders } from '../../../ui/secret-page.ts'
import * as t from '../../text/booking.ts'
import { BookingUnknown } from '../components/booking-unknown.tsx'
import { CardStep } from '../components/card-step.tsx'
import { DemoNotice } from '../components/demo-notice.tsx'
import { NeedsJavaScript } from '../components/needs-javascript.tsx'
import { PayTerms } from '../components/pay-terms.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = { clientSecret: params.token ?? '' }
  try {
    const hold = bodyOf(await apiFor(context).GET('/api/payments/hold/{clientSecret}', { params: { path } }))
    return { hold, madeAt: new Date().toISOString() }
  } catch (error) {
    if (isUnknown(error)) return data({ hold: null, madeAt: '' }, { status: 404 })
    throw error
  }
}

/** The URL holds the payment's secret. */
export const headers = secretPageHeaders

export const meta = () => [
  { title: t.payTitle() },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

/**
 * Takes the card for a hold that someone made through the API, or that an agent made for a visitor who phoned. That
 * visitor agrees to the terms first.
 */
export default function PayPage() {
  const { hold, madeAt } = useLoaderData<typeof loader>()
  const [lost, setLost] = useState<string | null>(null)
  const [hasAgreed, setHasAgreed] = useState(false)
  const agree = useCallback(() => setHasAgreed(true), [])
  if (!hold) return <BookingUnknown />
  const isDemo = hold.slug === PRODUCT_PROPERTY.slug
  const bookUrl = isDemo ? '/demo-booking' : `/showingbooker/book/${encodeURIComponent(hold.slug)}`
  return (
    <Page width="wide" title={hold.full_address}>
      <NeedsJavaScript />
      {hold.is_demo && !isDemo && <DemoNotice />}
      {lost ? (
        <>
          <Notice kind="error" role="alert" title={lost} />
          <p>
            <ButtonLink href={bookUrl}>{t.chooseAnotherTime()}</ButtonLink>
          </p>
        </>
      ) : hold.status === 'held' && hold.asksTerms && !hasAgreed ? (
        <PayTerms hold={hold} madeAt={madeAt} onAgreed={agree} onEnd={agree} />
      ) : (
        <CardStep
          noun={isDemo ? 'demo' : 'showing'}
          intent={hold}
          when={hold.when}
          address={hold.full_address}
          onApproval={hold.onApproval}
          billing={{ name: hold.buyerName, email: hold.buyerEmail, phone: hold.buyerPhone }}
          isResumed
          isAlone
          onAway={() => undefined}
          onBooked={(booking) => window.location.replace(booking.manageUrl)}
          onLost={setLost}
          onChooseAgain={() => window.location.assign(bookUrl)}
        />
      )}
    </Page>
  )
}
