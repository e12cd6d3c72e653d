import type { ReactNode } from 'react'
import styles from './card.module.css'

/** A titled part of a page. */
export function Card({
  title,
  aside,
  intro,
  children,
  id,
}: {
  title?: string
  /** Shown next to the title. */
  aside?: ReactNode
  intro?: ReactNode
  children: ReactNode
  id?: string
}) {
  return (
    <section className={styles.card} id={id}>
      {title && (
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {aside}
        </div>
      )}
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
    </section>
  )
}

type Fact = {
  name: string
  value: ReactNode
  /** `true` for sentences or lists of words, which may take many lines. */
  isProse?: boolean
}

/** Shows names and values, one pair per row. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, isProse }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={isProse ? styles.prose : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
