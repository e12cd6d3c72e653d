import { hash, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { FileStore, StoredFile } from '../../platform/file-store.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { FilePage, OracleFile, OracleFiles } from './contract.ts'
import {
  type DocumentRow,
  fileEmpty,
  fileMissing,
  fileName,
  fileOf,
  fileTooLarge,
  MAX_BYTES,
  MAX_FILE_BYTES,
  MAX_FILES,
  noConversation,
  noFile,
  noPage,
  notKept,
  originalKey,
  tooManyFiles,
  wrongType,
} from './domain.ts'
import type { TypeSniffer } from './ports.ts'
import { deleteDocument, enqueueReading, findDocument, findPage, insertUpload, listDocuments } from './repository.ts'

type DocumentDeps = {
  db: Database
  clock: Clock
  files: FileStore
  sniffer: TypeSniffer
  /** Checks whether a connected model can see pictures. */
  canSee(): boolean
}

/** Files that people upload for the Oracle belong only to them. No admin sees them. */
export const createDocumentService = (deps: DocumentDeps) =>
  withDeps(deps, { upload, list, get, page, content, remove })

export type DocumentService = ReturnType<typeof createDocumentService>

/**
 * @param file `null` if the form has none @throws DomainError invalid, too_large, wrong_type, conflict, not_found,
 * unavailable
 */
async function upload(
  { db, clock, files, sniffer, canSee }: DocumentDeps,
  actor: Actor,
  file: File | null,
  conversationId: string | null,
): Promise<OracleFile> {
  const { accountId } = requireAccount(actor)
  if (!file) throw fileMissing()
  if (file.size > MAX_FILE_BYTES) throw fileTooLarge()
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) throw fileEmpty()
  const sniffed = await sniffer.typeOf(bytes, file.name)
  if (!sniffed.type) throw wrongType(sniffed.reason)
  const { type } = sniffed
  const id = randomUUIDv7()
  const row = await insertUpload(
    db,
    {
      id,
      accountId,
      conversationId,
      type,
      name: fileName(file.name, type),
      sizeBytes: bytes.length,
      sha256: hash('sha256', bytes),
      now: clock.now(),
    },
    { files: MAX_FILES, bytes: MAX_BYTES },
  )
  if (row === 'full') throw tooManyFiles()
  if (row === 'no_conversation') throw noConversation()
  // Insert the row before the file, so that the sweep finds the leftovers of a crash between the two.
  await files.put(originalKey(id, type), bytes, type).catch(async (error) => {
    await deleteDocument(db, id, null)
    throw notKept(error)
  })
  await enqueueReading(db, id)
  return fileOf(row, canSee())
}

async function list(
  { db, canSee }: DocumentDeps,
  actor: Actor,
  {
    conversationId,
    inDeleted = false,
    ...asked
  }: PageAsked & { conversationId?: string | undefined; inDeleted?: boolean | undefined },
): Promise<OracleFiles> {
  const { accountId } = requireAccount(actor)
  const range = readPage({ id: ID }, asked)
  const { shown, nextCursor } = range.cut(await listDocuments(db, { ...range, accountId, conversationId, inDeleted }))
  return { files: shown.map((row) => fileOf(row, canSee())), nextCursor }
}

const get = async ({ db, canSee }: DocumentDeps, actor: Actor, id: string): Promise<OracleFile> =>
  fileOf(await getOwn(db, actor, id), canSee())

async function page({ db }: DocumentDeps, actor: Actor, id: string, number: number): Promise<FilePage> {
  const { name, pages } = await getOwn(db, actor, id)
  const found = await findPage(db, id, number)
  if (!found || pages === null) throw noPage()
  return { fileId: id, name, number, pages, text: found.text }
}

/** Returns the original file. */
async function content(
  { db, files }: DocumentDeps,
  actor: Actor,
  id: string,
): Promise<StoredFile & Pick<DocumentRow, 'name'>> {
  const { name, type } = await getOwn(db, actor, id)
  const file = await files.get(originalKey(id, type))
  if (!file) throw noFile()
  return { ...file, name }
}

async function remove({ db }: DocumentDeps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteDocument(db, id, requireAccount(actor).accountId))) throw noFile()
}

async function getOwn(db: Database, actor: Actor, id: string): Promise<DocumentRow> {
  const row = await findDocument(db, id, requireAccount(actor).accountId)
  if (!row) throw noFile()
  return row
}
