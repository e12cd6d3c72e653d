import type { MetaArgs } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Figures } from '../components/figures.tsx'
import { Band, Hero } from '../components/landing.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { RaceDrawing } from '../components/race-drawing.tsx'
import { keptAt } from '../domain.ts'
import styles from './speed.module.css'

export const loader = loadOrigin
export const headers = () => keptAt('/speed')

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/speed',
    title: t.speedTitle(),
    description: t.speedAbout(),
  })

const byPhone = () => [
  t.phoneVoicemail(),
  t.phoneCallback(),
  t.phoneOwner(),
  t.phoneResident(),
  t.phoneAgain(),
  t.phoneConfirm(),
]
const byLink = () => [t.linkChoose(), t.linkPay(), t.partNotify()]

const goals = () => [
  { value: '3x', text: t.goalShowings() },
  { value: '50%', text: t.goalSales() },
  { value: '25%', text: t.goalMarket() },
  { value: t.goalSavedValue(), text: t.goalSaved() },
]

export default function SpeedPage() {
  return (
    <>
      <Hero
        tone="night"
        kicker={t.speedKicker()}
        title={t.speedHeadline()}
        intro={t.speedIntro()}
        drawing={<RaceDrawing />}
      >
        <EntranceLink page="speed">{t.getStarted()}</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/how">
          {t.seeHow()}
        </ButtonLink>
      </Hero>
      <Band title={t.twoWays()}>
        <div className={styles.ways}>
          <section className={styles.slow} aria-labelledby="by-phone">
            <h3 id="by-phone">{t.byPhone()}</h3>
            <ol>
              {byPhone().map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p>{t.byPhoneTakes()}</p>
          </section>
          <section className={styles.quick} aria-labelledby="by-link">
            <h3 id="by-link">{t.byLink()}</h3>
            <ol>
              {byLink().map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p>{t.byLinkTakes()}</p>
          </section>
        </div>
      </Band>
      <Band title={t.ourTargets()} tone="sunken" intro={t.ourTargetsIntro()}>
        <Figures figures={goals()} />
      </Band>
    </>
  )
}
