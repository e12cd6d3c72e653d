import { Card } from '../../../ui/card.tsx'
import * as t from '../../text/calendar.ts'
import styles from './import-help.module.css'

type Program = { name: string; steps: string[]; help: { name: string; url: string } }

const programs = (): Program[] => [
  {
    name: t.google(),
    steps: [t.googleOpen(), t.chooseFile()],
    help: { name: t.googleHelp(), url: 'https://support.google.com/calendar/answer/37118' },
  },
  {
    name: t.apple(),
    steps: [t.appleMac(), t.applePhone()],
    help: { name: t.appleHelp(), url: 'https://support.apple.com/guide/calendar/icl1023/mac' },
  },
  {
    name: t.outlook(),
    steps: [t.outlookOpen(), t.chooseFile()],
    help: {
      name: t.outlookHelp(),
      url: 'https://support.microsoft.com/office/cff1429c-5af6-41ec-a5b4-74f2c278e98c',
    },
  },
]

/** Explains how to import the exported file into a calendar app. */
export function ImportHelp() {
  return (
    <Card title={t.importTitle()} intro={t.importIntro()}>
      <div className={styles.programs}>
        {programs().map(({ name, steps, help }) => (
          <details key={name} className={styles.program}>
            <summary>{name}</summary>
            <ol className={styles.steps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p>
              <a href={help.url} target="_blank" rel="noreferrer">
                {help.name}
                <span className="visually-hidden"> {t.newTab()}</span>
              </a>
            </p>
          </details>
        ))}
      </div>
    </Card>
  )
}
