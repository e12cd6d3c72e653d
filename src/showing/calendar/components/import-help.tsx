import { Card } from '../../../ui/card.tsx'
import styles from './import-help.module.css'

type Program = { name: string; steps: string[]; help: { name: string; url: string } }

const PROGRAMS: Program[] = [
  {
    name: 'Google Calendar',
    steps: [
      'On a computer, open Google Calendar, then the settings (the gear), then Import & export.',
      'Choose the .ics file and the calendar it belongs in, then press Import.',
    ],
    help: { name: "Google's instructions", url: 'https://support.google.com/calendar/answer/37118' },
  },
  {
    name: 'Apple Calendar',
    steps: [
      'On a Mac, open Calendar, choose File, then Import, and choose the .ics file.',
      'On an iPhone, open the file from Mail or Files and tap Add All.',
    ],
    help: { name: "Apple's instructions", url: 'https://support.apple.com/guide/calendar/icl1023/mac' },
  },
  {
    name: 'Outlook',
    steps: [
      'In Outlook on the web, open the calendar, press Add calendar, then Upload from file.',
      'Choose the .ics file and the calendar it belongs in, then press Import.',
    ],
    help: {
      name: "Microsoft's instructions",
      url: 'https://support.microsoft.com/office/cff1429c-5af6-41ec-a5b4-74f2c278e98c',
    },
  },
]

/** How the exported file comes into a calendar program. */
export function ImportHelp() {
  return (
    <Card
      title="Import into your calendar"
      intro="Export All (.ics) is a file of all your showings, an hour each, with a reminder 15 minutes ahead. Imported again, it replaces what it brought before."
    >
      <div className={styles.programs}>
        {PROGRAMS.map(({ name, steps, help }) => (
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
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>
            </p>
          </details>
        ))}
      </div>
    </Card>
  )
}
