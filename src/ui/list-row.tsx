import { type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './list-row.module.css'

type ListRowProps = {
  /** ID of the heading. */
  id: string
  /** The most important part: a time or a picture. */
  lead: ReactNode
  title: ReactNode
  text: ReactNode
  badges: ReactNode
  actions: (isOpen: boolean) => ReactNode
  status: string
  level?: 'h2' | 'h3'
  /** Shown in place when the row is open. */
  children: () => ReactNode
}

/** A frame around rows. Each child is an `li`. */
export const ListRows = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>

/** Shows an item of a long list: one line, and the rest in place. `useRowKeys` moves between rows. */
export function ListRow({ id, lead, title, text, badges, actions, status, level, children }: ListRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const panel = useId()
  const Heading = level ?? 'h3'
  return (
    <article className={styles.row} aria-labelledby={id} data-status={status} data-open={isOpen || undefined}>
      <div className={styles.line}>
        <Heading className={styles.head} id={id} tabIndex={-1}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className={styles.mark}>
              <Icon name="chevron-right" />
            </span>
            {lead}{' '}
            <span className={styles.what}>
              <span className={styles.title}>{title} </span>
              <span className={styles.text}>{text}</span>
            </span>
          </button>
        </Heading>
        <p className={styles.badges}>{badges}</p>
        <div className={styles.actions}>{actions(isOpen)}</div>
      </div>
      {isOpen && (
        <div className={styles.details} id={panel}>
          {children()}
        </div>
      )}
    </article>
  )
}
