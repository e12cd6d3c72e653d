import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import styles from './link-page.module.css'

/** A page with one thing to do, and the way back to the sign-in. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page>
      <title>{`${title} · ShowingBooker`}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.box}>
        <h1>{title}</h1>
        <Card>{children}</Card>
        <p className={styles.other}>
          <a href="/login">Back to sign in</a>
        </p>
      </div>
    </Page>
  )
}
