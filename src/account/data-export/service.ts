import { randomUUID } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import { language } from '../../platform/language.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { type ContentsDeps, exportParts } from './contents-service.ts'
import type { Archive } from './contract.ts'
import {
  ARCHIVE_DAYS,
  ARCHIVES_A_DAY,
  type ArchiveRow,
  archiveOf,
  GIVEN_UP_AFTER_HOURS,
  noArchive,
  tooManyArchives,
  underWay,
} from './domain.ts'
import type { ArchiveStore } from './ports.ts'
import {
  expireOld,
  failAbandoned,
  findArchive,
  findLatest,
  findReadyNames,
  insertRequest,
  listPage,
  markFailed,
  markProgress,
  markReady,
} from './repository.ts'

type DataExportDeps = ContentsDeps & { store: ArchiveStore }

/** Puts all data of a person into one file. A job makes it, its owner downloads it, and days later we delete it. */
export const createDataExportService = (deps: DataExportDeps) => withDeps(deps, { request, find, open, make, sweep })

export type DataExportService = ReturnType<typeof createDataExportService>

/** Requests a new archive. @throws DomainError unauthenticated, conflict (we are making one), too_many */
async function request({ db, clock }: DataExportDeps, actor: Actor): Promise<Archive> {
  const { accountId } = requireAccount(actor)
  const id = randomUUID()
  const outcome = await insertRequest(db, {
    id,
    accountId,
    language: language(),
    now: clock.now(),
    aDay: ARCHIVES_A_DAY,
  })
  if (outcome === 'under_way') throw underWay()
  if (outcome !== 'asked') throw tooManyArchives(outcome)
  const row = await findArchive(db, id, accountId)
  return archiveOf(row as ArchiveRow, clock.now())
}

/** Finds the latest archive. @returns null if the owner never requested one @throws DomainError unauthenticated */
async function find({ db, clock }: DataExportDeps, actor: Actor): Promise<Archive | null> {
  const row = await findLatest(db, requireAccount(actor).accountId)
  return row && archiveOf(row, clock.now())
}

/** Opens the file for its owner only, not even for an admin. @throws DomainError unauthenticated, not_found */
async function open({ db, clock, store }: DataExportDeps, actor: Actor, id: string) {
  const { accountId } = requireAccount(actor)
  const row = await findArchive(db, id, accountId)
  const isReady = row && archiveOf(row, clock.now()).status === 'ready'
  const file = isReady && row.file_name ? await store.open(row.file_name) : null
  if (!file) throw noArchive()
  return { ...file, name: `showingbooker-data-${row?.made_at?.toISOString().slice(0, 10)}.zip` }
}

/** Makes a requested archive. It may run again, even while another process makes the same one. */
async function make(deps: DataExportDeps, id: string, { isLastAttempt }: { isLastAttempt: boolean }): Promise<void> {
  const { db, clock, store } = deps
  const row = await findArchive(db, id, null)
  if (row?.status !== 'being_made') return
  try {
    const [account] = await listPage(db, { list: 'account', accountId: row.account_id, after: null, limit: 1 })
    const owner = { accountId: row.account_id, email: String(account?.row.email) }
    const name = `${id}-${randomUUID()}.zip`
    const parts = exportParts(deps, owner, (done) => markProgress(db, id, done))
    const written = await store.write(name, parts, clock.now())
    const madeAt = clock.now()
    const expiresAt = madeAt.add({ hours: 24 * ARCHIVE_DAYS })
    if (!(await markReady(db, id, { name, ...written, madeAt, expiresAt }))) await store.delete(name)
  } catch (error) {
    if (isLastAttempt) await markFailed(db, id)
    throw error
  }
}

/** Deletes expired files and leftovers of crashes. @returns how many files */
async function sweep({ db, clock, store }: DataExportDeps): Promise<number> {
  const now = clock.now()
  await expireOld(db, now)
  const longAgo = now.subtract({ hours: GIVEN_UP_AFTER_HOURS })
  await failAbandoned(db, longAgo)
  const names = await store.listUntouched(longAgo)
  const wanted = await findReadyNames(db, names)
  const unwanted = names.filter((name) => !wanted.has(name))
  for (const name of unwanted) await store.delete(name)
  return unwanted.length
}
