import type { ReactNode } from 'react'
import type { MetaArgs } from 'react-router'
import { DEMO_FEE_CENTS, MAIL_UPGRADE_CENTS, SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { formatMoney } from '../../../platform/money.ts'
import { SUPPORT } from '../../../product.ts'
import { LEAD_TIME_HOURS, SHOWING_MINUTES, WINDOW_DAYS } from '../../../property/availability/domain.ts'
import { HOLD_MINUTES } from '../../../showing/booking/domain.ts'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/legal.ts'
import { LegalPage, type LegalSection } from '../components/legal-page.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { keptAt, TERMS_SINCE } from '../domain.ts'

const PATH = '/showingbooker/terms'

export const loader = loadOrigin
export const headers = () => keptAt(PATH)

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: PATH,
    title: t.showingTermsTitle(),
    description: t.showingTermsAbout(),
  })

const sections = (): LegalSection[] => [
  section('what-you-book', t.whatYouBook(), [
    t.whatYouBookText({ minutes: SHOWING_MINUTES, hours: LEAD_TIME_HOURS, days: WINDOW_DAYS }),
    t.holdText({ minutes: HOLD_MINUTES }),
  ]),
  section('who-may-book', t.whoMayBook(), [t.whoMayBookText()]),
  section('the-fee', t.theFee(), [
    t.theFeeText({ price: formatMoney(SHOWING_FEE_CENTS) }),
    t.mailFeeText({ mail: formatMoney(MAIL_UPGRADE_CENTS), demo: formatMoney(DEMO_FEE_CENTS) }),
  ]),
  section('approval', t.approval(), [t.approvalText()]),
  section('changes-and-cancellations', t.moving(), [t.movingText(), t.agentCancels()]),
  section('refunds', t.refunds(), [t.refundsText(), t.mailRefundText({ price: formatMoney(MAIL_UPGRADE_CENTS) })]),
  section('texts-and-emails', t.textsAndEmails(), [t.bookingTextsText()]),
  section('who-is-told-what', t.whoSees(), [t.whoSeesText(), t.yourPart()]),
  section('notice-to-enter', t.noticeToEnter(), [t.noticeToEnterText({ hours: LEAD_TIME_HOURS })]),
  section('ways-of-entry', t.entry(), [t.entryText()]),
  section('fair-housing', t.fairHousing(), [t.fairHousingText()]),
  section('what-we-keep', t.records(), [
    t.recordsText(),
    rich(
      t.moreTerms({
        link: (inner) => <a href="/privacy">{inner}</a>,
        link2: (inner) => <a href="/terms">{inner}</a>,
      }),
    ),
  ]),
  section('law', t.law(), [t.lawShowingText()]),
  section('questions', t.questions(), [
    rich(
      t.questionsCall({
        phone: SUPPORT.phone,
        link: (inner) => <a href={`tel:${SUPPORT.tel}`}>{inner}</a>,
        link2: (inner) => <a href="/support">{inner}</a>,
      }),
    ),
  ]),
]

function section(id: string, title: string, paragraphs: ReactNode[]): LegalSection {
  return {
    id,
    title,
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change.
    body: paragraphs.map((paragraph, index) => <p key={index}>{paragraph}</p>),
  }
}

export default function ShowingTermsPage() {
  return <LegalPage title={t.showingTerms()} intro={t.showingTermsIntro()} since={TERMS_SINCE} sections={sections()} />
}
