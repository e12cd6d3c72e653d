import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from './card.tsx'
import styles from './link-page.module.css'
import { withNext } from './next-link.ts'
import { Page } from './page.tsx'
import * as t from './text/kit.ts'

/** Page with one action and a way back to sign-in. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  const [search] = useSearchParams()
  return (
    <Page>
      <title>{`${title} · ShowingBooker`}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.box}>
        <h1>{title}</h1>
        <Card>{children}</Card>
        <p className={styles.other}>
          <a href={withNext('/login', search.get('next'))}>{t.backToSignIn()}</a>
        </p>
      </div>
    </Page>
  )
}
