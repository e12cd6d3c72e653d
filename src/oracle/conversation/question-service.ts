import { hash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { type AccountActor, type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { type DomainError, requireValid } from '../../platform/errors.ts'
import { keyReused, requireKey } from '../../platform/idempotency-key.ts'
import type { ServerStreams } from '../../platform/server-streams.ts'
import type { TryLimit } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { urgentOf } from '../crisis/domain.ts'
import type { AttachmentService } from '../document/attachment-service.ts'
import * as t from '../text/conversation.ts'
import { LEASE_SECONDS } from './answer-domain.ts'
import type { AnswerService } from './answer-service.ts'
import type { ChatForm, ChatMessage, OracleEngine } from './contract.ts'
import {
  ANSWERS_AT_A_TIME,
  chatIssues,
  cleanMessage,
  labelOf,
  messageOf,
  noConversation,
  noMessage,
  noParent,
  titleOf,
  tooManyAnswers,
  tooManyMessages,
  underWay,
  welcomeOf,
} from './domain.ts'
import type { ChatEngine } from './ports.ts'
import {
  findRequested,
  findStart,
  hasAnswer,
  insertAnswer,
  insertConversation,
  insertQuestion,
  lockAsking,
  lockConversation,
} from './question-repository.ts'
import { findStreaming } from './repository.ts'
import { getOwnMessage } from './service.ts'
import { urgentWords } from './urgent-messages.ts'

type QuestionDeps = {
  db: Database
  clock: Clock
  engine: Pick<ChatEngine, 'name' | 'label' | 'model' | 'canSee'>
  attachments: Pick<AttachmentService, 'attach' | 'list'>
  answers: Pick<AnswerService, 'begin' | 'stop'>
  streams: Pick<ServerStreams, 'publish'>
  /** Limits of how many messages an account may send in a period. */
  limits: TryLimit[]
}

const PER_MINUTE = 20
const PER_HOUR = 200

/** An answer in progress or complete, and the event after which its stream begins. */
export type Asked = { conversationId: string; messageId: string; after: number; isReplay: boolean }

/** The key and hash of a request with an Idempotency-Key; `null` without one. */
type Request = { key: string; hash: string } | null

/** Questions and their answers (docs/decisions/0036). */
export function createQuestionService({
  counts,
  rateLimitScale,
  ...deps
}: Omit<QuestionDeps, 'limits'> & { counts: TryCounts; rateLimitScale: number }) {
  // Build the patterns now, so that no one in need waits for them.
  urgentOf('')
  const limits = [
    counts('oracle messages a minute', { tries: PER_MINUTE * rateLimitScale, seconds: 60 }),
    counts('oracle messages an hour', { tries: PER_HOUR * rateLimitScale, seconds: 3600 }),
  ]
  return withDeps({ ...deps, limits }, { describeEngine, ask, askAgain, stop })
}

export type QuestionService = ReturnType<typeof createQuestionService>

/** @throws DomainError unauthenticated */
function describeEngine({ engine }: QuestionDeps, actor: Actor): OracleEngine {
  requireAccount(actor)
  const { name, label, model, canSee } = engine
  return {
    engine: name,
    label: labelOf(label),
    model,
    canSee,
    welcome: welcomeOf(model !== null),
    disclaimer: t.disclaimer(),
  }
}

/**
 * @param key the Idempotency-Key
 * @throws DomainError unauthenticated, invalid, not_found, conflict, too_many
 */
async function ask(deps: QuestionDeps, actor: Actor, form: ChatForm, key: string | null): Promise<Asked> {
  const { clock, attachments } = deps
  const account = requireAccount(actor)
  const { accountId } = account
  requireValid(chatIssues(form))
  const request = requestOf(key, form)
  const replay = await replayOf(deps, account, request)
  if (replay) return replay
  const text = cleanMessage(form.message)
  const overLimit = await countMessage(deps, accountId)
  if (overLimit && urgentOf(text) === null) throw overLimit
  return asking(deps, account, request, async (tx) => {
    const now = clock.now()
    const conversationId = form.conversationId ?? randomUUIDv7()
    const at = form.conversationId ? await lockOwn(tx, accountId, conversationId) : { number: 0, newest: null }
    const refusal = await refusalOf(tx, accountId, form.conversationId ?? null)
    if (!form.conversationId) {
      const row = { id: conversationId, accountId, title: titleOf(text), isTemporary: form.isTemporary, now }
      await insertConversation(tx, row)
    }
    const parentId = form.parentId === undefined ? at.newest : form.parentId
    if (parentId && !(await hasAnswer(tx, conversationId, parentId))) throw noParent()
    const questionId = randomUUIDv7()
    const fileIds = form.files.map(({ id }) => id)
    if (fileIds.length > 0) await attachments.attach(tx, account, { conversationId, messageId: questionId, fileIds })
    const attached = fileIds.length > 0 ? await attachments.list(tx, accountId, conversationId) : []
    const files = attached.flatMap(({ id, name, type }) => (fileIds.includes(id) ? [{ id, name, type }] : []))
    const number = at.number + 1
    await insertQuestion(tx, {
      id: questionId,
      conversationId,
      accountId,
      number,
      parentId,
      content: text,
      files,
      now,
      isOnly: form.thisConversationOnly ?? false,
    })
    return { conversationId, number: number + 1, questionId, text, isAgain: false, refusal: overLimit ?? refusal }
  })
}

/** Makes another answer to the same question, and keeps the first. @param id of the question or an answer */
async function askAgain(deps: QuestionDeps, actor: Actor, id: string, key: string | null): Promise<Asked> {
  const { db } = deps
  const account = requireAccount(actor)
  const message = await getOwnMessage(db, actor, id)
  const request = requestOf(key, ['again', id])
  const replay = await replayOf(deps, account, request)
  if (replay) return replay
  const isAnswer = message.role === 'assistant' && message.parent_id !== null
  const question = isAnswer ? await getOwnMessage(db, actor, message.parent_id as string) : message
  const { id: questionId, content: text, conversation_id: conversationId } = question
  const overLimit = await countMessage(deps, account.accountId)
  if (overLimit) throw overLimit
  return asking(deps, account, request, async (tx) => {
    const { number } = await lockOwn(tx, account.accountId, conversationId)
    const refusal = await refusalOf(tx, account.accountId, conversationId)
    return { conversationId, number: number + 1, questionId, text, isAgain: true, refusal }
  })
}

/**
 * Stops an answer and keeps its text so far. It does not change an answer that is over. @throws DomainError
 * unauthenticated, not_found
 */
async function stop({ db, answers, streams }: QuestionDeps, actor: Actor, id: string): Promise<ChatMessage> {
  const found = await getOwnMessage(db, actor, id)
  if (found.role !== 'assistant') throw noMessage()
  await answers.stop(id)
  streams.publish(found.conversation_id)
  return messageOf(await getOwnMessage(db, actor, id))
}

/** Counts a message against the limits. @returns the error if one is reached; crisis words still get their fixed answer */
async function countMessage({ limits }: QuestionDeps, accountId: string): Promise<DomainError | null> {
  for (const limit of limits) {
    const wait = await limit.take(accountId)
    if (wait !== null) return tooManyMessages(wait)
  }
  return null
}

async function lockOwn(tx: Database, accountId: string, id: string) {
  const found = await lockConversation(tx, accountId, id)
  if (!found) throw noConversation()
  return found
}

/** @param conversationId `null` for a new one @returns why we call no engine now */
async function refusalOf(tx: Database, accountId: string, conversationId: string | null) {
  const isAnswering = conversationId !== null && (await findStreaming(tx, conversationId)) !== null
  const count = await lockAsking(tx, accountId)
  if (isAnswering) return underWay()
  return count >= ANSWERS_AT_A_TIME ? tooManyAnswers() : null
}

type Answering = {
  conversationId: string
  number: number
  questionId: string
  text: string
  /** The question is answered again, so we call the engine even for crisis words. */
  isAgain: boolean
  /** Why we call no engine now. Crisis words still get their fixed text. */
  refusal: DomainError | null
}

/** Stores a question with its answer's row in one transaction, then starts the answer. */
async function asking(
  deps: QuestionDeps,
  account: AccountActor,
  request: Request,
  prepare: (tx: Database) => Promise<Answering>,
): Promise<Asked> {
  const { db, answers, streams } = deps
  const made = await db
    .transaction()
    .execute(async (tx) => addAnswer(deps, tx, account, { ...(await prepare(tx)), request }))
    .catch(async (error) => {
      // The same request arrived twice at once, and the other one was first.
      const replay = await replayOf(deps, account, request)
      if (!replay) throw error
      return replay
    })
  if ('isReplay' in made) return made
  const { task, lease, after } = made
  if (lease) answers.begin(task, lease.id)
  streams.publish(task.conversation_id)
  return { conversationId: task.conversation_id, messageId: task.id, after, isReplay: false }
}

/** Adds the answer's row with its log. */
async function addAnswer(
  { clock, engine }: QuestionDeps,
  tx: Database,
  { accountId }: AccountActor,
  { text, isAgain, refusal, ...rest }: Answering & { request: Request },
) {
  const now = clock.now()
  const urgent = urgentOf(text)
  if (refusal && (isAgain || !urgent)) throw refusal
  const isWhole = refusal !== null || (urgent?.isWhole === true && !isAgain)
  const lease = isWhole ? null : { id: randomUUID(), until: now.add({ seconds: LEASE_SECONDS }) }
  const id = randomUUIDv7()
  const row = { ...rest, id, accountId, engine, lease, now, urgent: urgent && urgentWords(urgent) }
  const after = await insertAnswer(tx, row)
  const { conversationId: conversation_id, questionId: parent_id } = rest
  return { task: { id, conversation_id, account_id: accountId, parent_id, attempts: 1 }, lease, after }
}

/** Answers a repeated request with the message that the first one made. */
async function replayOf({ db }: QuestionDeps, actor: AccountActor, request: Request): Promise<Asked | null> {
  const known = request && (await findRequested(db, actor.accountId, request.key))
  if (!known) return null
  if (known.hash !== request.hash) throw keyReused()
  const { id: messageId, conversation_id: conversationId } = await getOwnMessage(db, actor, known.id)
  return { conversationId, messageId, after: await findStart(db, conversationId, messageId), isReplay: true }
}

function requestOf(key: string | null, body: unknown): Request {
  if (key !== null) requireKey(key)
  return key ? { key, hash: hash('sha256', JSON.stringify(body)) } : null
}
