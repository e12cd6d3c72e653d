import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { type AccountActor, type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { type DomainError, invalid } from '../../platform/errors.ts'
import type { ServerStreams } from '../../platform/server-streams.ts'
import { createTryLimit } from '../../platform/try-limit.ts'
import { urgentOf } from '../crisis/domain.ts'
import type { AttachmentService } from '../document/attachment-service.ts'
import { FAILED, LEASE_SECONDS } from './answer-domain.ts'
import type { AnswerService } from './answer-service.ts'
import type { ChatAnswer, ChatForm, ChatMessage, OracleEngine } from './contract.ts'
import * as rule from './domain.ts'
import { DISCLAIMER } from './domain.ts'
import type { ChatEngine } from './ports.ts'
import * as rows from './question-repository.ts'
import type { ConversationService } from './service.ts'
import { urgentWords } from './urgent-messages.ts'

type OracleDependencies = {
  db: Database
  clock: Clock
  engine: Pick<ChatEngine, 'name' | 'label' | 'model' | 'canSee'>
  attachments: Pick<AttachmentService, 'attach' | 'list'>
  answers: Pick<AnswerService, 'begin' | 'stop'>
  conversations: Pick<ConversationService, 'own' | 'ownMessage' | 'follow'>
  streams: Pick<ServerStreams, 'publish'>
  rateLimitScale: number
}

/** Messages an account may send in a minute and in an hour. */
const PER_MINUTE = 20
const PER_HOUR = 200

/** An answer that is being made, or was, and after which event its stream begins. */
export type Asked = { conversationId: string; messageId: string; after: number; isReplay: boolean }

type Request = { key: string; hash: string } | null

/** Questions and their answers (docs/decisions/0036). */
export function createOracleService(options: OracleDependencies) {
  const { db, clock, engine, attachments, answers, conversations, streams, rateLimitScale } = options
  // The patterns are made at their first use: not while somebody in need waits.
  urgentOf('')
  const limits = [
    createTryLimit({ tries: PER_MINUTE * rateLimitScale, seconds: 60 }),
    createTryLimit({ tries: PER_HOUR * rateLimitScale, seconds: 3600 }),
  ]

  /** Words of crisis are answered however many messages there were. */
  async function countMessage(accountId: string, text: string): Promise<void> {
    for (const limit of limits) {
      const wait = await limit.take(accountId)
      if (wait !== null && urgentOf(text) === null) throw rule.tooManyMessages(wait)
    }
  }

  async function lockedIn(tx: Database, accountId: string, id: string) {
    const found = await rows.lockConversation(tx, accountId, id)
    if (!found) throw rule.noConversation()
    return found
  }

  /** @param conversationId null: a new one @returns why no engine is asked now */
  async function refusalOf(tx: Database, accountId: string, conversationId: string | null) {
    const isAnswering = conversationId !== null && (await rows.isAnswering(tx, conversationId))
    const count = await rows.lockAsking(tx, accountId)
    if (isAnswering) return rule.underWay()
    return count >= rule.ANSWERS_AT_A_TIME ? rule.tooManyAnswers() : null
  }

  type Answering = {
    conversationId: string
    number: number
    questionId: string
    text: string
    /** Asked again: the engine is asked, whatever the words. */
    isAgain: boolean
    /** Why no engine is asked now: words of crisis are answered all the same, by the fixed text alone. */
    refusal: DomainError | null
    request: Request
  }

  /** The answer's row with its log; `begin` is for after the commit. */
  async function insertAnswer(tx: Database, { accountId }: AccountActor, of: Answering) {
    const { text, isAgain, refusal, ...rest } = of
    const now = clock.now()
    const urgent = urgentOf(text)
    if (refusal && (isAgain || !urgent)) throw refusal
    const isWhole = refusal !== null || (urgent?.isWhole === true && !isAgain)
    const lease = isWhole ? null : { id: randomUUID(), until: now.add({ seconds: LEASE_SECONDS }) }
    const id = randomUUIDv7()
    const after = await rows.insertAnswer(tx, {
      ...rest,
      id,
      accountId,
      engine,
      lease,
      now,
      urgent: urgent && urgentWords(urgent),
    })
    const task = {
      id,
      conversation_id: of.conversationId,
      account_id: accountId,
      parent_id: of.questionId,
      attempts: 1,
    }
    const begin = () => (lease ? answers.begin(task, lease.id) : undefined)
    return { conversationId: of.conversationId, messageId: id, after, begin }
  }

  type Work = (tx: Database) => ReturnType<typeof insertAnswer>

  async function asking(actor: AccountActor, request: Request, work: Work): Promise<Asked> {
    const made = await db
      .transaction()
      .execute(work)
      .catch(async (error) => {
        // The same request came twice at once, and the other was first.
        const replay = await replayOf(actor, request)
        if (!replay) throw error
        return replay
      })
    if ('isReplay' in made) return made
    const { begin, ...asked } = made
    begin()
    streams.publish(asked.conversationId)
    return { ...asked, isReplay: false }
  }

  /** A request that came before is answered by the message that it made. */
  async function replayOf(actor: AccountActor, request: Request): Promise<Asked | null> {
    const known = request && (await rows.findRequested(db, actor.accountId, request.key))
    if (!known) return null
    if (known.hash !== request.hash) throw rule.keyReused()
    const { id: messageId, conversation_id: conversationId } = await conversations.ownMessage(actor, known.id)
    return { conversationId, messageId, after: await rows.findStart(db, conversationId, messageId), isReplay: true }
  }

  function requestOf(key: string | null, body: unknown): Request {
    if (key !== null && key.length > 255) throw rule.invalidKey()
    return key ? { key, hash: createHash('sha256').update(JSON.stringify(body)).digest('hex') } : null
  }

  return {
    /** @throws DomainError unauthenticated */
    engine(actor: Actor): OracleEngine {
      requireAccount(actor)
      const { name, label, model, canSee } = engine
      return { engine: name, label, model, canSee, welcome: rule.welcomeOf(model !== null), disclaimer: DISCLAIMER }
    },

    /**
     * @param key Idempotency-Key
     * @throws DomainError unauthenticated, invalid, not_found, conflict, too_many
     */
    async ask(actor: Actor, form: ChatForm, key: string | null): Promise<Asked> {
      const account = requireAccount(actor)
      const { accountId } = account
      const issues = rule.chatIssues(form)
      if (issues.length > 0) throw invalid(issues)
      const request = requestOf(key, form)
      const replay = await replayOf(account, request)
      if (replay) return replay
      const text = rule.cleanMessage(form.message)
      await countMessage(accountId, text)
      return asking(account, request, async (tx) => {
        const now = clock.now()
        const conversationId = form.conversationId ?? randomUUIDv7()
        const at = form.conversationId ? await lockedIn(tx, accountId, conversationId) : { number: 0, newest: null }
        const refusal = await refusalOf(tx, accountId, form.conversationId ?? null)
        if (!form.conversationId) {
          const row = { id: conversationId, accountId, title: rule.titleOf(text), isTemporary: form.isTemporary, now }
          await rows.insertConversation(tx, row)
        }
        const parentId = form.parentId === undefined ? at.newest : form.parentId
        if (parentId && !(await rows.hasAnswer(tx, conversationId, parentId))) throw rule.noParent()
        const questionId = randomUUIDv7()
        const fileIds = form.files.map(({ id }) => id)
        if (fileIds.length > 0)
          await attachments.attach(tx, account, { conversationId, messageId: questionId, fileIds })
        const attached = fileIds.length > 0 ? await attachments.list(tx, accountId, conversationId) : []
        const files = attached.flatMap(({ id, name, type }) => (fileIds.includes(id) ? [{ id, name, type }] : []))
        const number = at.number + 1
        await rows.insertQuestion(tx, {
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
        const answering = { conversationId, number: number + 1, questionId, text, isAgain: false, refusal, request }
        return insertAnswer(tx, account, answering)
      })
    },

    /** Another answer to the same question, beside the first. @param id of either */
    async askAgain(actor: Actor, id: string, key: string | null): Promise<Asked> {
      const account = requireAccount(actor)
      const message = await conversations.ownMessage(actor, id)
      const request = requestOf(key, ['again', id])
      const replay = await replayOf(account, request)
      if (replay) return replay
      const isAnswer = message.role === 'assistant' && message.parent_id !== null
      const question = isAnswer ? await conversations.ownMessage(actor, message.parent_id as string) : message
      await countMessage(account.accountId, question.content)
      return asking(account, request, async (tx) => {
        const { id: questionId, content: text, conversation_id: conversationId } = question
        const { number } = await lockedIn(tx, account.accountId, conversationId)
        const refusal = await refusalOf(tx, account.accountId, conversationId)
        return insertAnswer(tx, account, {
          conversationId,
          number: number + 1,
          questionId,
          text,
          isAgain: true,
          refusal,
          request,
        })
      })
    },

    /** The events of the answer until it is over. */
    stream(actor: Actor, { conversationId, messageId, after }: Asked, whoIsIt: () => Promise<Actor>) {
      return conversations.follow(requireAccount(actor), { conversationId, after, until: messageId }, whoIsIt)
    },

    /** Waits for the answer, a minute at the most. @throws DomainError unavailable (it failed; the question is kept) */
    async wait(actor: Actor, asked: Asked): Promise<ChatAnswer> {
      let row = await conversations.ownMessage(actor, asked.messageId)
      if (row.status === 'streaming') {
        const reader = this.stream(actor, asked, async () => actor).getReader()
        const timer = setTimeout(() => reader.cancel(), rule.WAIT_MS)
        for (let isOver = false; !isOver; ) isOver = (await reader.read()).done
        clearTimeout(timer)
        row = await conversations.ownMessage(actor, asked.messageId)
      }
      const { title } = await conversations.own(actor, asked.conversationId)
      const answer = rule.answerOf(rule.messageOf(row), { conversationId: asked.conversationId, title })
      if (answer.status === 'error' && !answer.urgent) throw rule.answerFailed(FAILED, answer)
      return answer
    },

    /** Keeps what there is; one that is over stays as it is. @throws DomainError unauthenticated, not_found */
    async stop(actor: Actor, id: string): Promise<ChatMessage> {
      const found = await conversations.ownMessage(actor, id)
      if (found.role !== 'assistant') throw rule.noMessage()
      await answers.stop(id)
      streams.publish(found.conversation_id)
      return rule.messageOf(await conversations.ownMessage(actor, id))
    },
  }
}

export type OracleService = ReturnType<typeof createOracleService>
