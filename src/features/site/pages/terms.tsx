import type { ReactNode } from 'react'
import { formatMoney } from '../../../platform/money.ts'
import { Page } from '../../../ui/page.tsx'
import { MAIL_UPGRADE_CENTS, SHOWING_FEE_CENTS } from '../../payment/domain.ts'
import { SUPPORT } from '../domain.ts'
import styles from './terms.module.css'

export const meta = () => [
  { title: 'Showing terms · ShowingBooker' },
  { name: 'description', content: 'The terms for booking a private showing: notice, fee, refunds, messages.' },
]

/** `x-cache-tag` without an end: these words change with a release only. */
export const headers = () => ({ 'x-cache-tag': 'terms', 'x-cache-path': '/showingbooker/terms' })

const TERMS: { title: string; text: ReactNode }[] = [
  {
    title: 'What you book',
    text: 'A private visit of 30 minutes at one home, at the time you choose, with whoever shows it. Every visit is booked at least 48 hours ahead, so that everyone concerned can be told in time. ShowingBooker arranges the visit; it does not sell or let the home and does not represent you or the owner.',
  },
  {
    title: 'Who may book',
    text: 'You are at least 18 years old, and the name, email and phone number you give are your own, or those of the buyer you act for.',
  },
  {
    title: 'The fee',
    text: `A visit costs ${formatMoney(SHOWING_FEE_CENTS)}, paid by card when you book. The price you see before you pay is the whole price. For an occupied home you can add a notice by certified mail for ${formatMoney(MAIL_UPGRADE_CENTS)}; it is your choice. Agents and owners pay nothing. The fee is for the visit: seeing the address and the listing is free.`,
  },
  {
    title: 'Approval',
    text: 'Some homes need the approval of their agent. Your card is then authorized when you book and charged only on approval. If the agent declines, or does not answer in time, nothing is charged.',
  },
  {
    title: 'Refunds',
    text: 'You get the fee back if access to the home is denied or impossible at the scheduled time. Ask for it within 24 hours after the visit; the money is back within 5–7 business days. If the agent cancels, you get all of it back without asking. Otherwise the fee is final.',
  },
  {
    title: 'Texts and emails',
    text: 'You agree to get texts and emails about the visits that you book. Message and data rates may apply. Reply STOP to a text to get no more of them, START to get them again, HELP for help. Emails about a booking are part of the service.',
  },
  {
    title: 'Residents',
    text: 'Where somebody lives in the home, a notice to enter goes out before the visit. The resident is told your first name and last initial and never your contact details. You come at your time, bring nobody unannounced, take no pictures of personal things, and leave the home as you found it.',
  },
  {
    title: 'Ways of entry',
    text: 'How to get in is shown on your booking page from one hour before the visit until its end. It is for you and this visit alone.',
  },
  {
    title: 'Fair housing',
    text: 'Visits are offered to everyone at the same times and the same price. A visit may be declined for reasons of time only, never for who a person is.',
  },
  {
    title: 'What we keep',
    text: 'The booking, its messages and its payment are kept in a log, as proof for everyone concerned that the visit was announced and paid. Card numbers are handled by the payment provider and never kept by us.',
  },
  {
    title: 'Law',
    text: 'These terms are governed by the law of Wyoming. The rights that the law of your state gives to consumers and residents remain. Nothing here is legal advice.',
  },
]

export default function TermsPage() {
  return (
    <Page title="Showing terms" intro="What you agree to when you book a private showing.">
      <div className={styles.terms}>
        {TERMS.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
        <section>
          <h2>Questions</h2>
          <p>
            Call <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a>.
          </p>
        </section>
      </div>
    </Page>
  )
}
