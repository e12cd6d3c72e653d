import { createHash, randomUUIDv7 } from 'node:crypto'
import { maySee } from '../../account/profile/domain.ts'
import { type AccountActor, type Actor, requireAccount, scopeOf, viewerOf, visitor } from '../../platform/actor.ts'
import { removeEach } from '../../platform/db/deletion.ts'
import { notFound } from '../../platform/errors.ts'
import type { StoredFile } from '../../platform/file-store.ts'
import {
  photoFileKey,
  photoFileKeys,
  photoKeyOf,
  photoUrl,
  renditionKey,
  takeUpload,
  UNUSED_PHOTO_HOURS,
} from '../../platform/photo.ts'
import type { UploadedPhoto } from '../../platform/wire-values.ts'
import * as t from '../text/property.ts'
import type { PropertyPhoto } from './contract.ts'
import { type KeptPhoto, propertyNotFound } from './domain.ts'
import { getOwnRow, type PropertyDeps } from './own-property-service.ts'
import { deleteUnusedPhoto, findPhotoUse, insertPhoto, listUnusedPhotos, putPhoto } from './repository.ts'

/** @throws DomainError unauthenticated, invalid, too_large, wrong_type, unavailable */
export async function uploadPhoto(deps: PropertyDeps, actor: Actor, image: Blob | null): Promise<UploadedPhoto> {
  return uploaded(await keepUpload(deps, requireAccount(actor), image))
}

/** Uploads a photo and makes it the first of the caller's own property, in place of the old one. @throws DomainError not_found and those of `uploadPhoto` */
export async function uploadPhotoFor(
  deps: PropertyDeps,
  actor: Actor,
  id: string,
  image: Blob | null,
): Promise<PropertyPhoto> {
  const { db, clock } = deps
  const account = requireAccount(actor)
  await getOwnRow(deps, account, id)
  const photo = await keepUpload(deps, account, image)
  const version = await putPhoto(db, { id, ownerId: scopeOf(account), now: clock.now() }, photo.key)
  if (version === null) throw propertyNotFound(id)
  return { ...uploaded(photo), version }
}

/** Deletes uploads older than a day that no property (not even a deleted one) or profile shows. @returns how many */
export async function sweepPhotos({ clock, db, files }: PropertyDeps): Promise<number> {
  const before = clock.now().subtract({ hours: UNUSED_PHOTO_HOURS })
  const deleteFiles = async (key: string) => {
    for (const file of photoFileKeys(key)) await files.delete(file)
  }
  return removeEach(
    () => listUnusedPhotos(db, before, 100),
    (key) => deleteUnusedPhoto(db, key, () => deleteFiles(key)),
  )
}

/**
 * Opens one rendition of a photo. Everyone sees a property's photo, a profile's picture has the viewers of the profile,
 * and only its uploader sees a photo that nothing shows. It identifies the caller only where that matters.
 * @param name the last part of its URL
 * @returns `isLasting` if everyone may see and keep it, `isPublic` if everyone may see it now
 * @throws DomainError not_found
 */
export async function openPhoto({ db, files }: PropertyDeps, actor: () => Promise<Actor>, name: string) {
  const key = photoFileKey(name)
  const use = key && (await findPhotoUse(db, photoKeyOf(`/files/${key}`) ?? ''))
  if (!use) throw noFile()
  const isLasting = use.is_of_property
  const isPublic = isLasting || maySee(use, viewerOf(visitor))
  if (!isPublic && !maySee(use, viewerOf(await actor()))) throw noFile()
  const read = async (): Promise<StoredFile> => {
    const file = await files.get(key)
    if (!file) throw noFile()
    return file
  }
  return { isLasting, isPublic, read }
}

const noFile = () => notFound(t.noFile(), 'file_not_found')

/**
 * Makes and stores the renditions of a photo. Their keys contain a hash of their bytes, so the content of a key never
 * changes. It stores the row first, so that the sweep finds files left by a crash.
 * @param by.salt changes the key, so that each upload of the same photo has its own
 * @throws DomainError wrong_type, too_large
 */
export async function storePhoto(
  { photos, db, clock, files }: PropertyDeps,
  bytes: Uint8Array,
  by: { accountId: string | null; salt: string },
): Promise<KeptPhoto> {
  const { large, small, ...rendered } = await photos.render(bytes)
  const hash = createHash('sha256').update(by.salt)
  for (const part of [large.avif, large.webp, small.avif, small.webp]) hash.update(part)
  const photo = {
    key: `photos/${hash.digest('hex').slice(0, 40)}`,
    thumbhash: rendered.thumbhash,
    placeholder: rendered.placeholder,
    width: rendered.width,
    height: rendered.height,
  }
  await insertPhoto(db, photo, { accountId: by.accountId, at: clock.now() })
  await Promise.all(
    Object.entries({ large, small }).flatMap(([size, { avif, webp }]) => [
      files.put(renditionKey(photo.key, size as 'large' | 'small', 'avif'), avif, 'image/avif'),
      files.put(renditionKey(photo.key, size as 'large' | 'small', 'webp'), webp, 'image/webp'),
    ]),
  )
  return photo
}

/** @throws DomainError invalid, too_large, wrong_type, unavailable (it could not be stored) */
const keepUpload = (deps: PropertyDeps, { accountId }: AccountActor, image: Blob | null): Promise<KeptPhoto> =>
  takeUpload(image, (bytes) => storePhoto(deps, bytes, { accountId, salt: randomUUIDv7() }))

const uploaded = (photo: KeptPhoto): UploadedPhoto => ({
  imageUrl: photoUrl(photo.key),
  thumbhash: photo.thumbhash,
  width: photo.width,
  height: photo.height,
})
