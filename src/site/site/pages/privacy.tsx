import type { MetaArgs } from 'react-router'
import { SESSION_DAYS_MAX, SESSION_SECONDS, TOKEN_SECONDS } from '../../../account/account/domain.ts'
import { ARCHIVE_DAYS } from '../../../account/data-export/domain.ts'
import { SUPPORT } from '../../../product.ts'
import { LegalFacts, LegalPage, type LegalSection } from '../components/legal-page.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { keptAt, TERMS_SINCE } from '../domain.ts'

const PATH = '/privacy'

export const loader = loadOrigin
export const headers = () => keptAt(PATH)

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: PATH,
    title: 'Privacy policy · ShowingBooker',
    description:
      'What ShowingBooker keeps of whom, why and for how long, who gets to see it, and what you can ask for.',
  })

const SECTIONS: LegalSection[] = [
  {
    id: 'in-short',
    title: 'In short',
    body: (
      <ul>
        <li>We keep what a showing needs, and the proof that it was announced and paid.</li>
        <li>We do not sell personal information, and we do not share it for advertising. There are no ads here.</li>
        <li>Residents do not learn a visitor’s contact, and visitors do not learn a resident’s.</li>
        <li>You can see, correct, take with you and delete what is yours.</li>
      </ul>
    ),
  },
  {
    id: 'what',
    title: 'What we keep, and why',
    body: (
      <LegalFacts
        heads={['What', 'Why']}
        rows={[
          [
            'If you book a showing',
            'Name, email, phone number, the time, what you wrote to the agent, and the same of your agent if you name one. Of the payment: amount, state and the provider’s reference, never a card number.',
            'To hold and book the visit, to tell everyone concerned, to refund, and to prove it later.',
          ],
          [
            'If you live in a home that is shown',
            'Name, phone number and email as far as your agent, owner or manager entered them, whether you agreed to texts, and which notices went to you, when and how.',
            'To tell you in good time who comes when, as the law asks, and to prove it.',
          ],
          [
            'If you list homes',
            'Your account, profile and contact, license and brokerage; your homes with their owners, photos, hours and instructions; what was done with them and when.',
            'To offer the homes, to put you in touch with visitors, and to keep your calendar and reports.',
          ],
          [
            'If you have an account',
            'Email, username, a password that nobody can read back, settings, and where you are signed in (address and browser). Your credits and each of their movements.',
            'To let you in and nobody else, and to count what you bought.',
          ],
          [
            'If you make images or use the chat',
            'Your prompts and images, whom you follow, and that you said that you are 18 or older; your conversations and the documents that you upload. Of an image that is reported, who reported it and why.',
            'To make, show and find them for you, and to answer from your own documents. An uploaded document is read for you alone.',
          ],
          [
            'If you only look around',
            'One line for each request: its time, its page’s kind, whether it worked. Views of a shared home are counted by a code made anew each hour from address and browser, which does not say who you are.',
            'To keep the service running and to count views without following anybody.',
          ],
        ]}
      />
    ),
  },
  {
    id: 'from-whom',
    title: 'Where it comes from',
    body: (
      <p>
        From you; of residents and owners from the agent or manager of the home; of payments and messages from those who
        carry them, who tell us whether it worked. Photos lose their hidden data, such as the place, when they are
        uploaded.
      </p>
    ),
  },
  {
    id: 'who-is-told',
    title: 'Who is told what',
    body: (
      <LegalFacts
        heads={['Told']}
        rows={[
          ['The listing agent', 'Of a visitor: name, email, phone number, the time and any special requests.'],
          [
            'The resident',
            'The date, the time, the purpose, who enters, and of the visitor the first name and last initial. Never the visitor’s email or phone number.',
          ],
          [
            'The visitor',
            'The home’s address and facts, and the agent’s contact. Nothing of the resident or the owner. How to get in: only on the booking page, only from one hour before a confirmed visit until its end.',
          ],
          ['The visitor’s agent', 'A copy of the visitor’s emails, without the link that moves or cancels the visit.'],
          [
            'The public',
            'Of a listed home what its booking page shows. Of an account the username, its bio and the images that were made public.',
          ],
          ['Our own administrators', 'What they need to help and to stop abuse. Each of their acts is recorded.'],
        ]}
      />
    ),
  },
  {
    id: 'processors',
    title: 'Who works for us',
    body: (
      <>
        <p>They get what their work needs, and may use it for nothing else:</p>
        <ul>
          <li>a payment provider, which takes cards and pays refunds;</li>
          <li>a carrier of text messages;</li>
          <li>a carrier of email;</li>
          <li>a mail house, which prints and posts certified letters;</li>
          <li>the hosting of our servers, database and files;</li>
          <li>where a model makes an image or answers in the chat, the provider of that model.</li>
        </ul>
        <p>
          The map of a home comes from a map service, and only when you ask for it: your browser then tells it your
          address on the internet and the home. Courts and authorities get what the law obliges us to give.
        </p>
      </>
    ),
  },
  {
    id: 'no-sale',
    title: 'What we do not do',
    body: (
      <p>
        We do not sell personal information, and we do not share it for advertising across other sites; we have not done
        so in the last 12 months. There are no advertising or tracking cookies and no analytics of others. A browser’s
        Global Privacy Control signal therefore changes nothing: what it asks for is so for everybody.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and your browser’s storage',
    body: (
      <>
        <p>Only what the service cannot do without:</p>
        <ul>
          <li>
            a cookie that says that you are signed in, for {SESSION_SECONDS / 86_400} days after your last visit, and{' '}
            {SESSION_DAYS_MAX} days at the most; scripts cannot read it, and it goes when you sign out;
          </li>
          <li>
            after you have signed in, one for 400 days by which we know the browser again, so that strangers who guess
            at your password cannot keep you out; it does not say who you are, and signs nobody in;
          </li>
          <li>once you have signed in, your browser’s time zone, so that times are shown in it, until you sign out;</li>
          <li>
            while you sign in with a code or a passkey, one for some minutes; if you tick “Do not ask on this browser”,
            one for 30 days;
          </li>
          <li>where you have entered an access code, one that says so, until you sign out or close the browser;</li>
          <li>
            in the browser’s storage: the id of your account, a token of {TOKEN_SECONDS / 60} minutes, drafts of homes
            that you were entering, a booking that you are just paying for, and which access codes you have entered.
            Signing out removes id, token and codes entered.
          </li>
        </ul>
        <p>Booking a visit needs no cookie.</p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <LegalFacts
        heads={['Kept']}
        rows={[
          [
            'Bookings, also begun ones, notices, payments and the compliance log',
            'As long as they may have to prove that a visit was announced and paid, also after a home or an account is deleted. The log cannot be changed. When an account is deleted, they stay under a pseudonym.',
          ],
          ['Homes, profiles, images, conversations, documents', 'Until you delete them, or your account.'],
          [
            'A deleted account',
            'You are signed out and your homes are gone at once; the rest is deleted within minutes, or two days while messages to buyers still go out. Then a receipt goes to your email address, and the address is forgotten, after a week at the latest. What stays names a number instead of you, except where a record says what was true then.',
          ],
          ['The file with your data that you ask for', `${ARCHIVE_DAYS} days.`],
          [
            'Where you are signed in',
            `Until you sign out, or ${SESSION_SECONDS / 86_400} days after your last visit, ${SESSION_DAYS_MAX} at the most.`,
          ],
          ['What counts a visitor once an hour', 'About two hours.'],
          ['Answers kept so that nothing is done twice', '24 hours.'],
          ['Photos that no home shows', 'A day.'],
          ['Phone numbers that said STOP', 'Until they say START: without them we could not keep to it.'],
        ]}
      />
    ),
  },
  {
    id: 'messages',
    title: 'Texts and emails',
    body: (
      <p>
        Reply STOP to a text and that number gets no more texts from us, START undoes it, HELP answers. Marketing emails
        have an unsubscribe link, and are off in your settings at any time. Essential notices, of showings, your account
        and your payments, cannot be switched off; delete your account to end them. Phone numbers and consent to texts
        are passed on to nobody for marketing.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          Wherever you live, you may ask for the following. If you live in California, the California Consumer Privacy
          Act, as amended by the CPRA, gives you these rights by law:
        </p>
        <ul>
          <li>
            <strong>To know</strong> what we keep of you, where it comes from, why, and who gets it, and to have a copy
            that you can take with you.
          </li>
          <li>
            <strong>To delete</strong> it, except what the law makes or lets us keep, such as the record of a paid
            visit.
          </li>
          <li>
            <strong>To correct</strong> what is wrong.
          </li>
          <li>
            <strong>To opt out</strong> of the sale or sharing of personal information: there is none.
          </li>
          <li>
            <strong>To limit</strong> the use of sensitive information: a password and what you write in the chat or
            upload there are used for nothing but the service itself.
          </li>
          <li>
            <strong>Not to be treated worse</strong> because you asked.
          </li>
        </ul>
        <p>
          With an account you do most of it yourself: a <a href="/account/data">download of everything</a> that is yours
          is in your account, and so is its <a href="/account/delete">deletion</a>. For all else, write to{' '}
          <a href={`mailto:${SUPPORT.email}`}>{SUPPORT.email}</a>; we ask only for what shows that you are who you say,
          such as an answer from the email address of a booking. Somebody else may ask for you with your written
          permission. We confirm a request within 10 business days and answer it within 45 days; if we need 45 more, we
          say why. If we say no, you may ask again, and turn to the California Privacy Protection Agency or your
          attorney general.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    body: (
      <p>
        Connections are encrypted. Passwords are kept as slow hashes. Who may see what is decided on the server, for
        every call. Links that act for a visitor cannot be guessed and go to that visitor only. Logs carry no names,
        numbers or card data. If something should go wrong that concerns you, we tell you without delay.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: <p>ShowingBooker is for people of 18 years and more. We do not knowingly keep data of children.</p>,
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        If this policy changes, the new one stands here with its date, and 14 days before it counts where it takes
        something from you.
      </p>
    ),
  },
  {
    id: 'questions',
    title: 'Questions',
    body: (
      <p>
        Write to <a href={`mailto:${SUPPORT.email}`}>{SUPPORT.email}</a>. Our address is on the{' '}
        <a href="/contact">contact page</a>.
      </p>
    ),
  },
]

export default function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      intro="What we keep of whom, why and for how long, and what you can ask for."
      since={TERMS_SINCE}
      sections={SECTIONS}
    />
  )
}
