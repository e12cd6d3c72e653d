import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import type { ServerStreams } from '../../platform/server-streams.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { languageOf } from '../document/term-domain.ts'
import type { Passage } from '../retrieval/domain.ts'
import { ANSWER_SECONDS, FLUSHED_EVERY_MS, LEASE_SECONDS, MOST_ATTEMPTS, RENEWED_EVERY_MS } from './answer-domain.ts'
import {
  claimAnswer,
  finishAnswer,
  isHeld,
  lookInLater,
  releaseAnswer,
  stopAnswer,
  type Task,
  type Written,
  writeAnswer,
} from './answer-repository.ts'
import { FAILED } from './chat-domain.ts'
import { writeSafely } from './citation-service.ts'
import type { Citation } from './contract.ts'
import { type PromptDeps, questionOf } from './prompt-service.ts'

type Running = { conversationId: string; lease: string; controller: AbortController; over: Promise<void> }

type AnswerDeps = PromptDeps & {
  clock: Clock
  log: Pick<Logger, 'warn'>
  streams: Pick<ServerStreams, 'publish'>
  /** Answers that this process is making, by ID. */
  running: Map<string, Running>
}

/** Why this process drops an answer: another process took it over or it is over, or this process is stopping. */
const LOST = new Error('this process no longer holds the answer')
const CLOSING = new Error('the process is stopping')

/**
 * Makes answers. Each part is stored before anyone sees it, and the process that makes the answer holds a lease. If the
 * process dies, another one starts the same answer again, and its log says so (docs/decisions/0036).
 */
export const createAnswerService = (deps: Omit<AnswerDeps, 'running'>) =>
  withDeps({ ...deps, running: new Map() }, { begin, takeOver, stop, stopLost, close })

export type AnswerService = ReturnType<typeof createAnswerService>

/** Makes an answer in the background. This process already holds the lease. */
function begin(deps: AnswerDeps, task: Task, lease: string): void {
  const { log, running } = deps
  const controller = new AbortController()
  const over = make(deps, task, lease, controller)
    // The lease runs out, and another process tries.
    .catch((error) => log.warn({ err: error }, 'an answer could not be stored'))
    .finally(() => running.delete(task.id))
  running.set(task.id, { conversationId: task.conversation_id, lease, controller, over })
}

/** Continues an answer whose process died, or checks again later. */
async function takeOver(deps: AnswerDeps, id: string): Promise<void> {
  const { db, clock } = deps
  const lease = randomUUID()
  const task = await claimAnswer(db, { id, lease, now: clock.now(), until: leaseEnd(deps) })
  // Do this first, because this process may die as well.
  await lookInLater(db, id)
  if (task) begin(deps, task, lease)
}

/** Stops an answer and keeps its text so far. */
async function stop({ db, clock, running }: AnswerDeps, id: string): Promise<void> {
  await stopAnswer(db, id, clock.now())
  running.get(id)?.controller.abort(LOST)
}

/** Drops the answers of a conversation that are over or that another process took over. */
async function stopLost({ db, running }: AnswerDeps, conversationId: string): Promise<void> {
  for (const [id, { conversationId: its, lease, controller }] of running)
    if (its === conversationId && !(await isHeld(db, { id, lease }))) controller.abort(LOST)
}

/** Leaves unfinished answers to other processes. */
async function close({ running }: AnswerDeps): Promise<void> {
  const all = [...running.values()]
  for (const { controller } of all) controller.abort(CLOSING)
  await Promise.allSettled(all.map(({ over }) => over))
}

async function make(deps: AnswerDeps, task: Task, lease: string, controller: AbortController): Promise<void> {
  const { db, clock, log, engine, attachments, streams } = deps
  const { signal } = controller
  const held = { id: task.id, lease }
  const lose = () => controller.abort(LOST)
  const journal = createJournal(deps, task, lease, lose)
  const renewal = setInterval(() => {
    writeAnswer(db, { ...held, until: leaseEnd(deps) }, null).then(
      (ours) => ours || lose(),
      () => undefined,
    )
  }, RENEWED_EVERY_MS)
  const overdue = setTimeout(() => controller.abort(new Error('the answer took too long')), ANSWER_SECONDS * 1000)
  const citations: Citation[] = []
  let content = ''
  const add = (text: string) => {
    content += text
    journal.add(text)
  }
  try {
    if (task.attempts > 1) await journal.writeEvent({ kind: 'restart', text: '' })
    if (task.attempts > MOST_ATTEMPTS) throw new Error('we began the answer too often')
    const question = await questionOf(deps, task, signal, journal.writeEvent)
    signal.throwIfAborted()
    const find = (passage: Passage, quote: string) =>
      attachments.findQuote(task.account_id, passage.fileId, quote, passage)
    const writing = { passages: question.passages, citations, signal, find, writeEvent: journal.writeEvent, add }
    // Our own words in an answer are in the language of the question, as the local engine's are.
    await inLanguage(languageOf(question.text), () => writeSafely(engine.answer(question, { signal }), writing))
    if (content.trim() === '') throw new Error('the answer is empty')
    await journal.end()
    signal.throwIfAborted()
    await finishAnswer(db, held, { status: 'done', content, citations, at: clock.now() })
  } catch (error) {
    await journal.end().catch(() => undefined)
    if (signal.reason === LOST) return
    if (signal.reason === CLOSING) return await releaseAnswer(db, held)
    log.warn({ err: error, engine: engine.name }, 'an answer failed')
    const text = content.trim() === '' ? FAILED : `${content.trimEnd()}\n\n${FAILED}`
    await finishAnswer(db, held, { status: 'error', content: text, citations, at: clock.now() })
  } finally {
    clearInterval(renewal)
    clearTimeout(overdue)
    streams.publish(task.conversation_id)
  }
}

/** Writes to the answer's log, in order and not too often. */
function createJournal(deps: AnswerDeps, task: Task, lease: string, lose: () => void) {
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  let lastAt = Number.NEGATIVE_INFINITY
  let chain = Promise.resolve()
  let fault: unknown

  const write = async (event: Written) => {
    const ours = await writeAnswer(deps.db, { id: task.id, lease, until: leaseEnd(deps) }, event)
    if (!ours) return lose()
    deps.streams.publish(task.conversation_id)
  }
  const after = (step: () => Promise<void>) => {
    chain = chain.then(step).catch((error) => {
      fault ??= error
    })
    return chain
  }
  const flush = () =>
    after(async () => {
      clearTimeout(timer)
      timer = undefined
      const text = pending
      pending = ''
      lastAt = performance.now()
      if (text) await write({ kind: 'delta', text })
    })
  return {
    add(text: string) {
      pending += text
      const wait = Math.max(0, lastAt + FLUSHED_EVERY_MS - performance.now())
      if (pending) timer ??= setTimeout(flush, wait)
    },
    /** Writes an event at once, after the text that was added before it. */
    async writeEvent(event: Written) {
      await flush()
      await after(() => write(event))
    },
    async end() {
      await flush()
      if (fault) throw fault
    },
  }
}

const leaseEnd = ({ clock }: Pick<AnswerDeps, 'clock'>) => clock.now().add({ seconds: LEASE_SECONDS })
