import type { ReactNode } from 'react'
import type { MetaArgs } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { DEMO_FEE_CENTS, MAIL_UPGRADE_CENTS, SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { formatMoney } from '../../../platform/money.ts'
import { CREDIT_PACK, SUBSCRIPTION } from '../../../studio/credit/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Band } from '../components/landing.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { DemoLink } from '../components/sample-home.tsx'
import { organization, questions, showingService } from '../components/structured-data.tsx'
import { keptAt } from '../domain.ts'
import styles from './pricing.module.css'

const PATH = '/pricing'

export const loader = loadOrigin
export const headers = () => keptAt(PATH)

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => {
  const origin = loaderData?.origin ?? ''
  return pageHead(loaderData?.origin, {
    path: PATH,
    title: 'Pricing · ShowingBooker',
    description:
      'Agents and owners pay nothing. Buyers and renters pay a flat $25 for a private showing. The image studio: 20 credits free, then $10 a month.',
    data: [organization(origin), showingService(origin), questions(QUESTIONS)],
  })
}

const whole = (cents: number) => formatMoney(cents).replace('.00', '')

type Plan = { name: string; price: string; unit: string; points: string[]; button: ReactNode }

const PLANS: Plan[] = [
  {
    name: 'Agents and owners',
    price: '$0',
    unit: 'always',
    points: [
      'As many properties as you have',
      'Booking links, QR codes, flyers and share pages',
      'Texts, emails and notices to enter for every showing',
      'Calendar, reports and the log with its proofs',
    ],
    button: <EntranceLink page="pricing">Get Started</EntranceLink>,
  },
  {
    name: 'Buyers and renters',
    price: whole(SHOWING_FEE_CENTS),
    unit: 'a private showing',
    points: [
      'Half an hour in the home, for you alone',
      'Booked without an account, most homes confirm at once',
      'In your calendar, with a reminder',
      'Your money back if access is denied or impossible',
    ],
    button: (
      <ButtonLink size="large" variant="secondary" href="/how">
        Learn How It Works
      </ButtonLink>
    ),
  },
  {
    name: 'Image studio',
    price: whole(SUBSCRIPTION.cents),
    unit: `a month, after ${REGISTRATION_CREDITS} free credits`,
    points: [
      `${REGISTRATION_CREDITS} credits free with every account`,
      `${SUBSCRIPTION.credits} credits in each month that is paid`,
      'Unused credits roll over, and you cancel when you like',
      `${CREDIT_PACK.credits} more credits for ${whole(CREDIT_PACK.cents)} at any time`,
    ],
    button: <EntranceLink page="home">Create an account</EntranceLink>,
  },
]

const QUESTIONS: { question: string; answer: string }[] = [
  {
    question: 'What does the $25 pay for?',
    answer:
      'The visit itself, and the automated texts and emails to everyone concerned. It is one flat fee, paid by card when you book. Seeing the address, the photos and the free times costs nothing.',
  },
  {
    question: 'When do I get it back?',
    answer:
      'If access to the home is denied or impossible at the scheduled time: ask within 24 hours, and the money is back within 5–7 business days. If the agent cancels, all of it goes back without asking. Otherwise the fee is final.',
  },
  {
    question: 'What is certified mail?',
    answer: `For a home where a tenant lives, the visitor can add a notice by certified mail for ${formatMoney(MAIL_UPGRADE_CENTS)}. It is a choice, not a condition: the resident is told by text and email in any case.`,
  },
  {
    question: 'Is there anything else to pay for showings?',
    answer: `No. There is no subscription, no setup and no cost per booking for agents and owners. A demo booking, for whoever wants to see every message first, is ${whole(DEMO_FEE_CENTS)}.`,
  },
  {
    question: 'What is a credit?',
    answer: `One image takes one credit; if it cannot be made, the credit comes back. Every account begins with ${REGISTRATION_CREDITS}. Booking and showing homes needs none.`,
  },
  {
    question: 'Does the subscription renew, and is it refunded?',
    answer: `It renews every month, ${whole(SUBSCRIPTION.cents)} for ${SUBSCRIPTION.credits} credits, until you cancel, and then runs to the end of the month that is paid. Unused credits roll over. Purchases of credits and subscriptions are non-refundable.`,
  },
]

export default function PricingPage() {
  return (
    <>
      <Band
        title="Free for whoever shows. A flat $25 for whoever visits."
        intro="Three prices, and each is the whole price."
        level={1}
      >
        <ul className={styles.plans}>
          {PLANS.map(({ name, price, unit, points, button }) => (
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
      <Band title="Questions about money" tone="sunken">
        <div className={styles.questions}>
          {QUESTIONS.map(({ question, answer }) => (
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
