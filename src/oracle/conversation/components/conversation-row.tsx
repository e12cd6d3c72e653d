import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.tsx'
import * as t from '../../text/conversation.ts'
import type { Conversation } from '../contract.ts'
import styles from './conversation-row.module.css'

type ConversationRowProps = {
  conversation: Conversation
  isCurrent: boolean
  onOpen: () => void
  /** @returns an error of the title, or `null` */
  onRename: (title: string) => Promise<string | null>
  onDelete: () => void
}

export function ConversationRow({ conversation, isCurrent, onOpen, onRename, onDelete }: ConversationRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { id, title, snippet } = conversation
  const renameButton = useFocusBack(isRenaming)
  if (isRenaming)
    return (
      <li>
        <TitleField title={title} onRename={onRename} onClose={() => setIsRenaming(false)} />
      </li>
    )
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <a
        className={styles.open}
        href={`/oracle?c=${id}`}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onOpen()
        }}
      >
        <span className={styles.title}>{title}</span>
        {snippet && <span className={styles.snippet}>{marked(snippet)}</span>}
      </a>
      <button
        ref={renameButton}
        type="button"
        className={styles.act}
        aria-label={t.renameTitle({ title })}
        onClick={() => setIsRenaming(true)}
      >
        <Icon name="edit" />
      </button>
      <button type="button" className={styles.act} aria-label={t.deleteTitle({ title })} onClick={onDelete}>
        <Icon name="trash" />
      </button>
    </li>
  )
}

/** Highlights the found words, which are between two stars on each side. */
const marked = (snippet: string) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts are rendered together.
  snippet.split('**').map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))

type TitleFieldProps = { title: string; onRename: ConversationRowProps['onRename']; onClose: () => void }

/** Enter saves the new title, Escape keeps the old one. */
function TitleField({ title: first, onRename, onClose }: TitleFieldProps) {
  const [title, setTitle] = useState(first)
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => field.current?.select(), [])
  async function keep() {
    if (isDone.current) return
    if (title.trim() === first) return close()
    const wrong = await onRename(title)
    setFault(wrong)
    if (!wrong) close()
  }
  function close() {
    isDone.current = true
    onClose()
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // Keep the drawer open.
      event.preventDefault()
      event.stopPropagation()
      return close()
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void keep()
  }
  return (
    <div className={styles.renaming}>
      <input
        ref={field}
        aria-label={t.titleOfConversation()}
        aria-invalid={fault !== null || undefined}
        maxLength={120}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => void keep()}
      />
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
