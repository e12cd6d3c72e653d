import { useEffect, useRef } from 'react'
import { ProviderCard, useCardPayment } from '../../../money/screen.tsx'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { timeLimit } from '../../../platform/time-limit.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { isFocusLost } from '../../../ui/focus-on.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/credit.ts'
import type { CreditIntent, Purchase } from '../contract.ts'
import styles from './credit-checkout.module.css'

export type Checkout = { intent: CreditIntent; isMonthly: boolean }

type CreditCheckoutProps = Checkout & {
  billing: { name: string; email: string; phone: string }
  /** `true` after a reload or a return from the bank, to check first whether it is already paid. */
  isResumed: boolean
  onAway: () => void
  onPaid: (purchase: Purchase) => void
  /** Called when the person gave up the payment, or it can no longer be paid. */
  onOver: (message: string | null) => void
}

/** Takes a card payment and waits until its credits arrive. */
export function CreditCheckout({ intent, isMonthly, billing, isResumed, onAway, onPaid, onOver }: CreditCheckoutProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const { state, error, pay, leave, lookAgain } = useCardPayment({
    isResumed,
    settle: async () => {
      const body = { paymentIntentId: intent.paymentIntentId }
      return bodyOf(await api.POST('/credits/settle', { body, signal: timeLimit() })).purchase
    },
    onSettled: onPaid,
    onRefused({ status, message }) {
      if (![404, 409, 410].includes(status)) return false
      onOver(message)
      return 'taken'
    },
  })

  const hasFields = state !== 'asking' && state !== 'unsettled'
  // The fields or the button are gone, and the focus with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has its own buttons.
  useEffect(() => {
    if (!hasFields && isFocusLost()) heading.current?.focus()
  }, [hasFields, state])

  const amount = formatMoney(intent.amount)
  return (
    <Card>
      <h2 className={styles.title} ref={heading} tabIndex={-1}>
        {isMonthly
          ? t.monthlyOffer({ credits: intent.credits, amount })
          : t.packOffer({ credits: intent.credits, amount })}
      </h2>
      {isMonthly && <p>{t.monthlyTerms({ amount })}</p>}
      {state === 'asking' && <Skeleton lines={3} label={t.lookingUp()} />}
      {state === 'unsettled' && (
        <>
          <Notice kind="error" role="alert" title={t.paidNoCredits()}>
            <p>{t.paidNoCreditsText()}</p>
            {error && <p>{error}</p>}
          </Notice>
          <Button onClick={lookAgain}>{t.lookAgain()}</Button>
        </>
      )}
      {hasFields && (
        <>
          <ProviderCard
            intent={intent}
            billing={billing}
            isResumed={isResumed}
            onAway={onAway}
            cents={intent.amount}
            keepsCard={isMonthly}
            onPay={pay}
          >
            <div role="alert">{error && <Notice kind="error">{error}</Notice>}</div>
            <Button type="submit" size="large" wide busy={state !== 'ready'}>
              {state === 'ready' ? t.pay({ amount }) : state === 'paying' ? t.paying() : t.adding()}
            </Button>
          </ProviderCard>
          <p className={styles.small}>{t.finalAndForever()}</p>
          {state === 'ready' && (
            <Button variant="quiet" onClick={() => void leave(() => onOver(null))}>
              {kit.cancel()}
            </Button>
          )}
        </>
      )}
    </Card>
  )
}
