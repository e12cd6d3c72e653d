import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { ServerStreams } from '../../platform/server-streams.ts'
import type { AttachmentService } from '../document/attachment-service.ts'
import type { Passage, Scope } from '../retrieval/domain.ts'
import { isAboutPerson, isFollowUp, personIn } from '../retrieval/followup-domain.ts'
import type { RetrievalService } from '../retrieval/service.ts'
import * as rule from './answer-domain.ts'
import * as rows from './answer-repository.ts'
import type { Citation } from './contract.ts'
import type { ChatEngine, Question } from './ports.ts'

type AnswerDependencies = {
  db: Database
  clock: Clock
  log: Pick<Logger, 'warn'>
  engine: ChatEngine
  attachments: AttachmentService
  retrieval: RetrievalService
  streams: Pick<ServerStreams, 'publish'>
}

/** Why an answer is left: another makes it, or it is over; and the process stops. */
const LOST = new Error('the answer is not ours any more')
const CLOSING = new Error('the process stops')

/** Messages before the question that an engine is told, and UTF-16 units of them. */
const TURNS = 20
const TURN_UNITS = 24_000
const PASSAGES = 10
/** Of files that a model reads as a whole. */
const WHOLE_CHARACTERS = 60_000
/** A mark has two digits. */
const MOST_MARKS = 99

/**
 * Makes answers. Whatever is said of one is in the database before anybody hears it, and whoever makes it holds a lease:
 * if he dies, another begins the same answer anew, and its log says so (docs/decisions/0036).
 */
export function createAnswerService({ db, clock, log, engine, attachments, retrieval, streams }: AnswerDependencies) {
  const running = new Map<
    string,
    { conversationId: string; lease: string; controller: AbortController; over: Promise<void> }
  >()
  const until = () => clock.now().add({ seconds: rule.LEASE_SECONDS })

  function begin(task: rows.Task, lease: string): void {
    const controller = new AbortController()
    const over = make(task, lease, controller)
      // The lease runs out, and another tries.
      .catch((error) => log.warn({ err: error }, 'an answer could not be stored'))
      .finally(() => running.delete(task.id))
    running.set(task.id, { conversationId: task.conversation_id, lease, controller, over })
  }

  async function make(task: rows.Task, lease: string, controller: AbortController): Promise<void> {
    const { signal } = controller
    const held = { id: task.id, lease }
    const lose = () => controller.abort(LOST)
    const journal = createJournal(task, lease, lose)
    const renewal = setInterval(() => {
      rows.write(db, { ...held, until: until() }, null).then(
        (ours) => ours || lose(),
        () => undefined,
      )
    }, rule.RENEWED_EVERY_MS)
    const overdue = setTimeout(
      () => controller.abort(new Error('the answer took too long')),
      rule.ANSWER_SECONDS * 1000,
    )
    const citations: Citation[] = []
    let content = ''
    const add = (text: string) => {
      content += text
      journal.add(text)
    }
    try {
      if (task.attempts > 1) await journal.say({ kind: 'restart', text: '' })
      if (task.attempts > rule.MOST_ATTEMPTS) throw new Error('the answer was begun too often')
      const question = await questionOf(task, signal, journal.say)
      signal.throwIfAborted()
      const cite = citer(task.account_id, question.passages, citations, journal.say)
      await spoken(engine.answer(question, { signal }), { signal, cite, add })
      if (content.trim() === '') throw new Error('the answer is empty')
      await journal.end()
      signal.throwIfAborted()
      await rows.finish(db, held, { status: 'done', content, citations, at: clock.now() })
    } catch (error) {
      await journal.end().catch(() => undefined)
      if (signal.reason === LOST) return
      if (signal.reason === CLOSING) return await rows.release(db, held)
      log.warn({ err: error, engine: engine.name }, 'an answer failed')
      const text = content.trim() === '' ? rule.FAILED : `${content.trimEnd()}\n\n${rule.FAILED}`
      await rows.finish(db, held, { status: 'error', content: text, citations, at: clock.now() })
    } finally {
      clearInterval(renewal)
      clearTimeout(overdue)
      streams.publish(task.conversation_id)
    }
  }

  /** Writes to the answer's log, in order and not too often. */
  function createJournal(task: rows.Task, lease: string, lose: () => void) {
    let pending = ''
    let timer: NodeJS.Timeout | undefined
    let lastAt = Number.NEGATIVE_INFINITY
    let chain = Promise.resolve()
    let fault: unknown

    const write = async (event: { kind: rows.Written; text: string }) => {
      const ours = await rows.write(db, { id: task.id, lease, until: until() }, event)
      if (!ours) return lose()
      streams.publish(task.conversation_id)
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
        const wait = Math.max(0, lastAt + rule.FLUSHED_EVERY_MS - performance.now())
        if (pending) timer ??= setTimeout(flush, wait)
      },
      /** At once, behind what was added. */
      async say(event: { kind: rows.Written; text: string }) {
        await flush()
        await after(() => write(event))
      },
      async end() {
        await flush()
        if (fault) throw fault
      },
    }
  }

  type Say = (event: { kind: rows.Written; text: string }) => Promise<void>

  async function questionOf(task: rows.Task, signal: AbortSignal, say: Say): Promise<Question> {
    const { account_id: accountId, conversation_id: conversationId } = task
    const turns = await rows.listTurns(db, task.parent_id, TURNS + 1)
    const text = turns.pop()?.content ?? ''
    let files = await attachments.list(db, accountId, conversationId)
    if (files.some(({ state }) => state === 'reading')) {
      await say({ kind: 'status', text: 'Reading your files' })
      await attachments.settle(accountId, conversationId, { signal, timeoutMs: rule.FILES_SECONDS * 1000 })
      files = await attachments.list(db, accountId, conversationId)
    }
    const scope = { conversationId, isOnly: await rows.isConversationOnly(db, task.parent_id) }
    const before = turns.findLast(({ role }) => role === 'user')?.content
    const answer = turns.findLast(({ role }) => role === 'assistant')?.content ?? ''
    const person = isAboutPerson(text) ? personIn(answer) : null
    const earlier = [person, before].filter((one) => one !== null && one !== undefined)
    const { passages, extent, searched } = await passagesFor(accountId, scope, text, earlier)
    const hasPictures = engine.canSee && files.some(({ state }) => state === 'picture')
    return {
      instructions: rule.INSTRUCTIONS,
      turns: recent(turns),
      text,
      passages,
      extent,
      searched,
      files,
      pictures: hasPictures ? await attachments.pictures(accountId, conversationId) : [],
    }
  }

  /** A model reads files that fit as a whole, before anything is searched. */
  async function passagesFor(accountId: string, scope: Scope, text: string, earlier: string[]) {
    const whole = engine.model === null ? null : await retrieval.whole(accountId, scope, WHOLE_CHARACTERS)
    if (whole?.isAll) return { passages: whole.passages, extent: 'whole' as const, searched: 0 }
    const search = (more: { before?: string }) =>
      retrieval.search(accountId, scope, { question: text, limit: PASSAGES, ...more })
    // "And how often?" is about what was asked before.
    let found: Awaited<ReturnType<typeof search>> | null = null
    for (const before of isFollowUp(text) ? earlier : []) {
      const joined = await search({ before })
      if (!joined.passages.some(({ isSure }) => isSure)) continue
      found = joined
      break
    }
    found ??= await search({})
    const known = whole?.passages ?? []
    const isKnown = ({ fileId }: Passage) => known.some((one) => one.fileId === fileId)
    const passages = [...known, ...found.passages.filter((one) => !isKnown(one))].slice(0, MOST_MARKS)
    return { passages, extent: 'found' as const, searched: found.files }
  }

  /**
   * Looks a claim's source up before anybody sees its mark.
   * @returns the mark, with the number of the citation; a word that there is none
   */
  function citer(accountId: string, passages: Passage[], citations: Citation[], say: Say) {
    return async (claim: string, number: number): Promise<string> => {
      const passage = passages[number - 1]
      const quote = passage && rule.quoteFor(claim, passage)
      if (!passage || !quote) return rule.UNFOUND
      const { fileId, name } = passage
      const known = citations.find((one) => one.fileId === fileId && one.quote === quote)
      if (known) return `[${known.number}]`
      const place = await attachments.findQuote(accountId, fileId, quote)
      if (!place) return rule.UNFOUND
      const citation = { number: citations.length + 1, fileId, name, quote, ...place }
      citations.push(citation)
      await say({ kind: 'citation', text: JSON.stringify(citation) })
      return `[${citation.number}]`
    }
  }

  return {
    /** In this process, in the background, by whoever was just given the lease. */
    begin,

    /** Goes on with one whose maker died, or looks in again later. */
    async takeOver(id: string): Promise<void> {
      const lease = randomUUID()
      const task = await rows.claim(db, { id, lease, now: clock.now(), until: until() })
      if (!task) return rows.lookInLater(db, id)
      // Before anything else: this process may die as well.
      await rows.lookInLater(db, id)
      begin(task, lease)
    },

    /** Keeps what there is. @returns false: it was over */
    async stop(id: string): Promise<boolean> {
      const isStopped = await rows.stop(db, id, clock.now())
      running.get(id)?.controller.abort(LOST)
      return isStopped
    },

    /** Something ended in this conversation, maybe by another process. */
    async stopLost(conversationId: string): Promise<void> {
      for (const [id, { conversationId: its, lease, controller }] of running)
        if (its === conversationId && !(await rows.isHeld(db, { id, lease }))) controller.abort(LOST)
    },

    /** What is being made is left to others. */
    async close(): Promise<void> {
      const all = [...running.values()]
      for (const { controller } of all) controller.abort(CLOSING)
      await Promise.allSettled(all.map(({ over }) => over))
    },
  }
}

export type AnswerService = ReturnType<typeof createAnswerService>

/** The newest of them that an engine has room for. */
function recent(turns: rows.Turn[]): Question['turns'] {
  let units = 0
  const kept = turns.toReversed().filter(({ content }) => {
    units += content.length
    return units <= TURN_UNITS
  })
  return kept.toReversed().map(({ role, content }) => ({ role, text: content }))
}

/** Ends with the signal, even where the source does not. */
async function* heeding<T>(pieces: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  signal.throwIfAborted()
  const source = pieces[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const give = () => reject(signal.reason)
  signal.addEventListener('abort', give)
  try {
    for (;;) {
      const next = await Promise.race([source.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', give)
    // Not waited for: it may hang.
    source.return?.().catch(() => undefined)
  }
}

type Hearing = {
  signal: AbortSignal
  /** @returns what stands in the mark's place */
  cite(claim: string, number: number): Promise<string>
  add(text: string): void
}

/** What an engine says, made safe word by word, with each mark looked up before it is passed on. */
async function spoken(pieces: AsyncIterable<string>, { signal, cite, add }: Hearing): Promise<void> {
  const words = rule.createWords()
  let claim = ''
  let length = 0

  async function pass(run: string): Promise<void> {
    const raw = rule.linkWords(run)
    let at = 0
    for (const mark of raw.matchAll(rule.MARK)) {
      const before = raw.slice(at, mark.index).replace(/^(?=[([:])/, at > 0 ? ' ' : '')
      tell(before)
      claim += before
      const marks: string[] = []
      for (const number of rule.numbersOf(mark)) marks.push(await cite(claim, number))
      signal.throwIfAborted()
      addOnce(marks)
      at = mark.index + mark[0].length
    }
    // A bracket or a colon right behind a mark would make a link of it.
    const rest = raw.slice(at).replace(/^(?=[([:])/, at > 0 ? ' ' : '')
    tell(rest)
    claim += rest
    // A claim ends with its paragraph.
    claim = claim.slice(claim.lastIndexOf('\n\n') + 1).slice(-4_000)
  }
  const tell = (raw: string) => {
    const safe = rule.safeText(raw).slice(0, rule.LONGEST_ANSWER - length)
    length += safe.length
    if (safe) add(safe)
  }
  const addOnce = (marks: string[]) => {
    const joined = [...new Set(marks)].join('')
    const text = joined.startsWith('*') && !/\s$/.test(claim) ? ` ${joined}` : joined
    length += text.length
    add(text)
  }

  try {
    for await (const piece of heeding(pieces, signal)) {
      const whole = words.push(piece)
      if (whole) await pass(whole)
      if (length >= rule.LONGEST_ANSWER) break
    }
  } finally {
    // Also of an answer that broke off.
    if (!signal.aborted) await pass(words.end())
  }
}
