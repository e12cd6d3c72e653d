import { z } from '@hono/zod-openapi'
import type { AccountService } from '../../account/area.ts'
import { signedInWith } from '../../platform/callers.ts'
import {
  type AppContext,
  answers,
  createApi,
  createRoute,
  ErrorBody,
  idempotencyHeaders,
  jsonBody,
  pageQuery,
} from '../../platform/http.ts'
import { streamReply } from '../../platform/server-streams.ts'
import { textStream } from '../../platform/text-stream.ts'
import {
  ChatAnswer,
  ChatForm,
  ChatMessage,
  Conversation,
  ConversationEvents,
  ConversationPage,
  ConversationView,
  OracleEngine,
  RenameForm,
} from './contract.ts'
import type { ExportService } from './export-service.ts'
import type { Asked, QuestionService } from './question-service.ts'
import type { ConversationService } from './service.ts'
import type { StreamService } from './stream-service.ts'

const ORACLE_USERS = signedInWith('oracleAccess')

const tags = ['Oracle']
const TYPES = { md: 'text/markdown', json: 'application/json' }
const NAMES = { md: 'Markdown', json: 'Json' }
const closed = { 403: 'The access code is required' }
const own = { ...closed, 404: 'No such conversation of yours' }
const ownMessage = { ...closed, 404: 'No such message of yours' }
const params = z.object({ id: z.uuid() })

const getEngine = createRoute({
  method: 'get',
  path: '/oracle/engine',
  operationId: 'getOracleEngine',
  security: ORACLE_USERS,
  tags,
  summary: 'Get the engine that answers and the welcome text',
  responses: answers(200, OracleEngine, closed),
})

const list = createRoute({
  method: 'get',
  path: '/oracle/conversations',
  operationId: 'listConversations',
  security: ORACLE_USERS,
  tags,
  summary: 'List your conversations, newest first; `q` finds words in titles and messages',
  request: { query: z.object({ q: z.string().max(200).optional(), ...pageQuery }) },
  responses: answers(200, ConversationPage, { ...closed, 400: 'A field is invalid' }),
})

const get = createRoute({
  method: 'get',
  path: '/oracle/conversations/{id}',
  operationId: 'getConversation',
  security: ORACLE_USERS,
  tags,
  summary: 'Get one branch of a conversation: its newest messages, those through a message, or those before a cursor',
  request: {
    params,
    query: z.object({ through: z.uuid().optional(), limit: pageQuery.limit, cursor: z.uuid().optional() }),
  },
  responses: answers(200, ConversationView, { ...own, 400: 'A field is invalid' }),
})

const rename = createRoute({
  method: 'patch',
  path: '/oracle/conversations/{id}',
  operationId: 'renameConversation',
  security: ORACLE_USERS,
  tags,
  summary: 'Rename a conversation',
  request: { params, ...jsonBody(RenameForm) },
  responses: answers(200, Conversation, { ...own, 400: 'A field is invalid' }),
})

const remove = createRoute({
  method: 'delete',
  path: '/oracle/conversations/{id}',
  operationId: 'deleteConversation',
  security: ORACLE_USERS,
  tags,
  summary:
    'Delete a conversation. It can be restored for 24 hours, then its files, index and events go too; a temporary one goes at once',
  request: { params },
  responses: { ...answers(204, z.never(), own), 204: { description: 'Deleted' } },
})

const restore = createRoute({
  method: 'post',
  path: '/oracle/conversations/{id}/restore',
  operationId: 'restoreConversation',
  security: ORACLE_USERS,
  tags,
  summary: 'Restore a conversation that was deleted in the last 24 hours',
  request: { params },
  responses: answers(200, Conversation, own),
})

const stream = { 'text/event-stream': { schema: ConversationEvents } }

const events = createRoute({
  method: 'get',
  path: '/oracle/conversations/{id}/events',
  operationId: 'followConversation',
  security: ORACLE_USERS,
  tags,
  summary:
    'Stream the events of a conversation (server-sent events) after `Last-Event-ID` or `after`, or else from the answer in progress',
  request: { params, query: z.object({ after: z.coerce.number().int().min(0).max(2_147_483_647).optional() }) },
  responses: {
    ...answers(200, z.never(), { ...own, 400: 'A field is invalid', 429: 'Too many streams are open' }),
    200: { description: 'OK', content: stream },
  },
})

const asked = {
  409: 'An answer is in progress here, or the Idempotency-Key was used for another request',
  429: 'Too many messages, or too many answers at once',
}
const named = z.object({
  'X-Conversation-Id': z.uuid().openapi({ description: 'The conversation, even if it is new.' }),
  'X-Message-Id': z.uuid().openapi({ description: 'Id of the answer.' }),
  'Idempotent-Replayed': z.literal('true').optional(),
})
const answered = (failures: Record<number, string>) => ({
  ...answers(200, ChatAnswer, failures),
  200: {
    description: 'OK',
    headers: named,
    content: { 'application/json': { schema: ChatAnswer }, ...stream },
  },
  503: {
    description: 'The answer failed; the question is kept',
    headers: named.partial(),
    content: { 'application/json': { schema: ErrorBody } },
  },
})

const chat = createRoute({
  method: 'post',
  path: '/oracle/chat',
  operationId: 'askOracle',
  security: ORACLE_USERS,
  limit: { perMinute: 60, sharedAs: 'oracle-chat' },
  tags,
  summary:
    'Ask a question. With `Accept: text/event-stream` the answer streams until its event `finished`; otherwise the call waits up to a minute',
  request: { ...jsonBody(ChatForm), headers: idempotencyHeaders },
  responses: answered({ ...own, ...asked, 400: 'A field is invalid' }),
})

const again = createRoute({
  method: 'post',
  path: '/oracle/messages/{id}/regenerate',
  operationId: 'regenerateAnswer',
  security: ORACLE_USERS,
  limit: { perMinute: 60, sharedAs: 'oracle-chat' },
  tags,
  summary: 'Answer a question again, next to the first answer or after a failure. Responds like POST /oracle/chat',
  request: { params, headers: idempotencyHeaders },
  responses: answered({ ...ownMessage, ...asked }),
})

const stop = createRoute({
  method: 'post',
  path: '/oracle/messages/{id}/stop',
  operationId: 'stopAnswer',
  security: ORACLE_USERS,
  tags,
  summary: 'Stop an answer in progress and keep its text so far',
  request: { params },
  responses: answers(200, ChatMessage, ownMessage),
})

const file = (type: string) => ({
  description: 'The file',
  content: { [type]: { schema: type === TYPES.json ? z.looseObject({}) : z.string() } },
})
const exportOne = (ending: 'md' | 'json') =>
  createRoute({
    method: 'get',
    path: `/oracle/conversations/{id}/export.${ending}`,
    operationId: `exportConversation${NAMES[ending]}`,
    security: ORACLE_USERS,
    limit: { perMinute: 30, sharedAs: 'export-conversations' },
    tags,
    summary: 'Download a conversation with all its versions',
    request: { params },
    responses: { ...answers(200, z.never(), { ...own }), 200: file(TYPES[ending]) },
  })
const exportAll = (ending: 'md' | 'json') =>
  createRoute({
    method: 'get',
    path: `/oracle/export.${ending}`,
    operationId: `exportConversations${NAMES[ending]}`,
    security: ORACLE_USERS,
    limit: { perMinute: 30, sharedAs: 'export-conversations' },
    tags,
    summary: 'Download all listed conversations',
    responses: { ...answers(200, z.never(), { ...closed }), 200: file(TYPES[ending]) },
  })

type Parts = {
  questions: QuestionService
  conversations: ConversationService
  conversationStreams: StreamService
  conversationExports: ExportService
  accounts: Pick<AccountService, 'actorOf'>
}

export function oracleApi(parts: Parts) {
  const { questions, conversations, conversationStreams, conversationExports, accounts } = parts
  const api = createApi()

  const whoOf = (c: AppContext) => {
    const headers = new Headers(c.req.raw.headers)
    return () => accounts.actorOf({ headers })
  }
  const keyOf = (c: AppContext) => c.req.header('idempotency-key') ?? null

  async function reply(c: AppContext, it: Asked) {
    const actor = await c.var.actor()
    if (it.isReplay) c.header('Idempotent-Replayed', 'true')
    // Send these before the first event, so that a new conversation has its URL from the start.
    c.header('X-Conversation-Id', it.conversationId)
    c.header('X-Message-Id', it.messageId)
    if (c.req.header('accept')?.includes('text/event-stream'))
      return streamReply(c, conversationStreams.followAnswer(actor, it, whoOf(c)))
    return c.json(await conversationStreams.waitFor(actor, it), 200)
  }

  api.openapi(getEngine, async (c) => c.json(questions.describeEngine(await c.var.actor()), 200))
  api.openapi(list, async (c) => c.json(await conversations.list(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await conversations.get(await c.var.actor(), id, c.req.valid('query')), 200)
  })
  api.openapi(rename, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await conversations.rename(await c.var.actor(), id, c.req.valid('json').title), 200)
  })
  api.openapi(remove, async (c) => {
    await conversations.remove(await c.var.actor(), c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(restore, async (c) =>
    c.json(await conversations.restore(await c.var.actor(), c.req.valid('param').id), 200),
  )
  api.openapi(events, async (c) => {
    const lastEventId = c.req.header('last-event-id')
    const after =
      lastEventId && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : (c.req.valid('query').after ?? null)
    const body = await conversationStreams.followConversation(
      await c.var.actor(),
      c.req.valid('param').id,
      after,
      whoOf(c),
    )
    return streamReply(c, body)
  })
  api.openapi(chat, async (c) => reply(c, await questions.ask(await c.var.actor(), c.req.valid('json'), keyOf(c))))
  api.openapi(again, async (c) =>
    reply(c, await questions.askAgain(await c.var.actor(), c.req.valid('param').id, keyOf(c))),
  )
  api.openapi(stop, async (c) => c.json(await questions.stop(await c.var.actor(), c.req.valid('param').id), 200))

  async function download(c: AppContext, id: string | null, ending: 'md' | 'json') {
    const { name, text } = await conversationExports.exportFile(await c.var.actor(), id, ending)
    return c.body(await textStream(text), 200, {
      'Content-Type': `${TYPES[ending]}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    })
  }
  for (const ending of ['md', 'json'] as const) {
    api.openapi(exportOne(ending), (c) => download(c, c.req.valid('param').id, ending))
    api.openapi(exportAll(ending), (c) => download(c, null, ending))
  }
  return api
}
