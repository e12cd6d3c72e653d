import type { ProductEvent } from '../../events.ts'
import { type AccountActor, type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import { eachPage, ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import { oneLine } from '../../platform/plain-text.ts'
import type { ServerStreams } from '../../platform/server-streams.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { AttachmentService } from '../document/attachment-service.ts'
import type { AnswerService } from './answer-service.ts'
import type { ChatMessage, Conversation, ConversationPage, ConversationView } from './contract.ts'
import * as rule from './domain.ts'
import { DISCLAIMER } from './domain.ts'
import { conversationHead, exportName, messageMarkdown } from './messages.ts'
import * as rows from './repository.ts'

/** One of a conversation's log. */
type LogEvent = { id: number; event: string; data: unknown }

type ConversationDependencies = {
  db: Database
  clock: Clock
  attachments: Pick<AttachmentService, 'deleteOf'>
  answers: Pick<AnswerService, 'stop' | 'stopLost'>
  streams: ServerStreams
}

/** Events that are read at a time. */
const EVENTS = 500
const PAGE = 200
const BATCH = 50

type Who = () => Promise<Actor>

/** Conversations, each its owner's alone: nobody else reads them, no admin either. */
export function createConversationService({ db, clock, attachments, answers, streams }: ConversationDependencies) {
  async function own(actor: Actor, id: string, from: Database = db) {
    const { accountId } = requireAccount(actor)
    const found = isUuid(id) ? await rows.findConversation(from, accountId, id) : null
    if (!found) throw rule.noConversation()
    return found
  }

  async function ownMessage(actor: Actor, id: string): Promise<rule.MessageRow> {
    const { accountId } = requireAccount(actor)
    const found = isUuid(id) ? await rows.findMessage(db, accountId, id) : null
    if (!found) throw rule.noMessage()
    return found
  }

  /** As a stream carries them: what an event says of a message is what is stored of it now. */
  async function eventsAfter(accountId: string, conversationId: string, after: number): Promise<LogEvent[]> {
    const conversation = await rows.findConversation(db, accountId, conversationId)
    if (!conversation) return [{ id: after, event: 'deleted', data: {} }]
    if (after < conversation.forgotten) return [{ id: conversation.sequence, event: 'reload', data: {} }]
    const events: LogEvent[] = []
    const known = new Map<string, Promise<rule.MessageRow | null>>()
    const find = (id: string) => known.getOrInsertComputed(id, () => rows.findMessage(db, accountId, id))
    for (const row of await rows.listEvents(db, conversationId, after, EVENTS)) {
      const data = await dataOf(row, find, conversation.title)
      if (data) events.push({ id: row.sequence, event: row.kind, data })
    }
    return events
  }

  type Find = (id: string) => Promise<rule.MessageRow | null>

  async function dataOf({ kind, text, message_id: messageId }: rows.EventRow, find: Find, title: string) {
    if (kind === 'renamed') return { title: text }
    if (kind === 'delta' || kind === 'status') return { messageId, text }
    if (kind === 'restart') return { messageId }
    if (kind === 'citation') return { messageId, citation: JSON.parse(text) }
    const row = messageId && (await find(messageId))
    if (!row) return null
    const answer = rule.messageOf(row)
    if (kind === 'urgent') return { messageId, urgent: answer.urgent }
    if (kind === 'finished') return { messageId, answer, title, disclaimer: DISCLAIMER }
    const question = row.parent_id && (await find(row.parent_id))
    // Its text comes as deltas.
    const bare = answer.status === 'streaming' ? { ...answer, content: '', citations: [] } : answer
    const ids = { conversationId: row.conversation_id, messageId: row.id }
    return { ...ids, question: question && rule.messageOf(question), answer: bare, title }
  }

  async function* messagesOf(conversationId: string): AsyncGenerator<ChatMessage> {
    const find = (last: rows.NumberedRow | null) =>
      rows.listMessages(db, { conversationId, after: last?.number ?? 0, limit: PAGE })
    for await (const page of eachPage(PAGE, find)) yield* page.map(rule.messageOf)
  }

  async function* everyOf(accountId: string, withTemporary = false): AsyncGenerator<Conversation> {
    const find = (after: rows.PlacedRow | null) =>
      rows.listConversations(db, { accountId, query: null, after, limit: PAGE, withTemporary })
    for await (const page of eachPage(PAGE, find)) yield* page.map(rule.conversationOf)
  }

  async function* markdownOf(found: AsyncIterable<Conversation>) {
    let count = 0
    for await (const conversation of found) {
      yield `${count++ > 0 ? '\n---\n\n' : ''}${conversationHead(conversation)}`
      for await (const message of messagesOf(conversation.id)) yield messageMarkdown(message)
    }
  }

  async function* jsonOf(found: AsyncIterable<Conversation>) {
    let count = 0
    for await (const { snippet: _, isAnswering: __, ...conversation } of found) {
      yield `${count++ > 0 ? ',\n' : ''}${JSON.stringify(conversation).slice(0, -1)},"messages":[`
      let comma = '\n'
      for await (const message of messagesOf(conversation.id)) {
        yield `${comma}${JSON.stringify(message)}`
        comma = ',\n'
      }
      yield ']}'
    }
  }

  /** Stops what is being written in them, and deletes them with their files, their index and their events. */
  async function erase(ids: string[]): Promise<void> {
    for (const id of ids) {
      const streaming = await rows.findStreaming(db, id)
      if (streaming) await answers.stop(streaming)
    }
    await db.transaction().execute(async (tx) => {
      await attachments.deleteOf(tx, ids)
      await rows.deleteConversations(tx, ids)
    })
    for (const id of ids) streams.publish(id)
  }

  function follow(
    { accountId }: AccountActor,
    of: { conversationId: string; after: number; until?: string },
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
        const found = await eventsAfter(accountId, conversationId, after)
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

  return {
    /** @throws DomainError unauthenticated, not_found */
    own,
    /** @throws DomainError unauthenticated, not_found */
    ownMessage,
    /** @param of.until the answer with whose end the stream ends @throws DomainError too_many */
    follow,

    /** The newest first. @throws DomainError unauthenticated, invalid */
    async list(actor: Actor, asked: PageAsked & { q?: string | undefined }): Promise<ConversationPage> {
      const { accountId } = requireAccount(actor)
      const isSearch = asked.q !== undefined && asked.q.trim() !== ''
      const query = isSearch ? rule.searchQuery(asked.q ?? '') : null
      const page = readPage({ at: INSTANT, id: ID }, asked)
      if (isSearch && query === null) return { conversations: [], nextCursor: null }
      const { shown, nextCursor } = page.cut(await rows.listConversations(db, { ...page, accountId, query }))
      return { conversations: shown.map(rule.conversationOf), nextCursor }
    },

    /** One branch: the newest, the one through a message, or, by the cursor, what is before. */
    async get(
      actor: Actor,
      id: string,
      asked: { through?: string | undefined; cursor?: string | undefined; limit: number },
    ): Promise<ConversationView> {
      // One moment: text and sequence belong together.
      const moment = db.transaction().setIsolationLevel('repeatable read')
      return moment.execute(async (tx) => {
        const conversation = await own(actor, id, tx)
        const { through = null, cursor: upFrom = null, limit } = asked
        const found = await rows.listBranch(tx, { conversationId: id, through, upFrom, limit: limit + 1 })
        if (found.length === 0 && (through || upFrom)) throw rule.noMessage()
        return {
          ...rule.conversationOf(conversation),
          messages: found.slice(-limit).map(rule.messageOf),
          nextCursor: found.length > limit ? (found[0]?.id ?? null) : null,
          sequence: conversation.sequence,
          disclaimer: DISCLAIMER,
        }
      })
    },

    /** @param after the last event that was heard; null: from the answer that is being made on */
    async events(actor: Actor, id: string, after: number | null, whoIsIt: Who): Promise<ReadableStream<Uint8Array>> {
      const account = requireAccount(actor)
      const { sequence } = await own(actor, id)
      const from = after === null ? await rows.findBeginning(db, id) : Math.min(after, sequence)
      return follow(account, { conversationId: id, after: from }, whoIsIt)
    },

    async rename(actor: Actor, id: string, given: string): Promise<Conversation> {
      const { accountId } = requireAccount(actor)
      await own(actor, id)
      const issues = rule.titleIssues(given)
      if (issues.length > 0) throw invalid(issues)
      const title = oneLine(given)
      if (await rows.rename(db, accountId, id, title)) await rows.append(db, id, 'renamed', title)
      streams.publish(id)
      return rule.conversationOf(await own(actor, id))
    },

    /** A temporary one at once; others can be taken back for a day. */
    async delete(actor: Actor, id: string): Promise<void> {
      const { accountId } = requireAccount(actor)
      await own(actor, id)
      const streaming = await rows.findStreaming(db, id)
      if (streaming) await answers.stop(streaming)
      const deleted = await rows.markDeleted(db, accountId, id, clock.now())
      if (!deleted) throw rule.noConversation()
      if (deleted.is_temporary) await erase([id])
      else await rows.append(db, id, 'deleted')
      streams.publish(id)
    },

    async restore(actor: Actor, id: string): Promise<Conversation> {
      const { accountId } = requireAccount(actor)
      const deletedAfter = clock.now().subtract({ hours: rule.RESTORABLE_HOURS })
      if (!isUuid(id) || !(await rows.restore(db, { accountId, id, deletedAfter }))) throw rule.noConversation()
      return rule.conversationOf(await own(actor, id))
    },

    /** A file, piece by piece. @param id null: every conversation that is listed */
    async export(
      actor: Actor,
      id: string | null,
      type: 'md' | 'json',
    ): Promise<{ name: string; text: AsyncIterable<string> }> {
      const { accountId } = requireAccount(actor)
      const one = id === null ? null : rule.conversationOf(await own(actor, id))
      const found = one ? only(one) : everyOf(accountId)
      const text = type === 'md' ? markdownOf(found) : framed(jsonOf(found), one === null)
      const name = exportName(one ?? { title: 'conversations', createdAt: clock.now().toString() })
      return { name: `${name}.${type}`, text }
    },

    /** For an archive: temporary ones too. */
    everything(accountId: string, type: 'md' | 'json'): AsyncIterable<string> {
      const found = everyOf(accountId, true)
      return type === 'md' ? markdownOf(found) : framed(jsonOf(found), true)
    },

    /** Of an account that is deleted: everything, at once. */
    async deleteAll(accountId: string): Promise<void> {
      for (;;) {
        const ids = await rows.listIds(db, accountId, BATCH)
        if (ids.length === 0) return
        await erase(ids)
      }
    },

    /** Tells who follows a conversation; whoever writes an answer here learns that it was stopped elsewhere. */
    async hear({ name, subject }: ProductEvent): Promise<void> {
      if (name !== 'conversation.written' && name !== 'conversation.answered') return
      streams.publish(subject)
      if (name === 'conversation.answered') await answers.stopLost(subject)
    },

    /** Really deletes what was deleted or temporary, and forgets events that no stream asks for any more. */
    async sweep(): Promise<void> {
      const now = clock.now()
      const deletedBefore = now.subtract({ hours: rule.RESTORABLE_HOURS })
      const quietSince = now.subtract({ hours: rule.TEMPORARY_HOURS })
      for (;;) {
        const ids = await rows.listOver(db, { deletedBefore, quietSince, limit: BATCH })
        if (ids.length === 0) break
        await erase(ids)
      }
      await rows.forgetEvents(db, now.subtract({ hours: rule.REMEMBERED_HOURS }))
    },
  }
}

export type ConversationService = ReturnType<typeof createConversationService>

async function* only<T>(one: T) {
  yield one
}

/** A list of conversations, or the one. */
async function* framed(text: AsyncIterable<string>, isList: boolean) {
  if (isList) yield '{"conversations":[\n'
  yield* text
  yield isList ? '\n]}\n' : '\n'
}
