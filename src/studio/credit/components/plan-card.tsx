import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { useAccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { Subscription } from '../contract.ts'
import styles from './plan-card.module.css'

type PlanCardProps = {
  plan: Subscription
  isAlive: boolean
  isBusy: boolean
  /** Opens the payment of a month, or goes on with a cancelled plan. */
  onSubscribe: () => void
  onChanged: () => Promise<void>
}

/** The monthly plan as it stands, and what can be done about it. */
export function PlanCard({ plan, isAlive, isBusy, onSubscribe, onChanged }: PlanCardProps) {
  const [isAsking, setIsAsking] = useState(false)
  const timeText = useAccountTime()
  const dayText = (at: string | null) => (at ? timeText(at, 'day') : '')
  const amount = formatMoney(plan.amount)
  const isLate = plan.status === 'past_due'
  const isRunning = plan.status === 'active' || isLate

  async function cancel() {
    await api.DELETE('/subscription')
    showToast({ kind: 'success', text: 'Your plan is cancelled. Nothing more is charged.' })
    await onChanged()
  }

  return (
    <Card title="Monthly plan" id="plan">
      {plan.status === 'ended' && (
        <Notice
          kind="info"
          title={`Your plan ended on ${dayText(plan.endedAt)}${plan.endedBecause === 'unpaid' ? ': your card was refused' : ''}`}
        />
      )}
      {isLate && !plan.cancelAtPeriodEnd && (
        <Notice kind="warning" title="Your card was refused for this month">
          <p>Nothing was charged. We try it again on {dayText(plan.nextTryAt)}; after three tries the plan ends.</p>
        </Notice>
      )}
      {isRunning ? (
        <Facts
          facts={[
            { name: 'Plan', value: `${plan.credits} credits for ${amount} a month` },
            { name: plan.cancelAtPeriodEnd ? 'Runs until' : 'Paid until', value: dayText(plan.periodEnd) },
            {
              name: 'Next payment',
              value: plan.cancelAtPeriodEnd ? 'None: it is cancelled' : `${amount} on ${dayText(plan.nextTryAt)}`,
            },
          ]}
        />
      ) : (
        <p>
          {plan.credits} credits each month for {amount}. What you do not use stays yours. It renews automatically each
          month until you cancel, which you can do at any time.
        </p>
      )}
      <p className={styles.actions}>
        {(!isRunning || isLate || plan.cancelAtPeriodEnd) && !(isLate && plan.cancelAtPeriodEnd) && (
          <Button busy={isBusy} disabled={!isAlive} onClick={onSubscribe}>
            {plan.cancelAtPeriodEnd
              ? 'Resume plan'
              : isLate
                ? 'Pay with another card'
                : `Subscribe for ${amount} a month`}
          </Button>
        )}
        {isRunning && !plan.cancelAtPeriodEnd && (
          <Button variant="secondary" disabled={!isAlive} onClick={() => setIsAsking(true)}>
            Cancel plan
          </Button>
        )}
      </p>
      {isAsking && (
        <ConfirmDialog
          title="Cancel your monthly plan?"
          confirmLabel="Cancel plan"
          closeLabel="Keep plan"
          onConfirm={cancel}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {isLate
              ? 'It ends now, and nothing is charged.'
              : `It runs until ${dayText(plan.periodEnd)}, and nothing more is charged. Until then you can resume it.`}{' '}
            Your credits stay yours.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
