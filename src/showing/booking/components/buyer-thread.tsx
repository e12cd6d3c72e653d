import { useEffect, useState } from 'react'
import type { BuyerThread as Read } from '../../../notice/thread/contract.ts'
import { MOST_WORDS } from '../../../notice/thread/limits-domain.ts'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { instantName, keepTime } from '../../../ui/date-time.ts'
import { Field } from '../../../ui/field.tsx'
import { useRefresh } from '../../../ui/use-refresh.ts'
import * as t from '../../text/booking.ts'
import type { BuyerPage } from '../contract.ts'
import { Bubble } from './bubble.tsx'
import styles from './buyer-thread.module.css'
import { useEndedLink } from './use-ended-link.tsx'
import { useThreadMessage } from './use-thread-message.tsx'

/** Interval of checks for an answer while the page is visible, in milliseconds. */
const EVERY_MS = 15_000

/** Shows what the buyer and the agent wrote to each other, with a field to write more. */
export function BuyerThread({ page: { booking, property, can } }: { page: BuyerPage }) {
  const token = booking.manageUrl.split('/').pop() ?? ''
  const params = { path: { token } }
  const agent = property.agent_name ?? t.theAgent()
  const [thread, setThread] = useState<Read>()
  const [news, setNews] = useState('')
  async function load() {
    const read = bodyOf(await api.GET('/api/showingbooker/public/booking/{token}/thread', { params }))
    const latest = read.entries.at(-1)
    const isAnswer = thread && latest?.author === 'agent' && latest.id !== thread.entries.at(-1)?.id
    if (isAnswer) setNews(t.agentWroteNow({ agent }))
    setThread(read)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once; the refresh checks again later.
  useEffect(() => {
    // Without a connection, the next check loads the thread.
    load().catch(() => setThread((read) => read ?? { entries: [], refusal: null }))
  }, [token])
  const onEnded = useEndedLink(token)
  useRefresh(() => load().catch(onEnded), EVERY_MS)
  const message = useThreadMessage(`message:buyer:${booking.id}`, async (words, headers) => {
    setThread(
      bodyOf(await api.POST('/api/showingbooker/public/booking/{token}/thread', { params, headers, body: { words } })),
    )
    setNews(t.messageSent({ buyerName: agent }))
  })
  if (!thread || (thread.refusal && thread.entries.length === 0)) return null
  return (
    <Card title={t.messagesWith({ agent })} id="messages">
      {thread.entries.length > 0 && (
        <ul className={styles.list}>
          {thread.entries.map(({ id, author, at, words }) => (
            <Bubble
              key={id}
              isMine={author === 'buyer'}
              name={author === 'buyer' ? t.you() : agent}
              at={keepTime(instantName(at, booking.time_zone))}
              words={words}
            />
          ))}
        </ul>
      )}
      <p className={news ? styles.news : 'visually-hidden'} role="status">
        {news}
      </p>
      {thread.refusal ? (
        <p className={styles.news}>{thread.refusal}</p>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void message.submit(event.currentTarget)
          }}
        >
          <Field
            multiline
            name="words"
            label={t.messageTo({ buyerName: agent })}
            hint={can.cancel || can.move ? t.buyerMessageHint() : undefined}
            rows={3}
            maxLength={MOST_WORDS}
            value={message.words}
            // The buyer's page does not load the kit for signed-in pages, which has `spoken`.
            error={message.fault && <span role="alert">{message.fault}</span>}
            onChange={(event) => {
              setNews('')
              message.enter(event.currentTarget.value)
            }}
          />
          <Button type="submit" variant="secondary" busy={message.isBusy} disabled={!message.words.trim()}>
            {t.sendMessage()}
          </Button>
        </form>
      )}
    </Card>
  )
}
