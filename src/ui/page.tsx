import type { ReactNode } from 'react'
import styles from './page.module.css'

type PageProps = {
  width?: 'narrow' | 'wide'
  /** `true` if the page is a list, which begins higher on a phone. */
  isList?: boolean
  title?: string
  intro?: ReactNode
  /** The page's main action, next to the title if there is room. */
  action?: ReactNode
  children?: ReactNode
}

export function Page({ width = 'narrow', isList, title, intro, action, children }: PageProps) {
  return (
    <div className={`${styles.page} ${styles[width]} ${isList ? styles.list : ''}`}>
      {title && (
        <header className={styles.head}>
          <div className={styles.name}>
            <h1>{title}</h1>
            {intro && <p className={styles.intro}>{intro}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </div>
  )
}
