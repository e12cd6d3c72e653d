import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { formatMoney } from '../../../platform/money.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { CreditEntry, Purchase } from '../contract.ts'
import { MOVEMENTS } from '../domain.ts'
import styles from './credit-history.module.css'

const creditsOf = (client: ApiClient) => listOf(client, '/credits', 'entries', { query: { limit: 20 } })
export const purchasesOf = (client: ApiClient) =>
  listOf(client, '/credits/purchases', 'purchases', { query: { limit: 10 } })

/** Every movement of credits, the newest first. */
export function CreditHistory({ first }: { first: Page<CreditEntry> }) {
  const { items, ...more } = usePages(creditsOf(api), first)
  return (
    <Card title="History" id="history">
      <Rows empty="No credits have moved yet." more={more}>
        {items.map(({ id, kind, amount, balance, createdAt }) => (
          <Row
            key={id}
            title={MOVEMENTS[kind] ?? kind}
            tags={
              <span className={amount > 0 ? styles.came : styles.went}>
                {amount > 0 ? `+${amount}` : `−${-amount}`}
                <span className="visually-hidden"> credits</span>
              </span>
            }
          >
            <p>
              <AccountTime at={createdAt} /> · balance {balance}
            </p>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

const NAMES = { pack: 'Credit pack', first_month: 'Monthly plan, first month', renewal: 'Monthly plan' }

/** What was paid, each with its receipt. */
export function Receipts({ first }: { first: Page<Purchase> }) {
  const { items, ...more } = usePages(purchasesOf(api), first)
  return (
    <Card title="Receipts" id="receipts">
      <Rows empty="You have not paid for anything yet." more={more}>
        {items.map(({ id, number, kind, amount, credits, status, paidAt, receiptUrl }) => (
          <Row
            key={id}
            title={`${NAMES[kind]}: ${credits} credits for ${formatMoney(amount)}`}
            tags={status !== 'paid' && <Badge>{status === 'refunded' ? 'Refunded' : 'On its way back'}</Badge>}
            actions={
              <a href={receiptUrl} target="_blank" rel="noreferrer">
                Receipt<span className="visually-hidden"> {number} (PDF, opens in a new tab)</span>
              </a>
            }
          >
            <p>
              <AccountTime at={paidAt} /> · {number}
            </p>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}
