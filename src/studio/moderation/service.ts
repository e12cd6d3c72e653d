import { createHmac, randomUUIDv7 } from 'node:crypto'
import type { AuditService } from '../../account/area.ts'
import { type AccountActor, type Actor, requireAccount, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { type Issue, invalid } from '../../platform/errors.ts'
import { ID, INSTANT, type PageAsked, readPage } from '../../platform/paging.ts'
import { plainText } from '../../platform/plain-text.ts'
import { createTryLimit } from '../../platform/try-limit.ts'
import { isUuid } from '../../platform/uuid.ts'
import { imageOf } from '../image/domain.ts'
import type { ImageService } from '../image/service.ts'
import type { Appeal, AppealCase, ImageCase, ModeratedImage, ReportReason, TermRule, TermTopic } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

type ModerationDependencies = {
  db: Database
  clock: Clock
  secret: string
  audit: Pick<AuditService, 'record'>
  images: Pick<ImageService, 'remove' | 'restore'>
  rateLimitScale: number
}

/** How old the list of terms may be. */
const LIST_MS = 5_000

/** What may be drawn and shown, and who says so. */
export function createModerationService(options: ModerationDependencies) {
  const { db, clock, audit, images } = options
  const reports = createTryLimit({ tries: rule.REPORTS_AN_HOUR * options.rateLimitScale, seconds: 3600 })
  let list: { terms: Promise<rule.Term[]>; readAt: number } | null = null

  /** Admins may have changed it in another process. */
  function terms(): Promise<rule.Term[]> {
    if (!list || performance.now() - list.readAt > LIST_MS) {
      const read = { terms: rows.listTerms(db), readAt: performance.now() }
      list = read
      read.terms.catch(() => {
        if (list === read) list = null
      })
    }
    return list.terms
  }

  /** By an admin with a reason that the creator reads: at once nobody else sees it. */
  async function takeDown(tx: Database, actor: AccountActor, asked: { id: string; reason: string }) {
    const { id, reason } = asked
    if (!(await images.remove(tx, { id, reason }))) throw rule.noSuchImage()
    const by = { reason, by: actor.accountId, now: clock.now() }
    await rows.resolveOpenCase(tx, id, by)
    await audit.record(actor, { act: 'image.remove', subjectKind: 'image', subjectId: id, details: { reason } }, tx)
  }

  async function getCase(id: string): Promise<rows.CaseRow> {
    const found = isUuid(id) ? await rows.findCase(db, id) : null
    if (!found) throw rule.noSuchReport()
    return found
  }

  return {
    /**
     * Counts what it refuses, without the prompt.
     * @throws DomainError invalid `prompt_blocked`, at `prompt` or `negative_prompt`
     */
    async checkPrompt(actor: Actor, asked: { prompt: string; negativePrompt: string }): Promise<void> {
      const { accountId } = requireAccount(actor)
      const refusal = rule.findRefusal(asked, await terms())
      if (!refusal) return
      await rows.countTry(db, accountId, refusal.term, clock.now())
      throw rule.refused(refusal)
    },

    /** @throws DomainError unauthenticated, forbidden `age_confirmation_required` */
    async requireAdult(actor: Actor): Promise<void> {
      if (!(await rows.findAge(db, requireAccount(actor).accountId))) throw rule.ageUnconfirmed()
    },

    /** @throws DomainError unauthenticated */
    async age(actor: Actor): Promise<{ confirmedAt: string | null }> {
      const at = await rows.findAge(db, requireAccount(actor).accountId)
      return { confirmedAt: at?.toISOString() ?? null }
    },

    /** Asked once; the first answer's time stays. @throws DomainError unauthenticated, forbidden (not of age: nothing is stored) */
    async confirmAge(actor: Actor, { isAdult }: { isAdult: boolean }): Promise<{ confirmedAt: string | null }> {
      const { accountId } = requireAccount(actor)
      if (!isAdult) throw rule.tooYoung()
      await rows.insertAge(db, accountId, clock.now())
      return { confirmedAt: (await rows.findAge(db, accountId))?.toISOString() ?? null }
    },

    /**
     * Once for each who reports, visitors by their address; an image that is not public is not there.
     * @throws DomainError invalid, not_found, conflict (one's own), too_many
     */
    async report(
      actor: Actor,
      asked: { id: string; reason: ReportReason; details: string; clientAddress: string },
    ): Promise<{ received: true; isNew: boolean }> {
      const issues = rule.detailsIssues(asked.details)
      if (issues.length > 0) throw invalid(issues)
      const reporterId = actor.kind === 'account' ? actor.accountId : null
      const image = isUuid(asked.id) ? await rows.findImage(db, asked.id) : null
      if (!image) throw rule.noSuchImage()
      if (image.account_id === reporterId) throw rule.ownImage()
      if (!(await rows.isShown(db, image.id))) throw rule.noSuchImage()
      const address = createHmac('sha256', options.secret).update(`reporter ${asked.clientAddress}`).digest('base64url')
      const waitSeconds = await reports.take(reporterId ?? address)
      if (waitSeconds !== null) throw rule.tooManyReports(waitSeconds)
      const isNew = await rows.insertReport(db, {
        id: randomUUIDv7(),
        caseId: randomUUIDv7(),
        imageId: image.id,
        reporterKey: reporterId ?? address,
        reporterId,
        reason: asked.reason,
        details: plainText(asked.details),
        now: clock.now(),
      })
      return { received: true, isNew }
    },

    /** Everybody's, the newest first. @throws DomainError unauthenticated, forbidden, invalid */
    async listImages(actor: Actor, asked: PageAsked) {
      requireAdmin(actor)
      const page = readPage(PLACE, asked)
      const { shown, nextCursor } = page.cut(await rows.listImages(db, page))
      return { images: shown.map(moderatedOf), nextCursor }
    },

    /** @throws DomainError unauthenticated, forbidden, invalid, not_found */
    async removeImage(actor: Actor, asked: { id: string; reason: string }): Promise<void> {
      const admin = requireAdmin(actor)
      refuse(rule.reasonIssues(asked.reason, { path: 'reason', isNeeded: false }))
      if (!isUuid(asked.id)) throw rule.noSuchImage()
      const removal = { id: asked.id, reason: plainText(asked.reason) || rule.USUAL_REASON }
      await db.transaction().execute((tx) => takeDown(tx, admin, removal))
    },

    /** @param wanted.isOpen what waits, the longest first; otherwise what is decided, the newest first @throws as `listImages` */
    async listReports(actor: Actor, wanted: PageAsked & { isOpen: boolean }) {
      requireAdmin(actor)
      const page = readPage(PLACE, wanted)
      const { shown, nextCursor } = page.cut(await rows.listCases(db, { ...page, isOpen: wanted.isOpen }))
      return { reports: shown.map(caseOf), nextCursor }
    },

    /** Of two who decide one wins. @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict */
    async resolve(
      actor: Actor,
      asked: { id: string; action: 'dismiss' | 'remove'; reason: string },
    ): Promise<ImageCase> {
      const admin = requireAdmin(actor)
      const { action } = asked
      refuse(rule.reasonIssues(asked.reason, { path: 'reason', isNeeded: action === 'remove' }))
      const found = await getCase(asked.id)
      const reason = plainText(asked.reason)
      await db.transaction().execute(async (tx) => {
        const decided = { action, reason: reason || null, by: admin.accountId, now: clock.now() }
        if (!(await rows.markResolved(tx, found.id, decided))) throw rule.alreadyResolved()
        if (action === 'remove') return takeDown(tx, admin, { id: found.image.id, reason })
        const details = { ...(reason && { reason }) }
        const subject = { act: 'image.dismiss', subjectKind: 'image', subjectId: found.image.id, details }
        await audit.record(admin, subject, tx)
      })
      return caseOf(await getCase(found.id))
    },

    /** What the caller said to the removal of his image. @throws DomainError unauthenticated, not_found (no image of his) */
    async appealOf(actor: Actor, id: string): Promise<{ appeal: Appeal | null }> {
      const { accountId } = requireAccount(actor)
      if (!isUuid(id) || !(await rows.isCreator(db, id, accountId))) throw rule.noSuchImage()
      const found = await rows.findAppeal(db, id, accountId)
      return { appeal: found && appealOf(found) }
    },

    /** Once for each removal. @throws DomainError unauthenticated, invalid, not_found, conflict */
    async appeal(actor: Actor, asked: { id: string; text: string }): Promise<Appeal> {
      const { accountId } = requireAccount(actor)
      refuse(rule.appealIssues(asked.text))
      if (!isUuid(asked.id)) throw rule.noSuchImage()
      const appeal = { id: randomUUIDv7(), imageId: asked.id, accountId, text: plainText(asked.text), now: clock.now() }
      const outcome = await rows.insertAppeal(db, appeal)
      if (outcome === 'missing') throw rule.noSuchImage()
      if (outcome === 'not_removed') throw rule.notRemoved()
      if (outcome === 'taken') throw rule.alreadyAppealed()
      return appealOf((await rows.findAppealById(db, appeal.id)) as rows.AppealRow)
    },

    /** Those that wait, the longest first. @throws as `listImages` */
    async listAppeals(actor: Actor, asked: PageAsked) {
      requireAdmin(actor)
      const page = readPage(PLACE, asked)
      const { shown, nextCursor } = page.cut(await rows.listAppeals(db, page))
      const appeals: AppealCase[] = shown.map((one) => ({ ...appealOf(one), image: moderatedOf(one.image) }))
      return { appeals, nextCursor }
    },

    /** @throws DomainError unauthenticated, forbidden, invalid, not_found, conflict */
    async decideAppeal(
      actor: Actor,
      asked: { id: string; action: 'restore' | 'uphold'; answer: string },
    ): Promise<Appeal> {
      const admin = requireAdmin(actor)
      const { id, action } = asked
      refuse(rule.reasonIssues(asked.answer, { path: 'answer', isNeeded: action === 'uphold' }))
      const found = isUuid(id) ? await rows.findAppealById(db, id) : null
      if (!found) throw rule.noSuchAppeal()
      const answer = plainText(asked.answer)
      await db.transaction().execute(async (tx) => {
        const decided = { action, reason: answer, by: admin.accountId, now: clock.now() }
        if (!(await rows.markAppealed(tx, id, decided))) throw rule.alreadyResolved()
        // Another admin may have brought it back: then there is nothing to undo.
        if (action === 'restore') await images.restore(tx, found.image_id)
        const act = action === 'restore' ? 'image.restore' : 'image.uphold'
        const details = { ...(answer && { reason: answer }) }
        await audit.record(admin, { act, subjectKind: 'image', subjectId: found.image_id, details }, tx)
      })
      return appealOf((await rows.findAppealById(db, id)) as rows.AppealRow)
    },

    /** @throws DomainError unauthenticated, forbidden */
    async listTerms(actor: Actor) {
      requireAdmin(actor)
      const since = clock.now().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: rule.TRIES_DAYS })
      const [all, refused] = await Promise.all([rows.listTermsWithTries(db, since), rows.countRefused(db, since)])
      return { terms: all, refused }
    },

    /** @throws DomainError unauthenticated, forbidden, invalid, conflict */
    async addTerm(actor: Actor, form: { term: string; rule: TermRule; topic?: TermTopic | undefined }): Promise<void> {
      const admin = requireAdmin(actor)
      refuse(rule.termIssues(form))
      const term = rule.foldTerm(form.term)
      const topic = form.rule === 'block' ? (form.topic ?? 'other') : null
      await db.transaction().execute(async (tx) => {
        const row = { id: randomUUIDv7(), term, rule: form.rule, topic, by: admin.accountId, now: clock.now() }
        if (!(await rows.insertTerm(tx, row))) throw rule.termTaken()
        await audit.record(
          admin,
          { act: 'term.add', subjectKind: 'term', subjectId: term, details: { rule: form.rule } },
          tx,
        )
      })
      list = null
    },

    /** @throws DomainError unauthenticated, forbidden, not_found */
    async deleteTerm(actor: Actor, id: string): Promise<void> {
      const admin = requireAdmin(actor)
      if (!isUuid(id)) throw rule.noSuchTerm()
      await db.transaction().execute(async (tx) => {
        const gone = await rows.deleteTerm(tx, id)
        if (!gone) throw rule.noSuchTerm()
        const details = { rule: gone.rule }
        await audit.record(admin, { act: 'term.delete', subjectKind: 'term', subjectId: gone.term, details }, tx)
      })
      list = null
    },
  }
}

export type ModerationService = ReturnType<typeof createModerationService>

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalid(issues)
}

/** The place of a row in the lists of admins. */
const PLACE = { place: INSTANT, id: ID }

const moderatedOf = (row: rows.ModeratedRow): ModeratedImage => ({
  ...imageOf(row),
  account_id: row.account_id,
  reporters: row.reporters,
})

const caseOf = (row: rows.CaseRow): ImageCase => ({
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

const appealOf = (row: rows.AppealRow): Appeal => ({
  id: row.id,
  imageId: row.image_id,
  text: row.text,
  createdAt: row.created_at.toISOString(),
  decision:
    row.decision && row.decided_at
      ? { action: row.decision, answer: row.answer ?? '', at: row.decided_at.toISOString() }
      : null,
})
