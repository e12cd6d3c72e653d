import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { Mailer } from '../../platform/mailer.ts'
import { eachPage } from '../../platform/paging.ts'
import { photoFileKeys } from '../../platform/photo.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { ArchiveStore, PersonalData } from '../data-export/ports.ts'
import { CLAIM_MINUTES, type DeletionRow, MESSAGES_HOURS, RECEIPT_DAYS, STEPS, type StepName } from './domain.ts'
import { receiptMail } from './messages.ts'
import {
  claim,
  deleteAccountMail,
  deleteActivity,
  deleteAgentProfile,
  deleteArchive,
  deleteDocument,
  deleteGenerations,
  deleteLoosePhoto,
  deletePhoto,
  emptyBookings,
  finish,
  hasMessagesUnderWay,
  listArchives,
  listBookingIds,
  listDocuments,
  listLoosePhotos,
  listMailboxes,
  listPhotos,
  listUnfinished,
  markStep,
  release,
} from './repository.ts'

export type StepDeps = {
  db: Database
  clock: Clock
  files: Pick<FileStore, 'delete'>
  /** Personal data in the areas that build on this one. */
  personalData: Pick<PersonalData, 'part' | 'erase'>[]
  store: Pick<ArchiveStore, 'delete'>
  mailer: Mailer
  breaker: Pick<CircuitBreaker, 'run'>
  mailFrom: string
}

/** How many rows a batch has. */
const BATCH = 200

/** Continues a deletion at its next step. Does nothing if another process works on it or it is done. */
export async function run(deps: StepDeps, id: string): Promise<void> {
  const { db, clock } = deps
  // Round to the database's precision, because we recognize a claim by its end time.
  const until = () => clock.now().add({ minutes: CLAIM_MINUTES }).round('millisecond')
  let held = until()
  const row = await claim(db, id, clock.now(), held)
  if (!row) return
  try {
    for (const [index, name] of STEPS.entries()) {
      if (index < row.steps_done) continue
      if (!(await steps[name](deps, row))) return
      const next = until()
      if (!(await markStep(db, { id, done: index + 1, held, until: next }))) return
      held = next
    }
  } finally {
    await release(db, id, held)
  }
}

/** Continues every unfinished deletion. @returns how many deletions it found */
export async function sweep(deps: StepDeps): Promise<number> {
  const ids = await listUnfinished(deps.db, deps.clock.now())
  const faults: unknown[] = []
  for (const id of ids) await run(deps, id).catch((error) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, 'Some account deletions could not continue')
  return ids.length
}

/** Each step returns whether it is done. We retry a step later if it has to wait for something. */
const steps: Record<StepName, (deps: StepDeps, row: DeletionRow) => Promise<boolean>> = {
  async archives({ db, store }, { account_id }) {
    for (const { id, file_name } of await listArchives(db, account_id)) {
      if (file_name) await store.delete(file_name)
      await deleteArchive(db, id)
    }
    return true
  },

  /** Waits until messages to buyers and residents are sent, because they may report an earlier refund. */
  async messages({ db, clock }, { account_id, email, asked_at }) {
    const isPatient = clock.now().epochMilliseconds - asked_at.getTime() < MESSAGES_HOURS * 3_600_000
    if (isPatient && (await hasMessagesUnderWay(db, account_id))) return false
    const mailboxes = await listMailboxes(db, account_id, email)
    const find = (after: string | null) => listBookingIds(db, account_id, after, BATCH)
    for await (const ids of eachPage(BATCH, find)) await emptyBookings(db, ids, mailboxes)
    await deleteAccountMail(db, { accountId: account_id, email, before: asked_at })
    await deleteAgentProfile(db, account_id)
    return true
  },

  async properties({ db, personalData }, { account_id }) {
    await eraseAbove(personalData, 'properties', account_id)
    await deleteActivity(db, account_id)
    return true
  },

  async photos({ db, files, personalData }, { account_id }) {
    for (const key of await listPhotos(db, account_id))
      await deletePhoto(db, key, async () => {
        for (const file of photoFileKeys(key)) await files.delete(file)
      })
    for (const { id, file_key } of await listLoosePhotos(db, account_id))
      await deleteLoosePhoto(db, id, () => files.delete(file_key))
    await eraseAbove(personalData, 'documents', account_id)
    for (const id of await listDocuments(db, account_id)) await deleteDocument(db, id)
    return true
  },

  async images({ db, personalData }, { account_id }) {
    await eraseAbove(personalData, 'images', account_id)
    await deleteGenerations(db, account_id)
    return true
  },

  async receipt(deps, row) {
    await finish(deps.db, row.id, deps.clock.now(), await sendReceipt(deps, row))
    return true
  },
}

async function eraseAbove(personalData: StepDeps['personalData'], part: PersonalData['part'], accountId: string) {
  for (const data of personalData) if (data.part === part) await data.erase?.(accountId)
}

/**
 * @returns whether the mail server accepted the receipt. After a temporary failure, the queue retries for some days.
 */
async function sendReceipt({ clock, mailer, breaker, mailFrom }: StepDeps, row: DeletionRow): Promise<boolean> {
  const receipt = { receiptNumber: row.receipt_number, askedAt: minuteOf(row.asked_at) }
  const content = inLanguage(row.language, () => receiptMail(receipt))
  const envelope = { id: row.id, from: mailFrom, to: row.email, plannedAt: row.asked_at.toISOString() }
  try {
    await breaker.run(() => mailer.send({ ...envelope, ...content }))
    return true
  } catch (error) {
    const isLate = clock.now().epochMilliseconds - row.asked_at.getTime() > RECEIPT_DAYS * 86_400_000
    if (isLate || (error instanceof VendorError && error.isPermanent)) return false
    throw error
  }
}

/** Formats an instant as `2026-11-21 09:00 UTC`. */
const minuteOf = (at: Date) => `${at.toISOString().replace('T', ' ').slice(0, 16)} UTC`
