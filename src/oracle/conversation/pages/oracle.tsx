import { useEffect, useRef, useState } from 'react'
import {
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useOutletContext,
  useSearchParams,
} from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { focusOn, isFocusLost } from '../../../ui/focus-on.ts'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import { reload, useReload } from '../../../ui/use-reload.ts'
import * as t from '../../text/conversation.ts'
import { ChatPanel } from '../components/chat-panel.tsx'
import { Sidebar } from '../components/sidebar.tsx'
import { conversationsOf, useConversations } from '../components/use-conversations.tsx'
import { moveUnsent } from '../components/use-unsent.tsx'
import type { OracleEngine } from '../contract.ts'
import styles from './oracle.module.css'

/** `?c=` is a conversation. Without the access code there is nothing to load: the dialog over the page asks for it. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const api = apiFor(context)
  const id = url.searchParams.get('c')
  const engine = await orNull(api.GET('/oracle/engine'))
  if (!engine) return { id, engine: null, list: null, view: null }
  const [list, view] = await Promise.all([
    conversationsOf(api).load(),
    id ? orNull(api.GET('/oracle/conversations/{id}', { params: { path: { id }, query: {} } })) : null,
  ])
  return { id, engine: bodyOf(engine), list, view: view && bodyOf(view) }
}

/** The page itself says what is locked or missing. */
const orNull = <Answer,>(asked: Promise<Answer>) =>
  asked.catch((error) => {
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return null
    throw error
  })

const titleOf = (conversation?: string) => [conversation, t.pageTitle()].filter(Boolean).join(' · ')

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => [
  { title: titleOf(loaderData?.view?.title) },
  { name: 'robots', content: 'noindex' },
]

const CLOSED: OracleEngine = {
  engine: 'local',
  label: '',
  model: null,
  canSee: false,
  welcome: '',
  disclaimer: '',
}

/** Shows the advice chat. */
export default function OraclePage() {
  const { id, engine, list: first, view } = useLoaderData<typeof loader>()
  const granted = useOutletContext<boolean>()
  const { key: arrival } = useLocation()
  const [, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const [isTemporary, setIsTemporary] = useState(false)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  // A chat that has just begun keeps its panel while the URL changes.
  const [panel, setPanel] = useState({ key: id ?? 'new', id })
  const isAlive = useIsAlive()
  const reloadPage = useReload()
  const { state } = useNavigation()
  const [begun, setBegun] = useState<{ id: string; panel: string } | null>(null)
  const open = (next: string | null) => {
    setIsDrawerOpen(false)
    setSearch(next ? { c: next } : {}, { preventScrollReset: false })
  }
  const list = useConversations(first, (restored) => {
    open(restored)
    // The message with its button is gone.
    if (isFocusLost()) focusOn('h1')
  })
  // Switch only when a navigation has ended, because a chat that has just begun is ahead of the URL. The ID alone is
  // not enough, because Undo may lead back to a conversation before the person leaves its page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the reason above.
  useEffect(() => {
    if (id !== panel.id) setPanel({ key: id ?? `new ${Date.now()}`, id })
  }, [id, arrival])
  // A navigation may end elsewhere, or be dropped for one that stays here.
  useEffect(() => {
    if (!begun || state !== 'idle') return
    setBegun(null)
    // The person has left this chat, which is in the list.
    if (begun.panel !== panel.key || id !== panel.id) return
    setPanel({ key: panel.key, id: begun.id })
    const search = `?${new URLSearchParams({ c: begun.id })}`
    void reload(async () => navigate({ search }, { replace: true, preventScrollReset: true }))
  }, [begun, state, panel, id, navigate])

  function begin(temporary: boolean) {
    setIsTemporary(temporary)
    setPanel({ key: `new ${Date.now()}`, id: null })
    open(null)
  }
  const isLeft = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field of the chat that is gone had the focus.
  useEffect(() => {
    if (isLeft.current && isFocusLost()) focusOn('textarea[name=message]')
    isLeft.current = false
  }, [panel.key])
  /** Leaves a deleted conversation, even one that this tab deleted. */
  function gone(conversation: string, wasTemporary: boolean) {
    if (!list.isRemoved(conversation)) {
      const kept = moveUnsent(conversation, wasTemporary) ? 'yes' : 'no'
      showToast({ kind: 'info', key: 'gone', text: t.conversationGone({ kept }) })
      list.refresh()
      isLeft.current = true
      return begin(wasTemporary)
    }
    begin(false)
  }
  const sidebar = (
    <Sidebar
      list={list}
      current={panel.id}
      onNew={begin}
      onOpen={open}
      onDeleted={(gone) => gone.id === panel.id && begin(false)}
    />
  )
  const isMissing = id !== null && view === null && engine !== null && panel.id === id && panel.key === id
  const title = panel.id ? (list.conversations.find((one) => one.id === panel.id)?.title ?? view?.title) : undefined
  // The list knows a new name before the page is loaded again.
  useEffect(() => {
    document.title = titleOf(title)
  }, [title])

  return (
    <div className={styles.page}>
      <aside className={styles.side} aria-label={t.yourConversations()}>
        {sidebar}
      </aside>
      <div className={styles.main}>
        <header className={styles.head}>
          <h1>{title ?? t.oracle()}</h1>
          <div className={styles.acts}>
            <span className={styles.phone}>
              <Button variant="secondary" disabled={!isAlive} onClick={() => setIsDrawerOpen(true)}>
                <Icon name="list" />
                {t.conversations()}
              </Button>
            </span>
            {panel.id && !isMissing && (
              <>
                <ButtonLink variant="quiet" href={`/oracle/conversations/${panel.id}/export.md`} download>
                  <Icon name="download" />
                  {t.markdown()}
                </ButtonLink>
                <ButtonLink variant="quiet" href={`/oracle/conversations/${panel.id}/export.json`} download>
                  <Icon name="download" />
                  {t.json()}
                </ButtonLink>
              </>
            )}
          </div>
        </header>
        {isMissing ? (
          <EmptyState title={t.noConversation()} icon="message">
            <p>{t.noConversationWhy()}</p>
            <Button
              onClick={() => {
                begin(false)
                focusOn('h1')
              }}
            >
              {t.newChat()}
            </Button>
          </EmptyState>
        ) : (
          <ChatPanel
            key={`${panel.key} ${granted}`}
            first={view?.id === panel.id ? view : null}
            engine={engine ?? CLOSED}
            isTemporary={isTemporary}
            isReady={isAlive && granted && engine !== null}
            onBegun={(id) => setBegun({ id, panel: panel.key })}
            onGone={gone}
            onChanged={list.refresh}
            // The frame around this page then learns that the grant has ended, and asks for the code.
            onLocked={() => void reloadPage()}
          />
        )}
      </div>
      {isDrawerOpen && (
        <Dialog title={t.conversations()} onClose={() => setIsDrawerOpen(false)}>
          {sidebar}
        </Dialog>
      )}
    </div>
  )
}
