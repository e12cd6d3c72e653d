import type { ReactNode } from 'react'
import { formatMoney } from '../../../platform/money.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { MAIL_UPGRADE_CENTS, SHOWING_FEE_CENTS } from '../../payment/domain.ts'
import { EntranceLink } from '../components/entrance-link.tsx'
import { Band } from '../components/landing.tsx'
import { keptAt, pageMeta } from '../domain.ts'
import styles from './pricing.module.css'

export const headers = () => keptAt('/pricing')

export const meta = () =>
  pageMeta({
    title: 'Pricing · ShowingBooker',
    description: 'Agents and owners pay nothing. Buyers and renters pay a flat $25 for a private showing.',
  })

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
    price: formatMoney(SHOWING_FEE_CENTS).replace('.00', ''),
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
    question: 'Is there anything else to pay?',
    answer: 'No. There is no subscription, no setup and no cost per booking for agents and owners.',
  },
]

export default function PricingPage() {
  return (
    <>
      <Band
        title="Free for whoever shows. A flat $25 for whoever visits."
        intro="Two prices, and both are the whole price."
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
      </Band>
    </>
  )
}
