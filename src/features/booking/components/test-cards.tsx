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

export function TestCards() {
  return (
    <details className={styles.cards}>
      <summary>Test card numbers</summary>
      <p>Any future expiry date and any security code will do.</p>
      <Facts facts={CARDS} />
    </details>
  )
}
