import { setImmediate as rest } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { DocumentType } from './contract.ts'
import {
  FILE_LOST,
  fileKeys,
  NO_TEXT,
  originalKey,
  pictureKey,
  READING_FAILED,
  READING_MINUTES,
  ReadingStopped,
} from './domain.ts'
import { indexOf } from './index-domain.ts'
import { overviewOf } from './overview-domain.ts'
import type { DocumentReader, ReadPage } from './ports.ts'
import {
  eachPageOf,
  enqueueIndexing,
  enqueueReading,
  findDocument,
  listStuck,
  listToIndex,
  markProgress,
  markSeen,
  markUnread,
  rewriteIndex,
  writeText,
} from './repository.ts'

type ReadingDeps = { db: Database; clock: Clock; files: FileStore; reader: DocumentReader }

/** Reads and indexes uploads, and deletes the files of deleted documents. */
export const createReadingService = (deps: ReadingDeps) => withDeps(deps, { read, index, clear, sweep })

export type ReadingService = ReturnType<typeof createReadingService>

/** Reads an upload. A second process that reads it at the same time does no harm. */
async function read(deps: ReadingDeps, id: string, { isLastAttempt }: { isLastAttempt: boolean }): Promise<void> {
  const { db, clock, files, reader } = deps
  const row = await findDocument(db, id, null)
  if (row?.status !== 'reading') return
  const failed = (reason: string) => markUnread(db, id, { status: 'failed', reason, now: clock.now() })
  const file = await files.get(originalKey(id, row.type))
  if (!file) return failed(FILE_LOST)
  try {
    let marked: Promise<unknown> = Promise.resolve()
    const reading = await reader.read(file.bytes, row.type, (percent) => {
      marked = marked.then(() => markProgress(db, id, Math.min(95, percent))).catch(() => undefined)
    })
    await marked
    if (reading.kind === 'unreadable') return await failed(reading.reason)
    if (reading.kind === 'picture') {
      await files.put(pictureKey(id), reading.jpeg, 'image/jpeg')
      return await markSeen(db, id, clock.now())
    }
    const { pages, note } = reading
    if (pages.every(({ units }) => units.length === 0))
      return await markUnread(db, id, { status: 'no_text', reason: NO_TEXT, pages: pages.length, now: clock.now() })
    await writeText(db, id, { pages, note, ...(await foundIn(deps, pages, row.name)), now: clock.now() })
  } catch (error) {
    // A stop does not use up an attempt.
    if (error instanceof ReadingStopped) return await enqueueReading(db, id)
    if (isLastAttempt) await failed(READING_FAILED)
    throw error
  }
}

/** Indexes again a file that was read before. Its text stays the same. */
async function index(deps: ReadingDeps, id: string): Promise<void> {
  const { db, reader } = deps
  const row = await findDocument(db, id, null)
  if (row?.status !== 'ready') return
  const texts: string[] = []
  for await (const pages of eachPageOf(db, id)) texts.push(...pages.map(({ text }) => text))
  const reading = await reader.readPages(texts)
  if (reading.kind !== 'text') throw new Error(`the pages of ${id} could not be indexed again`)
  await rewriteIndex(db, id, { pages: reading.pages, ...(await foundIn(deps, reading.pages, row.name)) })
}

/** Finds the terms of a text, and what it is about. */
async function foundIn({ clock }: ReadingDeps, pages: ReadPage[], name: string) {
  const pieces = pages.flatMap(({ text, units }, at) =>
    units.map((unit) => ({ ...unit, text: text.slice(unit.start, unit.end), page: at + 1 })),
  )
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  return { index: await indexOf(pieces, rest), overview: overviewOf(pieces, name, today) }
}

/** Deletes the files of a deleted document. */
async function clear({ files }: ReadingDeps, { id, type }: { id: string; type: DocumentType }): Promise<void> {
  for (const key of fileKeys(id, type)) await files.delete(key)
}

/** Restarts readings whose job is lost, and indexes files that were read before the current index. */
async function sweep({ db, clock }: ReadingDeps): Promise<void> {
  const now = clock.now()
  for (const id of await listStuck(db, now.subtract({ minutes: READING_MINUTES }))) await enqueueReading(db, id)
  await enqueueIndexing(db, await listToIndex(db))
}
