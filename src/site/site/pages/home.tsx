import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { formatMoney } from '../../../platform/money.ts'
import { CREDIT_PACK, SUBSCRIPTION } from '../../../studio/credit/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Figures } from '../components/figures.tsx'
import { Band, Farewell, Hero } from '../components/landing.tsx'
import { pageHead } from '../components/page-head.tsx'
import { PhoneDrawing } from '../components/phone-drawing.tsx'
import { DemoLink, findSampleHome, SampleLink } from '../components/sample-home.tsx'
import { organization, webSite } from '../components/structured-data.tsx'
import { type Tile, Tiles } from '../components/tiles.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => findSampleHome(context, '/')

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/',
    title: 'ShowingBooker: private showings, booked in minutes',
    description:
      'Every home gets its own booking link. Buyers and renters choose a free time, pay a flat $25 and are confirmed at once. Agents and owners pay nothing.',
    data: [organization(loaderData?.origin ?? ''), webSite(loaderData?.origin ?? '')],
  })

const PEOPLE: Tile[] = [
  {
    icon: 'home',
    title: 'Agents and owners',
    text: 'Add a home, share its link, and come to the door at the right time. The calendar, the messages and the log keep themselves.',
  },
  {
    icon: 'key',
    title: 'Buyers and renters',
    text: 'See which half hours are free, choose one and pay by card. No account, no waiting for a call back, and your money back if nobody lets you in.',
  },
  {
    icon: 'shield',
    title: 'Residents',
    text: 'Whoever lives there is told in good time, in writing, with the notice to enter. They see a first name and an initial, and nothing else of the visitor.',
  },
]

const whole = (cents: number) => formatMoney(cents).replace('.00', '')

const FIGURES = [
  { value: whole(SHOWING_FEE_CENTS), text: 'flat, for a private showing' },
  { value: '30 min', text: 'for one visitor alone' },
  { value: '48 h', text: 'ahead, so that everybody knows' },
  { value: '$0', text: 'for agents and owners' },
]

export default function HomePage() {
  const { hasSample } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero
        kicker="Private showings, booked in minutes"
        title="Show homes. Skip the phone tag."
        intro="ShowingBooker gives every home its own booking link. Buyers and renters choose a free time and pay a flat $25. They are confirmed at once, and everyone who must know is told."
        drawing={<PhoneDrawing />}
      >
        <EntranceLink page="home">Get Started</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/about">
          Learn More
        </ButtonLink>
      </Hero>
      <Band title="One link, and everybody is on the same page">
        <Tiles tiles={PEOPLE} />
      </Band>
      <Band title="The whole price list fits here" tone="sunken">
        <Figures figures={FIGURES} />
      </Band>
      <Farewell
        title="Pictures, too"
        text={`Registration is free, with ${REGISTRATION_CREDITS} anonymous images to start: only a made-up username stands beside them. A subscription of ${whole(SUBSCRIPTION.cents)} per month gives ${SUBSCRIPTION.credits} monthly credits, and ${CREDIT_PACK.credits} extra credits can be bought for ${whole(CREDIT_PACK.cents)}.`}
      >
        <ButtonLink size="large" variant="secondary" href="/public-gallery">
          See the gallery
        </ButtonLink>
      </Farewell>
      <Farewell
        title="See it the way your visitors do"
        text={
          hasSample
            ? 'The sample home is a real booking page in test mode.'
            : 'Four steps lead from an address to a booked showing.'
        }
      >
        {hasSample && <SampleLink />}
        <DemoLink />
        <ButtonLink size="large" variant={hasSample ? 'quiet' : 'secondary'} href="/how">
          See how it works
        </ButtonLink>
      </Farewell>
    </>
  )
}
