import type { AuditService } from '../../account/area.ts'
import type { ActKind } from '../../account/audit/contract.ts'
import { type Actor, viewerOf } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { Image, ImageReceipt, Visibility } from './contract.ts'
import {
  imageHasChanged,
  imageIsRemoved,
  imageNotFound,
  imageOf,
  isFilter,
  lookIssues,
  noImage,
  notPublishedByAdmins,
  originalKey,
  printKeys,
  strengthOf,
} from './domain.ts'
import { discard, insert, keep } from './drawn-image-service.ts'
import {
  allKeys,
  deleteNow,
  enlarge,
  eraseAll,
  type FileDeps,
  factsOf,
  getFile,
  getOwn,
  hashOf,
  newLookName,
  openFile,
  openOriginal,
  previewLooks,
  printedFiles,
  sizeOf,
  sweep,
  write,
} from './file-service.ts'
import {
  deleteImage,
  findByHash,
  findImage,
  markRemoved,
  markRestored,
  takeOut,
  trash,
  updateLook,
  updateVisibility,
} from './repository.ts'

type ImageDeps = FileDeps & { audit: Pick<AuditService, 'record'> }

/** Images and their files. */
export const createImageService = (deps: ImageDeps) =>
  withDeps(deps, {
    keep,
    insert,
    discard,
    find,
    setVisibility,
    changeLook,
    delete: deleteWithFiles,
    remove,
    restore,
    openFile,
    openOriginal,
    previewLooks,
    enlarge,
    verify,
    eraseAll,
    sweep,
  })

export type ImageService = ReturnType<typeof createImageService>

/** @throws DomainError not_found */
async function find({ db }: ImageDeps, actor: Actor, id: string): Promise<Image> {
  const row = await findImage(db, id, viewerOf(actor))
  if (!row) throw imageNotFound()
  return imageOf(row)
}

/**
 * Shows or hides an image. An admin may hide another creator's image, but may not publish it.
 * @throws DomainError unauthenticated, forbidden, not_found, conflict (removed by an admin)
 */
async function setVisibility(deps: ImageDeps, actor: Actor, id: string, visibility: Visibility): Promise<Image> {
  const own = await getOwn(deps, actor, id)
  if (own.isOthers && visibility === 'public') throw notPublishedByAdmins()
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const change = await updateVisibility(tx, { id, viewer: own.viewer, visibility, look: newLookName() })
    if (change === 'changed' && own.visibility !== visibility) await record(deps, tx, actor, own, 'image.hide')
    return change
  })
  if (outcome === 'missing') throw imageNotFound()
  if (outcome === 'removed') throw imageIsRemoved()
  return find(deps, actor, id)
}

/**
 * Shows an image through another filter; the drawing itself does not change. It is free, and only for its creator.
 * @throws DomainError invalid, unauthenticated, not_found, conflict (it changed in the meantime)
 */
async function changeLook(
  deps: ImageDeps,
  actor: Actor,
  id: string,
  asked: { filter: string; strength: number },
): Promise<Image> {
  const { db, clock, imageProcessor } = deps
  const own = await getOwn(deps, actor, id)
  if (own.isOthers) throw imageNotFound()
  const issues = lookIssues(asked)
  if (issues.length > 0 || !isFilter(asked.filter)) throw invalid(issues)
  const look = { filter: asked.filter, strength: strengthOf(asked.filter, asked.strength) }
  if (look.filter === own.filter && look.strength === own.filter_strength) return find(deps, actor, id)
  const original = await getFile(deps, originalKey(id))
  const params = { ...own.used_params, filter: look.filter, filter_strength: look.strength }
  const print = await imageProcessor.print(original.bytes, { size: sizeOf(params), facts: factsOf(params), look })
  await write(deps, printedFiles(id, print))
  const keys = printKeys(id, print.sha256)
  const old = printKeys(id, own.sha256).filter((key) => !keys.includes(key))
  await db.transaction().execute(async (tx) => {
    const after = {
      look: newLookName(),
      sha256: print.sha256,
      thumbhash: print.thumbhash,
      used_params: params,
      filter: look.filter,
      filter_strength: look.strength,
    }
    if (!(await updateLook(tx, own, after))) throw imageHasChanged()
    if (!(await takeOut(tx, keys))) throw imageHasChanged()
    await trash(tx, old, clock.now())
  })
  await deleteNow(deps, old)
  return find(deps, actor, id)
}

/** Deletes an image with all its files. @throws DomainError unauthenticated, not_found */
async function deleteWithFiles(deps: ImageDeps, actor: Actor, id: string): Promise<void> {
  const own = await getOwn(deps, actor, id)
  const keys = await deps.db.transaction().execute(async (tx) => {
    const deleted = await deleteImage(tx, id, own.viewer)
    if (!deleted) throw imageNotFound()
    await record(deps, tx, actor, own, 'image.delete')
    const all = allKeys(id, deleted.sha256)
    await trash(tx, all, deps.clock.now())
    return all
  })
  await deleteNow(deps, keys)
}

/**
 * Removes an image for an admin, whom the caller has checked. Then only its creator and admins see it.
 * @returns `null` if there is no such image, or it was already removed
 */
const remove = ({ clock }: ImageDeps, tx: Database, { id, reason }: { id: string; reason: string }) =>
  markRemoved(tx, { id, reason, look: newLookName(), at: clock.now() })

/** Undoes `remove`: everyone who could see the image sees it again. @returns `null` if no removed image has this ID */
const restore = (_: ImageDeps, tx: Database, id: string) => markRestored(tx, id)

/**
 * Tells whether we made these exact bytes: they are the PNG of an image that the actor may see, or its drawing.
 * @throws DomainError invalid (no file)
 */
async function verify(deps: ImageDeps, actor: Actor, upload: Blob | null): Promise<ImageReceipt> {
  if (!upload) throw noImage()
  const sha256 = hashOf(new Uint8Array(await upload.arrayBuffer()))
  const found = await findByHash(deps.db, sha256, viewerOf(actor))
  return {
    isMadeHere: found !== null,
    sha256,
    isOriginal: found?.isOriginal ?? false,
    image: found && (await find(deps, actor, found.id)),
  }
}

/** Records what an admin does with another creator's image. */
async function record(
  { audit }: ImageDeps,
  tx: Database,
  actor: Actor,
  own: { id: string; isOthers: boolean },
  act: ActKind,
) {
  if (own.isOthers) await audit.record(actor, { act, subjectKind: 'image', subjectId: own.id, details: {} }, tx)
}
