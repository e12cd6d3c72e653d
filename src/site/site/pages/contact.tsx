import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { serverContext } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { SUPPORT } from '../../../product.ts'
import { SUBSCRIPTION } from '../../../studio/credit/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import { mailtoUrl } from '../../feedback/domain.ts'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { organization } from '../components/structured-data.tsx'
import { ENQUIRIES, keptAt } from '../domain.ts'
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
    title: 'Contact · ShowingBooker',
    description: 'Email, phone and mailing address of ShowingBooker, who makes it, and what it costs.',
    data: [organization(loaderData?.origin ?? '')],
  })

const whole = (cents: number) => formatMoney(cents).replace('.00', '')

export default function ContactPage() {
  const { address } = useLoaderData<typeof loader>()
  return (
    <Page width="wide" title="Contact" intro="For questions of every kind. A person reads and answers.">
      <div className={styles.columns}>
        <Card title="Email">
          <p className={styles.way}>
            <a href={`mailto:${SUPPORT.email}`}>{SUPPORT.email}</a>
          </p>
          <p>Answered {ENQUIRIES.answer}.</p>
          <p>
            <ButtonLink href={mailtoUrl(SUPPORT.email, { subject: 'A question about ShowingBooker', body: '' })}>
              <Icon name="mail" />
              Write an email
            </ButtonLink>
          </p>
        </Card>
        <Card title="Phone">
          <p className={styles.way}>
            <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a>
          </p>
          <p>
            {ENQUIRIES.days}, {ENQUIRIES.clock} {ENQUIRIES.zone}.
          </p>
          <p>
            Something goes wrong with a showing? <a href="/support">Support</a> is there longer, and around the clock
            for urgent technical issues.
          </p>
        </Card>
        <Card title="Mailing address">
          <address className={styles.address}>
            {address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </Card>
        <Card title="Who makes it">
          <p>
            ShowingBooker was founded by a retired Realtor, who had spent a career arranging showings on the telephone.
            It is made by a development company in Los Angeles. More of that is on the page{' '}
            <a href="/about">about us</a>.
          </p>
        </Card>
        <Card title="What it costs">
          <Facts
            facts={[
              { name: 'Agents and owners', value: 'Free' },
              { name: 'A private showing', value: `${whole(SHOWING_FEE_CENTS)}, paid by the visitor` },
              {
                name: 'Image studio',
                value: `${REGISTRATION_CREDITS} credits free, then ${whole(SUBSCRIPTION.cents)} a month for ${SUBSCRIPTION.credits}`,
              },
            ]}
          />
          <p>
            <a href="/pricing">All prices</a>
          </p>
        </Card>
        <Card title="Your data, and security">
          <p>
            What we keep of your account you <a href="/account/data">download</a> and{' '}
            <a href="/account/delete">delete</a> yourself. Without an account, write to the same address; the{' '}
            <a href="/privacy">privacy policy</a> says what you can ask for. Found a weakness? Please write to us before
            you tell others.
          </p>
        </Card>
      </div>
    </Page>
  )
}
