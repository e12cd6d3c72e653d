import { useCallback, useEffect, useRef, useState } from 'react'
import type { PaymentIntent } from '../../../money/payment/contract.ts'
import { ProviderCard, useCardPayment } from '../../../money/screen.tsx'
import { formatMoney } from '../../../platform/money.ts'
import { SUPPORT } from '../../../product.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Countdown } from '../../../ui/countdown.tsx'
import { keepTime } from '../../../ui/date-time.ts'
import { focusOn, isFocusLost } from '../../../ui/focus-on.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/booking.ts'
import type { Booking } from '../contract.ts'
import { safeWords } from '../safe-payment-messages.ts'
import styles from './card-step.module.css'
import type { Start } from './offered-times.tsx'
import { settle } from './settle.tsx'

export type Payable = {
  intent: PaymentIntent
  when: string
  address: string
  billing: { name: string; email: string; phone: string }
}

type CardStepProps = Payable & {
  /** What the buyer pays for. */
  noun?: 'showing' | 'demo'
  /** `true` if the card is charged only after the agent approves. */
  onApproval?: boolean | undefined
  /** `true` on a page without the booking form, where the buyer has no details to keep or change. */
  isAlone?: boolean
  /** `true` to check first whether the buyer has already paid: after a reload, or after they return from their bank. */
  isResumed: boolean
  onAway: (isAway?: boolean) => void
  onBooked: (booking: Booking) => void
  onLost: (message: string, alternatives: Start[]) => void
  /** @param isOver no one can pay anymore, even if the hold has not expired */
  onChooseAgain: (isOver: boolean) => void
}

/** Shows a held slot with its countdown, and takes the card payment that turns it into a booking. */
export function CardStep({
  intent,
  when,
  address,
  billing,
  isResumed,
  noun = 'showing',
  onApproval,
  isAlone,
  ...on
}: CardStepProps) {
  const [isRefused, setIsRefused] = useState(false)
  const [hasEnded, setHasEnded] = useState(false)
  const [cents, setCents] = useState(intent.amount)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.focus()
    // When the buyer goes back, the form starts at its top.
    return () => {
      if (isFocusLost()) focusOn('h1')
    }
  }, [])

  const { state, error, pay, leave, lookAgain } = useCardPayment({
    isResumed,
    settle: () => settle(intent),
    onSettled: on.onBooked,
    onRefused({ status, message, body }) {
      if (status === 402) on.onAway(false)
      if (status === 410) setIsRefused(true)
      else if (status === 409 && typeof body.amount === 'number') {
        setCents(body.amount)
        return 'again'
      } else if (status === 409) on.onLost(message, (body.alternatives as Start[] | undefined) ?? [])
      else return false
      return 'taken'
    },
  })

  const chooseAgain = () => void leave(() => on.onChooseAgain(isRefused))
  const end = useCallback(() => setHasEnded(true), [])
  // The countdown never ends a payment in progress, because only the server knows how it ended.
  const isExpired = isRefused || (hasEnded && state === 'ready')
  const amount = formatMoney(cents)
  const hasFields = !isExpired && state !== 'asking' && state !== 'unsettled'
  // The fields or the buttons are gone, and the focus went with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has its own buttons.
  useEffect(() => {
    if (!hasFields && isFocusLost()) heading.current?.focus()
  }, [hasFields, state])

  return (
    <div className={styles.step}>
      <Card>
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {state === 'settling' && !isExpired ? t.confirming({ noun }) : t.payToConfirm({ noun })}
        </h2>
        {!isExpired && <p className={styles.when}>{keepTime(when)}</p>}
        {state === 'asking' && !isExpired && <Skeleton lines={3} label={t.lookingUpPayment()} />}
        {isExpired && <Expired error={error} isAlone={isAlone} onChooseAgain={chooseAgain} />}
        {state === 'unsettled' && !isExpired && (
          <Failed promise={safeWords(noun, billing)} error={error} onRetry={lookAgain} />
        )}
        {hasFields && (
          <>
            <Countdown until={intent.holdExpiresAt} label={t.holdingForYou()} onEnd={end} />
            {onApproval && <p>{t.chargedOnApproval({ sum: amount })}</p>}
            <ProviderCard
              intent={intent}
              cents={cents}
              billing={billing}
              isResumed={isResumed}
              onAway={() => on.onAway()}
              onPay={pay}
            >
              <div role="alert">{error && <Notice kind="error">{error}</Notice>}</div>
              <Button type="submit" size="large" wide busy={state !== 'ready'}>
                {state === 'ready' ? t.pay({ amount }) : state === 'paying' ? t.paying() : t.confirmingNow({ noun })}
              </Button>
            </ProviderCard>
          </>
        )}
      </Card>
      <div className={styles.aside}>
        <Card title={t.yours({ noun })}>
          <Facts
            facts={[
              { name: t.when(), value: keepTime(when) },
              { name: t.where(), value: address },
              { name: t.total(), value: amount },
            ]}
          />
          {state === 'ready' && !isExpired && (
            <Button variant="quiet" onClick={chooseAgain}>
              {isAlone ? t.chooseAnotherTime() : t.changeTimeOrDetails()}
            </Button>
          )}
        </Card>
      </div>
    </div>
  )
}

/** @param error error of the last attempt to pay, which may or may not have charged the card */
function Expired({
  error,
  isAlone,
  onChooseAgain,
}: Pick<CardStepProps, 'isAlone'> & { error: string | null; onChooseAgain: () => void }) {
  return (
    <>
      <Notice kind="warning" role="alert" title={t.holdEnded()}>
        <p>
          {error ?? t.notCharged()} {!isAlone && t.detailsKept()}
        </p>
      </Notice>
      <Button size="large" wide onClick={onChooseAgain}>
        <Icon name="calendar" />
        {t.chooseATime()}
      </Button>
    </>
  )
}

function Failed({ promise, error, onRetry }: { promise: string; error: string | null; onRetry: () => void }) {
  return (
    <>
      <Notice kind="error" role="alert" title={t.paidNotBooked()}>
        <p>{promise}</p>
        {error && <p>{error}</p>}
      </Notice>
      <div className={styles.actions}>
        <Button onClick={onRetry}>{kit.tryAgain()}</Button>
        <ButtonLink variant="secondary" href={`tel:${SUPPORT.tel}`}>
          <Icon name="phone" />
          {t.callPhone({ phone: SUPPORT.phone })}
        </ButtonLink>
      </div>
    </>
  )
}
