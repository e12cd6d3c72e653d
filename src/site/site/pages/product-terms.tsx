import type { MetaArgs } from 'react-router'
import { REGISTRATION_CREDITS } from '../../../account/account/domain.ts'
import { DEMO_FEE_CENTS, MAIL_UPGRADE_CENTS, SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { formatMoney } from '../../../platform/money.ts'
import { SUPPORT } from '../../../product.ts'
import { NOTICE_HOURS, SHOWING_MINUTES } from '../../../property/availability/domain.ts'
import { CREDIT_PACK, SUBSCRIPTION } from '../../../studio/credit/domain.ts'
import { LegalPage, type LegalSection } from '../components/legal-page.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { keptAt, TERMS_SINCE } from '../domain.ts'

const PATH = '/terms'

export const loader = loadOrigin
export const headers = () => keptAt(PATH)

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: PATH,
    title: 'Terms of service · ShowingBooker',
    description:
      'The terms of ShowingBooker: accounts, showings, listing homes, credits, images, the advice chat, messages.',
  })

const monthly = formatMoney(SUBSCRIPTION.cents).replace('.00', '')

const SECTIONS: LegalSection[] = [
  {
    id: 'about',
    title: 'What these terms are about',
    body: (
      <>
        <p>
          ShowingBooker books private showings of homes. An account also opens an image studio and an advice chat. These
          terms hold for all of it, between you and the makers of ShowingBooker. Whoever books a visit also agrees to
          the <a href="/showingbooker/terms">showing terms</a>; where both speak of a visit, the showing terms count.
        </p>
        <p>
          What we keep of you, and why, is in the <a href="/privacy">privacy policy</a>.
        </p>
      </>
    ),
  },
  {
    id: 'who',
    title: 'Who may use it',
    body: (
      <>
        <p>You are at least 18 years old, and you may make contracts where you live. One person has one account.</p>
        <p>
          Your email address is your own. The anonymous username is what others see of you. Keep your password to
          yourself, and tell us at once if somebody else may know it: what is done with your account counts as done by
          you until then.
        </p>
      </>
    ),
  },
  {
    id: 'showings',
    title: 'Showings',
    body: (
      <ul>
        <li>
          A private showing takes {SHOWING_MINUTES} minutes and is booked with at least {NOTICE_HOURS} hours of advance
          notice.
        </li>
        <li>
          Whoever books it pays a flat {formatMoney(SHOWING_FEE_CENTS)}. Agents and owners pay nothing. A notice by
          certified mail, where a tenant lives in the home, is {formatMoney(MAIL_UPGRADE_CENTS)} more and a choice. A
          demo booking costs {formatMoney(DEMO_FEE_CENTS)}.
        </li>
        <li>
          The fee is refunded only if access is denied or impossible at the scheduled time, requested within 24 hours
          after it, and processed in 5–7 business days. If the agent cancels, it is refunded in full. Otherwise it is
          final.
        </li>
      </ul>
    ),
  },
  {
    id: 'listing',
    title: 'If you list homes',
    body: (
      <>
        <p>
          You may offer the home for showings: it is yours, or its owner has asked you to. What you say about it is
          true, and you come when somebody has booked.
        </p>
        <p>
          Where somebody lives in the home, the duties of the law toward them are yours: in California above all Civil
          Code section 1954, on notice and hours of entry. ShowingBooker writes the notice, counts the hours, sends what
          can be sent and keeps the record; it does not serve notices for you and does not replace a lawyer. When you
          enter a resident’s phone number, you state that they have agreed to get texts there.
        </p>
        <p>
          You offer every home to everyone at the same times and the same price. Fair housing law holds for every visit,
          every answer and every word of a listing.
        </p>
      </>
    ),
  },
  {
    id: 'credits',
    title: 'Credits and subscription',
    body: (
      <ul>
        <li>You get {REGISTRATION_CREDITS} credits on registration, free.</li>
        <li>One image takes one credit. If it cannot be made, the credit comes back.</li>
        <li>
          A subscription costs {monthly} per month and gives {SUBSCRIPTION.credits} credits each paid month. It renews
          automatically every month until you cancel; cancel at any time, and it runs to the end of the month that is
          paid. Unused credits roll over.
        </li>
        <li>
          {CREDIT_PACK.credits} more credits can be bought for {formatMoney(CREDIT_PACK.cents).replace('.00', '')} at
          any time.
        </li>
        <li>
          Purchases of credits and subscriptions are non-refundable, where the law does not say otherwise. Credits are
          not money, and belong to one account.
        </li>
      </ul>
    ),
  },
  {
    id: 'images',
    title: 'Images',
    body: (
      <>
        <p>
          A new image is private. Only you decide to make it public; a public one stands in the gallery beside your
          username, for everyone to see. You answer for what you ask for and for what you publish. Every image says in
          its file whether code drew it or an AI model made it: leave that in.
        </p>
        <p>
          Not allowed are images that are sexual, violent, hateful or illegal, or that infringe somebody’s copyright.
          Anybody can report a public image. We may remove one, and tell its creator why.
        </p>
      </>
    ),
  },
  {
    id: 'advice-chat',
    title: 'The advice chat',
    body: (
      <>
        <p>
          The chat answers questions about health and other things in general words. It can be wrong. It is not a
          doctor, and what it says is not medical advice: ask a professional before you act on it.
        </p>
        <p>
          <strong>
            In an emergency call <a href="tel:911">911</a>. If you think of hurting yourself, call or text{' '}
            <a href="tel:988">988</a>.
          </strong>{' '}
          The chat cannot call anybody for you.
        </p>
        <p>Upload only documents that you may use. An access code that you were given is for you alone.</p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'What is not allowed',
    body: (
      <ul>
        <li>Booking in a false name, or to harass, follow or find out about somebody.</li>
        <li>Getting around prices, limits, access codes or the protection of other people’s data.</li>
        <li>Sending messages through the service that it was not made for.</li>
        <li>Copying it by machine beyond what its documented API offers, or loading it until others suffer.</li>
      </ul>
    ),
  },
  {
    id: 'messages',
    title: 'Texts and emails',
    body: (
      <p>
        Essential texts and emails, about showings, your account and your payments, are part of the service and cannot
        be switched off in the settings. Reply STOP to a text to get no more texts, START to get them again, HELP for
        help; use the unsubscribe link in marketing emails. Otherwise delete your account. Message and data rates may
        apply.
      </p>
    ),
  },
  {
    id: 'payments',
    title: 'Payments',
    body: (
      <p>
        Cards are taken by a payment provider; we never see or keep their numbers. All prices are in US dollars. The
        price you see before you pay is the price you pay.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Ending it',
    body: (
      <p>
        You can delete your account at any time in its <a href="/account/delete">settings</a>, once no paid showing is
        to come and no buyer waits for money or may still ask for it, which is 24 hours after a showing. Credits that
        are left go with it. What must stay as a record of showings stays, under a pseudonym; the privacy policy lists
        it. We may suspend an account that breaks these terms, and say why. Showings that are booked and paid are
        carried out or refunded in any case.
      </p>
    ),
  },
  {
    id: 'advice',
    title: 'No legal advice, no agency',
    body: (
      <p>
        What the product says about the law is general information, not legal advice. ShowingBooker is not a real-estate
        broker and represents neither side of a sale or a lease.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    body: (
      <p>
        The service is offered as it is and as it is available. As far as the law permits, we do not answer for the
        state of a home, for what people do at a showing, or for losses that follow from a service that was away; and in
        all for no more than you paid us in the 12 months before. Nothing here limits rights that the law does not let
        anybody limit.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law',
    body: (
      <p>
        These terms are governed by the law of Wyoming. The rights that the law of your state gives to consumers and
        residents remain.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        If these terms change, the new ones stand here with their date, 14 days before they count where they take
        something from you, and hold for what is booked or bought after it.
      </p>
    ),
  },
  {
    id: 'questions',
    title: 'Questions',
    body: (
      <p>
        Write to <a href={`mailto:${SUPPORT.email}`}>{SUPPORT.email}</a>, or see <a href="/contact">contact</a>.
      </p>
    ),
  },
]

export default function ProductTermsPage() {
  return (
    <LegalPage
      title="Terms of service"
      intro="What holds between you and us when you use ShowingBooker."
      since={TERMS_SINCE}
      sections={SECTIONS}
    />
  )
}
