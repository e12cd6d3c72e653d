import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useReload } from '../../../ui/use-reload.ts'
import * as t from '../../text/evidence.ts'
import { dropPosting, listPostings, type Posting, watchPostings } from './kept-postings.tsx'
import { canTryAgain, sendPosting } from './service-calls.tsx'
import styles from './unsent-postings.module.css'

/** How often we try again. A phone often says that it is online before its connection works. */
const AGAIN_MS = 10_000

/** Shows the postings that this browser still keeps, and sends them once there is a connection. */
export function UnsentPostings({ accountId }: { accountId: string }) {
  const [postings, setPostings] = useState<Posting[]>([])
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)
  const [discarded, setDiscarded] = useState<Posting>()
  const isSending = useRef(false)
  const reload = useReload()
  const read = useCallback(async () => setPostings(await listPostings(accountId)), [accountId])

  const sendAll = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    setIsBusy(true)
    let sent = 0
    for (const posting of await listPostings(accountId))
      try {
        await sendPosting(posting)
        sent++
      } catch (error) {
        if (!canTryAgain(error)) setRefused((before) => ({ ...before, [posting.id]: (error as Error).message }))
      }
    isSending.current = false
    setIsBusy(false)
    await read()
    if (sent === 0) return
    showToast({ kind: 'success', text: t.postingsSent({ count: sent }) })
    await reload()
  }, [accountId, read, reload])

  useEffect(() => {
    void listPostings(accountId).then((kept) => (kept.length > 0 ? sendAll() : undefined))
    window.addEventListener('online', sendAll)
    const unwatch = watchPostings(read)
    return () => {
      window.removeEventListener('online', sendAll)
      unwatch()
    }
  }, [accountId, read, sendAll])

  const isWaiting = postings.some(({ id }) => !refused[id])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => navigator.onLine && sendAll(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting, sendAll])

  if (postings.length === 0) return null
  return (
    <Notice kind="warning" role="status" title={t.postingsUnsent({ count: postings.length })}>
      <ul className={styles.list}>
        {postings.map((posting) => (
          <li key={posting.id}>
            <p>
              {t.postingKept({ address: posting.address, time: instantName(posting.servedAt, posting.timeZone) })}{' '}
              {refused[posting.id] ?? t.postingWaits()}
            </p>
            <Button variant="quiet" onClick={() => setDiscarded(posting)}>
              {kit.discard()}
              <span className="visually-hidden">: {posting.address}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="secondary" busy={isBusy} onClick={sendAll}>
        {t.sendNow()}
      </Button>
      {discarded && (
        <ConfirmDialog
          title={t.discardTitle()}
          confirmLabel={kit.discard()}
          closeLabel={t.keepRecord()}
          onConfirm={() => dropPosting(discarded.id)}
          onClose={() => setDiscarded(undefined)}
        >
          <p>{t.discardMeans({ address: discarded.address })}</p>
        </ConfirmDialog>
      )}
    </Notice>
  )
}
