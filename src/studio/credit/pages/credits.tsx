import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useRouteLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
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

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Credits · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

type Frame = { account: { email: string; username: string | null } }

/** The balance of the studio, and how more credits come. */
export default function CreditsPage() {
  const { balance, plan, entries, purchases } = useLoaderData<typeof loader>()
  const { account } = useRouteLoaderData('account/profile/pages/account') as Frame
  const { revalidate } = useRevalidator()
  const isAlive = useIsAlive()
  const { checkout, isResumed, opening, fault, open, keep, close } = useCreditCheckout(async () => {
    showToast({ kind: 'success', text: 'Your plan goes on.' })
    await revalidate()
  })

  async function paid({ credits, number }: Purchase) {
    close(null)
    showToast({ kind: 'success', text: `${credits} credits are yours. Receipt ${number} is on its way by email.` })
    await revalidate()
  }

  async function over(message: string | null) {
    close(message)
    await revalidate()
  }

  const billing = { name: account.username ?? account.email, email: account.email, phone: '' }
  return (
    <Page title="Credits" intro="One credit draws one image in the studio.">
      <Card>
        <p className={styles.balance}>
          <strong>{balance}</strong> {balance === 1 ? 'credit' : 'credits'}
        </p>
        <p>
          Credits never expire. A credit comes back automatically when its image cannot be drawn; filters, publishing
          and looking are free.
        </p>
        <p>
          <ButtonLink variant="secondary" href="/create">
            Open the studio
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
        <Card title="Buy credits" id="buy">
          <p>
            {CREDIT_PACK.credits} credits for {formatMoney(CREDIT_PACK.cents)}, once. Purchases are non-refundable.
          </p>
          <p>
            <Button busy={opening === 'pack'} disabled={!isAlive || opening !== null} onClick={() => open('pack')}>
              Buy {CREDIT_PACK.credits} credits for {formatMoney(CREDIT_PACK.cents)}
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
          onChanged={revalidate}
        />
      )}
      <Receipts first={purchases} />
      <CreditHistory first={entries} />
    </Page>
  )
}
