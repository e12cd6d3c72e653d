import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { ChatMessage, Citation, ConversationView, OracleEngine } from '../contract.ts'
import styles from './chat-panel.module.css'
import { Composer } from './composer.tsx'
import { ConversationFiles } from './conversation-files.tsx'
import { type MessageActs, MessageCard, PendingCard, WelcomeCard } from './message-card.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { useChat } from './use-chat.tsx'
import { useUploads } from './use-uploads.tsx'

type ChatPanelProps = {
  first: ConversationView | null
  engine: OracleEngine
  isTemporary: boolean
  isReady: boolean
  onBegun: (id: string) => void
  onGone: () => void
  onChanged: () => void
}

/** Messages from which on a chat is long. */
const LONG = 30
/** So near to its end a reader follows what comes. */
const NEAR_END_PX = 160

/** One conversation: what was said, and where the next question is written. */
export function ChatPanel({ first, engine, isTemporary, isReady, onBegun, onGone, onChanged }: ChatPanelProps) {
  const talk = useChat({ first, isTemporary, onBegun, onGone, onChanged })
  const { chat, pending, isAnswering, isAway } = talk
  const uploads = useUploads()
  const [cited, setCited] = useState<Citation | null>(null)
  const [isOver, setIsOver] = useState(false)
  const messages = chat?.messages ?? []
  // The buttons below an answer, and the words below a question that failed, come after them.
  const newest = messages.at(-1)
  const grown = [messages.length, newest?.content.length, newest?.status, pending?.key, pending?.fault].join(' ')
  const end = useFollowedEnd(grown, pending?.key ?? null)

  const now = useRef({ talk })
  now.current = { talk }
  const acts = useMemo<MessageActs>(() => {
    const told = async (work: Promise<string | null>) => {
      const fault = await work
      if (fault) showToast({ kind: 'error', key: 'oracle', text: fault })
    }
    return {
      cite: setCited,
      regenerate: (id: string) => void told(now.current.talk.regenerate(id)),
      edit: (message: ChatMessage, text: string) => void now.current.talk.ask(text, message.files, message.parentId),
      show: (id: string) => void told(now.current.talk.show(id)),
    }
  }, [])

  const drop = useCallback(
    (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      if (isReady) uploads.add([...event.dataTransfer.files])
    },
    [isReady, uploads.add],
  )
  const isEditing = pending?.parentId !== undefined
  const shown = isEditing ? messages.slice(0, messages.findIndex(({ id }) => id === pending?.parentId) + 1) : messages

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button beside the field is the reachable one.
    <div
      className={styles.panel}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setIsOver(false)}
      onDrop={drop}
    >
      {(chat?.isTemporary ?? isTemporary) && (
        <Notice kind="info" title="Temporary chat">
          <p>It is not listed, and is deleted a day after its last message.</p>
        </Notice>
      )}
      {chat && <ConversationFiles conversationId={chat.id} version={messages.length} />}
      {chat?.earlier && (
        <Button variant="secondary" onClick={() => void talk.showEarlier()}>
          Show earlier messages
        </Button>
      )}
      <div
        className={styles.log}
        data-long={messages.length > LONG || undefined}
        role="log"
        aria-label="Conversation"
        aria-live="polite"
      >
        {!chat?.earlier && engine.welcome && (
          <div className={styles.message}>
            <WelcomeCard text={engine.welcome} />
          </div>
        )}
        {shown.map((message) => (
          <div key={message.id} className={styles.message} data-message={message.id}>
            <MessageCard message={message} doing={chat?.doing[message.id]} isBusy={isAnswering} acts={acts} />
          </div>
        ))}
        {pending && (
          <div className={styles.pending}>
            <PendingCard {...pending} onRetry={() => void talk.retry()} onGiveUp={() => talk.forgetPending()} />
          </div>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {isAnswering
          ? 'Consulting the digital realm for insights...'
          : newest?.role === 'assistant' && newest.status === 'done'
            ? 'The answer is complete.'
            : ''}
      </p>
      <div className={styles.bottom}>
        {isAway && (
          <p className={styles.away} role="status">
            The connection is lost. It goes on by itself once it is back.
          </p>
        )}
        <Composer
          uploads={uploads}
          isAnswering={isAnswering}
          isReady={isReady}
          onAsk={(text, files) => void talk.ask(text, files)}
          onStop={() => void talk.stop()}
        />
        <p className={styles.disclaimer}>{engine.disclaimer}</p>
      </div>
      <div ref={end} />
      {cited && <SourceDialog citation={cited} onClose={() => setCited(null)} />}
    </div>
  )
}

/**
 * Who reads the end goes along with it; who has gone back to read stays where he is, until he asks.
 * @param version what grows @param own question on its way
 */
function useFollowedEnd(version: string, own: string | null) {
  const end = useRef<HTMLDivElement>(null)
  const isNear = useRef(true)
  const isFirst = useRef(true)
  useEffect(() => {
    const look = () => {
      const place = end.current?.getBoundingClientRect().top ?? 0
      isNear.current = place < window.innerHeight + NEAR_END_PX
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  useEffect(() => {
    const wasFirst = isFirst.current
    isFirst.current = false
    // The beginning of an empty page stays in sight.
    if (wasFirst && version.startsWith('0')) return
    if (own) isNear.current = true
    // Not scrollIntoView: the page keeps room at its edges, in which the footer would stand.
    const below = (end.current?.getBoundingClientRect().top ?? 0) - window.innerHeight
    if (isNear.current && below > 0) window.scrollBy({ top: below })
  }, [version, own])
  return end
}
