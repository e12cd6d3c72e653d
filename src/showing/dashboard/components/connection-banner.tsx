import { useEffect, useState } from 'react'
import { testConnection, useConnection } from '../../../platform/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as t from '../../text/dashboard.ts'
import styles from './connection-banner.module.css'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

/** Shows whether the backend answers (booking.md section 4). If it does not, we try again at growing intervals. */
export function ConnectionBanner() {
  const connection = useConnection()
  const [isTesting, setIsTesting] = useState(false)
  useEffect(() => {
    const gone = new AbortController()
    void testConnection(gone.signal)
    return () => gone.abort()
  }, [])
  useEffect(() => {
    if (connection === 'away') return retryUntilBack()
  }, [connection])
  async function test() {
    setIsTesting(true)
    await testConnection()
    setIsTesting(false)
  }
  return (
    <div className={styles.banner} role="status">
      {connection === 'away' ? (
        <Notice kind="warning" title={t.workingOffline()}>
          <p>{t.offlineKept()}</p>
          <Button variant="secondary" busy={isTesting} onClick={test}>
            {t.tryNow()}
          </Button>
        </Notice>
      ) : (
        <p className={styles.line} data-known={connection === 'up' || undefined}>
          {connection === 'up' ? t.connected() : t.testingConnection()}
        </p>
      )}
    </div>
  )
}

function retryUntilBack() {
  const gone = new AbortController()
  let wait = FIRST_WAIT_MS
  let timer = setTimeout(again, wait)
  let isAsking = false
  async function again() {
    if (isAsking) return
    clearTimeout(timer)
    isAsking = true
    const isBack = await testConnection(gone.signal)
    isAsking = false
    if (isBack || gone.signal.aborted) return
    wait = Math.min(LONGEST_WAIT_MS, wait * 2)
    timer = setTimeout(again, wait)
  }
  window.addEventListener('online', again, { signal: gone.signal })
  return () => {
    clearTimeout(timer)
    gone.abort()
  }
}
