import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { CREDIT_PACK, SUBSCRIPTION } from '../../../studio/credit/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Figures } from '../components/figures.tsx'
import { Band, Farewell, Hero } from '../components/landing.tsx'
import { pageHead } from '../components/page-head.tsx'
import { PhoneDrawing } from '../components/phone-drawing.tsx'
import { DemoLink, findSampleHome, SampleLink } from '../components/sample-home.tsx'
import { organization, webSite } from '../components/structured-data.tsx'
import { type Tile, Tiles } from '../components/tiles.tsx'
import { PRICES } from '../domain.ts'
import { STUDIO_PRICES } from '../studio-domain.ts'

export const loader = ({ context }: LoaderFunctionArgs) => findSampleHome(context, '/')

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/',
    title: t.cardAlt(),
    description: t.homeAbout({ price: PRICES.showing }),
    data: [organization(loaderData?.origin ?? ''), webSite(loaderData?.origin ?? '')],
  })

const people = (): Tile[] => [
  {
    icon: 'home',
    title: t.agentsAndOwners(),
    text: t.agentsAbout(),
  },
  {
    icon: 'key',
    title: t.buyersAndRenters(),
    text: t.buyersAbout(),
  },
  {
    icon: 'shield',
    title: t.residents(),
    text: t.residentsAbout(),
  },
]

const figures = () => [
  { value: PRICES.showing, text: t.figureFlat() },
  { value: t.figureAloneValue(), text: t.figureAlone() },
  { value: t.figureAheadValue(), text: t.figureAhead() },
  { value: '$0', text: t.figureFree() },
]

export default function HomePage() {
  const { hasSample } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero
        kicker={t.homeKicker()}
        title={t.homeHeadline()}
        intro={t.homeIntro({ price: PRICES.showing })}
        drawing={<PhoneDrawing />}
      >
        <EntranceLink page="home">{t.getStarted()}</EntranceLink>
        <ButtonLink size="large" variant="secondary" href="/about">
          {t.learnMore()}
        </ButtonLink>
      </Hero>
      <Band title={t.onePage()}>
        <Tiles tiles={people()} />
      </Band>
      <Band title={t.priceList()} tone="sunken">
        <Figures figures={figures()} />
      </Band>
      <Farewell
        title={t.pictures()}
        text={t.picturesAbout({
          free: REGISTRATION_CREDITS,
          price: STUDIO_PRICES.month,
          credits: SUBSCRIPTION.credits,
          extra: CREDIT_PACK.credits,
          extraPrice: STUDIO_PRICES.creditPack,
        })}
      >
        <ButtonLink size="large" variant="secondary" href="/public-gallery">
          {t.seeGallery()}
        </ButtonLink>
      </Farewell>
      <Farewell title={t.seeAsVisitor()} text={hasSample ? t.sampleAbout() : t.fourSteps()}>
        {hasSample && <SampleLink />}
        <DemoLink />
        <ButtonLink size="large" variant={hasSample ? 'quiet' : 'secondary'} href="/how">
          {t.seeHow()}
        </ButtonLink>
      </Farewell>
    </>
  )
}
