import { useId } from 'react'
import { byEvent, failedWords } from '../../../notice/message/delivery-domain.ts'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { MessageRow } from './message-row.tsx'
import styles from './showing-messages.module.css'
import { NotLoaded, ShowingPart, usePart } from './showing-part.tsx'

/** Shows the messages about a showing once someone opens this part, and then keeps them current. */
export function ShowingMessages({ showing }: { showing: ShowingRecord }) {
  const { id, failedMessages, buyerName } = showing
  const label = (
    <>
      {rich(t.messages({ buyerName, hidden }))}
      {failedMessages > 0 && <span className={styles.failed}>{failedWords(failedMessages)}</span>}
    </>
  )
  return (
    <ShowingPart label={label}>
      <Messages key={id} showing={showing} />
    </ShowingPart>
  )
}

const messagesOf = async (id: string) =>
  bodyOf(await api.GET('/api/showingbooker/bookings/{id}/notifications', { params: { path: { id } } })).notifications

function Messages({ showing: { id, time_zone, is_demo } }: { showing: ShowingRecord }) {
  const { value: messages, fault, load } = usePart(id, messagesOf)
  const titleId = useId()
  if (!messages) return <NotLoaded fault={fault} load={load} lines={3} />
  if (messages.length === 0) return <p className={styles.none}>{is_demo ? t.demoMessages() : t.noMessages()}</p>
  return byEvent(messages).map(({ about, of }) => (
    <section key={about} aria-labelledby={`${titleId} ${about}`.replaceAll(/\W+/g, '-')}>
      <p className={styles.about} id={`${titleId} ${about}`.replaceAll(/\W+/g, '-')}>
        {about}
      </p>
      <ul className={styles.list}>
        {of.map((message) => (
          <li key={message.id}>
            <MessageRow message={message} about={about} timeZone={time_zone} onResent={load} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
