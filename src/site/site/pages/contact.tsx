import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { serverContext } from '../../../platform/api-client.ts'
import { SUPPORT } from '../../../product.ts'
import { SUBSCRIPTION } from '../../../studio/credit/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import { mailtoUrl } from '../../feedback/domain.ts'
import * as t from '../../text/site.ts'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { organization } from '../components/structured-data.tsx'
import { keptAt, PRICES } from '../domain.ts'
import { STUDIO_PRICES } from '../studio-domain.ts'
import styles from './contact.module.css'

const PATH = '/contact'

export const loader = ({ context }: LoaderFunctionArgs) => ({
  ...loadOrigin({ context }),
  address: context.get(serverContext).postalAddress ?? [],
})

export const headers = () => keptAt(PATH)

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: PATH,
    title: t.contactTitle(),
    description: t.contactAbout(),
    data: [organization(loaderData?.origin ?? '')],
  })

export default function ContactPage() {
  const { address } = useLoaderData<typeof loader>()
  return (
    <Page width="wide" title={t.contact()} intro={t.contactIntro()}>
      <div className={styles.columns}>
        <Card title={t.email()}>
          <p className={styles.way}>
            <a href={`mailto:${SUPPORT.email}`}>{SUPPORT.email}</a>
          </p>
          <p>{t.emailAnswer()}</p>
          <p>
            <ButtonLink href={mailtoUrl(SUPPORT.email, { subject: t.questionSubject(), body: '' })}>
              <Icon name="mail" />
              {t.writeEmail()}
            </ButtonLink>
          </p>
        </Card>
        <Card title={t.phone()}>
          <p className={styles.way}>
            <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a>
          </p>
          <p>{t.phoneHours()}</p>
          <p>{rich(t.problemWithShowing({ link: (inner) => <a href="/support">{inner}</a> }))}</p>
        </Card>
        <Card title={t.mailingAddress()}>
          <address className={styles.address}>
            {address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </Card>
        <Card title={t.whoMakesIt()}>
          <p>{rich(t.whoMakesItText({ link: (inner) => <a href="/about">{inner}</a> }))}</p>
        </Card>
        <Card title={t.whatItCosts()}>
          <Facts
            facts={[
              { name: t.agentsAndOwners(), value: t.free() },
              { name: t.privateShowing(), value: t.showingPaid({ price: PRICES.showing }) },
              {
                name: t.imageStudio(),
                value: t.studioCost({
                  free: REGISTRATION_CREDITS,
                  price: STUDIO_PRICES.month,
                  credits: SUBSCRIPTION.credits,
                }),
              },
            ]}
          />
          <p>
            <a href="/pricing">{t.allPrices()}</a>
          </p>
        </Card>
        <Card title={t.yourData()}>
          <p>
            {rich(
              t.yourDataText({
                link: (inner) => <a href="/account/data">{inner}</a>,
                link2: (inner) => <a href="/account/delete">{inner}</a>,
                link3: (inner) => <a href="/privacy">{inner}</a>,
              }),
            )}
          </p>
        </Card>
      </div>
    </Page>
  )
}
