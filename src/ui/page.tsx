import type { ReactNode } from 'react'
import styles from './page.module.css'

type PageProps = { width?: 'narrow' | 'wide'; title?: string; intro?: ReactNode; children?: ReactNode }

export function Page({ width = 'narrow', title, intro, children }: PageProps) {
  return (
    <div className={`${styles.page} ${styles[width]}`}>
      {title && (
        <header className={styles.head}>
          <h1>{title}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
        </header>
      )}
      {children}
    </div>
  )
}
