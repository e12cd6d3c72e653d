import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { formatMoney } from '../../../platform/money.ts'
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

export const loader = ({ context }: LoaderFunctionArgs) => findSampleHome(context, '/')

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: '/',
    title: t.cardAlt(),
    description: t.homeAbout(),
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

const whole = (cents: number) => formatMoney(cents).replace('.00', '')

const figures = () => [
  { value: whole(SHOWING_FEE_CENTS), text: t.figureFlat() },
  { value: t.figureAloneValue(), text: t.figureAlone() },
  { value: t.figureAheadValue(), text: t.figureAhead() },
  { value: '$0', text: t.figureFree() },
]

export default function HomePage() {
  const { hasSample } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero kicker={t.homeKicker()} title={t.homeHeadline()} intro={t.homeIntro()} drawing={<PhoneDrawing />}>
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
          price: whole(SUBSCRIPTION.cents),
          credits: SUBSCRIPTION.credits,
          extra: CREDIT_PACK.credits,
          extraPrice: whole(CREDIT_PACK.cents),
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
