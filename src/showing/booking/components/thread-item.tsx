import { deliveryOf } from '../../../notice/message/delivery-domain.ts'
import { deliveryAbout } from '../../../notice/message/event-domain.ts'
import type { SentEntry, ThreadEntry, WrittenEntry } from '../../../notice/thread/contract.ts'
import { Badge } from '../../../ui/badge.tsx'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { Bubble } from './bubble.tsx'
import styles from './thread-item.module.css'

type ThreadItemProps<Entry extends ThreadEntry> = { entry: Entry; showing: ShowingRecord }

/** Shows one entry of a showing's thread to its agent. */
export function ThreadItem({ entry, showing }: ThreadItemProps<ThreadEntry>) {
  return entry.kind === 'sent' ? <Sent entry={entry} showing={showing} /> : <Written entry={entry} showing={showing} />
}

/** Shows an automated message as one line, which opens to its text. */
function Sent({ entry: { at, subject, words, delivery }, showing }: ThreadItemProps<SentEntry>) {
  const { state, tone, detail } = deliveryOf(delivery)
  const head = (
    <>
      <span className={styles.about}>
        <Icon name={delivery.channel === 'sms' ? 'message' : 'mail'} />
        <b>{deliveryAbout(delivery.event)}</b> {t.sentBy({ channel: delivery.channel })}
      </span>
      <span className={styles.at}>{keepTime(instantName(at, showing.time_zone))}</span>
      <Badge tone={tone}>{state}</Badge>
    </>
  )
  return (
    <li className={styles.sent}>
      {words === null ? (
        <p className={styles.line}>{head}</p>
      ) : (
        <details>
          <summary className={styles.line}>{head}</summary>
          {subject && <p className={styles.subject}>{subject}</p>}
          <p className={styles.words}>{withShortLinks(words.trim())}</p>
        </details>
      )}
      {detail && <p className={styles.detail}>{detail}</p>}
      {delivery.resends > 0 && <p className={styles.detail}>{t.sentAgain({ resends: delivery.resends })}</p>}
    </li>
  )
}

/** Cuts links that no one reads, such as those that contain a whole calendar entry. */
const withShortLinks = (words: string) => words.replaceAll(/(https?:\/\/\S{50})\S+/g, '$1…')

/** Shows what one person wrote, and how it reached the other person. */
function Written({ entry, showing }: ThreadItemProps<WrittenEntry>) {
  const { author, words, at, via, isUnread, deliveries } = entry
  const isMine = author === 'agent'
  const zone = showing.time_zone
  return (
    <Bubble
      isMine={isMine}
      name={isMine ? (showing.agentName ?? t.sheetAgent()) : showing.buyerName}
      at={keepTime(instantName(at, zone))}
      isNew={isUnread && <Badge tone="info">{t.newMessage()}</Badge>}
      words={words}
      unread={isUnread ? entry.id : undefined}
    >
      {!isMine && via === 'sms' && <p className={styles.detail}>{t.cameByText()}</p>}
      {isMine &&
        deliveries.map((one) => {
          const { state, detail, isFailed } = deliveryOf(one)
          const waits = one.status === 'queued' && one.dueAt && !one.isRetrying
          const channel = one.channel
          return (
            <p key={one.id} className={styles.detail} data-failed={isFailed || undefined}>
              {waits
                ? t.goesOutAt({ channel, at: keepTime(instantName(one.dueAt ?? at, zone)) })
                : t.deliveryState({ channel, state })}
              {detail && ` ${detail}`}
            </p>
          )
        })}
    </Bubble>
  )
}
