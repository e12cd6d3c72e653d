import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { BookingNotification } from '../../../notice/message/contract.ts'
import { byEvent, failedWords } from '../../../notice/message/delivery-domain.ts'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { rich } from '../../../ui/rich.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { MessageRow } from './message-row.tsx'
import styles from './showing-messages.module.css'

/** Shows the messages about a showing when someone opens it, and then follows every change. */
export function ShowingMessages({ showing }: { showing: ShowingRecord }) {
  const { id, failedMessages, buyerName } = showing
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.messages} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="message" />
        {rich(t.messages({ buyerName, hidden: (inner) => <span className="visually-hidden">{inner}</span> }))}
        {failedMessages > 0 && <span className={styles.failed}>{failedWords(failedMessages)}</span>}
      </summary>
      {isOpen && <Messages key={id} showing={showing} />}
    </details>
  )
}

function Messages({ showing: { id, time_zone, is_demo } }: { showing: ShowingRecord }) {
  const { messages, fault, load } = useMessages(id)
  const titleId = useId()
  if (fault && !messages)
    return (
      <div className={styles.fault} role="alert">
        <p>{fault}</p>
        <Button variant="secondary" onClick={load}>
          {t.tryAgain()}
        </Button>
      </div>
    )
  if (!messages) return <Skeleton lines={3} label={t.loadingMessages()} />
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

/** Loads the messages of a booking, and again with the page. */
function useMessages(id: string) {
  const [messages, setMessages] = useState<BookingNotification[]>()
  const [fault, setFault] = useState<string>()
  const { state } = useRevalidator()
  const asked = useRef(0)
  const load = useCallback(async () => {
    const mine = ++asked.current
    try {
      const params = { path: { id } }
      const { notifications } = bodyOf(await api.GET('/api/showingbooker/bookings/{id}/notifications', { params }))
      // Ignore an answer that a later one overtook.
      if (mine !== asked.current) return
      setMessages(notifications)
      setFault(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (mine === asked.current) setFault(error.message)
    }
  }, [id])
  useEffect(() => {
    if (state === 'idle') void load()
  }, [state, load])
  return { messages, fault, load }
}
