import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { eachPage } from '../../platform/paging.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { ChatMessage, Conversation } from './contract.ts'
import { type ConversationRow, conversationOf, messageOf } from './domain.ts'
import { conversationHead, exportName, messageMarkdown } from './messages.ts'
import { listMessages, listToExport, type NumberedRow } from './repository.ts'
import { getOwnConversation } from './service.ts'

type ExportDeps = { db: Database; clock: Clock }
type ExportType = 'md' | 'json'
type Conversations = Iterable<Conversation> | AsyncIterable<Conversation>

const PAGE = 200

/** Conversations as files, streamed in pieces. */
export const createExportService = (deps: ExportDeps) => withDeps(deps, { exportFile, exportAccount })

export type ExportService = ReturnType<typeof createExportService>

/** @param id `null` for all listed conversations @throws DomainError unauthenticated, not_found */
async function exportFile(
  { db, clock }: ExportDeps,
  actor: Actor,
  id: string | null,
  type: ExportType,
): Promise<{ name: string; text: AsyncIterable<string> }> {
  const { accountId } = requireAccount(actor)
  const one = id === null ? null : conversationOf(await getOwnConversation(db, actor, id))
  const text = one ? textOf(db, [one], type, false) : textOf(db, everyOf(db, accountId), type)
  const name = exportName(one ?? { title: 'conversations', createdAt: clock.now().toString() })
  return { name: `${name}.${type}`, text }
}

/** Exports all conversations of an account, temporary ones too. */
const exportAccount = ({ db }: ExportDeps, accountId: string, type: ExportType): AsyncIterable<string> =>
  textOf(db, everyOf(db, accountId, true), type)

const textOf = (db: Database, found: Conversations, type: ExportType, isList = true) =>
  type === 'md' ? markdownOf(db, found) : jsonOf(db, found, isList)

async function* markdownOf(db: Database, found: Conversations) {
  let rule = ''
  for await (const conversation of found) {
    yield `${rule}${conversationHead(conversation)}`
    rule = '\n---\n\n'
    for await (const message of messagesOf(db, conversation.id)) yield messageMarkdown(message)
  }
}

async function* jsonOf(db: Database, found: Conversations, isList: boolean) {
  if (isList) yield '{"conversations":[\n'
  let before = ''
  for await (const { snippet: _, isAnswering: __, ...conversation } of found) {
    yield `${before}${JSON.stringify(conversation).slice(0, -1)},"messages":[`
    before = ',\n'
    let comma = '\n'
    for await (const message of messagesOf(db, conversation.id)) {
      yield `${comma}${JSON.stringify(message)}`
      comma = ',\n'
    }
    yield ']}'
  }
  yield isList ? '\n]}\n' : '\n'
}

async function* messagesOf(db: Database, conversationId: string): AsyncGenerator<ChatMessage> {
  const find = (last: NumberedRow | null) => listMessages(db, { conversationId, after: last?.number ?? 0, limit: PAGE })
  for await (const page of eachPage(PAGE, find)) yield* page.map(messageOf)
}

async function* everyOf(db: Database, accountId: string, withTemporary = false): AsyncGenerator<Conversation> {
  const find = (last: ConversationRow | null) =>
    listToExport(db, { accountId, withTemporary, after: last?.id ?? null, limit: PAGE })
  for await (const page of eachPage(PAGE, find)) yield* page.map(conversationOf)
}
