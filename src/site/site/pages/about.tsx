import type { MetaArgs } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { SUPPORT } from '../../../product.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Band, Farewell, Hero } from '../components/landing.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { StreetDrawing } from '../components/street-drawing.tsx'
import { type Tile, Tiles } from '../components/tiles.tsx'
import { keptAt, PRICES } from '../domain.ts'
import styles from './about.module.css'

export const loader = loadOrigin
export const headers = () => keptAt('/about')

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/about',
    title: t.aboutTitle(),
    description: t.aboutAbout(),
  })

const values = (): Tile[] => [
  {
    icon: 'shield',
    title: t.valueNotice(),
    text: t.valueNoticeText(),
  },
  {
    icon: 'card',
    title: t.valuePrice(),
    text: t.valuePriceText({ price: PRICES.showing }),
  },
  {
    icon: 'user',
    title: t.valueFair(),
    text: t.valueFairText(),
  },
  {
    icon: 'lock',
    title: t.valuePrivacy(),
    text: t.valuePrivacyText(),
  },
]

const besides = (): Tile[] => [
  {
    icon: 'eye',
    title: t.besidesStudio(),
    text: t.besidesStudioText({ credits: REGISTRATION_CREDITS }),
  },
  {
    icon: 'message',
    title: t.oracle(),
    text: t.besidesOracleText(),
  },
]

export default function AboutPage() {
  return (
    <>
      <Hero kicker={t.aboutKicker()} title={t.aboutHeadline()} intro={t.aboutIntro()} drawing={<StreetDrawing />}>
        <EntranceLink page="home">{t.getStarted()}</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/how">
          {t.seeHow()}
        </ButtonLink>
      </Hero>
      <Band title={t.ourStory()}>
        <div className={styles.story}>
          <p>{t.ourStoryStart()}</p>
          <p>{t.ourStoryNow()}</p>
        </div>
      </Band>
      <Band title={t.ourPrinciples()} tone="sunken">
        <Tiles tiles={values()} />
      </Band>
      <Band title={t.alsoInAccount()} intro={t.alsoInAccountIntro()}>
        <Tiles tiles={besides()} />
        <p>
          <a href="/public-gallery">{t.seeGallery()}</a> · <a href="/pricing">{t.pricing()}</a>
        </p>
      </Band>
      <Farewell title={t.talkToUs()} text={t.talkToUsText({ phone: SUPPORT.phone })}>
        <ButtonLink size="large" href={`tel:${SUPPORT.tel}`}>
          {t.callPhone({ phone: SUPPORT.phone })}
        </ButtonLink>
        <ButtonLink size="large" variant="secondary" href="/support">
          {t.supportAndHours()}
        </ButtonLink>
      </Farewell>
    </>
  )
}
