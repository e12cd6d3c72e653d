import type { AuditService } from '../../account/area.ts'
import type { ReconciliationService } from '../../money/area.ts'
import { DIFFERENCES } from '../../money/reconciliation/domain.ts'
import type { MessageService } from '../../notice/area.ts'
import { checkResend } from '../../notice/message/domain.ts'
import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { VendorHealthKeeper } from '../../platform/db/vendor-health.ts'
import { DomainError } from '../../platform/errors.ts'
import { writeInstant } from '../../platform/instant.ts'
import { ID, INSTANT, type PageAsked, readPage, textOf } from '../../platform/paging.ts'
import type { Operations, Vendor } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

/** What an operator has to know to keep the product running, and what he can do about it. Admins only. */
export function createOperationService(options: {
  db: Database
  clock: Clock
  version: string
  aliveLock: number
  /** Who carries what, in the order in which it is shown. */
  vendors: Pick<Vendor, 'channel' | 'vendor' | 'mode'>[]
  health: VendorHealthKeeper
  audit: AuditService
  messaging: MessageService
  reconciliations: ReconciliationService
}) {
  const { db, clock, health, audit, messaging, reconciliations } = options
  const startedAt = writeInstant(clock.now())

  async function listVendors(now: Temporal.Instant): Promise<Vendor[]> {
    const heard = await health.list()
    return options.vendors.map((one) => {
      const last = heard.find(({ channel, vendor }) => channel === one.channel && vendor === one.vendor) ?? null
      const state = rule.stateOf(last, one.mode === 'embedded', now)
      return {
        ...one,
        state,
        lastOkAt: last?.lastOkAt ?? null,
        lastFailureAt: last?.lastFailureAt ?? null,
        lastFailureKind: last?.lastFailureKind ?? null,
        leftAloneUntil: state === 'left_alone' ? (last?.openUntil ?? null) : null,
      }
    })
  }

  async function act(actor: Actor, id: string, name: 'run' | 'drop'): Promise<void> {
    const { accountId } = requireAdmin(actor)
    const isId = /^[1-9]\d{0,17}$/.test(id)
    const done = isId && (await rows.actOnJob(db, { id, act: name, actorId: accountId }, clock.now().toString()))
    if (!done) throw new DomainError('not_found', 'job_not_found', 'This job is not there any more, or is run again.')
  }

  return {
    /** @throws DomainError unauthenticated, forbidden */
    async overview(actor: Actor): Promise<Operations> {
      requireAdmin(actor)
      const now = clock.now()
      const [facts, tasks, vendors, standing] = await Promise.all([
        rows.readFacts(db, options.aliveLock),
        rows.listTasks(db),
        listVendors(now),
        reconciliations.standing({ after: null, limit: 1 }),
      ])
      return {
        readAt: writeInstant(now),
        version: options.version,
        startedAt,
        database: {
          sizeBytes: facts.size_bytes,
          lastMigration: facts.migration,
          migratedAt: facts.migrated_at?.toISOString() ?? null,
        },
        workers: facts.workers,
        tasks,
        vendors,
        failedMessages: facts.failed_messages,
        failedJobs: facts.failed_jobs,
        outboxMessages: facts.outbox,
        reconciliation: { recent: standing.recent, whole: standing.whole, differences: standing.count },
      }
    },

    /** @throws DomainError unauthenticated, forbidden, invalid */
    async failedMessages(actor: Actor, asked: PageAsked) {
      const page = readPage({ id: ID }, asked)
      const { shown, nextCursor } = page.cut(await messaging.listFailed(actor, page))
      const now = clock.now()
      const messages = shown.map((row) => ({
        id: row.id,
        bookingId: row.booking_id,
        confirmationNumber: row.confirmation_number,
        event: row.event,
        channel: row.channel,
        role: row.role,
        reason: row.reason,
        failedAt: row.logged_at?.toISOString() ?? null,
        canResend: checkResend(row, now) === null,
      }))
      return { messages, nextCursor }
    },

    /** @throws DomainError unauthenticated, forbidden, invalid */
    async failedJobs(actor: Actor, asked: PageAsked) {
      requireAdmin(actor)
      const page = readPage({ id: textOf('[1-9]\\d{0,17}') }, asked)
      const { shown, nextCursor } = page.cut(await rows.listFailedJobs(db, page))
      return { jobs: shown.map((job) => ({ ...job, error: rule.withoutPeople(job.error) })), nextCursor }
    },

    /** @throws DomainError unauthenticated, forbidden, invalid */
    async webhooks(actor: Actor, asked: PageAsked) {
      requireAdmin(actor)
      const page = readPage({ receivedAt: INSTANT, vendor: textOf('[a-z]+'), id: textOf('[\\w:.-]{1,120}') }, asked)
      const { shown: webhooks, nextCursor } = page.cut(await rows.listWebhooks(db, page))
      return { webhooks, nextCursor }
    },

    /** What does not agree among provider, payments and bookings. @throws DomainError unauthenticated, forbidden, invalid */
    async differences(actor: Actor, asked: PageAsked) {
      requireAdmin(actor)
      const page = readPage({ firstSeenAt: INSTANT, kind: textOf('[a-z_]+'), subjectId: ID }, asked)
      const { differences: found } = await reconciliations.standing(page)
      const { shown, nextCursor } = page.cut(found)
      const differences = shown.map(({ details, ...one }) => ({
        ...one,
        id: `${one.kind}:${one.subjectId}`,
        what: DIFFERENCES[one.kind].what(details),
        meaning: DIFFERENCES[one.kind].meaning,
      }))
      return { differences, nextCursor }
    },

    /** Sends a message once more. @throws DomainError unauthenticated, forbidden, not_found, conflict, too_many */
    async resend(actor: Actor, id: string): Promise<void> {
      requireAdmin(actor)
      const { booking_id: bookingId, channel, role } = await messaging.resend(actor, id)
      await audit.record(actor, {
        act: 'message.resend',
        subjectKind: 'message',
        subjectId: id,
        details: { bookingId, channel, role },
      })
    },

    /** Runs a job once more that nobody tries any more. @throws DomainError unauthenticated, forbidden, not_found */
    runJob: (actor: Actor, id: string) => act(actor, id, 'run'),

    /** Takes such a job away: what it was to do is not done. @throws DomainError unauthenticated, forbidden, not_found */
    dropJob: (actor: Actor, id: string) => act(actor, id, 'drop'),

    /** Compares all payments with the provider's books, in the queue. @throws DomainError unauthenticated, forbidden */
    async compareAll(actor: Actor): Promise<void> {
      requireAdmin(actor)
      await rows.enqueueComparison(db)
      await audit.record(actor, {
        act: 'reconciliation.run',
        subjectKind: 'reconciliation',
        subjectId: 'whole',
        details: {},
      })
    },
  }
}

export type OperationService = ReturnType<typeof createOperationService>
