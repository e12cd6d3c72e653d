import type { MetaArgs } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { DEMO_FEE_CENTS, MAIL_UPGRADE_CENTS, SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { formatMoney, formatShortMoney } from '../../../platform/money.ts'
import { SUPPORT } from '../../../product.ts'
import { LEAD_TIME_HOURS, SHOWING_MINUTES } from '../../../property/availability/domain.ts'
import { CREDIT_PACK, SUBSCRIPTION } from '../../../studio/credit/domain.ts'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/legal.ts'
import { LegalPage, type LegalSection } from '../components/legal-page.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { keptAt, TERMS_SINCE } from '../domain.ts'

const PATH = '/terms'

export const loader = loadOrigin
export const headers = () => keptAt(PATH)

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: PATH,
    title: t.termsTitle(),
    description: t.termsAbout(),
  })

const monthly = formatShortMoney(SUBSCRIPTION.cents)

const sections = (): LegalSection[] => [
  {
    id: 'about',
    title: t.aboutTerms(),
    body: (
      <>
        <p>{rich(t.aboutTermsText({ link: (inner) => <a href="/showingbooker/terms">{inner}</a> }))}</p>
        <p>{rich(t.seePrivacy({ link: (inner) => <a href="/privacy">{inner}</a> }))}</p>
      </>
    ),
  },
  {
    id: 'who',
    title: t.whoMayUse(),
    body: (
      <>
        <p>{t.whoMayUseText()}</p>
        <p>{t.yourLogin()}</p>
      </>
    ),
  },
  {
    id: 'showings',
    title: t.showings(),
    body: (
      <ul>
        <li>{t.showingLength({ minutes: SHOWING_MINUTES, hours: LEAD_TIME_HOURS })}</li>
        <li>
          {t.showingCosts({
            price: formatMoney(SHOWING_FEE_CENTS),
            mail: formatMoney(MAIL_UPGRADE_CENTS),
            demo: formatMoney(DEMO_FEE_CENTS),
          })}
        </li>
        <li>{t.showingRefunds()}</li>
      </ul>
    ),
  },
  {
    id: 'listing',
    title: t.listing(),
    body: (
      <>
        <p>{t.listingText()}</p>
        <p>{t.listingDuties()}</p>
        <p>{t.listingFair()}</p>
      </>
    ),
  },
  {
    id: 'credits',
    title: t.creditsTitle(),
    body: (
      <ul>
        <li>{t.creditsFree({ credits: REGISTRATION_CREDITS })}</li>
        <li>{t.creditsUse()}</li>
        <li>{t.creditsPlan({ price: monthly, credits: SUBSCRIPTION.credits })}</li>
        <li>{t.creditsMore({ credits: CREDIT_PACK.credits, price: formatShortMoney(CREDIT_PACK.cents) })}</li>
        <li>{t.creditsFinal()}</li>
      </ul>
    ),
  },
  {
    id: 'images',
    title: t.images(),
    body: (
      <>
        <p>{t.imagesText()}</p>
        <p>{t.imagesRules()}</p>
      </>
    ),
  },
  {
    id: 'advice-chat',
    title: t.chat(),
    body: (
      <>
        <p>{t.chatText()}</p>
        <p>
          <strong>
            {rich(
              t.chatEmergency({
                link: (inner) => <a href="tel:911">{inner}</a>,
                link2: (inner) => <a href="tel:988">{inner}</a>,
              }),
            )}
          </strong>
        </p>
        <p>{t.chatCannotCall()}</p>
        <p>{t.chatUploads()}</p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: t.conduct(),
    body: (
      <ul>
        <li>{t.conductFalse()}</li>
        <li>{t.conductAround()}</li>
        <li>{t.conductMessages()}</li>
        <li>{t.conductMachines()}</li>
      </ul>
    ),
  },
  {
    id: 'messages',
    title: t.textsAndEmails(),
    body: <p>{t.essentialTexts()}</p>,
  },
  {
    id: 'payments',
    title: t.payments(),
    body: <p>{t.paymentsText()}</p>,
  },
  {
    id: 'ending',
    title: t.ending(),
    body: <p>{rich(t.endingText({ link: (inner) => <a href="/account/delete">{inner}</a> }))}</p>,
  },
  {
    id: 'advice',
    title: t.noAdvice(),
    body: <p>{t.noAdviceText()}</p>,
  },
  {
    id: 'liability',
    title: t.liability(),
    body: <p>{t.liabilityText()}</p>,
  },
  {
    id: 'law',
    title: t.law(),
    body: <p>{t.lawText()}</p>,
  },
  {
    id: 'changes',
    title: t.changes(),
    body: <p>{t.changesText()}</p>,
  },
  {
    id: 'questions',
    title: t.questions(),
    body: (
      <p>
        {rich(
          t.questionsEmail({
            email: SUPPORT.email,
            link: (inner) => <a href={`mailto:${SUPPORT.email}`}>{inner}</a>,
            link2: (inner) => <a href="/contact">{inner}</a>,
          }),
        )}
      </p>
    ),
  },
]

export default function ProductTermsPage() {
  return <LegalPage title={t.termsOfService()} intro={t.termsIntro()} since={TERMS_SINCE} sections={sections()} />
}
