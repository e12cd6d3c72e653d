import { deliveryAbout, deliveryName } from '../../../notice/message/delivery-domain.ts'
import { reasonText } from '../../../notice/message/reason-domain.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { instantName } from '../../../ui/date-time.ts'
import * as t from '../../text/evidence.ts'
import type { SentMessage } from '../contract.ts'
import { statusName } from '../domain.ts'
import { Entry, Meta, Records } from './records.tsx'

const TONES: Record<string, BadgeTone> = { sent: 'good', failed: 'bad', not_sent: 'plain' }
/** Vendor statuses of messages that did not arrive. */
const LOST = new Set(['undelivered', 'failed', 'rejected', 'deleted', 'returned_to_sender'])

/** Shows what was sent, to which person, when, and whether it arrived. */
export function MessageTable({ messages, timeZone }: { messages: SentMessage[]; timeZone: string }) {
  const at = (instant: string) => instantName(instant, timeZone)
  if (messages.length === 0) return <Meta>{t.noMessage()}</Meta>
  return (
    <Records>
      {messages.map((message) => (
        <Entry
          key={message.id}
          title={t.messageTitle({ name: deliveryName(message), about: deliveryAbout(message.event).toLowerCase() })}
          badge={
            <Badge tone={message.delivery && LOST.has(message.delivery) ? 'bad' : (TONES[message.status] ?? 'waiting')}>
              {statusName(message)}
            </Badge>
          }
        >
          <p>{[message.to, ...message.cc.map((one) => t.copyTo({ one }))].join(', ')}</p>
          <Meta>
            {[
              message.sentAt && at(message.sentAt),
              message.deliveredAt && t.lastUpdate({ deliveredAt: at(message.deliveredAt) }),
              message.reason && reasonText(message.reason),
              message.resends > 0 && t.sentAgain({ resends: message.resends }),
              message.trackingNumber && t.tracking({ trackingNumber: message.trackingNumber }),
              message.reference && t.reference({ reference: message.reference }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Meta>
        </Entry>
      ))}
    </Records>
  )
}
