import { useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, api, apiFor, bodyOf, isUnknown } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { rememberedPage } from '../../../platform/return-path.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { secretPageHeaders } from '../../../ui/secret-page.ts'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import * as t from '../../text/sandbox.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = { clientSecret: params.token ?? '' }
  const api = apiFor(context)
  try {
    // The page exists only without a real bank, which has its own page.
    const { amount } = bodyOf(await api.GET('/api/payments/sandbox/intent/{clientSecret}', { params: { path } }))
    return { ...path, amount, showing: await showingOf(context, path) }
  } catch (error) {
    if (isUnknown(error)) throw data(null, { status: 404 })
    throw error
  }
}

/** Returns the showing that an intent pays for, or `null` if it pays for something else. */
async function showingOf(context: LoaderFunctionArgs['context'], path: { clientSecret: string }) {
  try {
    const hold = bodyOf(await apiFor(context).GET('/api/payments/hold/{clientSecret}', { params: { path } }))
    return { address: hold.full_address, when: hold.when }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export const headers = secretPageHeaders

export const meta = () => [{ title: t.pageTitle() }, { name: 'robots', content: 'noindex, nofollow' }]

type Outcome = 'complete' | 'fail'

/** Simulates the page on which a bank asks its customer to confirm a payment. */
export default function ConfirmPage() {
  const { clientSecret, amount, showing } = useLoaderData<typeof loader>()
  const [acting, setActing] = useState<Outcome | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isAlive = useIsAlive()
  const goBack = () => window.location.replace(rememberedPage(`/showingbooker/pay/${encodeURIComponent(clientSecret)}`))

  async function act(outcome: Outcome) {
    setActing(outcome)
    try {
      bodyOf(await api.POST('/api/payments/sandbox/action', { body: { clientSecret, outcome } }))
      goBack()
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : t.unexpectedError())
      setActing(null)
    }
  }

  return (
    <Page title={t.confirmTitle()} intro={t.confirmIntro()}>
      <Card>
        <Notice kind="info">{t.testMode()}</Notice>
        <Facts
          facts={[
            { name: t.amount(), value: formatMoney(amount) },
            { name: t.payFor(), value: showing ? t.showingOf({ address: showing.address }) : t.studioCredits() },
            ...(showing ? [{ name: t.when(), value: showing.when }] : []),
          ]}
        />
        {error ? (
          <>
            <Notice kind="error" role="alert" title={error} />
            <Button size="large" wide onClick={goBack}>
              {t.backToPayment()}
            </Button>
          </>
        ) : (
          <>
            <Button
              size="large"
              wide
              busy={acting === 'complete'}
              disabled={acting !== null || !isAlive}
              onClick={() => act('complete')}
            >
              {t.complete()}
            </Button>
            <Button
              variant="secondary"
              size="large"
              wide
              busy={acting === 'fail'}
              disabled={acting !== null || !isAlive}
              onClick={() => act('fail')}
            >
              {t.fail()}
            </Button>
          </>
        )}
      </Card>
    </Page>
  )
}
