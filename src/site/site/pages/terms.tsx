import type { ReactNode } from 'react'
import type { MetaArgs } from 'react-router'
import { DEMO_FEE_CENTS, MAIL_UPGRADE_CENTS, SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { formatMoney } from '../../../platform/money.ts'
import { SUPPORT } from '../../../product.ts'
import { NOTICE_HOURS, SHOWING_MINUTES, WINDOW_DAYS } from '../../../property/availability/domain.ts'
import { HOLD_MINUTES } from '../../../showing/booking/domain.ts'
import { LegalPage, type LegalSection } from '../components/legal-page.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { keptAt, TERMS_SINCE } from '../domain.ts'

const PATH = '/showingbooker/terms'

export const loader = loadOrigin
export const headers = () => keptAt(PATH)

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: PATH,
    title: 'Showing terms · ShowingBooker',
    description: 'The terms for booking a private showing: notice, fee, refunds, messages, and who is told what.',
  })

const SECTIONS: LegalSection[] = [
  section('What you book', [
    `A private visit of ${SHOWING_MINUTES} minutes at one home, at the time you choose, with whoever shows it. Every visit is booked at least ${NOTICE_HOURS} hours ahead, so that everyone concerned can be told in time, and at most ${WINDOW_DAYS} days are offered at once. ShowingBooker arranges the visit; it does not sell or let the home and does not represent you or the owner.`,
    `While you pay, your time is held for ${HOLD_MINUTES} minutes. If the hold ends and somebody else has taken the time before your payment came in, all of it goes back to you at once.`,
  ]),
  section('Who may book', [
    'You are at least 18 years old, and the name, email and phone number you give are your own, or those of the buyer you act for. You do not need an account.',
  ]),
  section('The fee', [
    `A visit costs a flat ${formatMoney(SHOWING_FEE_CENTS)}, paid by card when you book. It covers the automated texts and emails to everyone concerned. The price you see before you pay is the whole price. Agents and owners pay nothing.`,
    `For a home that a tenant lives in you can add a notice by certified mail for ${formatMoney(MAIL_UPGRADE_CENTS)}; it is your choice. A demo booking costs ${formatMoney(DEMO_FEE_CENTS)} and books no visit. The fee is for the visit: seeing the address and the listing is free.`,
  ]),
  section('Approval', [
    'Some homes need the approval of their agent. Your card is then authorized when you book and charged only on approval. The agent has 48 hours, and no longer than until 24 hours before the visit. If the agent declines, or does not answer in time, nothing is charged.',
  ]),
  section('Moving and canceling', [
    'You can move a confirmed visit once, on your booking page, to another free time: until 24 hours before it begins. You can cancel at any time before it begins; what was charged is then not returned. A request that is not approved yet is canceled without any charge.',
    'If the agent cancels, you get all of it back without asking.',
  ]),
  section('Refunds', [
    'You get the fee back if access to the home is denied or impossible at the scheduled time. Ask for it on your booking page within 24 hours after the visit; the agent, and where needed we, decide, and the money is back within 5–7 business days. Otherwise the fee is final.',
    `The ${formatMoney(MAIL_UPGRADE_CENTS)} for certified mail goes back when you cancel or move the visit before the letter is printed. After that it has paid for the mailing and is final, even if the post returns the letter.`,
  ]),
  section('Texts and emails', [
    'You agree to get texts and emails about the visits that you book. Message and data rates may apply. Reply STOP to a text to get no more of them, START to get them again, HELP for help. Emails about a booking are part of the service.',
  ]),
  section('Who is told what', [
    'The listing agent gets your name, email, phone number and what you wrote to them; your own agent, if you name one, gets a copy of your emails. Where somebody lives in the home, a notice to enter goes out before the visit: the resident is told the date, the time, the purpose, your first name and last initial, and never your contact details. You are not told the resident’s.',
    'You come at your time, bring nobody unannounced, take no pictures of personal things, and leave the home as you found it.',
  ]),
  section('Notice to enter', [
    `For occupied homes in California the notice carries what Civil Code section 1954 asks for: a written notice that reaches the resident 24 hours before, or 6 days before where it is mailed. Our ${NOTICE_HOURS} hours are more than the law’s 24. Texts and emails are a courtesy and are not called service of a notice, unless the resident has agreed to electronic notice in writing. How the notice is served stays the agent’s or owner’s duty.`,
  ]),
  section('Ways of entry', [
    'How to get in is shown on your booking page from one hour before a confirmed visit until its end, and each look at it is recorded. It is for you and this visit alone.',
  ]),
  section('Fair housing', [
    'Visits are offered to everyone at the same times and the same price. A visit may be declined for reasons of time only, never for who a person is.',
  ]),
  section('What we keep', [
    'The booking, its messages and its payment are kept in a log that cannot be changed afterwards, as proof for everyone concerned that the visit was announced and paid. Card numbers are handled by the payment provider and never kept by us.',
    <>
      The <a href="/privacy">privacy policy</a> says more, and the <a href="/terms">terms of service</a> hold for the
      whole product.
    </>,
  ]),
  section('Law', [
    'These terms are governed by the law of Wyoming. The rights that the law of your state gives to consumers and residents remain. Nothing here is legal advice.',
  ]),
  section('Questions', [
    <>
      Call or text <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a>, or see <a href="/support">support</a>.
    </>,
  ]),
]

function section(title: string, paragraphs: ReactNode[]): LegalSection {
  return {
    id: title.toLowerCase().replaceAll(' ', '-'),
    title,
    // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
    body: paragraphs.map((paragraph, index) => <p key={index}>{paragraph}</p>),
  }
}

export default function ShowingTermsPage() {
  return (
    <LegalPage
      title="Showing terms"
      intro="What you agree to when you book a private showing."
      since={TERMS_SINCE}
      sections={SECTIONS}
    />
  )
}
