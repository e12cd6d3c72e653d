import { useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { rich } from '../../../ui/rich.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CalendarLinks } from '../../booking/components/calendar-links.tsx'
import styles from '../../booking/components/confirmed.module.css'
import { DemoMessages, isRunning } from '../../booking/components/demo-messages.tsx'
import type { BuyerPage } from '../../booking/contract.ts'
import * as t from '../../text/demo.ts'

const PAUSE_MS = 1500
/** Number of checks before the page stops and shows what it knows. The demo's page shows the rest. */
const LOOKS = 20

/** Shows what we know about where each message of a paid demo went. */
export function DemoDone({ manageUrl }: { manageUrl: string }) {
  const [page, setPage] = useState<BuyerPage | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  useEffect(() => {
    const token = manageUrl.split('/').pop() ?? ''
    let timer: ReturnType<typeof setTimeout> | undefined
    let looks = 0
    async function look() {
      const answer = await api.GET('/api/showingbooker/public/booking/{token}', { params: { path: { token } } })
      const seen = bodyOf(answer)
      setPage(seen)
      if (isRunning(seen) && ++looks < LOOKS) timer = setTimeout(retry, PAUSE_MS)
    }
    const retry = () => void look().catch(() => setHasFailed(true))
    retry()
    return () => clearTimeout(timer)
  }, [manageUrl])

  return (
    <div className={styles.confirmed}>
      <div className={styles.head}>
        <span className={styles.badge}>
          <Icon name="check" />
        </span>
        <h2 ref={heading} tabIndex={-1}>
          {t.demoBooked()}
        </h2>
        <p>{t.onTheirWay()}</p>
      </div>
      {hasFailed && !page && (
        <Notice kind="warning">
          <p>{rich(t.cannotTellSent({ link: (inner) => <a href={manageUrl}>{inner}</a> }))}</p>
        </Notice>
      )}
      {!page && !hasFailed && <Skeleton lines={5} label={t.checkingSent()} />}
      {page && (
        <>
          <DemoMessages page={page} />
          <Card title={t.sampleShowing()}>
            <p className={styles.number}>
              <span>{t.confirmationNumber()}</span>
              <strong>{page.booking.confirmation_number}</strong>
            </p>
            <Facts
              facts={[
                { name: t.when(), value: page.when },
                { name: t.where(), value: page.property.full_address },
                { name: t.paid(), value: formatMoney(page.booking.amount) },
              ]}
            />
            <CalendarLinks calendar={page.calendar} />
            <ButtonLink size="large" wide href={manageUrl}>
              {t.seeBuyerPage()}
            </ButtonLink>
          </Card>
        </>
      )}
    </div>
  )
}
