import { Facts } from '../../../ui/card.tsx'
import * as t from '../../text/payment.ts'
import styles from './test-cards.module.css'

const CARDS = [
  { name: '4242 4242 4242 4242', value: t.testPays },
  { name: '4000 0025 0000 3155', value: t.testConfirmsFirst },
  { name: '4000 0000 0000 0002', value: t.testDeclined },
  { name: '4000 0000 0000 9995', value: t.testFunds },
  { name: '4000 0000 0000 0069', value: t.testExpired },
  { name: '4000 0000 0000 0127', value: t.testWrongCode },
]

/** What later charges of a saved card will do. */
const KEPT = [
  { name: '4000 0000 0000 0341', value: t.testRenewalDeclined },
  { name: '4000 0027 6000 3184', value: t.testRenewalConfirms },
]

export function TestCards({ keepsCard = false }: { keepsCard?: boolean }) {
  const cards = keepsCard ? [...CARDS, ...KEPT] : CARDS
  return (
    <details className={styles.cards}>
      <summary>{t.testCardNumbers()}</summary>
      <p>{t.testAnyDate()}</p>
      <Facts facts={cards.map((card) => ({ name: card.name, value: card.value() }))} />
    </details>
  )
}
