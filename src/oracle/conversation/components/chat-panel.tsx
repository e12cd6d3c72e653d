import { type DragEvent, useCallback, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { OracleFile } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'
import type { ChatMessage, Citation, ConversationView, OracleEngine } from '../contract.ts'
import styles from './chat-panel.module.css'
import { Composer } from './composer.tsx'
import { ConversationFiles } from './conversation-files.tsx'
import { FileOverviews } from './file-overview.tsx'
import { type MessageActs, MessageCard, PendingCard, WelcomeCard } from './message-card.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { type AskedFile, useChat } from './use-chat.tsx'
import { useFollowedAnswer } from './use-followed-answer.tsx'
import { useUploads } from './use-uploads.tsx'
import { YourFiles } from './your-files.tsx'

type ChatPanelProps = {
  first: ConversationView | null
  engine: OracleEngine
  isTemporary: boolean
  isReady: boolean
  onBegun: (id: string) => void
  onGone: () => void
  onChanged: () => void
}

/** A chat with this many messages is long. */
const LONG = 30

/** Shows one conversation: its messages, its files, and the field for the next question. */
export function ChatPanel({ first, engine, isTemporary, isReady, onBegun, onGone, onChanged }: ChatPanelProps) {
  const talk = useChat({ first, isTemporary, onBegun, onGone, onChanged })
  const { chat, pending, isAnswering, isAway } = talk
  const uploads = useUploads()
  const [cited, setCited] = useState<Citation | null>(null)
  const [isOver, setIsOver] = useState(false)
  const [thisConversationOnly, setThisConversationOnly] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const messages = chat?.messages ?? []
  const newest = messages.at(-1)
  const isNew = !chat && !pending
  /** Files that were just added and have been read. */
  const added = uploads.uploads.flatMap(({ file }) => (file?.overview ? [file] : []))
  const panel = useFollowedAnswer([pending?.key ?? newest?.id, ...added.map(({ id }) => id)].join(' '))
  const filesVersion = `${messages.length} ${uploads.uploads.map(({ file }) => `${file?.id} ${file?.status}`).join()}`

  const ask = (text: string, files: AskedFile[], parentId?: string | null) =>
    void talk.ask({ text, files, thisConversationOnly, ...(parentId !== undefined && { parentId }) })
  function askAbout(text: string, { id, name, type }: OracleFile) {
    // Leave out files that cannot be read.
    const others = uploads.uploads.flatMap(({ file }) => (file && file.id !== id && file.overview ? [file] : []))
    ask(text, [{ id, name, type }, ...others.map((file) => ({ id: file.id, name: file.name, type: file.type }))])
    uploads.clear()
  }
  const now = useRef({ talk, ask })
  now.current = { talk, ask }
  const acts = useMemo<MessageActs>(() => {
    const toastFault = async (work: Promise<string | null>) => {
      const fault = await work
      if (fault) showToast({ kind: 'error', key: 'oracle', text: fault })
    }
    return {
      cite: setCited,
      regenerate: (id: string) => void toastFault(now.current.talk.regenerate(id)),
      edit: (message: ChatMessage, text: string) => now.current.ask(text, message.files, message.parentId),
      show: (id: string) => void toastFault(now.current.talk.show(id)),
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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button is accessible.
    <div
      ref={panel}
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
        <Notice kind="info" title={t.temporaryChat()}>
          <p>{t.temporaryChatNote()}</p>
        </Notice>
      )}
      {chat && (
        <ConversationFiles conversationId={chat.id} version={filesVersion} isBusy={isAnswering} onAsk={askAbout} />
      )}
      {chat?.earlier && (
        <Button variant="secondary" onClick={() => void talk.showEarlier()}>
          {t.showEarlier()}
        </Button>
      )}
      <div
        className={styles.log}
        data-long={messages.length > LONG || undefined}
        role="log"
        aria-label={t.conversation()}
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
      {isNew && isReady && (
        <div data-followed={added.length > 0 || undefined}>
          <YourFiles
            canSee={engine.canSee}
            version={filesVersion}
            isBusy={isAnswering}
            onAdd={() => picker.current?.click()}
            onAsk={askAbout}
          />
        </div>
      )}
      {!isNew && added.length > 0 && (
        <div data-followed>
          <FileOverviews label={t.filesYouAdded()} files={added} isBusy={isAnswering} onAsk={askAbout} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {isAnswering
          ? t.consulting()
          : newest?.role === 'assistant' && newest.status === 'done'
            ? t.answerComplete()
            : ''}
      </p>
      <div className={styles.bottom} data-composer>
        {isAway && (
          <p className={styles.away} role="status">
            {t.connectionLost()}
          </p>
        )}
        <Composer
          uploads={uploads}
          isAnswering={isAnswering}
          isReady={isReady}
          picker={picker}
          scope={chat || uploads.sent.length > 0 ? { thisConversationOnly, setThisConversationOnly } : null}
          onAsk={ask}
          onStop={() => void talk.stop()}
        />
        <p className={styles.disclaimer}>{engine.disclaimer}</p>
      </div>
      {cited && <SourceDialog citation={cited} onClose={() => setCited(null)} />}
    </div>
  )
}
