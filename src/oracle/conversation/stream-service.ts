import { type AccountActor, type Actor, requireAccount } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { ServerStreams } from '../../platform/server-streams.ts'
import { withDeps } from '../../platform/use-cases.ts'
import * as t from '../text/conversation.ts'
import type { ChatAnswer } from './contract.ts'
import { answerFailed, answerOf, type MessageRow, messageOf, WAIT_MS } from './domain.ts'
import type { Asked } from './question-service.ts'
import { type EventRow, findBeginning, findConversation, findMessage, listEvents } from './repository.ts'
import { getOwnConversation, getOwnMessage } from './service.ts'

type StreamDeps = { db: Database; streams: Pick<ServerStreams, 'open'> }
type Who = () => Promise<Actor>

/** `until` is the answer whose end ends the stream. */
type Followed = { conversationId: string; after: number; until?: string | undefined }

/** One event of a conversation's log. */
type LogEvent = { id: number; event: string; data: unknown }

/** How many events we read at a time. */
const EVENTS = 500

/** Streams the events of conversations as they happen. */
export const createStreamService = (deps: StreamDeps) => withDeps(deps, { followConversation, followAnswer, waitFor })

export type StreamService = ReturnType<typeof createStreamService>

/**
 * @param after the last event received; `null` starts from the answer in progress
 * @throws DomainError unauthenticated, not_found, too_many
 */
async function followConversation(deps: StreamDeps, actor: Actor, id: string, after: number | null, whoIsIt: Who) {
  const account = requireAccount(actor)
  const { sequence } = await getOwnConversation(deps.db, actor, id)
  const from = after === null ? await findBeginning(deps.db, id) : Math.min(after, sequence)
  return follow(deps, account, { conversationId: id, after: from }, whoIsIt)
}

/** Streams the events of an answer until it is over. @throws DomainError unauthenticated, too_many */
const followAnswer = (deps: StreamDeps, actor: Actor, { conversationId, messageId, after }: Asked, whoIsIt: Who) =>
  follow(deps, requireAccount(actor), { conversationId, after, until: messageId }, whoIsIt)

/** Waits for an answer, up to a minute. @throws DomainError unavailable (it failed; the question is kept) */
async function waitFor(deps: StreamDeps, actor: Actor, asked: Asked): Promise<ChatAnswer> {
  const { db } = deps
  let row = await getOwnMessage(db, actor, asked.messageId)
  if (row.status === 'streaming') {
    const reader = followAnswer(deps, actor, asked, async () => actor).getReader()
    const timer = setTimeout(() => reader.cancel(), WAIT_MS)
    for (let isOver = false; !isOver; ) isOver = (await reader.read()).done
    clearTimeout(timer)
    row = await getOwnMessage(db, actor, asked.messageId)
  }
  const { title } = await getOwnConversation(db, actor, asked.conversationId)
  const answer = answerOf(messageOf(row), { conversationId: asked.conversationId, title })
  if (answer.status === 'error' && !answer.urgent) throw answerFailed(answer)
  return answer
}

function follow(
  { db, streams }: StreamDeps,
  { accountId }: AccountActor,
  of: Followed,
  whoIsIt: Who,
): ReadableStream<Uint8Array> {
  const { conversationId, until } = of
  let { after } = of
  const isEnd = ({ event, data }: LogEvent) =>
    event === 'deleted' || (event === 'finished' && (data as { messageId: string }).messageId === until)
  return streams.open({
    account: accountId,
    topic: conversationId,
    async read() {
      const found = await eventsAfter(db, accountId, { conversationId, after, until })
      const end = found.findIndex(isEnd)
      const events = end < 0 ? found : found.slice(0, end + 1)
      after = events.at(-1)?.id ?? after
      return {
        events: events.map((one) => ({ ...one, data: JSON.stringify(one.data) })),
        isOver: end >= 0,
        isMore: found.length === EVENTS,
      }
    },
    async mayStay() {
      const now = await whoIsIt()
      return now.kind === 'account' && now.accountId === accountId
    },
  })
}

/** Reads events as a stream sends them. A message in an event is as stored now. */
async function eventsAfter(
  db: Database,
  accountId: string,
  { conversationId, after, until }: Followed,
): Promise<LogEvent[]> {
  const conversation = await findConversation(db, accountId, conversationId)
  if (!conversation) return [{ id: after, event: 'deleted', data: {} }]
  const known = new Map<string, Promise<MessageRow | null>>()
  const find = (id: string) => known.getOrInsertComputed(id, () => findMessage(db, accountId, id))
  if (after < conversation.forgotten) {
    const row = until === undefined ? null : await find(until)
    if (!row || row.status === 'streaming') return [{ id: conversation.sequence, event: 'reload', data: {} }]
    // No one will write the end of this answer again, so send it as stored.
    const dataNow = (kind: 'message' | 'finished') =>
      dataOf({ kind, text: '', message_id: row.id }, find, conversation.title)
    return [
      { id: conversation.forgotten - 1, event: 'message', data: await dataNow('message') },
      { id: conversation.forgotten, event: 'finished', data: await dataNow('finished') },
    ]
  }
  const events: LogEvent[] = []
  for (const row of await listEvents(db, conversationId, after, EVENTS)) {
    const data = await dataOf(row, find, conversation.title)
    if (data) events.push({ id: row.sequence, event: row.kind, data })
  }
  return events
}

async function dataOf(
  { kind, text, message_id: messageId }: Omit<EventRow, 'sequence'>,
  find: (id: string) => Promise<MessageRow | null>,
  title: string,
) {
  if (kind === 'renamed') return { title: text }
  if (kind === 'delta' || kind === 'status') return { messageId, text }
  if (kind === 'restart') return { messageId }
  if (kind === 'citation') return { messageId, citation: JSON.parse(text) }
  const row = messageId && (await find(messageId))
  if (!row) return null
  const answer = messageOf(row)
  if (kind === 'urgent') return { messageId, urgent: answer.urgent }
  if (kind === 'finished') return { messageId, answer, title, disclaimer: t.disclaimer() }
  const question = row.parent_id && (await find(row.parent_id))
  // The text comes as deltas.
  const bare = answer.status === 'streaming' ? { ...answer, content: '', citations: [] } : answer
  const ids = { conversationId: row.conversation_id, messageId: row.id }
  return { ...ids, question: question && messageOf(question), answer: bare, title }
}
