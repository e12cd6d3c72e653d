import { useState } from 'react'
import type { BookingNotification } from '../../../notice/message/contract.ts'
import { deliveryName, deliveryOf, deliveryTo } from '../../../notice/message/delivery-domain.ts'
import { ApiError, api } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { hidden, rich } from '../../../ui/rich.ts'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/booking.ts'
import styles from './message-row.module.css'

type MessageRowProps = {
  message: BookingNotification
  about: string
  timeZone: string
  onResent: () => Promise<void>
}

/** Shows one message to one person, its status, and, if allowed, a button to resend it. */
export function MessageRow({ message, about, timeZone, onResent }: MessageRowProps) {
  const { to, cc, status, dueAt, sentAt, deliveredAt, trackingNumber, resends, canResend, resendRefusal } = message
  const { state, tone, detail, isFailed } = deliveryOf(message)
  const { resend, isSending, fault } = useResend(message.id, onResent)
  const name = deliveryName(message)
  const at = (instant: string) => instantName(instant, timeZone)
  const times = [
    status === 'queued' && dueAt && !message.isRetrying && t.goesOut({ at: at(dueAt) }),
    deliveredAt ? t.deliveredAt({ deliveredAt: at(deliveredAt) }) : sentAt && t.sentAt({ sentAt: at(sentAt) }),
    resends > 0 && t.sentAgain({ resends }),
  ].filter(Boolean)
  return (
    <div className={styles.row} data-tone={tone}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.to}>{deliveryTo(to)}</p>
        {cc.length > 0 && <p className={styles.to}>{t.copyTo({ join: cc.join(', ') })}</p>}
        {trackingNumber && <p className={styles.to}>{t.trackingNumber({ trackingNumber })}</p>}
        {times.length > 0 && <p className={styles.to}>{times.join(', ')}</p>}
        {detail && <p className={styles.detail}>{detail}</p>}
        {isFailed && !canResend && resendRefusal && <p className={styles.detail}>{resendRefusal}</p>}
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
      <div className={styles.side}>
        <Badge tone={tone}>{state}</Badge>
        {canResend && (
          <Button variant={isFailed ? 'secondary' : 'quiet'} busy={isSending} onClick={resend}>
            {rich(t.sendAgain({ name, about, hidden }))}
          </Button>
        )}
      </div>
    </div>
  )
}

function useResend(id: string, onResent: () => Promise<void>) {
  const [isSending, setIsSending] = useState(false)
  const [fault, setFault] = useState<string>()
  async function resend() {
    setIsSending(true)
    setFault(undefined)
    try {
      await api.POST('/api/showingbooker/notifications/{id}/resend', { params: { path: { id } } })
      showToast({ kind: 'success', text: t.sendingAgain() })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    } finally {
      // Reload after a refusal, too: the message has changed.
      await onResent()
      setIsSending(false)
    }
  }
  return { resend, isSending, fault }
}
