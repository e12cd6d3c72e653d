import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import * as t from '../../text/site.ts'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Band, Hero } from '../components/landing.tsx'
import { NextSteps } from '../components/next-steps.tsx'
import { pageHead } from '../components/page-head.tsx'
import { DemoLink, findSampleHome, SampleLink } from '../components/sample-home.tsx'
import { StreetDrawing } from '../components/street-drawing.tsx'
import { type Tile, Tiles } from '../components/tiles.tsx'
import { PRICES } from '../domain.ts'
import styles from './landing.module.css'

export const loader = ({ context, url }: LoaderFunctionArgs) =>
  findSampleHome(context, url.pathname === '/start' ? '/start' : '/showingbooker')

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/showingbooker',
    title: t.landingTitle(),
    description: t.landingAbout({ price: PRICES.showing }),
  })

const parts = (): Tile[] => [
  {
    icon: 'link',
    title: t.partLink(),
    text: t.partLinkText(),
  },
  {
    icon: 'shield',
    title: t.partNeverTwo(),
    text: t.partNeverTwoText(),
  },
  {
    icon: 'mail',
    title: t.partNotify(),
    text: t.partNotifyText(),
  },
  {
    icon: 'calendar',
    title: t.partCalendar(),
    text: t.partCalendarText(),
  },
  {
    icon: 'list',
    title: t.partLog(),
    text: t.partLogText(),
  },
  {
    icon: 'clock',
    title: t.partHours(),
    text: t.partHoursText(),
  },
]

export default function LandingPage() {
  const { hasSample } = useLoaderData<typeof loader>()
  return (
    <>
      <NextSteps />
      <Hero
        kicker={t.landingKicker()}
        title={t.homeKicker()}
        intro={t.landingIntro({ price: PRICES.showing })}
        drawing={<StreetDrawing />}
      >
        <EntranceLink page="home">{t.getStarted()}</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/how">
          {t.seeHow()}
        </ButtonLink>
      </Hero>
      <Band title={t.whichSide()}>
        <div className={styles.sides}>
          <Card title={t.showHomes()}>
            <p>{t.showHomesText()}</p>
            <ul className={styles.points}>
              <li>{t.showHomesPaid()}</li>
              <li>{t.showHomesSaved()}</li>
              <li>{t.showHomesNotice()}</li>
            </ul>
            <p>
              <EntranceLink page="home">{t.addProperty()}</EntranceLink>
            </p>
          </Card>
          <Card title={t.seeHome()}>
            <p>{t.seeHomeText()}</p>
            <ul className={styles.points}>
              <li>{t.seeHomePrice({ price: PRICES.showing })}</li>
              <li>{t.seeHomeAlone()}</li>
              <li>{t.seeHomeBack()}</li>
            </ul>
            {hasSample && (
              <p>
                <SampleLink />
              </p>
            )}
            <p>
              <DemoLink />
            </p>
          </Card>
        </div>
      </Band>
      <Band title={t.features()} tone="sunken">
        <Tiles tiles={parts()} />
      </Band>
    </>
  )
}
