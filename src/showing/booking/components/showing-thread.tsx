import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ThreadEntry } from '../../../notice/thread/contract.ts'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useReload } from '../../../ui/use-reload.ts'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import type { ShowingLinkState } from '../showing-link-domain.ts'
import { NotLoaded, ShowingPart, usePart } from './showing-part.tsx'
import styles from './showing-thread.module.css'
import { ThreadComposer } from './thread-composer.tsx'
import { ThreadItem } from './thread-item.tsx'

/** Number of entries that a long thread shows at first. */
const SHOWN = 8

/** Leaves out the area that bars at the top and the bottom may cover. */
const WATCHED = { rootMargin: '-64px 0px', threshold: [0.1, 0.2, 0.3, 0.4, 0.5] }

/** Returns whether half of a message is on the screen, or whether a long one fills half of the screen. */
const isOnScreen = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)

/**
 * Shows every message that the buyer got about a showing, and
 * what the agent and the buyer wrote, with a field to write more.
 */
export function ShowingThread({ showing }: { showing: ShowingRecord }) {
  const { id, buyerName, unreadMessages } = showing
  const label = (
    <>
      {t.conversationWith({ buyerName })}
      {unreadMessages > 0 && <Badge tone="info">{t.newMessages({ count: unreadMessages })}</Badge>}
    </>
  )
  return (
    <ShowingPart label={label} isOpenFirst={unreadMessages > 0}>
      <OpenThread key={id} showing={showing} />
    </ShowingPart>
  )
}

const threadOf = async (id: string) =>
  bodyOf(await api.GET('/api/showingbooker/bookings/{id}/thread', { params: { path: { id } } }))

function OpenThread({ showing }: { showing: ShowingRecord }) {
  const { value: thread, fault, load, show } = usePart(showing.id, threadOf)
  if (!thread) return <NotLoaded fault={fault} load={load} lines={4} />
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

const isNew = (entry: ThreadEntry) => entry.kind === 'written' && entry.isUnread

function Entries({ showing, entries }: { showing: ShowingRecord; entries: ThreadEntry[] }) {
  const [isAll, setIsAll] = useState(false)
  const titleId = useId()
  // The first new message stays visible after the agent reads it.
  const [firstNew] = useState(() => entries.findIndex(isNew))
  const latest = Math.max(0, entries.length - SHOWN)
  const hidden = isAll ? 0 : firstNew < 0 ? latest : Math.min(latest, firstNew)
  const list = useReading(
    showing.id,
    entries
      .filter(isNew)
      .map(({ id }) => id)
      .join(),
  )
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

/**
 * Marks the buyer's messages as read up to the last one that was on the screen. It scrolls to the first unread one if
 * the link that led here asks for it.
 * @param unread IDs of the unread messages
 * @returns a ref for the list of entries
 */
function useReading(id: string, unread: string) {
  const list = useRef<HTMLUListElement>(null)
  const reload = useReload()
  const wish = useLocation().state as ShowingLinkState | null
  const isScrollWanted = useRef(wish?.isToMessage === true)
  useEffect(() => {
    const items = unread ? [...(list.current?.querySelectorAll<HTMLElement>('[data-unread]') ?? [])] : []
    if (items.length === 0) return
    if (isScrollWanted.current) {
      isScrollWanted.current = false
      list.current?.focus({ preventScroll: true })
      items[0]?.scrollIntoView({ block: 'center' })
    }
    const seen = new Set<Element>()
    let asked: string | undefined
    async function read() {
      const upTo = items.findLast((item) => seen.has(item))?.dataset.unread
      if (document.hidden || !upTo || upTo === asked) return
      asked = upTo
      const params = { path: { id } }
      await api.POST('/api/showingbooker/bookings/{id}/thread/read', { params, body: { upTo } }).catch(() => {
        asked = undefined
      })
      void reload()
    }
    const observer = new IntersectionObserver((changes) => {
      for (const change of changes) {
        if (isOnScreen(change)) seen.add(change.target)
        else seen.delete(change.target)
      }
      void read()
    }, WATCHED)
    for (const item of items) observer.observe(item)
    document.addEventListener('visibilitychange', read)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', read)
    }
  }, [id, unread, reload])
  return list
}
