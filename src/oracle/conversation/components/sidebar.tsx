import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { isFocusLost } from '../../../ui/focus-on.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import * as t from '../../text/conversation.ts'
import type { Conversation } from '../contract.ts'
import { ConversationRow } from './conversation-row.tsx'
import styles from './sidebar.module.css'
import type { useConversations } from './use-conversations.tsx'

type SidebarProps = {
  list: ReturnType<typeof useConversations>
  current: string | null
  onNew: (isTemporary: boolean) => void
  onOpen: (id: string) => void
  onDeleted: (conversation: Conversation) => void
}

/** Lists the person's conversations, and lets them search, rename, delete, and download them. */
export function Sidebar({ list, current, onNew, onOpen, onDeleted }: SidebarProps) {
  const [words, setWords] = useState('')
  const searchId = useId()
  const sidebar = useRef<HTMLDivElement>(null)
  const deleted = useRef<{ id: string; at: number }>(undefined)
  // The conversation that takes its place has the focus.
  useEffect(() => {
    if (!deleted.current || list.conversations.some(({ id }) => id === deleted.current?.id)) return
    const { at } = deleted.current
    deleted.current = undefined
    if (!isFocusLost()) return
    const links = [...(sidebar.current?.querySelectorAll<HTMLElement>('li a') ?? [])]
    const next = links[at] ?? links.at(-1) ?? sidebar.current?.querySelector('button')
    next?.focus()
  }, [list.conversations])
  return (
    <div ref={sidebar} className={styles.sidebar}>
      <div className={styles.begin}>
        <Button onClick={() => onNew(false)}>
          <Icon name="plus" />
          {t.newChat()}
        </Button>
        <Button variant="secondary" onClick={() => onNew(true)}>
          {t.temporaryChat()}
        </Button>
      </div>
      <search>
        <form
          className={styles.search}
          method="get"
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault()
            list.search(words)
          }}
        >
          <label className="visually-hidden" htmlFor={searchId}>
            {t.searchYours()}
          </label>
          <input
            id={searchId}
            type="search"
            placeholder={t.searchConversations()}
            maxLength={200}
            value={words}
            onChange={(event) => {
              setWords(event.currentTarget.value)
              list.search(event.currentTarget.value)
            }}
          />
        </form>
      </search>
      <p className="visually-hidden" role="status">
        {list.query && !list.isLoading && t.found({ length: list.conversations.length })}
      </p>
      {list.conversations.length === 0 ? (
        <p className={styles.empty}>{list.query ? t.noneFound() : t.noneYet()}</p>
      ) : (
        <ul className={styles.list} aria-label={t.conversations()}>
          {list.conversations.map((conversation, at) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              isCurrent={conversation.id === current}
              onOpen={() => onOpen(conversation.id)}
              onRename={(title) => list.rename(conversation.id, title)}
              onDelete={async () => {
                deleted.current = { id: conversation.id, at }
                if (await list.remove(conversation)) onDeleted(conversation)
              }}
            />
          ))}
        </ul>
      )}
      <ShowMore {...list} />
      {list.conversations.length > 0 && !list.query && (
        <p className={styles.exports}>
          {t.downloadAll()}
          <ButtonLink variant="quiet" href="/oracle/export.md" download>
            {t.markdown()}
          </ButtonLink>
          <ButtonLink variant="quiet" href="/oracle/export.json" download>
            {t.json()}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
