import { useState } from 'react'
import type { ProofOfService } from '../../../notice/service-record/contract.ts'
import { methodName } from '../../../notice/service-record/domain.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './service-list.module.css'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type ServiceListProps = {
  services: ProofOfService[]
  timeZone: string
  /** Absent: a record cannot be withdrawn here. */
  onWithdrawn?: () => Promise<void>
}

/** Every record of how a notice was served, each with its paper; the withdrawn too. */
export function ServiceList({ services, timeZone, onWithdrawn }: ServiceListProps) {
  const [asked, setAsked] = useState<ProofOfService>()
  const at = (instant: string) => instantName(instant, timeZone)
  if (services.length === 0) return <p className={styles.none}>No service of the notice is on record.</p>
  return (
    <>
      <ul className={styles.services}>
        {services.map((service) => (
          <li key={service.id}>
            <div className={styles.head}>
              <p className={styles.how}>{methodName(service.method)}</p>
              {service.withdrawn && <Badge>Withdrawn</Badge>}
              {!service.withdrawn && !service.isOfThisTime && <Badge tone="waiting">For the former time</Badge>}
            </div>
            <p>
              {at(service.servedAt)}, by {service.servedBy}
            </p>
            {service.consentDate && <p className={styles.meta}>Written consent on {service.consentDate}</p>}
            {service.note && <p className={styles.note}>{service.note}</p>}
            {service.withdrawn && (
              <p className={styles.meta}>
                Withdrawn by {service.withdrawn.by}, {at(service.withdrawn.at)}: {service.withdrawn.reason}
              </p>
            )}
            {service.photo && (
              <img
                className={styles.photo}
                src={service.photo.url}
                width={service.photo.width}
                height={service.photo.height}
                alt={`Kept with the service of ${at(service.servedAt)}`}
                loading="lazy"
              />
            )}
            <p className={styles.meta}>
              Entry {service.sequence} of the log, {service.recordedBy}, {at(service.recordedAt)}
            </p>
            <div className={styles.actions}>
              <ButtonLink variant="secondary" href={service.pdfUrl} target="_blank" rel="noreferrer">
                <Icon name="print" />
                Proof of service
                <span className="visually-hidden"> of {at(service.servedAt)} (PDF, opens in a new tab)</span>
              </ButtonLink>
              {onWithdrawn && !service.withdrawn && (
                <Button variant="quiet" onClick={() => setAsked(service)}>
                  Withdraw<span className="visually-hidden"> the service of {at(service.servedAt)}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {asked && onWithdrawn && (
        <WithdrawDialog
          service={asked}
          timeZone={timeZone}
          onWithdrawn={onWithdrawn}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
