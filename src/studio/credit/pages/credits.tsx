import { useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import * as t from '../../text/credit.ts'
import { CreditCheckout } from '../components/credit-checkout.tsx'
import { CreditHistory, purchasesOf, Receipts } from '../components/credit-history.tsx'
import { PlanCard } from '../components/plan-card.tsx'
import { useCreditCheckout } from '../components/use-credit-checkout.tsx'
import type { Purchase } from '../contract.ts'
import { CREDIT_PACK } from '../domain.ts'
import styles from './credits.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const [ledger, plan, purchases] = await Promise.all([
    api.GET('/credits', { params: { query: { limit: 20 } } }),
    api.GET('/subscription'),
    purchasesOf(api).load(),
  ])
  const { balance, entries, nextCursor } = bodyOf(ledger)
  return {
    balance,
    plan: bodyOf(plan),
    entries: { items: entries, nextCursor },
    purchases,
  }
}

export const meta = () => [{ title: t.pageTitle() }, { name: 'robots', content: 'noindex' }]

type Frame = { account: { email: string; username: string | null } }

/** Shows the studio's balance and the ways to get more credits. */
export default function CreditsPage() {
  const { balance, plan, entries, purchases } = useLoaderData<typeof loader>()
  const { account } = useRouteLoaderData('account/profile/pages/account') as Frame
  const reload = useReloadAfterAct()
  const isAlive = useIsAlive()
  const { checkout, isResumed, opening, fault, open, keep, close } = useCreditCheckout(async () => {
    showToast({ kind: 'success', text: t.planResumed() })
    await reload()
  })

  async function paid({ credits, number }: Purchase) {
    leave(null)
    showToast({ kind: 'success', text: t.creditsAdded({ credits, number }) })
    await reload()
  }

  async function over(message: string | null) {
    leave(message)
    await reload()
  }

  const left = useRef<string>(undefined)
  function leave(message: string | null) {
    left.current = checkout?.isMonthly ? '#plan h2' : '#buy h2'
    close(message)
  }
  // The card form had the focus and is gone. The purchase replaces it.
  useEffect(() => {
    if (checkout || !left.current) return
    focusOn(left.current)
    left.current = undefined
  }, [checkout])

  const billing = { name: account.username ?? account.email, email: account.email, phone: '' }
  return (
    <Page title={t.credits()} intro={t.creditsIntro()}>
      <Card>
        <p className={styles.balance}>
          {rich(t.balance({ count: balance, strong: (inner) => <strong>{inner}</strong> }))}
        </p>
        <p>{t.creditsText()}</p>
        <p>
          <ButtonLink variant="secondary" href="/create">
            {t.openStudio()}
          </ButtonLink>
        </p>
      </Card>
      {fault && <Notice kind="error" role="alert" title={fault} />}
      {checkout ? (
        <CreditCheckout
          key={checkout.intent.paymentIntentId}
          {...checkout}
          billing={billing}
          isResumed={isResumed}
          onAway={keep}
          onPaid={paid}
          onOver={over}
        />
      ) : (
        <Card title={t.buyCredits()} id="buy">
          <p>{t.packTerms({ credits: CREDIT_PACK.credits, price: formatMoney(CREDIT_PACK.cents) })}</p>
          <p>
            <Button busy={opening === 'pack'} disabled={!isAlive || opening !== null} onClick={() => open('pack')}>
              {t.buyPack({ credits: CREDIT_PACK.credits, price: formatMoney(CREDIT_PACK.cents) })}
            </Button>
          </p>
        </Card>
      )}
      {!checkout?.isMonthly && (
        <PlanCard
          plan={plan}
          isAlive={isAlive}
          isBusy={opening === 'plan'}
          onSubscribe={() => open('plan')}
          onChanged={reload}
        />
      )}
      <Receipts first={purchases} />
      <CreditHistory first={entries} />
    </Page>
  )
}
