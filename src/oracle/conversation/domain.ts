import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import { lengthOf, oneLine, plainText } from '../../platform/plain-text.ts'
import { withoutAccents } from '../../platform/search-words.ts'
import type { AttachedFile } from '../document/contract.ts'
import * as t from '../text/conversation.ts'
import type { ChatAnswer, ChatMessage, Citation, Conversation, Urgent } from './contract.ts'

export const MAX_MESSAGE = 8_000
export const MAX_TITLE = 120
/** Maximum length, in UTF-16 units, of a title made from a question. */
const TITLE_UNITS = 60
/** How long a temporary conversation stays after its last message. */
export const TEMPORARY_HOURS = 24
/** How long we keep an answer's events after its end. */
export const REMEMBERED_HOURS = 1
/** Maximum number of answers in progress per account, regardless of RATE_LIMIT_SCALE. */
export const ANSWERS_AT_A_TIME = 3
/** How long a plain call waits for an answer. */
export const WAIT_MS = 60_000

/** Text before the first question: what people can do here, with a model and without one. */
export const welcomeOf = (hasModel: boolean) => (hasModel ? t.welcome() : t.welcomeWithoutModel())

/** Cleans a message for storage. */
export const cleanMessage = (message: string) => plainText(message)

/** Lists the errors of the form, in its order. */
export function chatIssues({ message }: { message: string }): Issue[] {
  const text = cleanMessage(message)
  if (text === '') return [{ path: 'message', message: t.enterMessage() }]
  if (lengthOf(text) > MAX_MESSAGE) return [{ path: 'message', message: t.messageTooLong({ maxMessage: MAX_MESSAGE }) }]
  return []
}

export function titleIssues(title: string): Issue[] {
  const text = oneLine(title)
  if (text === '') return [{ path: 'title', message: t.enterTitle() }]
  if (lengthOf(text) > MAX_TITLE) return [{ path: 'title', message: t.titleTooLong({ maxTitle: MAX_TITLE }) }]
  return []
}

/** Makes a title from the first words of a question. */
export function titleOf(message: string): string {
  const text = oneLine(message)
  if (text.length <= TITLE_UNITS) return text
  const cut = text.slice(0, TITLE_UNITS)
  const space = cut.lastIndexOf(' ')
  const words = (space > TITLE_UNITS / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/[\s,;:.\ufffd-]+$/u, '')
  return `${words}...`
}

/** Returns the words to search for, without accents. Each also stands for the words that begin with it. */
export const searchedWords = (asked: string): string[] =>
  (withoutAccents(asked.normalize('NFKC')).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 12)

/** A message as stored, with its text so far if it is in progress. */
export type MessageRow = {
  id: string
  conversation_id: string
  parent_id: string | null
  role: 'user' | 'assistant'
  content: string
  status: ChatMessage['status']
  urgent: Urgent | null
  citations: Citation[]
  files: AttachedFile[]
  engine: 'local' | 'openai' | null
  label: string | null
  siblings: string[]
  created_at: Date
}

export const LOCAL_LABEL = 'Quotes from your files - no AI model connected'

/**
 * Returns the engine's label for its answers in the reader's language. We store it in English, as the engine gives it.
 */
export function labelOf(label: string): string {
  const [, model] = /^AI model (.+) - it can be wrong/.exec(label) ?? []
  if (model) return t.labelModel({ model })
  return label === LOCAL_LABEL ? t.labelLocal() : label
}

export const messageOf = (row: MessageRow): ChatMessage => ({
  id: row.id,
  parentId: row.parent_id,
  role: row.role,
  content: row.content,
  status: row.status,
  urgent: row.urgent,
  citations: row.citations,
  files: row.files,
  engine: row.engine,
  label: row.label && labelOf(row.label),
  siblings: row.siblings,
  timestamp: row.created_at.toISOString(),
})

export type ConversationRow = {
  id: string
  title: string
  is_temporary: boolean
  is_answering: boolean
  /** The found words are between U+E000 and U+E001. */
  snippet: string | null
  /** Whether the snippet is from an answer, which is Markdown. */
  is_answer?: boolean
  sequence: number
  created_at: Date
  updated_at: Date
}

/** Builds a readable snippet with ** around what was found. It removes an answer's Markdown. */
export function snippetOf(found: string, isMarkdown: boolean): string {
  const plain = isMarkdown
    ? found
        .replace(/^\s*(?:>\s?)+|^#{1,6}\s+/gm, '')
        .replace(/(?<!\\)(?:[*_`~|]+|\[\d{1,2}\](?!\())/g, ' ')
        .replace(/^\s*[-+]\s+/gm, '')
        .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    : found
  const single = plain
    .replace(/\*{2,}/g, '*')
    .replace(/\s+/g, ' ')
    .trim()
  return single.replace(/[\ue000\ue001]/g, '**')
}

export const conversationOf = (row: ConversationRow): Conversation => ({
  id: row.id,
  title: row.title,
  isTemporary: row.is_temporary,
  isAnswering: row.is_answering,
  snippet: row.snippet === null ? null : snippetOf(row.snippet, row.is_answer ?? false),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** Joins the full text of an answer, with the urgent words first. */
export const responseOf = ({ urgent, content }: Pick<ChatMessage, 'urgent' | 'content'>) =>
  [urgent?.text, content].filter((part) => part).join('\n\n')

export const answerOf = (answer: ChatMessage, of: { conversationId: string; title: string }): ChatAnswer => ({
  response: responseOf(answer),
  conversationId: of.conversationId,
  messageId: answer.id,
  questionId: answer.parentId ?? answer.id,
  title: of.title,
  status: answer.status,
  urgent: answer.urgent,
  citations: answer.citations,
  engine: answer.engine,
  label: answer.label,
  disclaimer: t.disclaimer(),
})

export const noConversation = () => notFound(t.unknownConversation(), 'conversation_not_found')
export const noMessage = () => notFound(t.unknownMessage(), 'message_not_found')
export const noParent = () => new DomainError('invalid', 'parent_not_found', t.unknownAnswer(), { field: 'parentId' })
export const underWay = () => new DomainError('conflict', 'answer_under_way', t.stillAnswering())
export const tooManyAnswers = () =>
  new DomainError('too_many', 'too_many_answers', t.tooManyAnswers({ answersAtATime: ANSWERS_AT_A_TIME }), {
    retryAfterSeconds: 5,
  })
export const tooManyMessages = (waitSeconds: number) =>
  new DomainError('too_many', 'too_many_messages', t.tooManyMessages(), {
    retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)),
  })
/** Says that the answer failed. The question is kept, and the answer can be requested again. */
export const answerFailed = (answer: ChatAnswer) =>
  new DomainError('unavailable', 'answer_failed', t.failed(), {
    details: { conversationId: answer.conversationId, messageId: answer.messageId, questionId: answer.questionId },
  })
