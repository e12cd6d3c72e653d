import type { AuditService } from '../../account/area.ts'
import type { ReconciliationService } from '../../money/area.ts'
import { DIFFERENCES } from '../../money/reconciliation/domain.ts'
import type { MessageService } from '../../notice/area.ts'
import { checkResend } from '../../notice/message/resend-domain.ts'
import { type Actor, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { VendorHealthKeeper } from '../../platform/db/vendor-health.ts'
import { DomainError } from '../../platform/errors.ts'
import { writeInstant } from '../../platform/instant.ts'
import { ID, INSTANT, type PageAsked, readPage, textOf } from '../../platform/paging.ts'
import { withDeps } from '../../platform/use-cases.ts'
import * as t from '../text/operation.ts'
import type { Operations, Vendor } from './contract.ts'
import { stateOf, withoutPeople } from './domain.ts'
import { actOnJob, enqueueComparison, listFailedJobs, listTasks, listWebhooks, readFacts } from './repository.ts'

type OperationDeps = {
  db: Database
  clock: Clock
  version: string
  startedAt: string
  workerLock: number
  /** Vendor and mode of each channel, in the order shown. */
  vendors: Pick<Vendor, 'channel' | 'vendor' | 'mode'>[]
  health: VendorHealthKeeper
  audit: AuditService
  messaging: MessageService
  reconciliations: ReconciliationService
}

/** Shows what an operator needs to know to keep the product running, and acts on it. For admins only. */
export const createOperationService = (deps: Omit<OperationDeps, 'startedAt'>) =>
  withDeps(
    { ...deps, startedAt: writeInstant(deps.clock.now()) },
    { overview, failedMessages, failedJobs, webhooks, differences, resend, runJob, dropJob, compareAll },
  )

export type OperationService = ReturnType<typeof createOperationService>

/** @throws DomainError unauthenticated, forbidden */
async function overview(deps: OperationDeps, actor: Actor): Promise<Operations> {
  const { clock, db, reconciliations } = deps
  requireAdmin(actor)
  const now = clock.now()
  const [facts, tasks, vendors, money] = await Promise.all([
    readFacts(db, deps.workerLock),
    listTasks(db),
    listVendors(deps, now),
    reconciliations.overview({ after: null, limit: 1 }),
  ])
  return {
    readAt: writeInstant(now),
    version: deps.version,
    startedAt: deps.startedAt,
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
    reconciliation: { recent: money.recent, whole: money.whole, differences: money.count },
  }
}

/** @throws DomainError unauthenticated, forbidden, invalid */
async function failedMessages({ messaging, clock }: OperationDeps, actor: Actor, asked: PageAsked) {
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
}

/** @throws DomainError unauthenticated, forbidden, invalid */
async function failedJobs({ db }: OperationDeps, actor: Actor, asked: PageAsked) {
  requireAdmin(actor)
  const page = readPage({ id: textOf('[1-9]\\d{0,17}') }, asked)
  const { shown, nextCursor } = page.cut(await listFailedJobs(db, page))
  return { jobs: shown.map((job) => ({ ...job, error: withoutPeople(job.error) })), nextCursor }
}

/** @throws DomainError unauthenticated, forbidden, invalid */
async function webhooks({ db }: OperationDeps, actor: Actor, asked: PageAsked) {
  requireAdmin(actor)
  const page = readPage({ receivedAt: INSTANT, vendor: textOf('[a-z]+'), id: textOf('[\\w:.-]{1,120}') }, asked)
  const { shown: webhooks, nextCursor } = page.cut(await listWebhooks(db, page))
  return { webhooks, nextCursor }
}

/** Lists differences among provider, payments and bookings. @throws DomainError unauthenticated, forbidden, invalid */
async function differences({ reconciliations }: OperationDeps, actor: Actor, asked: PageAsked) {
  requireAdmin(actor)
  const page = readPage({ firstSeenAt: INSTANT, kind: textOf('[a-z_]+'), subjectId: ID }, asked)
  const { differences: found } = await reconciliations.overview(page)
  const { shown, nextCursor } = page.cut(found)
  const differences = shown.map(({ details, ...one }) => ({
    ...one,
    id: `${one.kind}:${one.subjectId}`,
    what: DIFFERENCES[one.kind].what(details),
    meaning: DIFFERENCES[one.kind].meaning(),
  }))
  return { differences, nextCursor }
}

/** Resends a message. @throws DomainError unauthenticated, forbidden, not_found, conflict, too_many */
async function resend({ messaging, audit }: OperationDeps, actor: Actor, id: string): Promise<void> {
  requireAdmin(actor)
  const act = { act: 'message.resend', subjectKind: 'message', subjectId: id }
  await messaging.resend(actor, id, (tx, { booking_id: bookingId, channel, role }) =>
    audit.record(actor, { ...act, details: { bookingId, channel, role } }, tx),
  )
}

/** Reruns a job that failed for good. @throws DomainError unauthenticated, forbidden, not_found */
const runJob = (deps: OperationDeps, actor: Actor, id: string) => act(deps, actor, id, 'run')

/** Drops such a job without doing its work. @throws DomainError unauthenticated, forbidden, not_found */
const dropJob = (deps: OperationDeps, actor: Actor, id: string) => act(deps, actor, id, 'drop')

/** Queues a comparison of all payments with the provider's records. @throws DomainError unauthenticated, forbidden */
async function compareAll({ db, audit }: OperationDeps, actor: Actor): Promise<void> {
  requireAdmin(actor)
  const act = { act: 'reconciliation.run', subjectKind: 'reconciliation', subjectId: 'whole', details: {} }
  await db.transaction().execute(async (tx) => {
    await enqueueComparison(tx)
    await audit.record(actor, act, tx)
  })
}

async function listVendors(deps: OperationDeps, now: Temporal.Instant): Promise<Vendor[]> {
  const { health } = deps
  const reports = await health.list()
  return deps.vendors.map((one) => {
    const last = reports.find(({ channel, vendor }) => channel === one.channel && vendor === one.vendor) ?? null
    const state = stateOf(last, one.mode === 'embedded', now)
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

async function act({ db, clock }: OperationDeps, actor: Actor, id: string, name: 'run' | 'drop'): Promise<void> {
  const { accountId } = requireAdmin(actor)
  const isId = /^[1-9]\d{0,17}$/.test(id)
  const done = isId && (await actOnJob(db, { id, act: name, actorId: accountId }, clock.now().toString()))
  if (!done) throw new DomainError('not_found', 'job_not_found', t.jobGone())
}
