import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Countdown } from '../../../ui/countdown.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SandboxCard } from '../../../ui/sandbox-card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PaymentIntent } from '../../payment/contract.ts'
import { SUPPORT } from '../../site/domain.ts'
import styles from './card-step.module.css'
import type { Start } from './offered-times.tsx'
import { type OwnBooking, settle } from './settle.tsx'

// Stripe's part is fetched only where Stripe takes the cards.
const StripeCard = lazy(() => import('../../../ui/stripe-card.tsx').then((module) => ({ default: module.StripeCard })))

export type Payable = {
  intent: PaymentIntent
  when: string
  address: string
  billing: { name: string; email: string; phone: string }
}

type CardStepProps = Payable & {
  /** What is paid for. */
  noun?: 'showing' | 'demo'
  /** Ask first whether it is paid already: after a reload, or back from the bank. */
  isResumed: boolean
  onAway: () => void
  onBooked: (booking: OwnBooking) => void
  onLost: (message: string, alternatives: Start[]) => void
  onChooseAgain: () => void
}

type State = 'asking' | 'ready' | 'paying' | 'booking' | 'expired' | 'failed'

const HOLD_ENDED = 'Your hold on this time has ended. Please choose a time again.'
const FAILED = 'Payment succeeded but booking failed. Please contact support.'

/** A held time, its countdown and the card that turns it into a booking. */
export function CardStep({ intent, when, address, billing, isResumed, noun = 'showing', ...on }: CardStepProps) {
  const [state, setState] = useState<State>(isResumed ? 'asking' : 'ready')
  const [error, setError] = useState<string | null>(null)
  const [cents, setCents] = useState(intent.amount)
  const isPaying = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])

  const refused = (failure: unknown, whenUnknown: State) => {
    const { status, message, body } = failure instanceof ApiError ? failure : new ApiError(500, {})
    if (status === 410) setState('expired')
    else if (status === 409 && typeof body.amount === 'number') {
      setCents(body.amount)
      setState('ready')
      setError(message)
    } else if (status === 409) on.onLost(message, (body.alternatives as Start[] | undefined) ?? [])
    else {
      setState(whenUnknown)
      setError(status >= 400 ? message : `${message} Nothing is charged twice.`)
    }
  }

  async function book(patience: 'asking' | 'paid') {
    try {
      on.onBooked(await settle(intent, patience))
    } catch (failure) {
      const isUnpaid = failure instanceof ApiError && failure.status === 402
      if (patience === 'asking' && isUnpaid) setState('ready')
      else refused(failure, patience === 'paid' ? 'failed' : 'ready')
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the step opens.
  useEffect(() => {
    if (isResumed) void book('asking')
  }, [])

  /** @param take takes the money; `away`: the buyer goes to his bank's page and comes back to this one */
  async function pay(take: () => Promise<'paid' | 'away'>) {
    if (isPaying.current) return
    isPaying.current = true
    setState('paying')
    setError(null)
    try {
      if ((await take()) === 'away') return
      setState('booking')
      await book('paid')
    } catch (failure) {
      refused(failure, 'ready')
    }
    isPaying.current = false
  }

  const expire = useCallback(() => setState((current) => (current === 'ready' ? 'expired' : current)), [])
  const amount = formatMoney(cents)
  const TakeCard = intent.provider === 'stripe' ? StripeCard : SandboxCard

  return (
    <div className={styles.step}>
      <Card>
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {state === 'booking' ? `Confirming your ${noun}` : `Pay to confirm your ${noun}`}
        </h2>
        {state === 'asking' && <Skeleton lines={3} label="Looking up your payment…" />}
        {state === 'expired' && <Expired onChooseAgain={on.onChooseAgain} />}
        {state === 'failed' && <Failed error={error} onRetry={() => book('paid')} />}
        {(state === 'ready' || state === 'paying' || state === 'booking') && (
          <>
            <Countdown until={intent.holdExpiresAt} label="We are holding this time for you" onEnd={expire} />
            <Suspense fallback={<Skeleton lines={3} label="Loading the card form…" />}>
              <TakeCard {...{ intent, cents, billing, isResumed }} onAway={on.onAway} onPay={pay}>
                <div role="alert">{error && <Notice kind="error">{error}</Notice>}</div>
                <Button type="submit" size="large" wide busy={state !== 'ready'}>
                  {state === 'ready' ? `Pay ${amount}` : state === 'paying' ? 'Paying…' : `Confirming your ${noun}…`}
                </Button>
              </TakeCard>
            </Suspense>
          </>
        )}
      </Card>
      <div className={styles.aside}>
        <Card title={`Your ${noun}`}>
          <Facts
            facts={[
              { name: 'When', value: when },
              { name: 'Where', value: address },
              { name: 'Total', value: amount },
            ]}
          />
          {state === 'ready' && (
            <Button variant="quiet" onClick={on.onChooseAgain}>
              Change time or details
            </Button>
          )}
        </Card>
      </div>
    </div>
  )
}

function Expired({ onChooseAgain }: { onChooseAgain: () => void }) {
  return (
    <>
      <Notice kind="warning" role="alert" title={HOLD_ENDED}>
        <p>You have not been charged. Your details are kept.</p>
      </Notice>
      <Button size="large" wide onClick={onChooseAgain}>
        <Icon name="calendar" />
        Choose a time
      </Button>
    </>
  )
}

function Failed({ error, onRetry }: { error: string | null; onRetry: () => void }) {
  return (
    <>
      <Notice kind="error" role="alert" title={FAILED}>
        <p>
          Your payment is safe. We finish the booking by ourselves within a few minutes; if that is not possible you get
          a full refund. Either way we tell you by email.
        </p>
        {error && <p>{error}</p>}
      </Notice>
      <div className={styles.actions}>
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink variant="secondary" href={`tel:${SUPPORT.tel}`}>
          <Icon name="phone" />
          Call {SUPPORT.phone}
        </ButtonLink>
      </div>
    </>
  )
}
