import { hash, randomBytes } from 'node:crypto'
import { type Actor, requireAccount, type Viewer, viewerOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { FileStore, StoredFile } from '../../platform/file-store.ts'
import { isWrittenUuid } from '../../platform/uuid.ts'
import type { UsedParams } from './contract.ts'
import {
  fileNotFound,
  imageNotFound,
  lookName,
  originalKey,
  PREVIEW_SIDE,
  printKey,
  printKeys,
  readFileName,
  sourceOf,
} from './domain.ts'
import type { ImageProcessor, Print } from './ports.ts'
import { deleteOfAccount, emptyTrash, findFileFacts, findOwn, type OwnImage, trash } from './repository.ts'

export type FileDeps = { db: Database; clock: Clock; files: FileStore; imageProcessor: ImageProcessor }

/** Maximum time between writing the files and inserting their row. */
const UNCLAIMED_HOURS = 1
const SWEEP = 200
const ERASED_AT_ONCE = 20

/**
 * Opens a file of the shown image. It identifies the caller only if the image is private.
 * @param name `<look>-256.webp`
 * @returns `read` reads it; `tag` identifies its bytes, which never change under this name
 * @throws DomainError not_found
 */
export async function openFile({ db, files }: FileDeps, actor: () => Promise<Actor>, id: string, name: string) {
  const asked = readFileName(name)
  const facts = asked && isWrittenUuid(id) ? await findFileFacts(db, id) : null
  if (!asked || facts?.look !== asked.look) throw fileNotFound()
  if (!facts.isPublic) {
    const { accountId, isAdmin } = viewerOf(await actor())
    if (!isAdmin && accountId !== facts.account_id) throw fileNotFound()
  }
  const read = async (): Promise<StoredFile> => {
    const file = await files.get(printKey(id, facts.sha256, asked.print))
    if (!file) throw fileNotFound()
    return file
  }
  return { isPublic: facts.isPublic, tag: `${facts.sha256}-${asked.print}`, read }
}

/** Opens the drawing without its filter and in its own size. @throws DomainError unauthenticated, not_found */
export async function openOriginal(deps: FileDeps, actor: Actor, id: string): Promise<StoredFile> {
  await getOwn(deps, actor, id)
  return getFile(deps, originalKey(id))
}

/** Draws small previews of every filter on one sheet. @throws DomainError unauthenticated, not_found */
export async function previewLooks(deps: FileDeps, actor: Actor, id: string): Promise<Uint8Array> {
  const { bytes } = await openOriginal(deps, actor, id)
  return deps.imageProcessor.sheet(bytes, PREVIEW_SIDE)
}

/** Doubles the size of the shown image. @throws DomainError unauthenticated, not_found */
export async function enlarge(deps: FileDeps, actor: Actor, id: string): Promise<Uint8Array> {
  const own = await getOwn(deps, actor, id)
  const { bytes } = await getFile(deps, printKey(id, own.sha256, 'full.png'))
  return deps.imageProcessor.enlarge(bytes, factsOf(own.used_params))
}

/** Deletes all images of an account that is being deleted, with their files. It may be called again. */
export async function eraseAll({ db, files }: FileDeps, accountId: string): Promise<void> {
  for (let isLast = false; !isLast; )
    await db.transaction().execute(async (tx) => {
      const deleted = await deleteOfAccount(tx, accountId, ERASED_AT_ONCE)
      // Delete files before their rows: after a crash, the next call still finds the rows, and the receipt promises
      // that the files are gone.
      await Promise.all(deleted.flatMap(({ id, sha256 }) => allKeys(id, sha256)).map(files.delete))
      isLast = deleted.length < ERASED_AT_ONCE
    })
}

/** Deletes the files in the trash that are due. @returns how many */
export async function sweep({ db, clock, files }: FileDeps): Promise<number> {
  for (let swept = 0; ; ) {
    const count = await emptyTrash(db, { now: clock.now(), limit: SWEEP }, files.delete)
    swept += count
    if (count < SWEEP) return swept
  }
}

/** Gets an image for its creator or an admin. @throws DomainError unauthenticated, not_found */
export async function getOwn(
  { db }: FileDeps,
  actor: Actor,
  id: string,
): Promise<OwnImage & { viewer: Viewer; isOthers: boolean }> {
  const { accountId } = requireAccount(actor)
  const viewer = viewerOf(actor)
  const own = await findOwn(db, id, viewer)
  if (!own) throw imageNotFound()
  return { ...own, viewer, isOthers: own.account_id !== accountId }
}

export async function getFile({ files }: FileDeps, key: string): Promise<StoredFile> {
  const file = await files.get(key)
  if (!file) throw imageNotFound()
  return file
}

/** Writes files. It puts them in the trash first, so that the sweep finds the leftovers of a crash. */
export async function write(
  { db, clock, files }: FileDeps,
  list: { key: string; bytes: Uint8Array; contentType: string }[],
): Promise<void> {
  const keys = list.map(({ key }) => key)
  await trash(db, keys, clock.now().add({ hours: UNCLAIMED_HOURS }))
  await Promise.all(list.map(({ key, bytes, contentType }) => files.put(key, bytes, contentType)))
}

/** Deletes files at once. A file that cannot be deleted now stays in the trash for the sweep. */
export const deleteNow = ({ db, clock, files }: FileDeps, keys: string[]) =>
  emptyTrash(db, { now: clock.now(), limit: keys.length, keys }, files.delete).catch(() => 0)

export const allKeys = (id: string, sha256: string) => [originalKey(id), ...printKeys(id, sha256)]

export const printedFiles = (id: string, { sha256, files }: Print) =>
  files.map(({ name, bytes, contentType }) => ({ key: printKey(id, sha256, name), bytes, contentType }))

export const factsOf = (params: UsedParams) => ({ source: sourceOf(params.engine), label: params.label, params })

/** Makes a random name for a look. It is in the URLs of the image's files, and in the column `look`. */
export const newLookName = () => lookName(randomBytes(18))

/** Side of the shown image in pixels: 512 for `512x512`. */
export const sizeOf = ({ image_size }: UsedParams) => Number.parseInt(image_size, 10)
export const hashOf = (bytes: Uint8Array) => hash('sha256', bytes)
