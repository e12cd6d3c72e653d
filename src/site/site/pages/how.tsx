import type { ReactNode } from 'react'
import type { MetaArgs } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Band, Farewell } from '../components/landing.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { DemoLink } from '../components/sample-home.tsx'
import { ListDrawing, ShareDrawing, TellDrawing, TrackDrawing } from '../components/step-drawings.tsx'
import { keptAt, PRICES } from '../domain.ts'
import styles from './how.module.css'

export const loader = loadOrigin
export const headers = () => keptAt('/how')

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/how',
    title: t.howTitle(),
    description: t.howAbout(),
  })

const steps = (): { title: string; text: string; points: string[]; drawing: ReactNode }[] => [
  {
    title: t.stepList(),
    text: t.stepListText(),
    points: [t.stepListHours(), t.stepListFacts(), t.stepListEntry()],
    drawing: <ListDrawing />,
  },
  {
    title: t.stepShare(),
    text: t.stepShareText(),
    points: [t.stepShareSlots(), t.stepSharePay({ price: PRICES.showing }), t.stepShareHold()],
    drawing: <ShareDrawing />,
  },
  {
    title: t.stepNotify(),
    text: t.stepNotifyText(),
    points: [t.stepNotifyLetter(), t.stepNotifyMail(), t.stepNotifyName()],
    drawing: <TellDrawing />,
  },
  {
    title: t.stepTrack(),
    text: t.stepTrackText(),
    points: [t.stepTrackLog(), t.stepTrackCalendar(), t.stepTrackReports()],
    drawing: <TrackDrawing />,
  },
]

const afterwards = () => [
  { when: t.whenBooked(), what: t.whenBookedText() },
  { when: t.when48(), what: t.when48Text() },
  { when: t.when1(), what: t.when1Text() },
  { when: t.when15(), what: t.when15Text() },
  {
    when: t.whenAfter(),
    what: t.whenAfterText(),
  },
]

export default function HowPage() {
  return (
    <>
      <Band title={t.howItWorks()} intro={t.howIntro()} level={1}>
        <ol className={styles.steps}>
          {steps().map(({ title, text, points, drawing }, index) => (
            <li key={title}>
              <div className={styles.words}>
                <p className={styles.number}>{t.stepNumber({ number: index + 1 })}</p>
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
      <Band title={t.aroundShowing()} tone="sunken">
        <ol className={styles.times}>
          {afterwards().map(({ when, what }) => (
            <li key={when}>
              <h3>{when}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ol>
      </Band>
      <Farewell title={t.howFarewell()} text={t.agentsPayNothing()}>
        <EntranceLink page="home">{t.getStarted()}</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/pricing">
          {t.seePrices()}
        </ButtonLink>
        <DemoLink />
      </Farewell>
    </>
  )
}
