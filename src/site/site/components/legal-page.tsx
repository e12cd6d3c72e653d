import type { ReactNode } from 'react'
import { Page } from '../../../ui/page.tsx'
import styles from './legal-page.module.css'

export type LegalSection = { id: string; title: string; body: ReactNode }

type LegalPageProps = {
  title: string
  intro: ReactNode
  /** Since when these words count: `November 21, 2026`, and the same as `YYYY-MM-DD`. */
  since: { text: string; date: string }
  sections: LegalSection[]
}

/** Words that people agree to: numbered, to be found by their address, and good on paper. */
export function LegalPage({ title, intro, since, sections }: LegalPageProps) {
  return (
    <Page title={title} intro={intro}>
      <p className={styles.since}>
        In effect since <time dateTime={since.date}>{since.text}</time>.
      </p>
      <nav className={styles.contents} aria-label="On this page">
        <ol>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sections}>
        {sections.map(({ id, title: name, body }, index) => (
          <section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              {index + 1}. {name}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </Page>
  )
}

/** Names, and of each what holds for it. @param rows the name, then a text for each of `heads` */
export function LegalFacts({ heads, rows }: { heads: string[]; rows: [name: string, ...texts: ReactNode[]][] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, ...texts]) => (
        <div key={name}>
          <dt>{name}</dt>
          {heads.map((head, index) => (
            <dd key={head}>
              {heads.length > 1 && <b>{head}: </b>}
              {texts[index]}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
