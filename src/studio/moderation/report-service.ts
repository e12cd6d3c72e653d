import { createHmac, randomUUIDv7 } from 'node:crypto'
import { type AccountActor, type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { requireValid } from '../../platform/errors.ts'
import { ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import { plainText } from '../../platform/plain-text.ts'
import type { TryLimit } from '../../platform/try-limit.ts'
import { isUuid } from '../../platform/uuid.ts'
import { imageOf, removalReason, USUAL_REASON } from '../image/domain.ts'
import type { ImageService } from '../image/service.ts'
import type { ImageCase, ModeratedImage, ReportReason } from './contract.ts'
import {
  alreadyResolved,
  detailsIssues,
  noSuchImage,
  noSuchReport,
  ownDecision,
  ownImage,
  reasonIssues,
  tooManyReports,
} from './domain.ts'
import type { PromptDeps } from './prompt-service.ts'
import {
  type CaseRow,
  enqueueMail,
  findCase,
  findImage,
  hasOtherAdmin,
  insertReport,
  isShown,
  listCases,
  listImages as listImageRows,
  lockImage,
  type ModeratedRow,
  markResolved,
  resolveOpenCase,
} from './repository.ts'

export type ReportDeps = Pick<PromptDeps, 'db' | 'clock' | 'audit'> & {
  secret: string
  images: Pick<ImageService, 'remove'>
  reports: TryLimit
}

/**
 * Takes one report of an image from each account and each visitor's address. People can report only public images.
 * @throws DomainError invalid, not_found, conflict (the reporter's own image), too_many
 */
export async function report(
  deps: ReportDeps,
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
export async function listImages({ db }: ReportDeps, actor: Actor, asked: PageAsked) {
  requireAdmin(actor)
  const page = readPage(PLACE, asked)
  const { shown, nextCursor } = page.cut(await listImageRows(db, page))
  return { images: shown.map(moderatedOf), nextCursor }
}

/** @throws DomainError unauthenticated, forbidden, invalid, not_found */
export async function removeImage(
  deps: ReportDeps,
  actor: Actor,
  asked: { id: string; reason: string },
): Promise<void> {
  const admin = requireAdmin(actor)
  requireValid(reasonIssues(asked.reason, { path: 'reason', isNeeded: false }))
  if (!isUuid(asked.id)) throw noSuchImage()
  const removal = { id: asked.id, reason: plainText(asked.reason) || USUAL_REASON }
  await deps.db.transaction().execute((tx) => takeDown(deps, tx, admin, removal))
}

/** @param wanted.isOpen open cases, oldest first; otherwise decided cases, newest first @throws as `listImages` */
export async function listReports({ db }: ReportDeps, actor: Actor, wanted: PageAsked & { isOpen: boolean }) {
  const admin = requireAdmin(actor)
  const page = readPage(PLACE, wanted)
  const { shown, nextCursor } = page.cut(await listCases(db, { ...page, isOpen: wanted.isOpen }))
  const canDecide = await deciderOf(db, admin)
  return { reports: shown.map((row) => caseOf(row, canDecide)), nextCursor }
}

/** Tells which images an admin may decide about: not their own, if another admin can. */
export async function deciderOf(db: Database, { accountId }: AccountActor) {
  const hasOther = await hasOtherAdmin(db, accountId)
  return (image: { account_id: string }) => image.account_id !== accountId || !hasOther
}

/** Decides a case; the first of two decisions wins. @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict */
export async function resolve(
  deps: ReportDeps,
  actor: Actor,
  asked: { id: string; action: 'dismiss' | 'remove'; reason: string },
): Promise<ImageCase> {
  const { db, clock, audit } = deps
  const admin = requireAdmin(actor)
  const { action } = asked
  requireValid(reasonIssues(asked.reason, { path: 'reason', isNeeded: action === 'remove' }))
  const found = await getCase(db, asked.id)
  const canDecide = await deciderOf(db, admin)
  if (!canDecide(found.image)) throw ownDecision()
  const reason = plainText(asked.reason)
  return db.transaction().execute(async (tx) => {
    await lockImage(tx, found.image.id)
    const decided = { action, reason: reason || null, by: admin.accountId, now: clock.now() }
    if (!(await markResolved(tx, found.id, decided))) throw alreadyResolved()
    const details = { ...(reason && { reason }) }
    if (action === 'remove') await takeDown(deps, tx, admin, { id: found.image.id, reason })
    else
      await audit.record(admin, { act: 'image.dismiss', subjectKind: 'image', subjectId: found.image.id, details }, tx)
    // After the commit, the creator may delete the image, and the case with it.
    return caseOf(await getCase(tx, found.id), canDecide)
  })
}

/** Removes an image for a reason that its creator reads, and tells them by email. */
async function takeDown(
  { clock, audit, images }: ReportDeps,
  tx: Database,
  admin: AccountActor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  if (!(await images.remove(tx, { id, reason }))) throw noSuchImage()
  await resolveOpenCase(tx, id, { reason, by: admin.accountId, now: clock.now() })
  await audit.record(admin, { act: 'image.remove', subjectKind: 'image', subjectId: id, details: { reason } }, tx)
  await enqueueMail(tx, { id: randomUUIDv7(), kind: 'removal', subject: id })
}

async function getCase(db: Database, id: string): Promise<CaseRow> {
  const found = isUuid(id) ? await findCase(db, id) : null
  if (!found) throw noSuchReport()
  return found
}

/** Sort key of the rows in the admins' lists. */
export const PLACE = { place: INSTANT, id: ID }

export const moderatedOf = (row: ModeratedRow): ModeratedImage => ({
  ...imageOf(row),
  account_id: row.account_id,
  reporters: row.reporters,
})

const caseOf = (row: CaseRow, canDecide: Awaited<ReturnType<typeof deciderOf>>): ImageCase => ({
  id: row.id,
  image: moderatedOf(row.image),
  openedAt: row.opened_at.toISOString(),
  reportedAt: row.reported_at.toISOString(),
  reporters: row.reporters,
  reasons: row.reasons ?? {},
  details: row.details,
  decision:
    row.decision && row.decided_at
      ? {
          action: row.decision,
          reason: row.decision_reason && removalReason(row.decision_reason),
          at: row.decided_at.toISOString(),
        }
      : null,
  canDecide: canDecide(row.image),
})
