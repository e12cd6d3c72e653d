import { useRef, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { newUuid } from '../../../platform/uuid.ts'
import { useEvents } from '../../../ui/use-events.ts'
import { afterEvent, answerUnderWay, type ChatEvent, chatOf, withEarlier } from '../chat-domain.ts'
import type { ConversationView } from '../contract.ts'

export type AskedFile = { id: string; name: string; type: string }
/** A question that is being sent, or did not arrive. */
export type Pending = Asked & { key: string; fault: string | null }
/**
 * `parentId` is set to reword a question: the parent of the first wording. Otherwise the question follows the last
 * message.
 */
export type Asked = { text: string; files: AskedFile[]; parentId?: string | null; thisConversationOnly: boolean }

const EVENTS = [
  'message',
  'urgent',
  'status',
  'delta',
  'restart',
  'citation',
  'finished',
  'renamed',
  'deleted',
  'reload',
] as const
/** Pause after the server has refused the stream, in milliseconds. */
const AGAIN_MS = 5_000
/** Shown instead of a library's own error message. */
const FAILED = 'Sorry, there was an error processing your request.'

type Options = {
  first: ConversationView | null
  isTemporary: boolean
  /** The conversation now has an address. */
  onBegun: (id: string) => void
  onGone: () => void
  /** The title or the time of the last use has changed. */
  onChanged: () => void
}

/** Holds a conversation: what this tab asks, and what happens to it in any tab. */
export function useChat({ first, isTemporary, onBegun, onGone, onChanged }: Options) {
  const [chat, setChat] = useState(() => first && chatOf(first))
  const [pending, setPending] = useState<Pending | null>(null)
  const [isAway, setIsAway] = useState(false)
  // After a reload the stream starts from there, so that no event is lost or repeated.
  const [from, setFrom] = useState({ sequence: first?.sequence ?? 0 })
  const newest = useRef(from)
  const id = chat?.id ?? null
  const latest = useRef(chat)
  latest.current = chat

  async function load(conversation: string, through?: string) {
    const query = through ? { through } : {}
    const answer = await api.GET('/oracle/conversations/{id}', { params: { path: { id: conversation }, query } })
    const read = chatOf(bodyOf(answer))
    latest.current = read
    newest.current = { sequence: read.sequence }
    setChat(read)
    setFrom(newest.current)
  }

  function receive(received: ChatEvent, eventId: number) {
    if (newest.current !== from) return
    if (received.event === 'deleted') return onGone()
    if (received.event === 'message') setPending(null)
    if (received.event === 'finished' || received.event === 'renamed') onChanged()
    const now = latest.current
    const next = now && now.id === id ? afterEvent(now, received, eventId) : null
    if (next) {
      // More events may come before the next render.
      latest.current = next
      setChat(next)
    } else if (id) void load(id).catch(() => setIsAway(true))
  }
  useEvents(id && from, {
    path: (lastId) => `/oracle/conversations/${id}/events?after=${lastId || from.sequence}`,
    on: Object.fromEntries(
      EVENTS.map((event) => [
        event,
        (data, eventId) => receive({ event, data: JSON.parse(data) } as ChatEvent, Number(eventId)),
      ]),
    ),
    onOpen: () => setIsAway(false),
    onLost: () => setIsAway(true),
    againMs: AGAIN_MS,
  })

  async function send(asked: Omit<Pending, 'fault'>) {
    setPending({ ...asked, fault: null })
    const { text, files, parentId, thisConversationOnly, key } = asked
    const body = {
      message: text,
      files,
      isTemporary,
      thisConversationOnly,
      ...(latest.current && { conversationId: latest.current.id }),
      ...(parentId !== undefined && { parentId }),
    }
    const answer = await begin('/oracle/chat', body, key)
    if ('fault' in answer) return setPending({ ...asked, fault: answer.fault })
    if (!latest.current) {
      onBegun(answer.conversationId)
      const fault = await quietly(() => load(answer.conversationId))
      // A retry with the same key gets the same conversation.
      setPending(fault ? { ...asked, fault } : null)
    }
    onChanged()
  }

  async function quietly(work: () => Promise<unknown>): Promise<string | null> {
    try {
      await work()
      return null
    } catch (error) {
      return error instanceof ApiError ? error.message : FAILED
    }
  }

  return {
    chat,
    pending,
    isAway,
    isAnswering: (pending !== null && pending.fault === null) || answerUnderWay(chat) !== null,
    ask: (asked: Asked) => send({ ...asked, key: newUuid() }),
    retry: () => pending && send(pending),
    forgetPending: () => setPending(null),
    regenerate: (messageId: string) =>
      quietly(async () => {
        const answer = await begin(`/oracle/messages/${messageId}/regenerate`, undefined, newUuid())
        if ('fault' in answer) throw new ApiError(0, { error: answer.fault })
      }),
    stop: () =>
      quietly(async () => {
        const open = answerUnderWay(latest.current)
        if (open) await api.POST('/oracle/messages/{id}/stop', { params: { path: { id: open.id } } })
      }),
    /** Shows the branch through this message. */
    show: (messageId: string) => quietly(() => load(id ?? '', messageId)),
    showEarlier: () =>
      quietly(async () => {
        const now = latest.current
        if (!now?.earlier) return
        const params = { path: { id: now.id }, query: { cursor: now.earlier } }
        const view = bodyOf(await api.GET('/oracle/conversations/{id}', { params }))
        setChat((chat) => chat && withEarlier(chat, view))
      }),
  }
}

type Begun = { conversationId: string } | { fault: string }

/** Sends a question. The answer comes through the stream of the conversation, as in every other tab. */
async function begin(path: string, body: object | undefined, key: string): Promise<Begun> {
  const leaving = new AbortController()
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: leaving.signal,
    })
    const conversationId = response.headers.get('x-conversation-id')
    if (response.ok && conversationId) return { conversationId }
    const answer = (await response.json().catch(() => ({}))) as { error?: string }
    return { fault: response.status < 500 && answer.error ? answer.error : FAILED }
  } catch {
    return { fault: FAILED }
  } finally {
    leaving.abort()
  }
}
