import { createHmac, randomUUIDv7 } from 'node:crypto'
import { type AccountActor, type Actor, requireAccount, requireAdmin } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { requireValid } from '../../platform/errors.ts'
import { ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import { plainText } from '../../platform/plain-text.ts'
import { createTryLimit, type TryLimit } from '../../platform/try-limit.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import { imageOf } from '../image/domain.ts'
import type { ImageService } from '../image/service.ts'
import type { Appeal, AppealCase, ImageCase, ModeratedImage, ReportReason } from './contract.ts'
import {
  alreadyAppealed,
  alreadyResolved,
  appealIssues,
  detailsIssues,
  noSuchAppeal,
  noSuchImage,
  noSuchReport,
  notRemoved,
  ownImage,
  REPORTS_AN_HOUR,
  reasonIssues,
  tooManyReports,
  USUAL_REASON,
} from './domain.ts'
import {
  addTerm,
  age,
  checkPrompt,
  confirmAge,
  deleteTerm,
  listTerms,
  type PromptDeps,
  requireAdult,
} from './prompt-service.ts'
import {
  type AppealRow,
  type CaseRow,
  findAppeal,
  findAppealById,
  findCase,
  findImage,
  insertAppeal,
  insertReport,
  isCreator,
  isShown,
  listAppeals as listAppealRows,
  listCases,
  listImages as listImageRows,
  type ModeratedRow,
  markAppealed,
  markResolved,
  resolveOpenCase,
} from './repository.ts'

type ModerationDeps = PromptDeps & {
  secret: string
  images: Pick<ImageService, 'remove' | 'restore'>
  reports: TryLimit
}

/** Decides what may be drawn and shown: prompts, reports, removals and appeals. */
export const createModerationService = ({
  rateLimitScale,
  ...deps
}: Omit<ModerationDeps, 'reports' | 'kept'> & { rateLimitScale: number }) => {
  const reports = createTryLimit({ tries: REPORTS_AN_HOUR * rateLimitScale, seconds: 3600 })
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
    },
  )
}

export type ModerationService = ReturnType<typeof createModerationService>

/**
 * Takes one report of an image from each account, and from each address of a visitor. Only public images can be reported.
 * @throws DomainError invalid, not_found, conflict (the reporter's own image), too_many
 */
async function report(
  deps: ModerationDeps,
  actor: Actor,
  asked: { id: string; reason: ReportReason; details: string; clientAddress: string },
): Promise<{ received: true; isNew: boolean }> {
  const { db } = deps
  requireValid(detailsIssues(asked.details))
  const reporterId = actor.kind === 'account' ? actor.accountId : null
  const image = isUuid(asked.id) ? await findImage(db, asked.id) : null
  if (!image) throw noSuchImage()
  if (image.account_id === reporterId) throw ownImage()
  if (!(await isShown(db, image.id))) throw noSuchImage()
  const address = createHmac('sha256', deps.secret).update(`reporter ${asked.clientAddress}`).digest('base64url')
  const waitSeconds = await deps.reports.take(reporterId ?? address)
  if (waitSeconds !== null) throw tooManyReports(waitSeconds)
  const isNew = await insertReport(db, {
    id: randomUUIDv7(),
    caseId: randomUUIDv7(),
    imageId: image.id,
    reporterKey: reporterId ?? address,
    reporterId,
    reason: asked.reason,
    details: plainText(asked.details),
    now: deps.clock.now(),
  })
  return { received: true, isNew }
}

/** Lists all images, newest first. @throws DomainError unauthenticated, forbidden, invalid */
async function listImages({ db }: ModerationDeps, actor: Actor, asked: PageAsked) {
  requireAdmin(actor)
  const page = readPage(PLACE, asked)
  const { shown, nextCursor } = page.cut(await listImageRows(db, page))
  return { images: shown.map(moderatedOf), nextCursor }
}

/** @throws DomainError unauthenticated, forbidden, invalid, not_found */
async function removeImage(deps: ModerationDeps, actor: Actor, asked: { id: string; reason: string }): Promise<void> {
  const admin = requireAdmin(actor)
  requireValid(reasonIssues(asked.reason, { path: 'reason', isNeeded: false }))
  if (!isUuid(asked.id)) throw noSuchImage()
  const removal = { id: asked.id, reason: plainText(asked.reason) || USUAL_REASON }
  await deps.db.transaction().execute((tx) => takeDown(deps, tx, admin, removal))
}

/** @param wanted.isOpen open cases, oldest first; otherwise decided cases, newest first @throws as `listImages` */
async function listReports({ db }: ModerationDeps, actor: Actor, wanted: PageAsked & { isOpen: boolean }) {
  requireAdmin(actor)
  const page = readPage(PLACE, wanted)
  const { shown, nextCursor } = page.cut(await listCases(db, { ...page, isOpen: wanted.isOpen }))
  return { reports: shown.map(caseOf), nextCursor }
}

/** Decides a case; the first of two decisions wins. @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict */
async function resolve(
  deps: ModerationDeps,
  actor: Actor,
  asked: { id: string; action: 'dismiss' | 'remove'; reason: string },
): Promise<ImageCase> {
  const { db, clock, audit } = deps
  const admin = requireAdmin(actor)
  const { action } = asked
  requireValid(reasonIssues(asked.reason, { path: 'reason', isNeeded: action === 'remove' }))
  const found = await getCase(deps, asked.id)
  const reason = plainText(asked.reason)
  await db.transaction().execute(async (tx) => {
    const decided = { action, reason: reason || null, by: admin.accountId, now: clock.now() }
    if (!(await markResolved(tx, found.id, decided))) throw alreadyResolved()
    if (action === 'remove') return takeDown(deps, tx, admin, { id: found.image.id, reason })
    const details = { ...(reason && { reason }) }
    await audit.record(admin, { act: 'image.dismiss', subjectKind: 'image', subjectId: found.image.id, details }, tx)
  })
  return caseOf(await getCase(deps, found.id))
}

/** Finds the creator's appeal against a removal. @throws DomainError unauthenticated, not_found (another creator's image) */
async function appealOf({ db }: ModerationDeps, actor: Actor, id: string): Promise<{ appeal: Appeal | null }> {
  const { accountId } = requireAccount(actor)
  if (!isUuid(id) || !(await isCreator(db, id, accountId))) throw noSuchImage()
  const found = await findAppeal(db, id, accountId)
  return { appeal: found && toAppeal(found) }
}

/** Appeals once against each removal. @throws DomainError unauthenticated, invalid, not_found, conflict */
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
  return toAppeal((await findAppealById(db, row.id)) as AppealRow)
}

/** Lists open appeals, oldest first. @throws as `listImages` */
async function listAppeals({ db }: ModerationDeps, actor: Actor, asked: PageAsked) {
  requireAdmin(actor)
  const page = readPage(PLACE, asked)
  const { shown, nextCursor } = page.cut(await listAppealRows(db, page))
  const appeals: AppealCase[] = shown.map((one) => ({ ...toAppeal(one), image: moderatedOf(one.image) }))
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
  const reason = plainText(asked.answer)
  await db.transaction().execute(async (tx) => {
    const decided = { action, reason, by: admin.accountId, now: clock.now() }
    if (!(await markAppealed(tx, id, decided))) throw alreadyResolved()
    // If another admin restored the image already, this changes nothing.
    if (action === 'restore') await images.restore(tx, found.image_id)
    const act = action === 'restore' ? 'image.restore' : 'image.uphold'
    const details = { ...(reason && { reason }) }
    await audit.record(admin, { act, subjectKind: 'image', subjectId: found.image_id, details }, tx)
  })
  return toAppeal((await findAppealById(db, id)) as AppealRow)
}

/** Removes an image for a reason that its creator reads. */
async function takeDown(
  { clock, audit, images }: ModerationDeps,
  tx: Database,
  admin: AccountActor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  if (!(await images.remove(tx, { id, reason }))) throw noSuchImage()
  await resolveOpenCase(tx, id, { reason, by: admin.accountId, now: clock.now() })
  await audit.record(admin, { act: 'image.remove', subjectKind: 'image', subjectId: id, details: { reason } }, tx)
}

async function getCase({ db }: ModerationDeps, id: string): Promise<CaseRow> {
  const found = isUuid(id) ? await findCase(db, id) : null
  if (!found) throw noSuchReport()
  return found
}

/** The place of a row in the lists of admins. */
const PLACE = { place: INSTANT, id: ID }

const moderatedOf = (row: ModeratedRow): ModeratedImage => ({
  ...imageOf(row),
  account_id: row.account_id,
  reporters: row.reporters,
})

const caseOf = (row: CaseRow): ImageCase => ({
  id: row.id,
  image: moderatedOf(row.image),
  openedAt: row.opened_at.toISOString(),
  reportedAt: row.reported_at.toISOString(),
  reporters: row.reporters,
  reasons: row.reasons ?? {},
  details: row.details,
  decision:
    row.decision && row.decided_at
      ? { action: row.decision, reason: row.decision_reason, at: row.decided_at.toISOString() }
      : null,
})

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
