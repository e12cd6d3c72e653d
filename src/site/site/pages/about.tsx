import type { MetaArgs } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Band, Farewell, Hero } from '../components/landing.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { StreetDrawing } from '../components/street-drawing.tsx'
import { type Tile, Tiles } from '../components/tiles.tsx'
import { keptAt } from '../domain.ts'
import styles from './about.module.css'

export const loader = loadOrigin
export const headers = () => keptAt('/about')

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/about',
    title: 'About · ShowingBooker',
    description:
      'ShowingBooker arranges private showings between agents, visitors and residents: one link, one flat fee, and notice for everyone.',
  })

const VALUES: Tile[] = [
  {
    icon: 'shield',
    title: 'Nobody is surprised at the door',
    text: 'Every visit is booked at least 48 hours ahead. Where somebody lives, the notice to enter goes out before it, and the log shows how.',
  },
  {
    icon: 'card',
    title: 'One price, said before you pay',
    text: 'A flat $25 for the visitor. It pays for the texts, the emails and the record, and comes back if access is denied or impossible.',
  },
  {
    icon: 'user',
    title: 'The same for everyone',
    text: 'Visits are offered to everybody at the same times and the same price. Nobody is asked who they are, only when they come.',
  },
  {
    icon: 'lock',
    title: 'As little as possible',
    text: 'Residents do not get a visitor’s contact, visitors do not get a resident’s. Ways of entry are shown for one visit, from an hour before.',
  },
]

const BESIDES: Tile[] = [
  {
    icon: 'eye',
    title: 'The image studio',
    text: `Describe a picture and choose its style and filter. Every account begins with ${REGISTRATION_CREDITS} credits, one for each image. Yours stay private until you make them public.`,
  },
  {
    icon: 'message',
    title: 'Oracle',
    text: 'Answers questions about health and other things, and reads the documents that you give it. It says where an answer comes from, and it is not a doctor.',
  },
]

export default function AboutPage() {
  return (
    <>
      <Hero
        kicker="About ShowingBooker"
        title="A showing should take half an hour, not half a week."
        intro="Between “I would like to see it” and the door stand a dozen calls: to the owner, to the agent, to whoever lives there, and back again. We have put them into one link."
        drawing={<StreetDrawing />}
      >
        <EntranceLink page="home">Get Started</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/how">
          See how it works
        </ButtonLink>
      </Hero>
      <Band title="Where it comes from">
        <div className={styles.story}>
          <p>
            ShowingBooker was started by a retired Realtor who had spent a career on the telephone, and is made by a
            development company in Los Angeles. It began with one observation: the homes were easy to show. Agreeing on
            when was not.
          </p>
          <p>
            So every home has a page of its own that knows its hours, its owner’s rules and its residents’ rights. A
            visitor sees what is free, chooses, pays and is done. The agent comes to the door. The resident has known
            for two days. And whoever needs to prove it later, can.
          </p>
        </div>
      </Band>
      <Band title="What we hold on to" tone="sunken">
        <Tiles tiles={VALUES} />
      </Band>
      <Band
        title="What an account opens besides"
        intro="For people of 18 years and more. The full studio and Oracle open with an access code."
      >
        <Tiles tiles={BESIDES} />
        <p>
          <a href="/public-gallery">See the gallery</a> · <a href="/pricing">Prices</a>
        </p>
      </Band>
      <Farewell title="Talk to us" text={`Call or text ${SUPPORT.phone}, Monday to Saturday.`}>
        <ButtonLink size="large" href={`tel:${SUPPORT.tel}`}>
          Call {SUPPORT.phone}
        </ButtonLink>
        <ButtonLink size="large" variant="secondary" href="/support">
          Support and hours
        </ButtonLink>
      </Farewell>
    </>
  )
}
