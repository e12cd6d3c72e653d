import type { ProductEvent } from '../../events.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { requireValid } from '../../platform/errors.ts'
import { ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import { oneLine } from '../../platform/plain-text.ts'
import type { ServerStreams } from '../../platform/server-streams.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { AttachmentService } from '../document/attachment-service.ts'
import { RESTORABLE_HOURS } from '../document/domain.ts'
import * as t from '../text/conversation.ts'
import type { AnswerService } from './answer-service.ts'
import type { Conversation, ConversationPage, ConversationView } from './contract.ts'
import {
  conversationOf,
  type MessageRow,
  messageOf,
  noConversation,
  noMessage,
  REMEMBERED_HOURS,
  searchedWords,
  TEMPORARY_HOURS,
  titleIssues,
} from './domain.ts'
import {
  appendEvent,
  deleteConversations,
  findConversation,
  findMessage,
  findStreaming,
  forgetEvents,
  listBranch,
  listConversations,
  listIds,
  listOver,
  markDeleted,
  restoreDeleted,
  setTitle,
} from './repository.ts'

type ConversationDeps = {
  db: Database
  clock: Clock
  attachments: Pick<AttachmentService, 'deleteOf'>
  answers: Pick<AnswerService, 'stop' | 'stopLost'>
  streams: Pick<ServerStreams, 'publish'>
}

const BATCH = 50

/** Conversations belong only to their owners. No one else reads them, not even admins. */
export const createConversationService = (deps: ConversationDeps) =>
  withDeps(deps, { list, get, rename, remove, restore, deleteAll, onEvent, sweep })

export type ConversationService = ReturnType<typeof createConversationService>

/** Lists conversations, newest first. @throws DomainError unauthenticated, invalid */
async function list(
  { db }: ConversationDeps,
  actor: Actor,
  asked: PageAsked & { q?: string | undefined },
): Promise<ConversationPage> {
  const { accountId } = requireAccount(actor)
  const text = asked.q?.trim() ?? ''
  const words = text === '' ? null : searchedWords(text)
  const page = readPage({ at: INSTANT, id: ID }, asked)
  if (words?.length === 0) return { conversations: [], nextCursor: null }
  const { shown, nextCursor } = page.cut(await listConversations(db, { ...page, accountId, words }))
  return { conversations: shown.map(conversationOf), nextCursor }
}

/** Gets one branch: the newest, the one through a message, or the messages before the cursor. */
async function get(
  { db }: ConversationDeps,
  actor: Actor,
  id: string,
  asked: { through?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<ConversationView> {
  // Read the text and the sequence in one snapshot.
  const moment = db.transaction().setIsolationLevel('repeatable read')
  return moment.execute(async (tx) => {
    const conversation = await getOwnConversation(tx, actor, id)
    const { through = null, cursor: upFrom = null, limit } = asked
    const found = await listBranch(tx, { conversationId: id, through, upFrom, limit: limit + 1 })
    if (found.length === 0 && (through || upFrom)) throw noMessage()
    return {
      ...conversationOf(conversation),
      messages: found.slice(-limit).map(messageOf),
      nextCursor: found.length > limit ? (found[0]?.id ?? null) : null,
      sequence: conversation.sequence,
      disclaimer: t.disclaimer(),
    }
  })
}

async function rename(
  { db, streams }: ConversationDeps,
  actor: Actor,
  id: string,
  given: string,
): Promise<Conversation> {
  const { accountId } = requireAccount(actor)
  await getOwnConversation(db, actor, id)
  requireValid(titleIssues(given))
  const title = oneLine(given)
  if (await setTitle(db, accountId, id, title)) await appendEvent(db, id, 'renamed', title)
  streams.publish(id)
  return conversationOf(await getOwnConversation(db, actor, id))
}

/** Deletes a temporary conversation at once. Others can be restored for a day. */
async function remove(deps: ConversationDeps, actor: Actor, id: string): Promise<void> {
  const { db, clock, streams } = deps
  const { accountId } = requireAccount(actor)
  await getOwnConversation(db, actor, id)
  await stopAnswerIn(deps, id)
  const deleted = await markDeleted(db, accountId, id, clock.now())
  if (!deleted) throw noConversation()
  if (deleted.is_temporary) await erase(deps, [id])
  else await appendEvent(db, id, 'deleted')
  streams.publish(id)
}

async function restore({ db, clock }: ConversationDeps, actor: Actor, id: string): Promise<Conversation> {
  const { accountId } = requireAccount(actor)
  const deletedAfter = clock.now().subtract({ hours: RESTORABLE_HOURS })
  if (!isUuid(id) || !(await restoreDeleted(db, { accountId, id, deletedAfter }))) throw noConversation()
  return conversationOf(await getOwnConversation(db, actor, id))
}

/** Deletes all conversations of an account at once. */
const deleteAll = (deps: ConversationDeps, accountId: string): Promise<void> =>
  eraseWhile(deps, () => listIds(deps.db, accountId, BATCH))

/** Wakes the streams of a conversation, and stops an answer of this process that was stopped elsewhere. */
async function onEvent({ answers, streams }: ConversationDeps, { name, subject }: ProductEvent): Promise<void> {
  if (name !== 'conversation.written' && name !== 'conversation.answered') return
  streams.publish(subject)
  if (name === 'conversation.answered') await answers.stopLost(subject)
}

/** Erases deleted and expired temporary conversations, and deletes events that no stream needs anymore. */
async function sweep(deps: ConversationDeps): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const deletedBefore = now.subtract({ hours: RESTORABLE_HOURS })
  const quietSince = now.subtract({ hours: TEMPORARY_HOURS })
  await eraseWhile(deps, () => listOver(db, { deletedBefore, quietSince, limit: BATCH }))
  await forgetEvents(db, now.subtract({ hours: REMEMBERED_HOURS }))
}

async function eraseWhile(deps: ConversationDeps, find: () => Promise<string[]>): Promise<void> {
  for (let ids = await find(); ids.length > 0; ids = await find()) await erase(deps, ids)
}

/** Stops the answers in progress of conversations, and deletes them with their files, index and events. */
async function erase(deps: ConversationDeps, ids: string[]): Promise<void> {
  for (const id of ids) await stopAnswerIn(deps, id)
  await deps.db.transaction().execute(async (tx) => {
    await deps.attachments.deleteOf(tx, ids)
    await deleteConversations(tx, ids)
  })
  for (const id of ids) deps.streams.publish(id)
}

async function stopAnswerIn({ db, answers }: ConversationDeps, id: string): Promise<void> {
  const streaming = await findStreaming(db, id)
  if (streaming) await answers.stop(streaming)
}

/** @throws DomainError unauthenticated, not_found */
export async function getOwnConversation(db: Database, actor: Actor, id: string) {
  const { accountId } = requireAccount(actor)
  const found = isUuid(id) ? await findConversation(db, accountId, id) : null
  if (!found) throw noConversation()
  return found
}

/** @throws DomainError unauthenticated, not_found */
export async function getOwnMessage(db: Database, actor: Actor, id: string): Promise<MessageRow> {
  const { accountId } = requireAccount(actor)
  const found = isUuid(id) ? await findMessage(db, accountId, id) : null
  if (!found) throw noMessage()
  return found
}
