import { type DragEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { focusOn, isFocusLost } from '../../../ui/focus-on.ts'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { OracleFile } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'
import { filesToAsk } from '../chat-domain.ts'
import type { ChatMessage, Citation, ConversationView, OracleEngine } from '../contract.ts'
import styles from './chat-panel.module.css'
import { Composer, type ComposerHandle } from './composer.tsx'
import { ConversationFiles } from './conversation-files.tsx'
import { FileOverviews } from './file-overview.tsx'
import { type MessageActs, MessageCard, PendingCard, WelcomeCard } from './message-card.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { type AskedFile, type Pending, useChat } from './use-chat.tsx'
import { useFollowedAnswer } from './use-followed-answer.tsx'
import { useUploads } from './use-uploads.tsx'
import { YourFiles } from './your-files.tsx'

type ChatPanelProps = {
  first: ConversationView | null
  engine: OracleEngine
  isTemporary: boolean
  isReady: boolean
  onBegun: (id: string) => void
  onGone: (id: string, isTemporary: boolean) => void
  onChanged: () => void
  onLocked: () => void
}

async function toastFault(work: Promise<string | null>) {
  const fault = await work
  if (fault) showToast({ kind: 'error', key: 'oracle', text: fault })
}

/** A chat with this many messages is long. */
const LONG = 30

/** Shows one conversation: its messages, its files, and the field for the next question. */
export function ChatPanel({ engine, ...chatOptions }: ChatPanelProps) {
  const { isTemporary, isReady, onLocked } = chatOptions
  const talk = useChat(chatOptions)
  const { chat, pending, isSending, isStopping, isAnswering, isAway } = talk
  const uploads = useUploads(onLocked)
  const [cited, setCited] = useState<Citation | null>(null)
  const [isOver, setIsOver] = useState(false)
  const [thisConversationOnly, setThisConversationOnly] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const composer = useRef<ComposerHandle>(null)
  const messages = chat?.messages ?? []
  const newest = messages.at(-1)
  const isNew = !chat && pending.length === 0
  /** Files that were just added and have been read. */
  const added = uploads.uploads.flatMap(({ file }) => (file?.overview ? [file] : []))
  const panel = useFollowedAnswer([newest?.id, pending.at(-1)?.key, ...added.map(({ id }) => id)].join(' '))
  const filesVersion = `${messages.length} ${uploads.uploads.map(({ file }) => `${file?.id} ${file?.status}`).join()}`

  const ask = (text: string, files: AskedFile[], reworded?: ChatMessage) =>
    void talk.ask({ text, files, thisConversationOnly, ...(reworded && { reworded }) })
  function askAbout(text: string, about: OracleFile) {
    const sent = uploads.uploads.flatMap(({ file }) => file ?? [])
    ask(text, filesToAsk(about, sent))
    // Files that are still uploading stay for the next question.
    uploads.clear(sent.map(({ id }) => id))
    composer.current?.focus()
  }
  function giveUp({ key, text, files }: Pending) {
    talk.forget(key)
    composer.current?.putBack(text)
    void uploads.putBack(files)
  }
  const hasEarlier = Boolean(chat?.earlier)
  const hadEarlier = useRef(hasEarlier)
  useLayoutEffect(() => {
    // The button that loaded the oldest messages is gone. Focus the first message instead.
    if (hadEarlier.current && !hasEarlier && isFocusLost()) focusOn('[data-message] article')
    hadEarlier.current = hasEarlier
  }, [hasEarlier])
  const now = useRef({ talk, ask })
  now.current = { talk, ask }
  const acts = useMemo<MessageActs>(() => {
    return {
      cite: setCited,
      regenerate: (id: string) => void toastFault(now.current.talk.regenerate(id)),
      edit: (message: ChatMessage, text: string) => {
        now.current.ask(text, message.files, message)
        composer.current?.focus()
      },
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
  // The new wording replaces the first one and the messages after it.
  const reworded = messages.findIndex(({ id }) => id === pending.at(-1)?.reworded?.id)
  const shown = reworded < 0 ? messages : messages.slice(0, reworded)

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
        <ConversationFiles
          conversationId={chat.id}
          version={filesVersion}
          isBusy={isAnswering}
          onAsk={askAbout}
          onRemoved={(id) => uploads.clear([id])}
        />
      )}
      {chat?.earlier && (
        <Button variant="secondary" onClick={() => void toastFault(talk.showEarlier())}>
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
          // Another version takes the same place, so that the focus stays in it.
          <div key={message.parentId ?? 'first'} className={styles.message} data-message={message.id}>
            <MessageCard
              message={message}
              doing={chat?.doing[message.id]}
              isBusy={isAnswering}
              isSending={isSending}
              acts={acts}
            />
          </div>
        ))}
        {pending.map((one) => (
          <div key={one.key} className={styles.pending}>
            <PendingCard
              text={one.text}
              files={one.files}
              fault={one.fault}
              isBusy={isAnswering}
              onRetry={() => {
                void talk.retry(one)
                composer.current?.focus()
              }}
              onGiveUp={() => giveUp(one)}
            />
          </div>
        ))}
      </div>
      {isNew && isReady && (
        <div data-followed={added.length > 0 || undefined}>
          <YourFiles
            canSee={engine.canSee}
            version={filesVersion}
            isBusy={isAnswering}
            onAdd={() => picker.current?.click()}
            onAsk={askAbout}
            onRemoved={(id) => uploads.clear([id])}
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
          ref={composer}
          place={talk.place}
          uploads={uploads}
          isAnswering={isAnswering}
          isStopping={isStopping}
          isReady={isReady}
          picker={picker}
          scope={chat || uploads.sent.length > 0 ? { thisConversationOnly, setThisConversationOnly } : null}
          onAsk={ask}
          onStop={() => void toastFault(talk.stop())}
        />
        <p className={styles.disclaimer}>{engine.disclaimer}</p>
      </div>
      {cited && <SourceDialog citation={cited} onClose={() => setCited(null)} />}
    </div>
  )
}
