import { api, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { CreditEntry, Purchase } from '../contract.ts'
import { MOVEMENTS } from '../domain.ts'
import styles from './credit-history.module.css'

type First<Item> = { items: Item[]; nextCursor: string | null }

/** Every movement of credits, the newest first. */
export function CreditHistory({ first }: { first: First<CreditEntry> }) {
  const { items, ...more } = usePages({
    key: 'credits',
    first,
    async load(cursor) {
      const page = bodyOf(await api.GET('/credits', { params: { query: { cursor, limit: 20 } } }))
      return { items: page.entries, nextCursor: page.nextCursor }
    },
  })
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
export function Receipts({ first }: { first: First<Purchase> }) {
  const { items, ...more } = usePages({
    key: 'receipts',
    first,
    async load(cursor) {
      const page = bodyOf(await api.GET('/credits/purchases', { params: { query: { cursor, limit: 10 } } }))
      return { items: page.purchases, nextCursor: page.nextCursor }
    },
  })
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
