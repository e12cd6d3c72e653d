import { randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount, requireAdmin } from '../../platform/actor.ts'
import type { TryCounts } from '../../platform/db/try-counts.ts'
import { requireValid } from '../../platform/errors.ts'
import { writeInstant } from '../../platform/instant.ts'
import { type PageAsked, readPage } from '../../platform/paging.ts'
import { plainText } from '../../platform/plain-text.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { ImageService } from '../image/service.ts'
import type { Appeal, AppealCase } from './contract.ts'
import {
  alreadyAppealed,
  alreadyResolved,
  appealIssues,
  noSuchAppeal,
  noSuchImage,
  notRemoved,
  ownDecision,
  REPORTS_AN_HOUR,
  reasonIssues,
} from './domain.ts'
import { type MailDeps, sendMail } from './mail-service.ts'
import {
  addTerm,
  age,
  checkPrompt,
  confirmAge,
  deleteTerm,
  forgetTries,
  listTerms,
  type PromptDeps,
  requireAdult,
} from './prompt-service.ts'
import {
  deciderOf,
  listImages,
  listReports,
  moderatedOf,
  PLACE,
  type ReportDeps,
  removeImage,
  report,
  resolve,
} from './report-service.ts'
import {
  type AppealRow,
  enqueueMail,
  findAppeal,
  findAppealById,
  insertAppeal,
  isCreator,
  listAppeals as listAppealRows,
  lockImage,
  markAppealed,
} from './repository.ts'

type ModerationDeps = PromptDeps & ReportDeps & MailDeps & { images: Pick<ImageService, 'restore'> }

/** Decides what may be drawn and shown: prompts, reports, removals and appeals. */
export const createModerationService = ({
  counts,
  rateLimitScale,
  ...deps
}: Omit<ModerationDeps, 'reports' | 'kept'> & { counts: TryCounts; rateLimitScale: number }) => {
  const reports = counts('image reports', { tries: REPORTS_AN_HOUR * rateLimitScale, seconds: 3600 })
  return withDeps(
    { ...deps, reports, kept: { list: null } },
    {
      checkPrompt,
      requireAdult,
      age,
      confirmAge,
      report,
      listImages,
      removeImage,
      listReports,
      resolve,
      appealOf,
      appeal,
      listAppeals,
      decideAppeal,
      listTerms,
      addTerm,
      deleteTerm,
      forgetTries,
      sendMail,
    },
  )
}

export type ModerationService = ReturnType<typeof createModerationService>

/**
 * Finds the creator's appeal against a removal. @throws DomainError unauthenticated, not_found (another creator's
 * image)
 */
async function appealOf({ db }: ModerationDeps, actor: Actor, id: string): Promise<{ appeal: Appeal | null }> {
  const { accountId } = requireAccount(actor)
  if (!isUuid(id) || !(await isCreator(db, id, accountId))) throw noSuchImage()
  const found = await findAppeal(db, id, accountId)
  return { appeal: found && toAppeal(found) }
}

/** Files the one appeal that each removal allows. @throws DomainError unauthenticated, invalid, not_found, conflict */
async function appeal(
  { db, clock }: ModerationDeps,
  actor: Actor,
  asked: { id: string; text: string },
): Promise<Appeal> {
  const { accountId } = requireAccount(actor)
  requireValid(appealIssues(asked.text))
  if (!isUuid(asked.id)) throw noSuchImage()
  const row = { id: randomUUIDv7(), imageId: asked.id, accountId, text: plainText(asked.text), now: clock.now() }
  const outcome = await insertAppeal(db, row)
  if (outcome === 'missing') throw noSuchImage()
  if (outcome === 'not_removed') throw notRemoved()
  if (outcome === 'taken') throw alreadyAppealed()
  return { id: row.id, imageId: row.imageId, text: row.text, createdAt: writeInstant(row.now), decision: null }
}

/** Lists open appeals, oldest first. @throws as `listImages` */
async function listAppeals({ db }: ModerationDeps, actor: Actor, asked: PageAsked) {
  const admin = requireAdmin(actor)
  const page = readPage(PLACE, asked)
  const { shown, nextCursor } = page.cut(await listAppealRows(db, page))
  const canDecide = await deciderOf(db, admin)
  const appeals: AppealCase[] = shown.map((one) => ({
    ...toAppeal(one),
    image: moderatedOf(one.image),
    canDecide: canDecide(one),
  }))
  return { appeals, nextCursor }
}

/** @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict */
async function decideAppeal(
  { db, clock, audit, images }: ModerationDeps,
  actor: Actor,
  asked: { id: string; action: 'restore' | 'uphold'; answer: string },
): Promise<Appeal> {
  const admin = requireAdmin(actor)
  const { id, action } = asked
  requireValid(reasonIssues(asked.answer, { path: 'answer', isNeeded: action === 'uphold' }))
  const found = isUuid(id) ? await findAppealById(db, id) : null
  if (!found) throw noSuchAppeal()
  if (!(await deciderOf(db, admin))(found)) throw ownDecision()
  const reason = plainText(asked.answer)
  return db.transaction().execute(async (tx) => {
    // A deletion locks the image before its appeal, too.
    await lockImage(tx, found.image_id)
    const decided = { action, reason, by: admin.accountId, now: clock.now() }
    if (!(await markAppealed(tx, id, decided))) throw alreadyResolved()
    // If another admin restored the image already, this changes nothing.
    if (action === 'restore') await images.restore(tx, found.image_id)
    const act = action === 'restore' ? 'image.restore' : 'image.uphold'
    const details = { ...(reason && { reason }) }
    await audit.record(admin, { act, subjectKind: 'image', subjectId: found.image_id, details }, tx)
    await enqueueMail(tx, { id: randomUUIDv7(), kind: 'appeal', subject: id })
    // After the commit, the creator may delete the image, and the appeal with it.
    return toAppeal((await findAppealById(tx, id)) as AppealRow)
  })
}

const toAppeal = (row: AppealRow): Appeal => ({
  id: row.id,
  imageId: row.image_id,
  text: row.text,
  createdAt: row.created_at.toISOString(),
  decision:
    row.decision && row.decided_at
      ? { action: row.decision, answer: row.answer ?? '', at: row.decided_at.toISOString() }
      : null,
})
