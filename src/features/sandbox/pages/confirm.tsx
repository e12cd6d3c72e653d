import { useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, api, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { rememberedPage } from '../../../platform/return-path.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = { clientSecret: params.token ?? '' }
  try {
    const hold = bodyOf(await apiFor(context).GET('/api/payments/hold/{clientSecret}', { params: { path } }))
    if (hold.provider === 'sandbox') return hold
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
  // A real bank asks on a page of its own.
  throw data(null, { status: 404 })
}

export const headers = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
})

export const meta = () => [
  { title: 'Confirm your payment · ShowingBooker' },
  { name: 'robots', content: 'noindex, nofollow' },
]

type Outcome = 'complete' | 'fail'

/** Stands in for the page on which a bank asks its customer to confirm a payment. */
export default function ConfirmPage() {
  const hold = useLoaderData<typeof loader>()
  const [acting, setActing] = useState<Outcome | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { clientSecret } = hold
  const goBack = () => window.location.replace(rememberedPage(`/showingbooker/pay/${encodeURIComponent(clientSecret)}`))

  async function act(outcome: Outcome) {
    setActing(outcome)
    try {
      bodyOf(await api.POST('/api/payments/sandbox/action', { body: { clientSecret, outcome } }))
      goBack()
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : 'An unexpected error occurred')
      setActing(null)
    }
  }

  return (
    <Page title="Confirm your payment" intro="The test bank asks whether this payment is yours.">
      <Card>
        <Notice kind="info">Test mode. No card is charged.</Notice>
        <Facts
          facts={[
            { name: 'Amount', value: formatMoney(hold.amount) },
            { name: 'For', value: `Showing of ${hold.full_address}` },
            { name: 'When', value: hold.when },
          ]}
        />
        {error ? (
          <>
            <Notice kind="error" role="alert" title={error} />
            <Button size="large" wide onClick={goBack}>
              Back to payment
            </Button>
          </>
        ) : (
          <>
            <Button
              size="large"
              wide
              busy={acting === 'complete'}
              disabled={acting !== null}
              onClick={() => act('complete')}
            >
              Complete
            </Button>
            <Button
              variant="secondary"
              size="large"
              wide
              busy={acting === 'fail'}
              disabled={acting !== null}
              onClick={() => act('fail')}
            >
              Fail
            </Button>
          </>
        )}
      </Card>
    </Page>
  )
}
