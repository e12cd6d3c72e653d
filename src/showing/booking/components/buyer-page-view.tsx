import { phoneLink } from '../../../platform/phone-link.ts'
import { SUPPORT } from '../../../product.ts'
import { noInstructions } from '../../../property/property/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { EmailText } from '../../../ui/email-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import { feeWords, MAIL_NAMES, ownWords } from '../buyer-page-messages.ts'
import type { BuyerPage } from '../contract.ts'
import { isReachable } from './agent-unreachable.tsx'
import { AnswerProposal } from './answer-proposal.tsx'
import { BuyerActions } from './buyer-actions.tsx'
import styles from './buyer-page-view.module.css'
import { BuyerThread } from './buyer-thread.tsx'
import { CalendarLinks } from './calendar-links.tsx'
import { DemoMessages } from './demo-messages.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { CorrectEmail } from './email-dialog.tsx'
import { EntryInstructions } from './entry-instructions.tsx'
import { OtherTimes } from './other-times.tsx'

/** Shows a booking to its buyer. */
export function BuyerPageView({ page }: { page: BuyerPage }) {
  const { booking, property, when } = page
  const { label, tone, heading, about } = ownWords(page)
  const isAhead = (booking.status === 'pending' || booking.status === 'confirmed') && page.phase !== 'over'
  return (
    <>
      <header className={styles.head}>
        <p className={styles.status} data-tone={tone}>
          {label}
        </p>
        <h1 tabIndex={-1}>{heading}</h1>
        {/* A demo has no real property, so leave out how to get there. */}
        {(page.demo && isAhead ? [] : about).map((sentence) => (
          <p key={sentence} className={styles.about}>
            {sentence}
          </p>
        ))}
      </header>
      {page.is_demo && <Demo page={page} />}
      <AnswerProposal page={page} />
      <OtherTimes page={page} />
      <Card>
        <p className={styles.when}>
          <Icon name="calendar" />
          <span>{keepTime(when)}</span>
        </p>
        <p className={styles.where}>
          <Icon name="map" />
          <span>{property.full_address}</span>
        </p>
        {isAhead && (
          <>
            {!page.demo && (
              <ButtonLink variant="secondary" wide href={page.directionsUrl} target="_blank" rel="noreferrer">
                <Icon name="map" />
                {rich(t.directions({ span: hidden }))}
              </ButtonLink>
            )}
            {page.phase === 'ahead' && <CalendarLinks calendar={page.calendar} />}
          </>
        )}
      </Card>
      {isAhead && !page.demo && <Entry page={page} />}
      {page.can.bookAgain && (
        <ButtonLink href={`/showingbooker/book/${property.slug}`} wide>
          {t.bookAnotherTime()}
        </ButtonLink>
      )}
      <BuyerActions page={page} />
      <Card title={t.yourBooking()}>
        <Facts
          facts={[
            { name: t.confirmationNumber(), value: <code>{booking.confirmation_number}</code> },
            { name: t.name(), value: booking.buyerName },
            ...(booking.buyerEmail ? [{ name: t.email(), value: <EmailText text={booking.buyerEmail} /> }] : []),
            ...(booking.buyerPhone ? [{ name: t.phone(), value: booking.buyerPhone }] : []),
            ...(booking.buyerAgentName ? [{ name: t.buyersAgent(), value: booking.buyerAgentName }] : []),
            ...(booking.specialRequests
              ? [{ name: t.specialRequests(), value: booking.specialRequests, isProse: true }]
              : []),
            ...(booking.mailUpgrade ? [{ name: t.certifiedMailName(), value: MAIL_NAMES[page.mailRefund]() }] : []),
            feeWords(page),
          ]}
        />
        {(isAhead || booking.buyerEmail) && !page.demo && !page.is_demo && (
          <CorrectEmail page={page} isAhead={isAhead} />
        )}
        {page.receiptUrl && ['paid', 'returning', 'returned', 'reversed'].includes(page.money) && (
          <p>
            <a href={page.receiptUrl} target="_blank" rel="noreferrer">
              {rich(t.receiptPdf({ span: hidden }))}
            </a>
          </p>
        )}
      </Card>
      {!page.is_demo && <BuyerThread page={page} />}
      <Card title={t.questions()}>
        <div className={styles.contact}>
          {property.agent_name && <p>{t.listedByAgent({ agentname: property.agent_name })}</p>}
          {property.agent_phone && (
            <a href={phoneLink(property.agent_phone) ?? undefined}>
              <Icon name="phone" />
              {property.agent_phone}
            </a>
          )}
          {property.agent_email && (
            <a href={`mailto:${property.agent_email}`}>
              <Icon name="mail" />
              {property.agent_email}
            </a>
          )}
          <p className={styles.support}>
            <Support words={isReachable(property) || page.demo ? t.supportForPayment : t.supportForAgent} />
          </p>
        </div>
      </Card>
    </>
  )
}

/** Warns that a demo is not about a real property. */
function Demo({ page }: { page: BuyerPage }) {
  if (!page.demo) return <DemoNotice />
  return (
    <>
      <Notice kind="warning" title={t.demoTitle()}>
        <p>{t.demoOfProduct()}</p>
      </Notice>
      <DemoMessages page={page} />
    </>
  )
}

/** @param words that name support and link to it */
const Support = ({ words }: { words: typeof t.supportForAgent }) =>
  rich(
    words({
      link: (inner) => (
        <a key="support" href={`tel:${SUPPORT.tel}`}>
          {inner}
        </a>
      ),
      phone: SUPPORT.phone,
    }),
  )

function Entry({ page }: { page: BuyerPage }) {
  const { booking, property, instructionsVersion, has_instructions, instructionsFrom } = page
  if (instructionsVersion) {
    return <EntryInstructions token={booking.manageUrl.split('/').pop() ?? ''} version={instructionsVersion} />
  }
  const { agent_name: name, agent_phone: phone, agent_email: email } = property
  // The "Questions" card leads to support.
  if (!has_instructions && !isReachable(property)) return null
  const unlocks =
    booking.status === 'confirmed'
      ? t.entryUnlocksAt({ instantName: keepTime(instantName(instructionsFrom, booking.time_zone)) })
      : t.entryUnlocksOnApproval()
  return (
    <Notice kind="info" title={t.howToGetIn()}>
      <p>{has_instructions ? unlocks : noInstructions({ name, phone, email })}</p>
    </Notice>
  )
}
