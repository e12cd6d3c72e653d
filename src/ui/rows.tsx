import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import styles from './rows.module.css'
import { ShowMore } from './show-more.tsx'

type RowProps = {
  title: ReactNode
  tags?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Content that the row opens in place. */
  below?: ReactNode
}

/** A list item with its title, state, and actions. */
export function Row({ title, tags, children, actions, below }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className={styles.title}>
          <span>{title}</span>
          {tags}
        </p>
        {children && <div className={styles.more}>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {below && <div className={styles.below}>{below}</div>}
    </li>
  )
}

type RowsProps = {
  empty: string
  children: ReactNode[]
  more?: Parameters<typeof ShowMore>[0]
  fault?: string | undefined
}

export function Rows({ empty, children, more, fault }: RowsProps) {
  return (
    <>
      {fault && <Notice kind="error" role="alert" title={fault} />}
      {children.length === 0 ? <p className={styles.empty}>{empty}</p> : <ul className={styles.rows}>{children}</ul>}
      {more && <ShowMore {...more} />}
    </>
  )
}
