import type { ReactNode } from 'react'
import styles from './records.module.css'

/** Shows records in a list. */
export const Records = ({ children }: { children: ReactNode[] }) => <ol className={styles.records}>{children}</ol>

export function Entry({ title, badge, children }: { title: ReactNode; badge?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div className={styles.head}>
        <p className={styles.what}>{title}</p>
        {badge}
      </div>
      {children}
    </li>
  )
}

/** Shows when a record was made, and its details. */
export const Meta = ({ children }: { children: ReactNode }) => <p className={styles.meta}>{children}</p>
