import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Thread, ThreadEntry } from '../../../notice/thread/contract.ts'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useReload } from '../../../ui/use-reload.ts'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import styles from './showing-thread.module.css'
import { ThreadComposer } from './thread-composer.tsx'
import { ThreadItem } from './thread-item.tsx'

/** Number of entries that a long thread shows at first. */
const SHOWN = 8

/** Shows everything the buyer got about a showing, and what agent and buyer wrote, with a field to write more. */
export function ShowingThread({ showing }: { showing: ShowingRecord }) {
  const { id, buyerName, unreadMessages } = showing
  const [isOpen, setIsOpen] = useState(unreadMessages > 0)
  return (
    <details className={styles.thread} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="message" />
        {t.conversationWith({ buyerName })}
        {unreadMessages > 0 && <Badge tone="info">{t.newMessages({ count: unreadMessages })}</Badge>}
      </summary>
      {isOpen && <OpenThread key={id} showing={showing} />}
    </details>
  )
}

function OpenThread({ showing }: { showing: ShowingRecord }) {
  const { thread, fault, load, show } = useThread(showing.id)
  useReading(showing.id, thread)
  if (fault && !thread)
    return (
      <div className={styles.fault} role="alert">
        <p>{fault}</p>
        <Button variant="secondary" onClick={load}>
          {t.tryAgain()}
        </Button>
      </div>
    )
  if (!thread) return <Skeleton lines={4} label={t.loadingMessages()} />
  return (
    <div className={styles.open}>
      <Entries showing={showing} entries={thread.entries} />
      {thread.write.refusal ? (
        <p className={styles.none}>{thread.write.refusal}</p>
      ) : (
        <ThreadComposer showing={showing} write={thread.write} onSent={show} />
      )}
    </div>
  )
}

function Entries({ showing, entries }: { showing: ShowingRecord; entries: ThreadEntry[] }) {
  const [isAll, setIsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const titleId = useId()
  const hidden = isAll ? 0 : Math.max(0, entries.length - SHOWN)
  if (entries.length === 0) return <p className={styles.none}>{t.noMessages()}</p>
  return (
    <>
      <p className={styles.intro} id={titleId}>
        {t.conversationIntro({ buyerName: showing.buyerName })}
      </p>
      {hidden > 0 && (
        <Button
          variant="quiet"
          onClick={() => {
            setIsAll(true)
            list.current?.focus()
          }}
        >
          {t.showEarlier({ count: hidden })}
        </Button>
      )}
      <ul ref={list} className={styles.list} aria-labelledby={titleId} tabIndex={-1}>
        {entries.slice(hidden).map((entry) => (
          <ThreadItem key={entry.id} entry={entry} showing={showing} />
        ))}
      </ul>
    </>
  )
}

/** Loads a thread, and again with the page. */
function useThread(id: string) {
  const [thread, setThread] = useState<Thread>()
  const [fault, setFault] = useState<string>()
  const { state } = useRevalidator()
  const asked = useRef(0)
  const show = useCallback((read: Thread) => {
    asked.current++
    setThread(read)
    setFault(undefined)
  }, [])
  const load = useCallback(async () => {
    const mine = ++asked.current
    try {
      const read = bodyOf(await api.GET('/api/showingbooker/bookings/{id}/thread', { params: { path: { id } } }))
      // Ignore an answer that a later one overtook.
      if (mine === asked.current) show(read)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (mine === asked.current) setFault(error.message)
    }
  }, [id, show])
  useEffect(() => {
    if (state === 'idle') void load()
  }, [state, load])
  return { thread, fault, load, show }
}

/** Marks the buyer's messages as read once they are on the screen. */
function useReading(id: string, thread: Thread | undefined) {
  const reload = useReload()
  const unread = thread?.entries.findLast((entry) => entry.kind === 'written' && entry.isUnread)?.id
  useEffect(() => {
    if (!unread) return
    async function read(upTo: string) {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', look)
      const params = { path: { id } }
      await api.POST('/api/showingbooker/bookings/{id}/thread/read', { params, body: { upTo } }).catch(() => undefined)
      void reload()
    }
    const look = () => void read(unread)
    document.addEventListener('visibilitychange', look)
    look()
    return () => document.removeEventListener('visibilitychange', look)
  }, [id, unread, reload])
}
