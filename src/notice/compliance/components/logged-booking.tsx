import type { ReactNode } from 'react'
import { formatMoney } from '../../../platform/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Facts } from '../../../ui/card.tsx'
import { instantName } from '../../../ui/date-time.ts'
import type { LogEntry } from '../contract.ts'
import { eventName, movedFrom, notesOf, noticeLines, servicesOf, statusName } from '../domain.ts'
import { AddNote } from './add-note.tsx'
import styles from './logged-booking.module.css'

/** A booking of the log: who came and paid, who was told, what happened since. */
export function LoggedBooking({ log }: { log: LogEntry }) {
  const at = (instant: string) => instantName(instant, log.timeZone)
  const notes = notesOf(log.events)
  const title = at(log.startsAt)
  const before = movedFrom(log.events)
  return (
    <article className={styles.booking} aria-label={`Showing on ${title}`}>
      <header className={styles.head}>
        <h3>{title}</h3>
        <p>
          {log.confirmationNumber} · {statusName(log.status).toLowerCase()} · booked {at(log.bookingCreatedAt)}
          {before && ` · moved from ${at(before)}`}
        </p>
      </header>
      <div className={styles.columns}>
        <Facts facts={factsOf(log, at)} />
        <section>
          <h4>Notices</h4>
          <Notices log={log} at={at} />
          {servicesOf(log.events).map(({ sequence, how, by, servedAt }) => (
            <p key={sequence} className={styles.meta}>
              Notice served: {how}, by {by}, {at(servedAt)}
            </p>
          ))}
        </section>
      </div>
      {log.specialRequests && (
        <section>
          <h4>Special requests</h4>
          <p className={styles.note}>{log.specialRequests}</p>
        </section>
      )}
      {notes.length > 0 && (
        <section>
          <h4>Notes</h4>
          <ul className={styles.notes}>
            {notes.map(({ sequence, at: when, note, by }) => (
              <li key={sequence}>
                <p className={styles.note}>{note}</p>
                <p className={styles.meta}>
                  {by}, {at(when)}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <AddNote bookingId={log.bookingId} about={`the showing on ${title}`} />
      <Events log={log} at={at} />
    </article>
  )
}

const lines = (...parts: (string | false | null | undefined)[]): ReactNode =>
  parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => (
      <span key={String(part)} className={styles.line}>
        {part}
      </span>
    ))

function factsOf(log: LogEntry, at: (instant: string) => string) {
  const { payment, residentInfo, notificationDetails } = log
  const { certifiedMail } = notificationDetails
  const isMailed = certifiedMail.status.includes('Sent')
  return [
    { name: 'Buyer', value: lines(log.buyerName, log.buyerEmail, log.buyerPhone) },
    ...(log.buyerAgentName
      ? [{ name: "Buyer's agent", value: lines(log.buyerAgentName, log.buyerAgentEmail, log.buyerAgentPhone) }]
      : []),
    {
      name: log.occupancy === 'owner' ? 'Owner at home' : 'Resident',
      value: residentInfo
        ? lines(residentInfo.name ?? 'Name not known', residentInfo.phone, residentInfo.email)
        : 'Nobody lives there',
    },
    {
      name: 'Payment',
      value: lines(
        `${formatMoney(payment.amount)}, ${payment.status}`,
        at(payment.processedAt),
        payment.paymentIntentId,
      ),
    },
    // That no letter was ordered is among the notices.
    ...(payment.includedMailUpgrade
      ? [
          {
            name: 'Certified mail',
            value: lines(
              certifiedMail.status,
              isMailed && certifiedMail.sentAt && at(certifiedMail.sentAt),
              certifiedMail.trackingNumber && `Tracking number ${certifiedMail.trackingNumber}`,
            ),
          },
        ]
      : []),
  ]
}

function Notices({ log, at }: { log: LogEntry; at: (instant: string) => string }) {
  return (
    <ul className={styles.notices}>
      {noticeLines(log).map(({ who, channel, isSent, status, sentAt, reason, to }) => (
        <li key={`${who} ${channel}`}>
          <div>
            <p>
              {channel} to {who.toLowerCase()}
            </p>
            {(to || sentAt || reason) && (
              <p className={styles.meta}>
                {[channel !== 'Certified mail' && to, sentAt ? at(sentAt) : reason].filter(Boolean).join(' · ')}
              </p>
            )}
          </div>
          <Badge tone={isSent ? 'good' : 'plain'}>{status}</Badge>
        </li>
      ))}
    </ul>
  )
}

function Events({ log: { events }, at }: { log: LogEntry; at: (instant: string) => string }) {
  return (
    <details className={styles.events}>
      <summary>Events and hashes ({events.length})</summary>
      <ol>
        {events.map(({ sequence, event, at: when, hash, previousHash }) => (
          <li key={sequence}>
            <p>
              Entry {sequence}: {eventName(event)}, {at(when)}
            </p>
            <p className={styles.hash}>Hash {hash}</p>
            <p className={styles.hash}>
              {previousHash ? `Hash of the entry before ${previousHash}` : 'The first entry: there is none before it'}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}
