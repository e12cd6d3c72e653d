import { useEffect, useRef } from 'react'
import { formatMoney } from '../../../platform/money.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Booking, BuyerPage } from '../contract.ts'
import { CalendarLinks } from './calendar-links.tsx'
import styles from './confirmed.module.css'

type ConfirmedProps = {
  booking: Booking
  when: string
  address: string
  calendar: BuyerPage['calendar'] | null
  hasInstructions: boolean
}

/** Booked: what, when, where, and what happens next. */
export function Confirmed({ booking, when, address, calendar, hasInstructions }: ConfirmedProps) {
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
          {isPending ? 'Your request has been sent' : 'Your showing is booked'}
        </h2>
        <p>
          {isPending
            ? 'The agent decides soon. Your card is charged only if the visit is approved.'
            : `A confirmation is on its way to ${booking.buyerEmail} and ${booking.buyerPhone}.`}
        </p>
      </div>
      <Card>
        <p className={styles.number}>
          <span>Confirmation number</span>
          <strong>{booking.confirmation_number}</strong>
        </p>
        <Facts
          facts={[
            { name: 'When', value: when },
            { name: 'Where', value: address },
            { name: isPending ? 'Authorized' : 'Paid', value: formatMoney(booking.amount) },
          ]}
        />
        {calendar && <CalendarLinks calendar={calendar} />}
        <ButtonLink size="large" wide href={booking.manageUrl}>
          See your booking
        </ButtonLink>
      </Card>
      <Card title="What happens next">
        <ol className={styles.next}>
          {isPending && <li>The agent approves or declines. We tell you by text and email at once.</li>}
          <li>
            We tell the agent and the resident when you're coming. A resident sees only your first name and last
            initial.
          </li>
          {hasInstructions && <li>Entry instructions unlock on your booking page 1 hour before the showing.</li>}
          <li>If access is denied or impossible, ask for a refund within 24 hours.</li>
        </ol>
      </Card>
    </div>
  )
}
