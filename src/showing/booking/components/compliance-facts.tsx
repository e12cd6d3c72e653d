import { formatMoney } from '../../../platform/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { instantName } from '../../../ui/date-time.ts'
import type { ShowingRecord } from '../contract.ts'
import { complianceName, paymentName, unsentLetterName } from '../domain.ts'
import styles from './compliance-facts.module.css'

/** What was done for the resident, and what was paid. */
export function ComplianceFacts({ showing }: { showing: ShowingRecord }) {
  const { duration, isOccupied, advanceNoticeHours, certifiedMailDate, time_zone, bookingFee, paymentStatus } = showing
  const hours = advanceNoticeHours === null ? 'None was sent' : `${advanceNoticeHours} hours ahead`
  const unsentLetter = unsentLetterName(showing.mail_upgrade)
  const tone = showing.isCompliant === null ? 'plain' : showing.isCompliant ? 'good' : 'waiting'
  return (
    <dl className={styles.facts}>
      <Fact name="Advance notice" value={isOccupied ? hours : `${hours} (vacant)`} />
      <Fact
        name="Certified mail"
        value={certifiedMailDate ? instantName(certifiedMailDate, time_zone) : unsentLetter}
      />
      <Fact name="Fee" value={`${formatMoney(bookingFee)}, ${paymentName(paymentStatus).toLowerCase()}`} />
      <Fact name="Duration" value={`${duration} minutes`} />
      <div>
        <dt>Compliance</dt>
        <dd>
          <Badge tone={tone}>{complianceName(showing.isCompliant)}</Badge>
          {showing.complianceReasons.length > 0 && (
            <details className={styles.why}>
              <summary>Why</summary>
              <ul className={styles.reasons}>
                {showing.complianceReasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </details>
          )}
        </dd>
      </div>
      {showing.feedback && <Fact name="Feedback" value={showing.feedback} />}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  )
}
