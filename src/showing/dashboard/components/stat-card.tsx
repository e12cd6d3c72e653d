import { Link } from 'react-router'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './stat-card.module.css'

type StatCardProps = {
  name: string
  value: string
  icon: IconName
  /** What makes up the number. */
  detail?: string
  /** Path that the card links to. */
  to?: string
}

/** Shows one number of the dashboard. */
export function StatCard({ name, value, icon, detail, to }: StatCardProps) {
  const inside = (
    <>
      <span className={styles.name}>
        <Icon name={icon} />
        {name}
      </span>
      <span className={styles.value}>{value}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
    </>
  )
  if (!to) return <div className={styles.card}>{inside}</div>
  return (
    <Link className={`${styles.card} ${styles.link}`} to={to} prefetch="intent">
      {inside}
    </Link>
  )
}

/** Shows the numbers side by side. */
export function StatCards({ cards }: { cards: StatCardProps[] }) {
  return (
    <ul className={`${styles.cards} ${cards.length % 3 === 0 ? styles.threes : ''}`}>
      {cards.map((card) => (
        <li key={card.name}>
          <StatCard {...card} />
        </li>
      ))}
    </ul>
  )
}
