import type { AttachedFile, OracleFile } from '../document/contract.ts'
import type { ChatMessage, ConversationEvents, ConversationView } from './contract.ts'
import { cleanMessage } from './domain.ts'

/**
 * The text of a failed answer. We store it in English (decisions.md section 8), and the page shows its own words
 * instead.
 */
export const FAILED = 'Sorry, there was an error processing your request.'

/** The part of a conversation that the page shows: one branch, oldest message first. */
export type Chat = {
  id: string
  title: string
  isTemporary: boolean
  messages: ChatMessage[]
  /** Cursor for the messages before these. */
  earlier: string | null
  /** The number of the newest event that the chat includes. */
  sequence: number
  /** What the engine is doing, by message. */
  doing: Record<string, string>
}

export type ChatEvent = {
  [Name in keyof ConversationEvents]: { event: Name; data: ConversationEvents[Name] }
}[keyof ConversationEvents]

export const chatOf = (view: ConversationView): Chat => ({
  id: view.id,
  title: view.title,
  isTemporary: view.isTemporary,
  messages: view.messages,
  earlier: view.nextCursor,
  sequence: view.sequence,
  doing: {},
})

/** Adds an older page before the messages. */
export const withEarlier = (chat: Chat, view: ConversationView): Chat => ({
  ...chat,
  messages: [...view.messages.filter(({ id }) => !chat.messages.some((one) => one.id === id)), ...chat.messages],
  earlier: view.nextCursor,
})

/**
 * Applies an event to the chat; `null` means the chat must be loaded again. An unchanged message stays the same object,
 * so only changes are rendered.
 * @param id the event's
 */
export function afterEvent(chat: Chat, received: ChatEvent, id = chat.sequence + 1): Chat | null {
  // The conversation was loaded with this event.
  if (id <= chat.sequence && received.event !== 'reload') return chat
  const next = changedBy(chat, received)
  return next && { ...next, sequence: id }
}

function changedBy(chat: Chat, { event, data }: ChatEvent): Chat | null {
  switch (event) {
    case 'message':
      return afterMessage(chat, data)
    case 'urgent':
      return changed(chat, data.messageId, () => ({ urgent: data.urgent }))
    case 'status':
      return { ...chat, doing: { ...chat.doing, [data.messageId]: data.text } }
    case 'delta':
      return changed(chat, data.messageId, ({ content }) => ({ content: content + data.text }))
    case 'restart':
      return changed(chat, data.messageId, () => ({ content: '', citations: [] }))
    case 'citation':
      return changed(chat, data.messageId, ({ citations }) => ({ citations: [...citations, data.citation] }))
    case 'finished': {
      const { [data.messageId]: _, ...doing } = chat.doing
      return { ...changed(chat, data.messageId, () => data.answer), title: data.title, doing }
    }
    case 'renamed':
      return { ...chat, title: data.title }
    default:
      return null
  }
}

function afterMessage(chat: Chat, { question, answer, title }: ConversationEvents['message']): Chat | null {
  const before = chat.messages.filter(({ id }) => id !== answer.id)
  const known = question ? before.findIndex(({ id }) => id === question.id) : -1
  // The engine answers the question again, so the messages after its earlier answer are on another branch.
  if (question && known >= 0) return { ...chat, title, messages: [...before.slice(0, known), question, answer] }
  if (!question) return null
  const parent = question.parentId === null ? -1 : before.findIndex(({ id }) => id === question.parentId)
  // It was asked on a branch that is not shown.
  if (question.parentId !== null && parent < 0) return null
  return { ...chat, title, messages: [...before.slice(0, parent + 1), question, answer] }
}

function changed(chat: Chat, id: string, change: (message: ChatMessage) => Partial<ChatMessage>): Chat {
  if (!chat.messages.some((message) => message.id === id)) return chat
  const messages = chat.messages.map((message) => (message.id === id ? { ...message, ...change(message) } : message))
  return { ...chat, messages }
}

/** Returns the answer in progress. */
export const answerUnderWay = (chat: Chat | null) => chat?.messages.find(({ status }) => status === 'streaming') ?? null

/** Returns the id of the answer that the next question follows: the last one shown. */
export const lastAnswer = (chat: Chat | null) => chat?.messages.findLast(({ role }) => role === 'assistant')?.id ?? null

/** Tells whether a sent question is among newly received messages. @param chat the chat before those messages */
export const isArrived = (
  sent: { message: string; parentId: string | null },
  chat: Chat | null,
  messages: ChatMessage[],
): boolean =>
  messages.some(
    ({ id, role, parentId, content }) =>
      role === 'user' &&
      parentId === sent.parentId &&
      content === cleanMessage(sent.message) &&
      !chat?.messages.some((known) => known.id === id),
  )

/** Names the files for a question about one file: that one, and those just added that have not failed. */
export const filesToAsk = (file: AttachedFile, added: (AttachedFile & Pick<OracleFile, 'status'>)[]): AttachedFile[] =>
  [file, ...added.filter((one) => one.id !== file.id && one.status !== 'failed')].map(({ id, name, type }) => ({
    id,
    name,
    type,
  }))
