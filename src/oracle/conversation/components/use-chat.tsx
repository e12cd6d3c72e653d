import { useEffect, useRef, useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { actHeaders } from '../../../platform/page-account.ts'
import { newUuid } from '../../../platform/uuid.ts'
import { useEvents } from '../../../ui/use-events.ts'
import * as t from '../../text/conversation.ts'
import {
  afterEvent,
  answerUnderWay,
  type Chat,
  type ChatEvent,
  chatOf,
  isArrived,
  lastAnswer,
  withEarlier,
} from '../chat-domain.ts'
import type { ChatMessage, ConversationView } from '../contract.ts'
import { keepUnsent, unsentOf, useUnsent } from './use-unsent.tsx'

export type AskedFile = { id: string; name: string; type: string }
/** A question that we are sending, or that did not arrive. */
export type Pending = Asked & {
  key: string
  fault: string | null
  /** The last request, with its key. */
  request: { key: string; body: Body } | null
}
export type Asked = {
  text: string
  files: AskedFile[]
  /** The question that this one rewords. If missing, this one follows the last shown answer. */
  reworded?: Pick<ChatMessage, 'id' | 'parentId'>
  thisConversationOnly: boolean
}
type Sending = { stop: AbortController; body: Body | null; answerId: string | null }
type Body = {
  message: string
  files: AskedFile[]
  isTemporary: boolean
  thisConversationOnly: boolean
  conversationId?: string
  parentId: string | null
}

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
/** How long a stopped question may be on its way before we give it up, in milliseconds. */
const GIVE_UP_MS = 5_000

type Options = {
  first: ConversationView | null
  isTemporary: boolean
  isReady: boolean
  /** Called when the conversation has a URL. */
  onBegun: (id: string) => void
  /** Called when the conversation was deleted. */
  onGone: (id: string, isTemporary: boolean) => void
  /** Called when the title or the time of the last use changed. */
  onChanged: () => void
  /** Called when the server asks for the access code. */
  onLocked: () => void
}

/** Manages a conversation: this tab's questions, and events from all tabs. */
export function useChat({ first, isTemporary, isReady, onBegun, onGone, onChanged, onLocked }: Options) {
  const [chat, setChat] = useState(() => first && chatOf(first))
  const [pending, setPending] = useState<Pending[]>([])
  const [isAway, setIsAway] = useState(false)
  // After a reload, the stream starts from this event, so that it loses and repeats none.
  const [from, setFrom] = useState({ sequence: first?.sequence ?? 0 })
  const newest = useRef(from)
  const id = chat?.id ?? null
  const latest = useRef(chat)
  latest.current = chat
  /** The question that we sent last, until we know its answer, and whether the person stopped it. */
  const sending = useRef<Sending>({ stop: new AbortController(), body: null, answerId: null })
  const [isStopped, setIsStopped] = useState(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const place = id ?? (isTemporary ? 'temporary' : 'new')
  const unsent = `oracle-asked:${place}`
  useUnsent(isReady ? unsent : null, pending, (kept) =>
    setPending(
      kept
        .filter(({ request }) => !request || !isArrived(request.body, null, first?.messages ?? []))
        .map((one) => ({ ...one, fault: t.failed() })),
    ),
  )

  async function load(conversation: string, through?: string) {
    const query = through ? { through } : {}
    const answer = await api.GET('/oracle/conversations/{id}', { params: { path: { id: conversation }, query } })
    const read = chatOf(bodyOf(answer))
    // Another branch may contain the same words from an earlier question.
    if (!through) dropArrived(latest.current, read.messages)
    latest.current = read
    newest.current = { sequence: read.sequence }
    setChat(read)
    setFrom(newest.current)
  }

  // Do not bring back, with an error, a question that has arrived in the meantime.
  const change = (to: Pending) => setPending((all) => all.map((one) => (one.key === to.key ? to : one)))
  const forget = (key: string) => setPending((all) => all.filter((one) => one.key !== key))
  const dropArrived = (before: Chat | null, messages: ChatMessage[]) =>
    setPending((all) => all.filter(({ request }) => !request || !isArrived(request.body, before, messages)))

  function gone(conversation: string | null) {
    if (!isOpen.current || !conversation) return
    isOpen.current = false
    onGone(conversation, latest.current?.isTemporary ?? isTemporary)
  }
  function lost(error: unknown, conversation: string) {
    if (error instanceof ApiError && error.code === 'conversation_not_found') gone(conversation)
    else if (isLocked(error)) onLocked()
    else setIsAway(true)
  }
  /** Checks whether a conversation still exists, because a sleeping tab may have missed its deletion. */
  const lookAgain = (conversation: string) =>
    api
      .GET('/oracle/conversations/{id}', { params: { path: { id: conversation }, query: {} } })
      .catch((error) => lost(error, conversation))

  function receive(received: ChatEvent, eventId: number) {
    if (newest.current !== from) return
    if (received.event === 'deleted') return gone(id)
    if (received.event === 'finished' || received.event === 'renamed') onChanged()
    const now = latest.current
    if (received.event === 'message' && received.data.question) {
      const { question, answer } = received.data
      const { stop, body } = sending.current
      if (stop.signal.aborted && body && isArrived(body, now, [question])) void stopAnswer(answer.id)
      dropArrived(now, [question])
    }
    const next = now && now.id === id ? afterEvent(now, received, eventId) : null
    if (next) {
      // More events may come before the next render.
      latest.current = next
      setChat(next)
    } else if (id) void load(id).catch((error) => lost(error, id))
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
    onLost(isRefused) {
      setIsAway(true)
      if (isRefused && id) void lookAgain(id)
    },
    againMs: AGAIN_MS,
  })

  async function send(asked: Pending) {
    const own: Sending = { stop: new AbortController(), body: null, answerId: null }
    const { signal } = own.stop
    sending.current = own
    setIsStopped(false)
    setPending((all) => (all.some((one) => one.key === asked.key) ? all : [...all, asked]))
    change({ ...asked, fault: null })
    const { text, request: before, reworded, thisConversationOnly, key } = asked
    // The server would refuse a question with a file that was removed in the meantime.
    const files = before || reworded ? await filesLeft(asked.files, signal) : asked.files
    const now = latest.current
    const body: Body = {
      message: text,
      files,
      isTemporary,
      thisConversationOnly,
      ...(now && { conversationId: now.id }),
      parentId: reworded ? reworded.parentId : lastAnswer(now),
    }
    // The same question under the same key is answered once.
    const isSame = before !== null && JSON.stringify(before.body) === JSON.stringify(body)
    const sent = { ...asked, files, request: isSame ? before : { key: newUuid(), body }, fault: null }
    change(sent)
    own.body = body
    const answer = await begin('/oracle/chat', body, sent.request.key, signal)
    if (answer instanceof ApiError) {
      change({ ...sent, fault: answer.message })
      if (isLocked(answer)) onLocked()
      if (answer.status === 404 && now) await lookAgain(now.id)
      // A question that we gave up may have arrived.
      if (signal.aborted) onChanged()
      return
    }
    own.body = null
    own.answerId = answer.messageId
    // If the person has left this chat, it no longer stores its unsent questions itself.
    keepUnsent(unsent, unsentOf<Pending[]>(unsent)?.filter((one) => one.key !== key) ?? [])
    if (!latest.current) onBegun(answer.conversationId)
    // No event reports a conversation that is new to this tab, or a question that arrived earlier.
    if (!latest.current || answer.isReplay) {
      const fault = await quietly(() => load(answer.conversationId))
      if (fault) change({ ...sent, fault })
      else forget(key)
    }
    if (signal.aborted) await stopAnswer(answer.messageId)
    onChanged()
  }

  async function quietly(work: () => Promise<unknown>): Promise<string | null> {
    try {
      await work()
      return null
    } catch (error) {
      if (isLocked(error)) onLocked()
      return error instanceof ApiError ? error.message : t.failed()
    }
  }

  const stopAnswer = (answerId: string | null) =>
    quietly(async () => {
      if (answerId) await api.POST('/oracle/messages/{id}/stop', { params: { path: { id: answerId } } })
    })

  const isSending = pending.some(({ fault }) => fault === null)
  return {
    chat,
    /** Identifies the chat for its unsent text. */
    place,
    pending,
    isAway,
    isSending,
    /** The person stopped the question that we are sending, but the server has not named its answer yet. */
    isStopping: isSending && isStopped,
    isAnswering: isSending || answerUnderWay(chat) !== null,
    ask: (asked: Asked) => send({ ...asked, key: newUuid(), request: null, fault: null }),
    retry: send,
    forget,
    regenerate: (messageId: string) =>
      quietly(async () => {
        const answer = await begin(`/oracle/messages/${messageId}/regenerate`, undefined, newUuid())
        if (answer instanceof ApiError) throw answer
      }),
    /** Stops the answer. If no answer comes, the person can send the question again or discard it. */
    stop() {
      sending.current.stop.abort()
      setIsStopped(true)
      // The response names the answer before its event does.
      return stopAnswer(answerUnderWay(latest.current)?.id ?? sending.current.answerId)
    },
    /** Shows the branch through this message. */
    show: (messageId: string) => quietly(() => load(id ?? '', messageId)),
    showEarlier: () =>
      quietly(async () => {
        const now = latest.current
        if (!now?.earlier) return
        const params = { path: { id: now.id }, query: { cursor: now.earlier } }
        const view = bodyOf(await api.GET('/oracle/conversations/{id}', { params }))
        // More of the answer may have arrived, and more may arrive before the next render.
        const shown = latest.current
        if (shown?.id !== now.id || shown.earlier !== now.earlier) return
        latest.current = withEarlier(shown, view)
        setChat(latest.current)
      }),
  }
}

/** Leaves out files that no longer exist. */
async function filesLeft(files: AskedFile[], signal: AbortSignal): Promise<AskedFile[]> {
  const found = files.map(async (file) => {
    try {
      await api.GET('/oracle/files/{id}', { params: { path: { id: file.id } }, signal })
      return [file]
    } catch (error) {
      return error instanceof ApiError && error.status === 404 ? [] : [file]
    }
  })
  return (await Promise.all(found)).flat()
}

type Begun = { conversationId: string; messageId: string; isReplay: boolean }

const isLocked = (error: unknown) => error instanceof ApiError && error.code === 'access_code_required'

/**
 * Sends a question. The answer comes through the stream of the conversation, as in every other tab.
 * @param stop gives up a while after it is aborted: until then, the response may still name the answer to stop
 */
async function begin(
  path: string,
  body: object | undefined,
  key: string,
  stop?: AbortSignal,
): Promise<Begun | ApiError> {
  const giveUp = new AbortController()
  try {
    stop?.throwIfAborted()
    stop?.addEventListener('abort', () => setTimeout(() => giveUp.abort(), GIVE_UP_MS))
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'idempotency-key': key,
        ...actHeaders(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: giveUp.signal,
    })
    const conversationId = response.headers.get('x-conversation-id')
    const messageId = response.headers.get('x-message-id')
    if (response.ok && conversationId && messageId) {
      void response.body?.cancel()
      return { conversationId, messageId, isReplay: response.headers.has('idempotent-replayed') }
    }
    const answer = (await response.json().catch(() => ({}))) as { error?: string }
    const error = response.status < 500 && answer.error ? answer.error : t.failed()
    return new ApiError(response.status, { ...answer, error })
  } catch {
    return new ApiError(0, { error: stop?.aborted ? t.youStopped() : t.failed() })
  }
}
