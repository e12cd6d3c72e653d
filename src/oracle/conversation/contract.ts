import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { AttachedFile } from '../document/contract.ts'
import { MAX_FILES } from '../document/domain.ts'

/** Only types and sizes are checked here. The messages for people come from domain.ts. */
export const ChatForm = z
  .object({
    message: z.string().openapi({ description: '1 to 8000 characters.' }),
    files: z
      .array(z.object({ id: z.string(), name: z.string().optional(), type: z.string().optional() }))
      .max(MAX_FILES)
      .default([])
      .openapi({
        description: "As POST /oracle/upload returned them, or any other of the caller's files. Only the id counts.",
      }),
    conversationId: z.uuid().optional().openapi({ description: 'Without it, a new conversation begins.' }),
    parentId: z.uuid().nullable().optional().openapi({
      description:
        "The answer that this question follows. `null` if the question begins the conversation. By default, it follows the conversation's newest message. A reworded question has the same parent as the first wording and is listed next to it.",
    }),
    thisConversationOnly: z
      .boolean()
      .optional()
      .openapi({ description: '`true` searches only the files of this conversation, not all files of the account.' }),
    isTemporary: z.boolean().default(false).openapi({
      description: '`true` starts a conversation that is not listed and is deleted a day after its last message.',
    }),
  })
  .openapi('ChatForm')
export type ChatForm = z.infer<typeof ChatForm>

export const Citation = z
  .object({
    number: z.int().openapi({ description: 'The number in the text, such as [1].' }),
    fileId: z.uuid(),
    name: z.string(),
    page: z.int().nullable().openapi({ description: 'Page number from 1. `null` if the file has no pages.' }),
    quote: z.string().openapi({ description: 'The exact words, as found in the file.' }),
    start: z.int().openapi({ description: "Where the quote begins in its page's text, in UTF-16 units." }),
    end: z.int(),
  })
  .openapi('Citation')
export type Citation = z.infer<typeof Citation>

/** Text that we show before and next to the engine's answer. */
export const Urgent = z
  .object({
    kinds: z.array(z.string()).openapi({ example: ['chest_pain'] }),
    text: z.string().openapi({ description: 'Markdown that says who to call.' }),
  })
  .openapi('Urgent')
export type Urgent = z.infer<typeof Urgent>

export const MessageStatus = z.enum(['streaming', 'done', 'stopped', 'error'])
export type MessageStatus = z.infer<typeof MessageStatus>

export const ChatMessage = z
  .object({
    id: z.uuid(),
    parentId: z.uuid().nullable(),
    role: z.enum(['user', 'assistant']),
    content: z.string().openapi({
      description: 'A question as it was typed, or an answer in Markdown without links, images, or HTML.',
    }),
    status: MessageStatus,
    urgent: Urgent.nullable(),
    citations: z.array(Citation),
    files: z.array(AttachedFile).openapi({ description: 'Files that came with this question.' }),
    engine: z.enum(['local', 'openai']).nullable(),
    label: z.string().nullable().openapi({ example: 'Quotes from your files - no AI model connected' }),
    siblings: z
      .array(z.uuid())
      .openapi({ description: 'Ids of all messages with the same parent and role, oldest first, including this one.' }),
    timestamp: z.string(),
  })
  .openapi('ChatMessage')
export type ChatMessage = z.infer<typeof ChatMessage>

export const ChatAnswer = z
  .object({
    response: z.string().openapi({ description: 'The text of the answer, with the urgent words first.' }),
    conversationId: z.uuid(),
    messageId: z.uuid().openapi({ description: 'Id of the answer.' }),
    questionId: z.uuid(),
    title: z.string(),
    status: MessageStatus.openapi({ description: '`streaming` if the answer is not finished after 60 seconds.' }),
    urgent: Urgent.nullable(),
    citations: z.array(Citation),
    engine: z.enum(['local', 'openai']).nullable(),
    label: z.string().nullable(),
    disclaimer: z.string(),
  })
  .openapi('ChatAnswer')
export type ChatAnswer = z.infer<typeof ChatAnswer>

export const Conversation = z
  .object({
    id: z.uuid(),
    title: z.string(),
    isTemporary: z.boolean(),
    isAnswering: z.boolean(),
    snippet: z.string().nullable().openapi({
      description: 'In a search: the text around the match, as plain text with ** on both sides of each match.',
    }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .openapi('Conversation')
export type Conversation = z.infer<typeof Conversation>

export const ConversationPage = z
  .object({ conversations: z.array(Conversation), nextCursor: z.string().nullable() })
  .openapi('ConversationPage')
export type ConversationPage = z.infer<typeof ConversationPage>

/** One branch of a conversation, oldest message first. */
export const ConversationView = Conversation.extend({
  messages: z.array(ChatMessage),
  nextCursor: z.string().nullable().openapi({ description: 'Cursor for the messages before these.' }),
  sequence: z.int().openapi({
    description:
      'Number of the newest event in this response. GET …/events with it as Last-Event-ID continues from there.',
  }),
  disclaimer: z.string(),
}).openapi('ConversationView')
export type ConversationView = z.infer<typeof ConversationView>

export const RenameForm = z.object({ title: z.string() }).openapi('RenameForm')
export type RenameForm = z.infer<typeof RenameForm>

/** The engine, described before anyone asks. */
export const OracleEngine = z
  .object({
    engine: z.enum(['local', 'openai']),
    label: z.string(),
    model: z.string().nullable(),
    canSee: z.boolean().openapi({ description: 'Whether the engine can see pictures.' }),
    welcome: z.string(),
    disclaimer: z.string(),
  })
  .openapi('OracleEngine')
export type OracleEngine = z.infer<typeof OracleEngine>

/**
 * Server-sent events of a conversation: `id` is the sequence, `event` the member's name and `data` its JSON. The text
 * of an answer is its deltas since the last `restart`. `finished` has the stored message, which always wins.
 */
export const ConversationEvents = z
  .object({
    /** The first event of an answer. */
    message: z.object({
      conversationId: z.uuid(),
      messageId: z.uuid().openapi({ description: 'Id of the answer.' }),
      question: ChatMessage.nullable(),
      answer: ChatMessage,
      title: z.string(),
    }),
    urgent: z.object({ messageId: z.uuid(), urgent: Urgent }),
    status: z.object({ messageId: z.uuid(), text: z.string() }),
    delta: z.object({ messageId: z.uuid(), text: z.string() }),
    restart: z.object({ messageId: z.uuid() }),
    citation: z.object({ messageId: z.uuid(), citation: Citation }),
    finished: z.object({ messageId: z.uuid(), answer: ChatMessage, title: z.string(), disclaimer: z.string() }),
    renamed: z.object({ title: z.string() }),
    deleted: z.object({}),
    /** The events after the last received one are deleted, so load the conversation again. */
    reload: z.object({}),
  })
  .openapi('ConversationEvents')
export type ConversationEvents = z.infer<typeof ConversationEvents>
