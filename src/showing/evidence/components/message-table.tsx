import { deliveryName } from '../../../notice/message/delivery-domain.ts'
import { deliveryAbout } from '../../../notice/message/event-domain.ts'
import { Badge } from '../../../ui/badge.tsx'
import { instantName } from '../../../ui/date-time.ts'
import * as t from '../../text/evidence.ts'
import type { SentMessage } from '../contract.ts'
import { outcomeOf } from '../domain.ts'
import { Entry, Meta, Records } from './records.tsx'

/** Shows each message, its recipient, when we sent it, and whether it arrived. */
export function MessageTable({ messages, timeZone }: { messages: SentMessage[]; timeZone: string }) {
  const at = (instant: string) => instantName(instant, timeZone)
  if (messages.length === 0) return <Meta>{t.noMessage()}</Meta>
  return (
    <Records>
      {messages.map((message) => {
        const { state, tone, details } = outcomeOf(message)
        return (
          <Entry
            key={message.id}
            title={t.messageTitle({ name: deliveryName(message), about: deliveryAbout(message.event).toLowerCase() })}
            badge={<Badge tone={tone}>{state}</Badge>}
          >
            <p>{[message.to, ...message.cc.map((one) => t.copyTo({ one }))].join(', ')}</p>
            <Meta>
              {[
                message.sentAt && at(message.sentAt),
                message.deliveredAt && t.lastUpdate({ deliveredAt: at(message.deliveredAt) }),
                ...details,
                message.resends > 0 && t.sentAgain({ resends: message.resends }),
                message.trackingNumber && t.tracking({ trackingNumber: message.trackingNumber }),
                message.reference && t.reference({ reference: message.reference }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Meta>
          </Entry>
        )
      })}
    </Records>
  )
}
