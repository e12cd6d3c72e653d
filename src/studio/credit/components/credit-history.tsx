import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { formatMoney } from '../../../platform/money.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/credit.ts'
import type { CreditEntry, Purchase } from '../contract.ts'
import { MOVEMENTS } from '../domain.ts'
import styles from './credit-history.module.css'

const creditsOf = (client: ApiClient) => listOf(client, '/credits', 'entries', { query: { limit: 20 } })
export const purchasesOf = (client: ApiClient) =>
  listOf(client, '/credits/purchases', 'purchases', { query: { limit: 10 } })

/** Lists every movement of credits, newest first. */
export function CreditHistory({ first }: { first: Page<CreditEntry> }) {
  const { items, ...more } = usePages(creditsOf(api), first)
  return (
    <Card title={t.history()} id="history">
      <Rows empty={t.noHistory()} more={more}>
        {items.map(({ id, kind, amount, balance, createdAt }) => (
          <Row
            key={id}
            title={MOVEMENTS[kind]?.() ?? kind}
            tags={
              <span className={amount > 0 ? styles.came : styles.went}>
                {amount > 0 ? `+${amount}` : `−${-amount}`}
                <span className="visually-hidden"> {t.creditsUnit()}</span>
              </span>
            }
          >
            <p>
              <AccountTime at={createdAt} /> · {t.balanceAfter({ balance })}
            </p>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

const BADGES = {
  partly_refunded: t.partlyRefunded,
  returning: t.refunding,
  refunded: t.refunded,
  returned_by_bank: t.returnedByBank,
}
const NAMES = { pack: t.pack, first_month: t.firstMonth, renewal: t.monthlyPlan }

/** Lists all payments, each with its receipt. */
export function Receipts({ first }: { first: Page<Purchase> }) {
  const { items, ...more } = usePages(purchasesOf(api), first)
  return (
    <Card title={t.receipts()} id="receipts">
      <Rows empty={t.noReceipts()} more={more}>
        {items.map(({ id, number, kind, amount, credits, status, paidAt, receiptUrl }) => (
          <Row
            key={id}
            title={t.purchaseLine({ name: NAMES[kind](), credits, amount: formatMoney(amount) })}
            tags={status !== 'paid' && <Badge>{BADGES[status]()}</Badge>}
            actions={
              <a href={receiptUrl} target="_blank" rel="noreferrer">
                {rich(t.receiptLink({ number, span: hidden }))}
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
