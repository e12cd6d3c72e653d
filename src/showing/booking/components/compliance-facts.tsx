import { formatMoney } from '../../../platform/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { complianceName, paymentName, unsentLetterName } from '../state-names-domain.ts'
import styles from './compliance-facts.module.css'

/** Shows how the resident got notice and what the buyer paid. */
export function ComplianceFacts({ showing }: { showing: ShowingRecord }) {
  const { duration, isOccupied, advanceNoticeHours, certifiedMailDate, time_zone } = showing
  const hours = advanceNoticeHours === null ? t.noneSent() : t.hoursAhead({ count: advanceNoticeHours })
  const unsentLetter = unsentLetterName(showing.mail_upgrade)
  const tone = showing.isCompliant === null ? 'plain' : showing.isCompliant ? 'good' : 'waiting'
  return (
    <dl className={styles.facts}>
      <Fact name={t.advanceNotice()} value={isOccupied ? hours : t.hoursVacant({ hours })} />
      <Fact
        name={t.factCertifiedMail()}
        value={certifiedMailDate ? keepTime(instantName(certifiedMailDate, time_zone)) : unsentLetter}
      />
      <Fact name={t.factFee()} value={feeOf(showing)} />
      <Fact name={t.factDuration()} value={t.minutesLong({ duration })} />
      <div>
        <dt>{t.sheetCompliance()}</dt>
        <dd>
          <Badge tone={tone}>{complianceName(showing.isCompliant)}</Badge>
          {showing.complianceReasons.length > 0 && (
            <details className={styles.why}>
              <summary>{t.why()}</summary>
              <ul className={styles.reasons}>
                {showing.complianceReasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </details>
          )}
        </dd>
      </div>
      {showing.feedback && <Fact name={t.sheetFeedback()} value={showing.feedback} />}
    </dl>
  )
}

const feeOf = ({ bookingFee, paymentStatus }: ShowingRecord) =>
  bookingFee === 0
    ? paymentName(paymentStatus)
    : `${formatMoney(bookingFee)}, ${paymentName(paymentStatus).toLowerCase()}`

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  )
}
