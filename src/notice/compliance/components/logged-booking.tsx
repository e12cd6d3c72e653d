import type { ReactNode } from 'react'
import { formatMoney } from '../../../platform/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Facts } from '../../../ui/card.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { NOTICE_TONES, noticeStatusName } from '../../entry-notice/status-domain.ts'
import { reasonText } from '../../message/reason-domain.ts'
import * as t from '../../text/compliance.ts'
import type { LogEntry } from '../contract.ts'
import {
  eventName,
  messageLines,
  movedFrom,
  notesOf,
  paymentName,
  residentName,
  sentName,
  servicesOf,
  statusName,
} from '../domain.ts'
import { AddNote } from './add-note.tsx'
import styles from './logged-booking.module.css'

/** Shows a logged booking: the buyer, the payment, the messages, and what happened since. */
export function LoggedBooking({ log }: { log: LogEntry }) {
  const at = (instant: string) => instantName(instant, log.timeZone)
  const notes = notesOf(log.events)
  const title = at(log.startsAt)
  const before = movedFrom(log.events)
  const head = {
    number: log.confirmationNumber ?? '',
    status: statusName(log.status).toLowerCase(),
    at: at(log.bookingCreatedAt),
  }
  return (
    <article className={styles.booking} aria-label={t.showingOn({ when: title })}>
      <header className={styles.head}>
        <h3>{title}</h3>
        <p>{before ? t.headlineMoved({ ...head, before: at(before) }) : t.headline(head)}</p>
      </header>
      <div className={styles.columns}>
        <Facts facts={factsOf(log, at)} />
        <section>
          <h4>{t.notices()}</h4>
          {log.noticeStatus && (
            <p>
              <Badge tone={NOTICE_TONES[log.noticeStatus]}>{noticeStatusName(log.noticeStatus)}</Badge>
            </p>
          )}
          <Notices log={log} at={at} />
          {servicesOf(log.events).map(({ sequence, how, by, servedAt }) => (
            <p key={sequence} className={styles.meta}>
              {t.noticeServed({ how, by, at: at(servedAt) })}
            </p>
          ))}
        </section>
      </div>
      {log.specialRequests && (
        <section>
          <h4>{t.specialRequests()}</h4>
          <p className={styles.note}>{log.specialRequests}</p>
        </section>
      )}
      {notes.length > 0 && (
        <section>
          <h4>{t.notes()}</h4>
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
      <AddNote bookingId={log.bookingId} about={t.theShowingOn({ when: title })} />
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
  return [
    { name: t.buyer(), value: lines(log.buyerName, log.buyerEmail, log.buyerPhone) },
    ...(log.buyerAgentName
      ? [{ name: t.buyersAgent(), value: lines(log.buyerAgentName, log.buyerAgentEmail, log.buyerAgentPhone) }]
      : []),
    {
      name: residentName(log.occupancy),
      value: residentInfo
        ? lines(residentInfo.name ?? t.nameNotKnown(), residentInfo.phone, residentInfo.email)
        : t.noOneLivesThere(),
    },
    {
      name: t.payment(),
      value: lines(
        payment.amount > 0
          ? `${formatMoney(payment.amount)}, ${paymentName(payment.status).toLowerCase()}`
          : paymentName(payment.status),
        at(payment.processedAt),
        payment.paymentIntentId,
      ),
    },
    // If there is no letter, the messages below say so.
    ...(payment.includedMailUpgrade
      ? [
          {
            name: t.certifiedMail(),
            value: lines(
              sentName(certifiedMail.status),
              certifiedMail.sentAt && at(certifiedMail.sentAt),
              certifiedMail.reason && reasonText(certifiedMail.reason),
              certifiedMail.trackingNumber && t.trackingNumber({ number: certifiedMail.trackingNumber }),
            ),
          },
        ]
      : []),
  ]
}

function Notices({ log, at }: { log: LogEntry; at: (instant: string) => string }) {
  return (
    <ul className={styles.notices}>
      {messageLines(log).map(({ who, channel, isSent, status, sentAt, reason, to }) => (
        <li key={`${who} ${channel}`}>
          <div>
            <p>{t.noticeTo({ channel, who: who.toLowerCase() })}</p>
            {(to || sentAt || reason) && (
              <p className={styles.meta}>
                {[channel !== 'Certified mail' && to, sentAt && at(sentAt), reason].filter(Boolean).join(' · ')}
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
      <summary>{t.eventsAndHashes({ count: events.length })}</summary>
      <ol>
        {events.map(({ sequence, event, at: when, hash, previousHash }) => (
          <li key={sequence}>
            <p>{t.entryLine({ sequence, event: eventName(event), at: at(when) })}</p>
            <p className={styles.hash}>{t.hash({ hash })}</p>
            <p className={styles.hash}>{previousHash ? t.hashBefore({ hash: previousHash }) : t.firstEntry()}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
