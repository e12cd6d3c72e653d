import { useEffect, useState } from 'react'
import type { ProofOfService } from '../../../notice/service-record/contract.ts'
import { methodName } from '../../../notice/service-record/domain.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { dateName } from '../../../ui/date-names.ts'
import { instantName } from '../../../ui/date-time.ts'
import { focusOn, isFocusLost } from '../../../ui/focus-on.ts'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/evidence.ts'
import styles from './service-list.module.css'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type ServiceListProps = {
  services: ProofOfService[]
  timeZone: string
  /** If absent, the list does not let the agent withdraw a record. */
  onWithdrawn?: () => Promise<void>
}

/** Lists every record of how a notice was served, even withdrawn ones, each with its PDF. */
export function ServiceList({ services, timeZone, onWithdrawn }: ServiceListProps) {
  const [asked, setAsked] = useState<ProofOfService>()
  // Recording or withdrawing a service removes the focused control.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these removes the control.
  useEffect(() => {
    if (!asked && isFocusLost()) focusOn('#services')
  }, [asked, services])
  const at = (instant: string) => instantName(instant, timeZone)
  if (services.length === 0) return <p className={styles.none}>{t.noService()}</p>
  return (
    <>
      <ul className={styles.services}>
        {services.map((service) => (
          <li key={service.id}>
            <div className={styles.head}>
              <p className={styles.how}>{methodName(service.method)}</p>
              {service.withdrawn && <Badge>{t.withdrawn()}</Badge>}
              {!service.withdrawn && !service.isOfThisTime && <Badge tone="waiting">{t.formerTime()}</Badge>}
            </div>
            <p>{t.servedAtBy({ servedAt: at(service.servedAt), servedBy: service.servedBy })}</p>
            {service.consentDate && (
              <p className={styles.meta}>{t.consentOn({ consentDate: dateName(service.consentDate) })}</p>
            )}
            {service.note && <p className={styles.note}>{service.note}</p>}
            {service.withdrawn && (
              <p className={styles.meta}>
                {t.withdrawnBy({
                  by: service.withdrawn.by,
                  at: at(service.withdrawn.at),
                  reason: service.withdrawn.reason,
                })}
              </p>
            )}
            {service.photo && (
              <img
                className={styles.photo}
                src={service.photo.url}
                width={service.photo.width}
                height={service.photo.height}
                alt={t.photoOf({ servedAt: at(service.servedAt) })}
                loading="lazy"
              />
            )}
            <p className={styles.meta}>
              {t.entryOfLog({
                sequence: service.sequence,
                recordedBy: service.recordedBy,
                recordedAt: at(service.recordedAt),
              })}
            </p>
            <div className={styles.actions}>
              <ButtonLink variant="secondary" href={service.pdfUrl} target="_blank" rel="noreferrer">
                <Icon name="print" />
                {rich(
                  t.proofOfService({
                    servedAt: at(service.servedAt),
                    hidden,
                  }),
                )}
              </ButtonLink>
              {onWithdrawn && !service.withdrawn && (
                <Button variant="quiet" onClick={() => setAsked(service)}>
                  {rich(
                    t.withdrawService({
                      servedAt: at(service.servedAt),
                      hidden,
                    }),
                  )}
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
