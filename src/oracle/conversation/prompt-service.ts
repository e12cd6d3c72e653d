import type { Database } from '../../platform/db/connect.ts'
import type { AttachmentService } from '../document/attachment-service.ts'
import type { Passage, Scope } from '../retrieval/domain.ts'
import { isAboutPerson, isFollowUp, personIn } from '../retrieval/followup-domain.ts'
import type { RetrievalService } from '../retrieval/service.ts'
import * as t from '../text/conversation.ts'
import { FILES_SECONDS, INSTRUCTIONS } from './answer-domain.ts'
import { isConversationOnly, listTurns, type Task, type Turn, type Written } from './answer-repository.ts'
import type { ChatEngine, Question } from './ports.ts'

export type PromptDeps = {
  db: Database
  engine: ChatEngine
  attachments: Pick<AttachmentService, 'list' | 'waitUntilRead' | 'findQuote' | 'pictures'>
  retrieval: RetrievalService
}

/** Maximum number of earlier messages that an engine gets, and their maximum length in UTF-16 units. */
const TURNS = 20
const TURN_UNITS = 24_000
const PASSAGES = 10
/** Maximum number of characters of files that a model reads whole. */
const WHOLE_CHARACTERS = 60_000
/** A citation mark has two digits. */
const MOST_MARKS = 99

/** Builds an engine's input. @param writeEvent tells the reader what takes time */
export async function questionOf(
  deps: PromptDeps,
  task: Task,
  signal: AbortSignal,
  writeEvent: (event: Written) => Promise<void>,
): Promise<Question> {
  const { db, engine, attachments } = deps
  const { account_id: accountId, conversation_id: conversationId } = task
  const turns = await listTurns(db, task.parent_id, TURNS + 1)
  const text = turns.pop()?.content ?? ''
  let files = await attachments.list(db, accountId, conversationId)
  if (files.some(({ state }) => state === 'reading')) {
    await writeEvent({ kind: 'status', text: t.readingFiles() })
    await attachments.waitUntilRead(accountId, conversationId, { signal, timeoutMs: FILES_SECONDS * 1000 })
    files = await attachments.list(db, accountId, conversationId)
  }
  const scope = { conversationId, isOnly: await isConversationOnly(db, task.parent_id) }
  const before = turns.findLast(({ role }) => role === 'user')?.content
  const answer = turns.findLast(({ role }) => role === 'assistant')?.content ?? ''
  const person = isAboutPerson(text) ? personIn(answer) : null
  const earlier = [person, before].filter((one) => one !== null && one !== undefined)
  const hasPictures = engine.canSee && files.some(({ state }) => state === 'picture')
  return {
    ...(await passagesFor(deps, accountId, scope, text, earlier)),
    instructions: INSTRUCTIONS,
    turns: recent(turns),
    text,
    files,
    pictures: hasPictures ? await attachments.pictures(accountId, conversationId) : [],
  }
}

/** Gives a model whole files if they fit, and otherwise searches. */
async function passagesFor(
  { engine, retrieval }: PromptDeps,
  accountId: string,
  scope: Scope,
  text: string,
  earlier: string[],
): Promise<Pick<Question, 'passages' | 'extent' | 'searched'>> {
  const whole = engine.model === null ? null : await retrieval.whole(accountId, scope, WHOLE_CHARACTERS)
  if (whole?.isAll) return { passages: whole.passages, extent: 'whole', searched: 0 }
  const search = (more: { before?: string }) =>
    retrieval.search(accountId, scope, { question: text, limit: PASSAGES, ...more })
  // "And how often?" refers to the previous question.
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
  return { passages, extent: 'found', searched: found.files }
}

/** Keeps the newest turns that an engine has room for. */
function recent(turns: Turn[]): Question['turns'] {
  let units = 0
  const kept = turns.toReversed().filter(({ content }) => {
    units += content.length
    return units <= TURN_UNITS
  })
  return kept.toReversed().map(({ role, content }) => ({ role, text: content }))
}
