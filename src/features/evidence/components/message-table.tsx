import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { instantName } from '../../../ui/date-time.ts'
import type { SentMessage } from '../contract.ts'
import { aboutName, CHANNELS, ROLES, statusName } from '../domain.ts'
import styles from './message-table.module.css'

const TONES: Record<string, BadgeTone> = { sent: 'good', failed: 'bad', not_sent: 'plain' }
/** What a vendor says of what did not arrive. */
const LOST = new Set(['undelivered', 'failed', 'rejected', 'deleted', 'returned_to_sender'])

/** What was sent to whom, when, and what became of it. */
export function MessageTable({ messages, timeZone }: { messages: SentMessage[]; timeZone: string }) {
  const at = (instant: string) => instantName(instant, timeZone)
  if (messages.length === 0) return <p className={styles.meta}>No message was planned.</p>
  return (
    <ul className={styles.messages}>
      {messages.map((message) => (
        <li key={message.id}>
          <div className={styles.head}>
            <p className={styles.what}>
              {CHANNELS[message.channel]} to {ROLES[message.role].toLowerCase()}:{' '}
              {aboutName(message.event).toLowerCase()}
            </p>
            <Badge tone={message.delivery && LOST.has(message.delivery) ? 'bad' : (TONES[message.status] ?? 'waiting')}>
              {statusName(message)}
            </Badge>
          </div>
          <p>{[message.to, ...message.cc.map((one) => `copy to ${one}`)].join(', ')}</p>
          <p className={styles.meta}>
            {[
              message.sentAt && at(message.sentAt),
              message.deliveredAt && `last word ${at(message.deliveredAt)}`,
              message.reason,
              message.resends > 0 &&
                (message.resends === 1 ? 'sent again once' : `sent again ${message.resends} times`),
              message.trackingNumber && `tracking number ${message.trackingNumber}`,
              message.reference && `reference ${message.reference}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
