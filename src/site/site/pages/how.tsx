import type { ReactNode } from 'react'
import type { MetaArgs } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Band, Farewell } from '../components/landing.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { DemoLink } from '../components/sample-home.tsx'
import { ListDrawing, ShareDrawing, TellDrawing, TrackDrawing } from '../components/step-drawings.tsx'
import { keptAt } from '../domain.ts'
import styles from './how.module.css'

export const loader = loadOrigin
export const headers = () => keptAt('/how')

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/how',
    title: 'How it works · ShowingBooker',
    description: 'From an address to a booked showing in four steps: list, share, notify, manage.',
  })

const STEPS: { title: string; text: string; points: string[]; drawing: ReactNode }[] = [
  {
    title: 'List properties',
    text: 'Enter the address, a photo, who lives there and when it may be seen. The home has its own booking page from that moment on.',
    points: [
      'Standard hours, your own hours for each weekday, or single dates',
      'A photo, the facts, and who is to be called',
      'The way in is kept for booked visitors, from an hour before their visit',
    ],
    drawing: <ListDrawing />,
  },
  {
    title: 'Share booking links',
    text: 'Send the link in a text, put it on the listing, or hang the flyer with its QR code in the window. Nobody needs an account to book.',
    points: [
      'Only free half hours are offered, at least 48 hours ahead',
      'Visitors pay a flat $25 by card when they book',
      'A time is held while its visitor pays, so nobody loses it at the last step',
    ],
    drawing: <ShareDrawing />,
  },
  {
    title: 'Automatic notifications',
    text: 'The moment a showing is booked, everybody who must know is told by text and email: you, the visitor and whoever lives there.',
    points: [
      'Occupied homes get the written notice to enter, as a letter to print too',
      'Certified mail where the visitor has chosen it',
      'Residents learn a first name and an initial, never the visitor’s contact',
    ],
    drawing: <TellDrawing />,
  },
  {
    title: 'Manage and track',
    text: 'See what is coming and what has been, note how it went, and hand over the proof when somebody asks for it.',
    points: [
      'Every message, payment and change is in a log that cannot be rewritten',
      'Calendars for Google, Outlook and everything that reads .ics',
      'Reports of showings and income by property and month',
    ],
    drawing: <TrackDrawing />,
  },
]

const AFTERWARDS = [
  { when: 'At once', what: 'The visitor has a confirmation with a page of their own. You and the resident are told.' },
  { when: '48 hours before', what: 'No visit is booked later than this, so that nobody is surprised.' },
  { when: '1 hour before', what: 'The visitor’s own page shows how to get in.' },
  { when: '15 minutes before', what: 'The calendars remind whoever has added the showing.' },
  {
    when: 'Afterwards',
    what: 'The showing goes into the log as it was. A visitor who was not let in has 24 hours to ask for the money back.',
  },
]

export default function HowPage() {
  return (
    <>
      <Band title="How it works" intro="From an address to a booked showing in four steps." level={1}>
        <ol className={styles.steps}>
          {STEPS.map(({ title, text, points, drawing }, index) => (
            <li key={title}>
              <div className={styles.words}>
                <p className={styles.number}>Step {index + 1}</p>
                <h2>{title}</h2>
                <p className={styles.text}>{text}</p>
                <ul>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
              <div className={styles.drawing}>{drawing}</div>
            </li>
          ))}
        </ol>
      </Band>
      <Band title="What happens around a showing" tone="sunken">
        <ol className={styles.times}>
          {AFTERWARDS.map(({ when, what }) => (
            <li key={when}>
              <h3>{when}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ol>
      </Band>
      <Farewell title="Four steps, and the first takes minutes" text="Agents and owners pay nothing.">
        <EntranceLink page="home">Get Started</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/pricing">
          See the prices
        </ButtonLink>
        <DemoLink />
      </Farewell>
    </>
  )
}
