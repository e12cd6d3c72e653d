import { type SubmitEvent, useId, useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
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

/** Lists your conversations: search, rename, delete and download them. */
export function Sidebar({ list, current, onNew, onOpen, onDeleted }: SidebarProps) {
  const [words, setWords] = useState('')
  const searchId = useId()
  return (
    <div className={styles.sidebar}>
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
          {list.conversations.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              isCurrent={conversation.id === current}
              onOpen={() => onOpen(conversation.id)}
              onRename={(title) => list.rename(conversation.id, title)}
              onDelete={async () => {
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
