import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/booking.ts'
import styles from './buyer-page-view.module.css'

/**
 * Shows how to get in. It asks for the instructions once the page is visible, because the answer counts as a view by
 * the buyer.
 * @param version a new value reads them again
 */
export function EntryInstructions({ token, version }: { token: string; version: string }) {
  const [text, setText] = useState<string | null>(null)
  /** `null`: the server gave no reason. */
  const [fault, setFault] = useState<string | null>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version and each attempt read again.
  useEffect(() => {
    const reading = new AbortController()
    const { signal } = reading
    let hasAsked = false
    async function read() {
      if (document.hidden || hasAsked) return
      hasAsked = true
      setFault(undefined)
      const path = '/api/showingbooker/public/booking/{token}/instructions'
      try {
        const { showing_instructions } = bodyOf(await api.POST(path, { params: { path: { token } } }))
        if (signal.aborted) return
        setText(showing_instructions)
        if (showing_instructions === null) setFault(null)
      } catch (error) {
        if (!signal.aborted) setFault((error as Error).message)
      }
    }
    document.addEventListener('visibilitychange', read, { signal })
    void read()
    return () => reading.abort()
  }, [token, version, attempt])
  return (
    <Card title={t.howToGetIn()}>
      {text !== null && (
        <>
          <p className={styles.instructions}>{text}</p>
          <p className={styles.support}>{t.entryOnlyYours()}</p>
        </>
      )}
      {text === null && fault === undefined && (
        <>
          <Skeleton lines={2} label={t.entryLoading()} />
          <noscript>
            <p>{t.entryNeedsJavaScript()}</p>
          </noscript>
        </>
      )}
      {fault !== undefined && (
        <Notice
          kind="error"
          role="alert"
          title={t.entryNotLoaded()}
          action={
            <Button variant="secondary" onClick={() => setAttempt(attempt + 1)}>
              {kit.tryAgain()}
            </Button>
          }
        >
          {fault && <p>{fault}</p>}
        </Notice>
      )}
    </Card>
  )
}
