import { useState } from 'react'
import { api } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { utcDay } from '../../../ui/date-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/credit.ts'
import type { Subscription } from '../contract.ts'
import styles from './plan-card.module.css'

type PlanCardProps = {
  plan: Subscription
  isAlive: boolean
  isBusy: boolean
  /** Opens the payment for a month, or resumes a canceled plan. */
  onSubscribe: () => void
  onChanged: () => Promise<void>
}

/** Shows the monthly plan and its actions. */
export function PlanCard({ plan, isAlive, isBusy, onSubscribe, onChanged }: PlanCardProps) {
  const [isAsking, setIsAsking] = useState(false)
  const dayText = (at: string | null) => (at ? utcDay(at) : '')
  const amount = formatMoney(plan.amount)
  const isLate = plan.status === 'past_due'
  const isRunning = plan.status === 'active' || isLate

  async function cancel() {
    await api.DELETE('/subscription')
    showToast({ kind: 'success', text: t.planCancelled() })
    await onChanged()
  }

  return (
    <Card title={t.monthlyPlan()} id="plan">
      {plan.status === 'ended' && (
        <Notice
          kind="info"
          title={(plan.endedBecause === 'unpaid' ? t.endedUnpaid : t.ended)({ day: dayText(plan.endedAt) })}
        />
      )}
      {isLate && !plan.cancelAtPeriodEnd && (
        <Notice kind="warning" title={t.cardDeclined()}>
          <p>{t.cardDeclinedText({ day: dayText(plan.nextTryAt) })}</p>
        </Notice>
      )}
      {isRunning ? (
        <Facts
          facts={[
            { name: t.plan(), value: t.monthlyOffer({ credits: plan.credits, amount }) },
            { name: plan.cancelAtPeriodEnd ? t.runsUntil() : t.paidUntil(), value: dayText(plan.periodEnd) },
            {
              name: t.nextPayment(),
              value: plan.cancelAtPeriodEnd ? t.noNextPayment() : t.amountOn({ amount, day: dayText(plan.nextTryAt) }),
            },
          ]}
        />
      ) : (
        <p>{t.planOffer({ credits: plan.credits, amount })}</p>
      )}
      {/* The button that replaces "Cancel plan" has the same key, so that the focus stays. */}
      <p className={styles.actions}>
        {(!isRunning || isLate || plan.cancelAtPeriodEnd) && !(isLate && plan.cancelAtPeriodEnd) && (
          <Button
            key={isRunning && !plan.cancelAtPeriodEnd ? 'pay' : 'cancel'}
            busy={isBusy}
            disabled={!isAlive}
            onClick={onSubscribe}
          >
            {plan.cancelAtPeriodEnd ? t.resumePlan() : isLate ? t.anotherCard() : t.subscribe({ amount })}
          </Button>
        )}
        {isRunning && !plan.cancelAtPeriodEnd && (
          <Button key="cancel" variant="secondary" disabled={!isAlive} onClick={() => setIsAsking(true)}>
            {t.cancelPlan()}
          </Button>
        )}
      </p>
      {isAsking && (
        <ConfirmDialog
          title={t.cancelPlanQuestion()}
          confirmLabel={t.cancelPlan()}
          closeLabel={t.keepPlan()}
          onConfirm={cancel}
          onClose={() => setIsAsking(false)}
        >
          <p>{isLate ? t.cancelNow() : t.cancelLater({ day: dayText(plan.periodEnd) })}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
