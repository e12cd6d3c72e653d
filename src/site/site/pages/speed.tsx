import type { MetaArgs } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
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
    title: 'Showings at full speed · ShowingBooker',
    description: 'A private showing is booked before the phone has rung twice: one link instead of a dozen calls.',
  })

const BY_PHONE = ['Leave a message', 'Be called back', 'Ask the owner', 'Ask the resident', 'Call again', 'Confirm']
const BY_LINK = ['Choose a time', 'Pay', 'Everyone is told']

const GOALS = [
  { value: '3x', text: 'more showings' },
  { value: '50%', text: 'faster sales' },
  { value: '25%', text: 'less time on the market' },
  { value: '30+ min', text: 'saved on every showing' },
]

export default function SpeedPage() {
  return (
    <>
      <Hero
        tone="night"
        kicker="ShowingBooker at full speed"
        title="Booked before the phone rings twice."
        intro="The market does not wait for voicemail. Give a home its link, and the next visitor is in the calendar while the others are still on hold."
        drawing={<RaceDrawing />}
      >
        <EntranceLink page="speed">Get Started</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/how">
          See how it works
        </ButtonLink>
      </Hero>
      <Band title="Two ways to the same door">
        <div className={styles.ways}>
          <section className={styles.slow} aria-labelledby="by-phone">
            <h3 id="by-phone">By telephone</h3>
            <ol>
              {BY_PHONE.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p>Days, and half an hour and more of your own time.</p>
          </section>
          <section className={styles.quick} aria-labelledby="by-link">
            <h3 id="by-link">By link</h3>
            <ol>
              {BY_LINK.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p>Minutes, and none of yours.</p>
          </section>
        </div>
      </Band>
      <Band
        title="What we are built for"
        tone="sunken"
        intro="Aims that every part of it is measured against, not a promise for any one home."
      >
        <Figures figures={GOALS} />
      </Band>
    </>
  )
}
