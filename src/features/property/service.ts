import { createHash, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { PropertyPage, PublicProperty } from './contract.ts'
import * as rule from './domain.ts'
import type { FileStore, PhotoRenderer, Sample, StoredFile } from './ports.ts'
import * as rows from './repository.ts'

type Parts = { db: Database; clock: Clock; files: FileStore; photos: PhotoRenderer; samples: Sample[] }

export function createPropertyService({ db, clock, files, photos, samples }: Parts) {
  /**
   * Makes and keeps the renditions of a photo. Their keys hold a hash of their bytes: one key never changes what it shows.
   * @throws DomainError wrong_type, too_large
   */
  async function storePhoto(bytes: Uint8Array): Promise<rule.PhotoColumns> {
    const { large, small, ...photo } = await photos.render(bytes)
    const hash = createHash('sha256')
    for (const part of [large.avif, large.webp, small.avif, small.webp]) hash.update(part)
    const photoKey = `photos/${hash.digest('hex').slice(0, 40)}`
    await Promise.all(
      Object.entries({ large, small }).flatMap(([size, { avif, webp }]) => [
        files.put(rule.renditionKey(photoKey, size as 'large' | 'small', 'avif'), avif, 'image/avif'),
        files.put(rule.renditionKey(photoKey, size as 'large' | 'small', 'webp'), webp, 'image/webp'),
      ]),
    )
    return {
      photo_key: photoKey,
      photo_thumbhash: photo.thumbhash,
      photo_placeholder: photo.placeholder,
      photo_width: photo.width,
      photo_height: photo.height,
    }
  }

  async function seed({ property, drawPhoto }: Sample, agentId: string): Promise<void> {
    if (await rows.hasSlug(db, property.slug)) return
    const photo = await storePhoto(await drawPhoto())
    const now = clock.now()
    const isAttested = property.resident_phone && property.resident_text_consent
    await rows.insertUnlessSlugTaken(db, {
      ...property,
      ...photo,
      id: randomUUIDv7(),
      owner_id: agentId,
      created_by: agentId,
      time_zone: rule.timeZoneOfState(property.state),
      resident_text_attested_by: isAttested ? agentId : null,
      resident_text_attested_at: isAttested ? now : null,
      created_at: now,
    })
  }

  return {
    storePhoto,

    /** A listed property by its slug, or by its id. @throws DomainError not_found */
    async findPublic(slugOrId: string): Promise<PublicProperty> {
      const wanted = { slug: slugOrId, id: rule.isUuid(slugOrId) ? slugOrId : null }
      const row = rule.isSlugOrId(slugOrId) ? await rows.findListed(db, wanted) : null
      if (!row) throw rule.propertyNotFound(slugOrId)
      return rule.publicView(row)
    },

    /** An account's own properties, an admin's are all; newest first. @throws DomainError unauthenticated, invalid */
    async listOwn(actor: Actor, { limit, cursor }: { limit: number; cursor?: string }): Promise<PropertyPage> {
      const account = requireAccount(actor)
      if (cursor && !rule.isUuid(cursor)) throw invalid([{ path: 'cursor', message: 'This cursor is not one of ours' }])
      const found = await rows.listProperties(db, {
        ownerId: account.role === 'admin' ? null : account.accountId,
        beforeId: cursor ?? null,
        limit: limit + 1,
      })
      const shown = found.slice(0, limit)
      return {
        properties: shown.map(rule.ownerView),
        nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
      }
    },

    /** One rendition of a photo. @param name the last part of its address @throws DomainError not_found */
    async photoFile(name: string): Promise<StoredFile> {
      const key = rule.photoFileKey(name)
      const file = key && (await files.get(key))
      if (!file) throw notFound('There is no such file.', 'file_not_found')
      return file
    },

    /** The sample homes, owned by this agent. Those that are there, in whatever state, stay as they are. */
    async seedProperties(agentId: string): Promise<void> {
      await Promise.all(samples.map((sample) => seed(sample, agentId)))
    },
  }
}

export type PropertyService = ReturnType<typeof createPropertyService>
