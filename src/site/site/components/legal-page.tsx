import type { ReactNode } from 'react'
import { LANGUAGES, language, locale } from '../../../platform/language.ts'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/site.ts'
import styles from './legal-page.module.css'

export type LegalSection = { id: string; title: string; body: ReactNode }

type LegalPageProps = {
  title: string
  intro: ReactNode
  /** The day on which this text took effect, as `YYYY-MM-DD`. */
  since: string
  sections: LegalSection[]
}

/** Shows a legal text in numbered sections, each with its own link. It prints well. */
export function LegalPage({ title, intro, since, sections }: LegalPageProps) {
  return (
    <Page title={title} intro={intro}>
      <p className={styles.since}>
        {rich(t.legalSince({ time: (inner) => <time dateTime={since}>{inner}</time>, date: dateOf(since) }))}
        {language() !== LANGUAGES[0] && ` ${t.legalEnglishGoverns()}`}
      </p>
      <nav className={styles.contents} aria-label={t.onThisPage()}>
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

/** Formats a date as `November 23, 2026`, in the reader's language. */
const dateOf = (date: string) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date))

/** Lists names with facts about each. @param rows the name, then one text for each of `heads` */
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
