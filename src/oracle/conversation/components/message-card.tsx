import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { isFocusLost } from '../../../ui/focus-on.ts'
import { Icon } from '../../../ui/icon.tsx'
import * as kit from '../../../ui/text/kit.ts'
import { useFocusBack } from '../../../ui/use-focus-back.tsx'
import * as t from '../../text/conversation.ts'
import { FAILED } from '../chat-domain.ts'
import type { ChatMessage, Citation } from '../contract.ts'
import { Markdown } from './markdown.tsx'
import styles from './message-card.module.css'
import { QuestionEditor } from './question-editor.tsx'

/** It stays the same object, so unchanged messages do not render again. */
export type MessageActs = {
  cite: (citation: Citation) => void
  regenerate: (id: string) => void
  edit: (message: ChatMessage, text: string) => void
  show: (id: string) => void
}

type MessageCardProps = {
  message: ChatMessage
  doing: string | undefined
  /** An answer is in progress, so the person cannot ask anything else. */
  isBusy: boolean
  /** A question is being sent, so the message that it follows must stay on the page. */
  isSending: boolean
  acts: MessageActs
}

/** Shows a question or an answer, and its actions. */
export const MessageCard = memo(function MessageCard({ doing, ...props }: MessageCardProps) {
  return props.message.role === 'user' ? <QuestionCard {...props} /> : <AnswerCard {...props} doing={doing} />
})

function QuestionCard({ message, isBusy, isSending, acts }: Omit<MessageCardProps, 'doing'>) {
  const [isEdited, setIsEdited] = useState(false)
  const editButton = useFocusBack(isEdited)
  return (
    <article className={styles.question} aria-label={t.you()}>
      {isEdited ? (
        <QuestionEditor
          id={message.id}
          text={message.content}
          isBusy={isBusy}
          onClose={() => setIsEdited(false)}
          onAsk={(text) => {
            setIsEdited(false)
            acts.edit(message, text)
          }}
        />
      ) : (
        <MessageText text={message.content} files={message.files} />
      )}
      {!isEdited && (
        <div className={styles.acts}>
          <Siblings message={message} what="question" isSending={isSending} show={acts.show} />
          <Button ref={editButton} variant="quiet" disabled={isBusy} onClick={() => setIsEdited(true)}>
            <Icon name="edit" />
            {t.edit()}
          </Button>
        </div>
      )}
    </article>
  )
}

type MessageTextProps = { text: string; files: { id: string; name: string }[] }

const MessageText = ({ text, files }: MessageTextProps) => (
  <div className={styles.said}>
    <p className={styles.plain}>{text}</p>
    {files.length > 0 && (
      <ul className={styles.files} aria-label={t.filesOfQuestion()}>
        {files.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    )}
  </div>
)

function AnswerCard({ message, doing, isBusy, isSending, acts }: MessageCardProps) {
  const { content, status, urgent, citations, label } = message
  const isStreaming = status === 'streaming'
  const mark = useCallback(
    (number: number) => {
      const citation = citations.find((one) => one.number === number)
      return citation ? <CitationMark citation={citation} onCite={acts.cite} /> : null
    },
    [citations, acts],
  )
  const text = status === 'error' ? content.replace(FAILED, '').trim() : content
  const card = useRef<HTMLElement>(null)
  const isAskedAgain = useRef(false)
  function regenerate() {
    isAskedAgain.current = true
    acts.regenerate(message.id)
  }
  // While the engine writes the new answer, the button that requested it is gone. A quick answer never streams, but the
  // button was disabled.
  useLayoutEffect(() => {
    if (!isAskedAgain.current || (isBusy && !isStreaming)) return
    isAskedAgain.current = false
    if (isFocusLost()) card.current?.focus()
  }, [isStreaming, isBusy])
  return (
    <article
      ref={card}
      className={styles.answer}
      tabIndex={-1}
      aria-label={t.oracle()}
      aria-busy={isStreaming || undefined}
      data-followed
    >
      <Who />
      {urgent && (
        <section className={styles.urgent} aria-label={t.urgent()}>
          <Icon name="phone" />
          <Markdown text={urgent.text} callable />
        </section>
      )}
      {text && <Markdown text={text} mark={mark} />}
      {isStreaming && (
        <p className={styles.waiting}>
          <span className={styles.dots} aria-hidden="true" />
          {doing || (text ? t.writing() : t.consulting())}
        </p>
      )}
      {status === 'error' && (
        <div className={styles.fault} role="alert">
          <p>{t.failed()}</p>
          <Button variant="secondary" disabled={isBusy} onClick={regenerate}>
            {t.retry()}
          </Button>
        </div>
      )}
      {status === 'stopped' && <p className={styles.note}>{t.youStopped()}</p>}
      {citations.length > 0 && !isStreaming && <Sources citations={citations} onCite={acts.cite} />}
      {!isStreaming && (
        <div className={styles.acts}>
          <Siblings message={message} what="answer" isSending={isSending} show={acts.show} />
          {text && (
            <CopyButton text={text} variant="quiet">
              {t.copy()}
            </CopyButton>
          )}
          {message.parentId && status !== 'error' && (text || !urgent) && (
            <Button variant="quiet" disabled={isBusy} onClick={regenerate}>
              {t.regenerate()}
            </Button>
          )}
          {label && <span className={styles.label}>{label}</span>}
        </div>
      )}
    </article>
  )
}

const Who = () => (
  <p className={styles.who} aria-hidden="true">
    {t.oracle()}
  </p>
)

/** Shows the text before the first question. */
export function WelcomeCard({ text }: { text: string }) {
  return (
    <article className={styles.answer} aria-label={t.oracle()}>
      <Who />
      <Markdown text={text} />
    </article>
  )
}

function placeWords({ name, page }: Citation) {
  if (page === null) return name
  // Only a PDF has real pages.
  return /\.pdf$/i.test(name) ? t.placeByPage({ name, page }) : t.placeByPart({ name, page })
}

function CitationMark({ citation, onCite }: { citation: Citation; onCite: MessageActs['cite'] }) {
  return (
    <button
      type="button"
      className={styles.mark}
      aria-label={t.source({ number: citation.number, placeWords: placeWords(citation) })}
      onClick={() => onCite(citation)}
    >
      {citation.number}
    </button>
  )
}

function Sources({ citations, onCite }: { citations: Citation[]; onCite: MessageActs['cite'] }) {
  return (
    <details className={styles.sources}>
      <summary>{t.sources({ count: citations.length })}</summary>
      <ol className={styles.sourceList}>
        {citations.map((citation) => (
          <li key={citation.number} value={citation.number}>
            <button type="button" className={styles.source} onClick={() => onCite(citation)}>
              <span>{placeWords(citation)}</span>
              <q>{citation.quote.replace(/\s+/g, ' ')}</q>
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}

type SiblingsProps = {
  message: ChatMessage
  what: 'question' | 'answer'
  isSending: boolean
  show: MessageActs['show']
}

/** Switches between versions of the same question or answer. A button that must wait, or has no other, keeps the focus. */
function Siblings({ message: { id, siblings }, what, isSending, show }: SiblingsProps) {
  const at = siblings.indexOf(id)
  if (siblings.length < 2 || at < 0) return null
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  return (
    <fieldset className={styles.siblings} aria-label={t.versions({ what })}>
      <button
        type="button"
        aria-label={t.earlierVersion({ what })}
        aria-disabled={isSending || !before || undefined}
        onClick={() => before && !isSending && show(before)}
      >
        <Icon name="chevron-left" />
      </button>
      <span>
        {at + 1}/{siblings.length}
      </span>
      <button
        type="button"
        aria-label={t.laterVersion({ what })}
        aria-disabled={isSending || !after || undefined}
        onClick={() => after && !isSending && show(after)}
      >
        <Icon name="chevron-right" />
      </button>
    </fieldset>
  )
}

/** Shows a question that is being sent. */
export function PendingCard({ text, files, fault, isBusy, onRetry, onGiveUp }: PendingCardProps) {
  return (
    <>
      <article className={styles.question} aria-label={t.you()}>
        <MessageText text={text} files={files} />
      </article>
      <article className={styles.answer} aria-label={t.oracle()} aria-busy={fault === null || undefined} data-followed>
        <Who />
        {fault === null ? (
          <p className={styles.waiting}>
            <span className={styles.dots} aria-hidden="true" />
            {t.consulting()}
          </p>
        ) : (
          <div className={styles.fault} role="alert">
            {fault !== t.youStopped() && <p>{t.failed()}</p>}
            {fault !== t.failed() && <p className={styles.note}>{fault}</p>}
            <p className={styles.acts}>
              <Button variant="secondary" disabled={isBusy} onClick={onRetry}>
                {t.retry()}
              </Button>
              <Button variant="quiet" onClick={onGiveUp}>
                {kit.discard()}
              </Button>
            </p>
          </div>
        )}
      </article>
    </>
  )
}

type PendingCardProps = MessageTextProps & {
  fault: string | null
  isBusy: boolean
  onRetry: () => void
  onGiveUp: () => void
}
