import type { ReactNode } from 'react'
import styles from './landing.module.css'

type HeroProps = {
  kicker: string
  title: string
  intro: ReactNode
  drawing: ReactNode
  /** Buttons, the main one first. */
  children: ReactNode
  tone?: 'calm' | 'night'
}

/** Introduces a page at its top with words, buttons and a drawing. */
export function Hero({ kicker, title, intro, drawing, children, tone = 'calm' }: HeroProps) {
  return (
    <section className={`${styles.hero} ${styles[tone]}`}>
      <div className={styles.heroInside}>
        <div className={styles.words}>
          <p className={styles.kicker}>{kicker}</p>
          <h1>{title}</h1>
          <p className={styles.intro}>{intro}</p>
          <div className={styles.actions}>{children}</div>
        </div>
        <div className={styles.drawing}>{drawing}</div>
      </div>
    </section>
  )
}

type BandProps = {
  title: string
  intro?: ReactNode
  tone?: 'plain' | 'sunken'
  /** Level of the heading. 1 makes it the page's title. */
  level?: 1 | 2
  children: ReactNode
}

/** A section of a page, as wide as the window. */
export function Band({ title, intro, tone = 'plain', level = 2, children }: BandProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={`${styles.band} ${styles[tone]}`}>
      <div className={styles.inside}>
        <header className={styles.head}>
          <Heading>{title}</Heading>
          {intro && <p>{intro}</p>}
        </header>
        {children}
      </div>
    </section>
  )
}

/** Closes a page with a few words and a button. */
export function Farewell({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles.farewell}>
      <div className={styles.farewellInside}>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
    </section>
  )
}
