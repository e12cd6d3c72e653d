import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SandboxCard } from '../../../ui/sandbox-card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { CreditIntent, Purchase } from '../contract.ts'
import styles from './credit-checkout.module.css'

const StripeCard = lazy(() => import('../../../ui/stripe-card.tsx').then((module) => ({ default: module.StripeCard })))

export type Checkout = { intent: CreditIntent; isMonthly: boolean }

type CreditCheckoutProps = Checkout & {
  billing: { name: string; email: string; phone: string }
  /** Ask first whether it is paid already: after a reload, or back from the bank. */
  isResumed: boolean
  onAway: () => void
  onPaid: (purchase: Purchase) => void
  /** It cannot be paid any more, or was given up. */
  onOver: (message: string | null) => void
}

type State = 'asking' | 'ready' | 'paying' | 'settling' | 'unsettled'
const PAUSES_MS = [500, 1000, 2000, 4000]

/** Takes a card and waits until its credits are there. */
export function CreditCheckout({ intent, isMonthly, billing, isResumed, onAway, onPaid, onOver }: CreditCheckoutProps) {
  const [state, setState] = useState<State>(isResumed ? 'asking' : 'ready')
  const [error, setError] = useState<string | null>(null)
  const isPaying = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function refused(failure: unknown, next: State) {
    const { status, message } = failure instanceof ApiError ? failure : new ApiError(500, {})
    if (status === 409 || status === 410 || status === 404) return onOver(message)
    setState(next)
    setError(status >= 400 ? message : `${message} Nothing is charged twice.`)
  }

  async function finish(patience: 'asking' | 'paid') {
    try {
      onPaid(await settle(intent.paymentIntentId, patience))
    } catch (failure) {
      if (patience === 'asking' && failure instanceof ApiError && failure.status === 402) setState('ready')
      else refused(failure, patience === 'paid' ? 'unsettled' : 'ready')
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens.
  useEffect(() => {
    if (isResumed) void finish('asking')
  }, [])

  async function pay(take: () => Promise<'paid' | 'away'>) {
    if (isPaying.current) return
    isPaying.current = true
    setState('paying')
    setError(null)
    try {
      if ((await take()) === 'away') return
      setState('settling')
      await finish('paid')
    } catch (failure) {
      refused(failure, 'ready')
    }
    isPaying.current = false
  }

  const amount = formatMoney(intent.amount)
  const TakeCard = intent.provider === 'stripe' ? StripeCard : SandboxCard
  return (
    <Card>
      <h2 className={styles.title} ref={heading} tabIndex={-1}>
        {isMonthly ? `${intent.credits} credits a month for ${amount}` : `${intent.credits} credits for ${amount}`}
      </h2>
      {isMonthly && (
        <p>
          {amount} is charged today and each month on this card, until you cancel. You can cancel at any time: the plan
          then runs to the end of its month.
        </p>
      )}
      {state === 'asking' && <Skeleton lines={3} label="Looking up your payment…" />}
      {state === 'unsettled' && (
        <>
          <Notice kind="error" role="alert" title="Your payment went through, but the credits are not here yet">
            <p>Your payment is safe. They come by themselves within a few minutes, or you get a full refund.</p>
            {error && <p>{error}</p>}
          </Notice>
          <Button onClick={() => finish('paid')}>Look again</Button>
        </>
      )}
      {(state === 'ready' || state === 'paying' || state === 'settling') && (
        <>
          <Suspense fallback={<Skeleton lines={3} label="Loading the card form…" />}>
            <TakeCard
              {...{ intent, billing, isResumed, onAway }}
              cents={intent.amount}
              keepsCard={isMonthly}
              onPay={pay}
            >
              <div role="alert">{error && <Notice kind="error">{error}</Notice>}</div>
              <Button type="submit" size="large" wide busy={state !== 'ready'}>
                {state === 'ready' ? `Pay ${amount}` : state === 'paying' ? 'Paying…' : 'Adding your credits…'}
              </Button>
            </TakeCard>
          </Suspense>
          <p className={styles.small}>Purchases of credits are non-refundable. Credits do not expire.</p>
          {state === 'ready' && (
            <Button variant="quiet" onClick={() => onOver(null)}>
              Not now
            </Button>
          )}
        </>
      )}
    </Card>
  )
}

/** Safe to repeat; after a payment it is patient, for the provider's word may lag behind. */
async function settle(paymentIntentId: string, patience: 'asking' | 'paid'): Promise<Purchase> {
  for (let attempt = 0; ; attempt++) {
    try {
      return bodyOf(await api.POST('/credits/settle', { body: { paymentIntentId } })).purchase
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 500
      const mayPass = status === 0 || status === 429 || status >= 500 || (patience === 'paid' && status === 402)
      const pause = PAUSES_MS[attempt]
      if (pause === undefined || !mayPass) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
