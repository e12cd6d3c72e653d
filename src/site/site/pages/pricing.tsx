import type { ReactNode } from 'react'
import type { MetaArgs } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { MAIL_UPGRADE_CENTS } from '../../../money/payment/domain.ts'
import { formatMoney } from '../../../platform/money.ts'
import { CREDIT_PACK, SUBSCRIPTION } from '../../../studio/credit/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Band } from '../components/landing.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { DemoLink } from '../components/sample-home.tsx'
import { organization, questions, showingService } from '../components/structured-data.tsx'
import { keptAt, PRICES } from '../domain.ts'
import { STUDIO_PRICES } from '../studio-domain.ts'
import styles from './pricing.module.css'

const PATH = '/pricing'

export const loader = loadOrigin
export const headers = () => keptAt(PATH)

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => {
  const origin = loaderData?.origin ?? ''
  return pageHead(loaderData?.origin, {
    path: PATH,
    title: t.pricingTitle(),
    description: t.pricingAbout({
      price: PRICES.showing,
      monthly: STUDIO_PRICES.month,
      credits: REGISTRATION_CREDITS,
    }),
    data: [organization(origin), showingService(origin), questions(answers())],
  })
}

type Plan = { name: string; price: string; unit: string; points: string[]; button: ReactNode }

const plans = (): Plan[] => [
  {
    name: t.agentsAndOwners(),
    price: '$0',
    unit: t.always(),
    points: [t.planUnlimited(), t.planLinks(), t.planMessages(), t.planReports()],
    button: <EntranceLink page="pricing">{t.getStarted()}</EntranceLink>,
  },
  {
    name: t.buyersAndRenters(),
    price: PRICES.showing,
    unit: t.perShowing(),
    points: [t.planHalfHour(), t.planNoAccount(), t.planCalendar(), t.planMoneyBack()],
    button: (
      <ButtonLink size="large" variant="secondary" href="/how">
        {t.learnHow()}
      </ButtonLink>
    ),
  },
  {
    name: t.imageStudio(),
    price: STUDIO_PRICES.month,
    unit: t.perMonthAfter({ credits: REGISTRATION_CREDITS }),
    points: [
      t.planFreeCredits({ credits: REGISTRATION_CREDITS }),
      t.planCredits({ credits: SUBSCRIPTION.credits }),
      t.planRollOver(),
      t.planExtra({ credits: CREDIT_PACK.credits, price: STUDIO_PRICES.creditPack }),
    ],
    button: <EntranceLink page="home">{t.createAccount()}</EntranceLink>,
  },
]

const answers = (): { question: string; answer: string }[] => [
  {
    question: t.askFee({ price: PRICES.showing }),
    answer: t.askFeeAnswer(),
  },
  {
    question: t.askRefund(),
    answer: t.askRefundAnswer(),
  },
  {
    question: t.askMail(),
    answer: t.askMailAnswer({ price: formatMoney(MAIL_UPGRADE_CENTS) }),
  },
  {
    question: t.askElse(),
    answer: t.askElseAnswer({ price: PRICES.demo }),
  },
  {
    question: t.askCredit(),
    answer: t.askCreditAnswer({ credits: REGISTRATION_CREDITS }),
  },
  {
    question: t.askRenew(),
    answer: t.askRenewAnswer({ price: STUDIO_PRICES.month, credits: SUBSCRIPTION.credits }),
  },
]

export default function PricingPage() {
  return (
    <>
      <Band title={t.pricingHeadline({ price: PRICES.showing })} intro={t.pricingIntro()} level={1}>
        <ul className={styles.plans}>
          {plans().map(({ name, price, unit, points, button }) => (
            <li key={name}>
              <h2>{name}</h2>
              <p className={styles.price}>
                <strong>{price}</strong> {unit}
              </p>
              <ul className={styles.points}>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
              <p className={styles.button}>{button}</p>
            </li>
          ))}
        </ul>
      </Band>
      <Band title={t.pricingQuestions()} tone="sunken">
        <div className={styles.questions}>
          {answers().map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
        <p>
          <DemoLink />
        </p>
      </Band>
    </>
  )
}
