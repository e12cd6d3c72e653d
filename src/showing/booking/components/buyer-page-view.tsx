import { phoneLink } from '../../../platform/phone-link.ts'
import { SUPPORT } from '../../../product.ts'
import { noInstructions } from '../../../property/property/domain.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { feeWords, MAIL_NAMES, ownWords } from '../buyer-page-messages.ts'
import type { BuyerPage } from '../contract.ts'
import { isReachable } from './agent-unreachable.tsx'
import { BuyerActions } from './buyer-actions.tsx'
import styles from './buyer-page-view.module.css'
import { CalendarLinks } from './calendar-links.tsx'
import { DemoMessages } from './demo-messages.tsx'

/** A booking as its buyer sees it. */
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
        {/* Nobody is to be seen at a home that there is not. */}
        {(page.demo && isAhead ? [] : about).map((sentence) => (
          <p key={sentence} className={styles.about}>
            {sentence}
          </p>
        ))}
      </header>
      {page.is_demo && <Demo page={page} />}
      <Card>
        <p className={styles.when}>
          <Icon name="calendar" />
          {when}
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
                Directions<span className="visually-hidden"> (opens in a new tab)</span>
              </ButtonLink>
            )}
            {page.phase === 'ahead' && <CalendarLinks calendar={page.calendar} />}
          </>
        )}
      </Card>
      {isAhead && !page.demo && <Entry page={page} />}
      {['cancelled', 'declined'].includes(booking.status) && !page.is_demo && (
        <ButtonLink href={`/showingbooker/book/${property.slug}`} wide>
          Book another time
        </ButtonLink>
      )}
      <BuyerActions page={page} />
      <Card title="Your booking">
        <Facts
          facts={[
            { name: 'Confirmation number', value: <code>{booking.confirmation_number}</code> },
            { name: 'Name', value: booking.buyerName },
            { name: 'Email', value: booking.buyerEmail },
            { name: 'Phone', value: booking.buyerPhone },
            ...(booking.buyerAgentName ? [{ name: "Buyer's agent", value: booking.buyerAgentName }] : []),
            ...(booking.specialRequests ? [{ name: 'Special requests', value: booking.specialRequests }] : []),
            ...(booking.mailUpgrade ? [{ name: 'Certified mail', value: MAIL_NAMES[page.mailRefund] }] : []),
            feeWords(page),
          ]}
        />
        {page.receiptUrl && ['paid', 'returning', 'returned'].includes(page.money) && (
          <p>
            <a href={page.receiptUrl} target="_blank" rel="noreferrer">
              Receipt (PDF)<span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          </p>
        )}
      </Card>
      <Card title="Questions about the visit">
        <div className={styles.contact}>
          {property.agent_name && <p>{property.agent_name}, landlord or agent</p>}
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
            {isReachable(property) || page.demo ? 'About the payment' : "We can't reach the agent. Please call"}:
            ShowingBooker support, <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a>
          </p>
        </div>
      </Card>
    </>
  )
}

/** A demo is none of a real home, and says so before all else. */
function Demo({ page }: { page: BuyerPage }) {
  return (
    <>
      <Notice kind="warning" title="DEMO: this is not a real showing">
        <p>
          No home is shown and nobody comes.
          {page.demo &&
            ' The names and the home are made up, there is nothing to cancel or to move, and the fee is what the messages cost.'}
        </p>
      </Notice>
      {page.demo && <DemoMessages page={page} />}
    </>
  )
}

function Entry({ page }: { page: BuyerPage }) {
  const { booking, property, showing_instructions, has_instructions, instructionsFrom } = page
  if (showing_instructions) {
    return (
      <Card title="How to get in">
        <p className={styles.instructions}>{showing_instructions}</p>
        <p className={styles.support}>Only for you and this showing. Please lock up when you leave.</p>
      </Card>
    )
  }
  const { agent_name: name, agent_phone: phone, agent_email: email } = property
  const unlocks =
    booking.status === 'confirmed'
      ? `Entry instructions unlock here at ${instantName(instructionsFrom, booking.time_zone)}, 1 hour before your showing.`
      : 'Entry instructions unlock here 1 hour before your showing, once it is approved.'
  return (
    <Notice kind="info" title="How to get in">
      <p>{has_instructions ? unlocks : noInstructions({ name, phone, email })}</p>
    </Notice>
  )
}
