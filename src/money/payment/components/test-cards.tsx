import { Facts } from '../../../ui/card.tsx'
import styles from './test-cards.module.css'

const CARDS = [
  { name: '4242 4242 4242 4242', value: 'Pays' },
  { name: '4000 0025 0000 3155', value: 'Asks for a confirmation first' },
  { name: '4000 0000 0000 0002', value: 'Declined' },
  { name: '4000 0000 0000 9995', value: 'Insufficient funds' },
  { name: '4000 0000 0000 0069', value: 'Expired card' },
  { name: '4000 0000 0000 0127', value: 'Wrong security code' },
]

/** Of a card that is kept: what becomes of it later. */
const KEPT = [
  { name: '4000 0000 0000 0341', value: 'Pays now, declined at each renewal' },
  { name: '4000 0027 6000 3184', value: 'Asks for a confirmation each time' },
]

export function TestCards({ keepsCard = false }: { keepsCard?: boolean }) {
  return (
    <details className={styles.cards}>
      <summary>Test card numbers</summary>
      <p>Any future expiry date and any security code will do.</p>
      <Facts facts={keepsCard ? [...CARDS, ...KEPT] : CARDS} />
    </details>
  )
}
