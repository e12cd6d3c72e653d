import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Band, Hero } from '../components/landing.tsx'
import { NextSteps } from '../components/next-steps.tsx'
import { pageHead } from '../components/page-head.tsx'
import { DemoLink, findSampleHome, SampleLink } from '../components/sample-home.tsx'
import { StreetDrawing } from '../components/street-drawing.tsx'
import { type Tile, Tiles } from '../components/tiles.tsx'
import styles from './landing.module.css'

export const loader = ({ context, url }: LoaderFunctionArgs) =>
  findSampleHome(context, url.pathname === '/start' ? '/start' : '/showingbooker')

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/showingbooker',
    title: 'Book and manage private showings · ShowingBooker',
    description:
      'List a home, share its booking link, and let buyers and renters book a private 30-minute showing for a flat $25. Agents and owners pay nothing.',
  })

const PARTS: Tile[] = [
  {
    icon: 'link',
    title: 'A link for every home',
    text: 'With a QR code, a flyer to print and a page to share. It shows only times that are really free.',
  },
  {
    icon: 'shield',
    title: 'Never two at once',
    text: 'A time that somebody holds or has booked cannot be taken by anybody else, not even in the same second.',
  },
  {
    icon: 'mail',
    title: 'Everyone is told',
    text: 'Agent, resident and visitor get texts and emails. Occupied homes get the written notice to enter, certified mail if wanted.',
  },
  {
    icon: 'calendar',
    title: 'In every calendar',
    text: 'Showings go to Google, Outlook or any other calendar, with a reminder fifteen minutes before.',
  },
  {
    icon: 'list',
    title: 'A log that proves it',
    text: 'Every booking, message and payment is written down in a log that cannot be changed afterwards.',
  },
  {
    icon: 'clock',
    title: 'Your hours, your rules',
    text: 'Choose the hours of each weekday, and close single dates or open them at other times.',
  },
]

export default function LandingPage() {
  const { hasSample } = useLoaderData<typeof loader>()
  return (
    <>
      <NextSteps />
      <Hero
        kicker="For agents, owners, landlords and property managers"
        title="Private showings, booked in minutes"
        intro="List a home once. From then on its link does the talking: it offers the free half hours, takes the flat $25 from the visitor, tells everyone, and keeps the log."
        drawing={<StreetDrawing />}
      >
        <EntranceLink page="home">Get Started</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/how">
          See how it works
        </ButtonLink>
      </Hero>
      <Band title="Which side of the door are you on?">
        <div className={styles.sides}>
          <Card title="I show homes">
            <p>
              Free for agents and owners: no subscription, no cost per booking. Your first home is online in minutes.
            </p>
            <ul className={styles.points}>
              <li>Visitors are serious: they have paid.</li>
              <li>Thirty minutes and more saved on every showing.</li>
              <li>At least 48 hours of notice for every visit.</li>
            </ul>
            <p>
              <EntranceLink page="home">Add a property</EntranceLink>
            </p>
          </Card>
          <Card title="I want to see a home">
            <p>
              Open the booking link that the agent or owner gave you. It leads straight to the home, its free times and
              the card form.
            </p>
            <ul className={styles.points}>
              <li>A flat $25, and nothing else. No account needed.</li>
              <li>Half an hour for you alone.</li>
              <li>Your money back if access is denied or impossible.</li>
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
      <Band title="Features" tone="sunken">
        <Tiles tiles={PARTS} />
      </Band>
    </>
  )
}
