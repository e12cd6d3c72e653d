import { randomUUIDv7 } from 'node:crypto'
import type { AuditService } from '../../account/area.ts'
import { type Actor, requireAccount, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { untilNoneLeft } from '../../platform/db/deletion.ts'
import { requireValid } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { FORGOTTEN_AFTER_DAYS } from '../../product.ts'
import type { TermRule, TermTopic } from './contract.ts'
import {
  ageUnconfirmed,
  findRefusal,
  foldTerm,
  noSuchTerm,
  refused,
  type Term,
  termIssues,
  termTaken,
  tooYoung,
} from './domain.ts'
import {
  countRefused,
  countTry,
  deleteOldTries,
  deleteTerm as deleteTermRow,
  findAge,
  insertAge,
  insertTerm,
  listTerms as listTermRows,
  listTermsWithTries,
} from './repository.ts'

export type PromptDeps = {
  db: Database
  clock: Clock
  audit: Pick<AuditService, 'record'>
  /** The terms as this process last read them. */
  kept: { list: { terms: Promise<Term[]>; readAt: number } | null }
}

/** How long we use the list of terms before we read it again, in milliseconds. */
const LIST_MS = 5_000

/**
 * Refuses a prompt that is not allowed, and counts the refusal without the prompt.
 * @throws DomainError invalid `prompt_blocked`, at `prompt` or `negative_prompt`
 */
export async function checkPrompt(
  deps: PromptDeps,
  actor: Actor,
  asked: { prompt: string; negativePrompt: string },
): Promise<void> {
  const { accountId } = requireAccount(actor)
  const refusal = findRefusal(asked, await readTerms(deps))
  if (!refusal) return
  await countTry(deps.db, accountId, refusal.term, deps.clock.now())
  throw refused(refusal)
}

/** @throws DomainError unauthenticated, forbidden `age_confirmation_required` */
export async function requireAdult({ db }: PromptDeps, actor: Actor): Promise<void> {
  if (!(await findAge(db, requireAccount(actor).accountId))) throw ageUnconfirmed()
}

/** @throws DomainError unauthenticated */
export async function age({ db }: PromptDeps, actor: Actor): Promise<{ confirmedAt: string | null }> {
  const at = await findAge(db, requireAccount(actor).accountId)
  return { confirmedAt: at?.toISOString() ?? null }
}

/**
 * Stores the time of the first confirmation.
 * @throws DomainError unauthenticated, forbidden (too young: stores nothing)
 */
export async function confirmAge(
  deps: PromptDeps,
  actor: Actor,
  { isAdult }: { isAdult: boolean },
): Promise<{ confirmedAt: string | null }> {
  const { accountId } = requireAccount(actor)
  if (!isAdult) throw tooYoung()
  await insertAge(deps.db, accountId, deps.clock.now())
  return age(deps, actor)
}

/** Deletes counts older than the days that `listTerms` covers. */
export const forgetTries = ({ db, clock }: PromptDeps): Promise<void> => {
  const since = clock.now().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: FORGOTTEN_AFTER_DAYS })
  return untilNoneLeft(() => deleteOldTries(db, since.toZonedDateTime('UTC').toInstant()))
}

/** @throws DomainError unauthenticated, forbidden */
export async function listTerms({ db, clock }: PromptDeps, actor: Actor) {
  requireAdmin(actor)
  const since = clock.now().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: FORGOTTEN_AFTER_DAYS })
  const [terms, refused] = await Promise.all([listTermsWithTries(db, since), countRefused(db, since)])
  return { terms, refused }
}

/** @throws DomainError unauthenticated, forbidden, invalid, conflict */
export async function addTerm(
  { db, clock, audit, kept }: PromptDeps,
  actor: Actor,
  form: { term: string; rule: TermRule; topic?: TermTopic | undefined },
): Promise<void> {
  const admin = requireAdmin(actor)
  requireValid(termIssues(form))
  const { rule } = form
  const term = foldTerm(form.term)
  const topic = rule === 'block' ? (form.topic ?? 'other') : null
  await db.transaction().execute(async (tx) => {
    const row = { id: randomUUIDv7(), term, rule, topic, by: admin.accountId, now: clock.now() }
    if (!(await insertTerm(tx, row))) throw termTaken()
    await audit.record(admin, { act: 'term.add', subjectKind: 'term', subjectId: term, details: { rule } }, tx)
  })
  kept.list = null
}

/** @throws DomainError unauthenticated, forbidden, not_found */
export async function deleteTerm({ db, audit, kept }: PromptDeps, actor: Actor, id: string): Promise<void> {
  const admin = requireAdmin(actor)
  if (!isUuid(id)) throw noSuchTerm()
  await db.transaction().execute(async (tx) => {
    const deleted = await deleteTermRow(tx, id)
    if (!deleted) throw noSuchTerm()
    const { term, rule } = deleted
    await audit.record(admin, { act: 'term.delete', subjectKind: 'term', subjectId: term, details: { rule } }, tx)
  })
  kept.list = null
}

/** Reads the list again after some seconds, because an admin may change it in another process. */
function readTerms({ db, kept }: PromptDeps): Promise<Term[]> {
  if (!kept.list || performance.now() - kept.list.readAt > LIST_MS) {
    const read = { terms: listTermRows(db), readAt: performance.now() }
    kept.list = read
    read.terms.catch(() => {
      if (kept.list === read) kept.list = null
    })
  }
  return kept.list.terms
}
