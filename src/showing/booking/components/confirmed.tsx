import { useEffect, useRef } from 'react'
import { formatMoney } from '../../../platform/money.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { keepTime } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/booking.ts'
import type { Booking, BuyerPage } from '../contract.ts'
import { CalendarLinks } from './calendar-links.tsx'
import styles from './confirmed.module.css'

type ConfirmedProps = {
  booking: Booking
  when: string
  address: string
  calendar: BuyerPage['calendar'] | null
  hasInstructions: boolean
  /** `true` for an agent's demo: no one comes, so nothing follows. */
  isDemo: boolean
}

/** Keeps a phone number from breaking across lines. */
const unbroken = (phone: string) => phone.replaceAll(' ', '\u00a0')

/** Shows what was booked, when, where, and what happens next. */
export function Confirmed({ booking, when, address, calendar, hasInstructions, isDemo }: ConfirmedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isPending = booking.status === 'pending'
  return (
    <div className={styles.confirmed}>
      <div className={styles.head}>
        <span className={styles.badge}>
          <Icon name={isPending ? 'clock' : 'check'} />
        </span>
        <h2 ref={heading} tabIndex={-1}>
          {isPending ? t.requestSent() : t.showingBooked()}
        </h2>
        <p>
          {isPending
            ? t.agentDecides()
            : t.confirmationSent({ buyerEmail: booking.buyerEmail, buyerPhone: unbroken(booking.buyerPhone) })}
        </p>
      </div>
      <Card>
        <p className={styles.number}>
          <span>{t.confirmationNumber()}</span>
          <strong>{booking.confirmation_number}</strong>
        </p>
        <Facts
          facts={[
            { name: t.when(), value: keepTime(when) },
            { name: t.where(), value: address },
            { name: isPending ? t.authorized() : t.paid(), value: formatMoney(booking.amount) },
          ]}
        />
        {calendar && <CalendarLinks calendar={calendar} />}
        <ButtonLink size="large" wide href={booking.manageUrl}>
          {t.seeBooking()}
        </ButtonLink>
      </Card>
      {!isDemo && (
        <Card title={t.whatNext()}>
          <ol className={styles.next}>
            {isPending && <li>{t.nextDecision()}</li>}
            <li>{t.nextNotice()}</li>
            {hasInstructions && <li>{t.nextEntry()}</li>}
            <li>{t.nextRefund()}</li>
          </ol>
        </Card>
      )}
    </div>
  )
}
