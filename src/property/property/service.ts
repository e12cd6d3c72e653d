import { createHash, randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type AccountActor, type Actor, requireAccount, requireAdmin } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, type Issue, invalid, notFound } from '../../platform/errors.ts'
import type { FileStore, StoredFile } from '../../platform/file-store.ts'
import { ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { readPhone } from '../../platform/phone.ts'
import {
  MAX_PHOTO_BYTES,
  noPhoto,
  type PhotoRenderer,
  photoFileKey,
  photoFileKeys,
  photoKeyOf,
  photoTooLarge,
  photoUrl,
  renditionKey,
  uploadFailed,
} from '../../platform/photo.ts'
import { searchWords } from '../../platform/search-words.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { UploadedPhoto } from '../../platform/wire-values.ts'
import type { Property, PropertyChange, PropertyForm, PropertyPage, PropertyPhoto, PublicProperty } from './contract.ts'
import * as rule from './domain.ts'
import { attested, contentAfter, contentOf, inFormOrder, propertyIssues } from './form-domain.ts'
import type { Sample } from './ports.ts'
import * as rows from './repository.ts'

type Parts = { db: Database; clock: Clock; files: FileStore; photos: PhotoRenderer; samples: Sample[] }

/** An admin's are all. */
const scopeOf = ({ role, accountId }: AccountActor) => ({ ownerId: role === 'admin' ? null : accountId })

export function createPropertyService({ db, clock, files, photos, samples }: Parts) {
  /**
   * Makes and keeps the renditions of a photo. Their keys hold a hash of their bytes: one key never changes what it shows.
   * Its row comes first, so that whatever a crash leaves of its files is found and swept.
   * @param by.salt makes the key another one, so that whoever uploads the same photo again has one of his own
   * @throws DomainError wrong_type, too_large
   */
  async function storePhoto(
    bytes: Uint8Array,
    by: { accountId: string | null; salt: string },
  ): Promise<rows.KeptPhoto> {
    const { large, small, ...rendered } = await photos.render(bytes)
    const hash = createHash('sha256').update(by.salt)
    for (const part of [large.avif, large.webp, small.avif, small.webp]) hash.update(part)
    const photo = {
      photo_key: `photos/${hash.digest('hex').slice(0, 40)}`,
      photo_thumbhash: rendered.thumbhash,
      photo_placeholder: rendered.placeholder,
      photo_width: rendered.width,
      photo_height: rendered.height,
    }
    await rows.insertPhoto(db, photo, { accountId: by.accountId, at: clock.now() })
    await Promise.all(
      Object.entries({ large, small }).flatMap(([size, { avif, webp }]) => [
        files.put(renditionKey(photo.photo_key, size as 'large' | 'small', 'avif'), avif, 'image/avif'),
        files.put(renditionKey(photo.photo_key, size as 'large' | 'small', 'webp'), webp, 'image/webp'),
      ]),
    )
    return photo
  }

  /** @throws DomainError invalid, too_large, wrong_type, unavailable (it could not be kept) */
  async function keepUpload({ accountId }: AccountActor, image: Blob | null): Promise<rows.KeptPhoto> {
    if (!image) throw noPhoto()
    if (image.size > MAX_PHOTO_BYTES) throw photoTooLarge()
    try {
      return await storePhoto(new Uint8Array(await image.arrayBuffer()), { accountId, salt: randomUUIDv7() })
    } catch (error) {
      throw error instanceof DomainError ? error : uploadFailed(error)
    }
  }

  /** @throws DomainError not_found */
  async function find(account: AccountActor, id: string): Promise<rule.PropertyRow> {
    const row = await rows.findProperty(db, { id, ...scopeOf(account) })
    if (!row) throw rule.propertyNotFound(id)
    return row
  }

  const isShown = (url: string, row: rule.PropertyRow | null) =>
    Boolean(row?.photo_key) && photoKeyOf(url) === row?.photo_key

  /**
   * The photo that a form puts on a home: an upload of one's own or of the home's agent, whose photo an admin may have to
   * put back, or the one that is on it already.
   * @returns nothing where it says nothing of the photo, or an issue
   */
  async function photoOf(account: AccountActor, form: PropertyForm, row: rule.PropertyRow | null) {
    const url = form.property_photo
    if (url === undefined || (url && isShown(url, row))) return {}
    if (!url) return { photo: NO_PHOTO }
    const key = photoKeyOf(url)
    const uploaders = [account.accountId, ...(row ? [row.owner_id] : [])]
    const photo = key && (await rows.findPhoto(db, key, uploaders))
    return photo ? { photo } : { issue: rule.notYourPhoto }
  }

  /** @throws DomainError invalid: every fault, in the form's order */
  async function contentFrom(
    account: AccountActor,
    form: PropertyForm,
    row: rule.PropertyRow | null,
    forAgent: { issues: Issue[] } | null = null,
  ) {
    const issues: Issue[] = propertyIssues(form, { isNew: row === null, isForAgent: forAgent !== null })
    issues.push(...(forAgent?.issues ?? []))
    const { photo, issue } = await photoOf(account, form, row)
    if (issue) issues.push(issue)
    if (issues.length > 0) throw invalid(inFormOrder(issues))
    const before = row && contentOf(row)
    const by = {
      accountId: account.accountId,
      at: new Date(clock.now().epochMilliseconds),
      saysConsent: form.resident_text_consent === true,
    }
    return { ...attested(withShownPhones(contentAfter(form, before)), before, by), ...photo }
  }

  /** @returns null: somebody else was faster */
  async function store(row: rule.PropertyRow, content: rule.PropertyContent): Promise<rule.PropertyRow | null> {
    const now = clock.now()
    const change = { id: row.id, version: row.version, content, now }
    if (content.time_zone === row.time_zone) return rows.updateProperty(db, change)
    return db.transaction().execute(async (tx) => {
      await rows.lockProperty(tx, row.id)
      if (await rows.hasUpcoming(tx, row.id, now)) throw rule.timeZoneKept()
      return rows.updateProperty(tx, change)
    })
  }

  type New = { slug: string; ownerId: string; createdBy?: string }
  const insert = (content: rule.PropertyContent, { slug, ownerId, createdBy = ownerId }: New, tx: Database = db) => {
    const now = clock.now()
    const told = {
      id: randomUUIDv7(),
      slug,
      owner_id: ownerId,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    }
    return rows.insertProperty(tx, { ...content, ...told }).catch(refuseListing)
  }

  async function seed({ property, drawPhoto }: Sample, agentId: string): Promise<void> {
    if (await rows.hasSlug(db, property.slug)) return
    const photo = await storePhoto(await drawPhoto(), { accountId: null, salt: '' })
    const by = { accountId: agentId, at: new Date(clock.now().epochMilliseconds), saysConsent: true }
    const content = { ...attested(withShownPhones(contentAfter(property, null)), null, by), ...photo }
    await insert(content, { slug: property.slug, ownerId: agentId })
  }

  return {
    /** A listed property by its slug, or by its id. @throws DomainError not_found */
    async findPublic(slugOrId: string): Promise<PublicProperty> {
      const wanted = { slug: slugOrId, id: isUuid(slugOrId) ? slugOrId : null }
      const row = rule.isSlugOrId(slugOrId) ? await rows.findListed(db, wanted) : null
      if (!row) throw rule.propertyNotFound(slugOrId)
      return rule.publicView(row)
    },

    /** An account's own properties, an admin's are all; newest first. @throws DomainError unauthenticated, invalid */
    async listOwn(actor: Actor, wanted: ListQuery): Promise<PropertyPage> {
      const account = requireAccount(actor)
      const { q = '', status, agent_id: agentId } = wanted
      const page = readPage({ id: ID }, wanted)
      const { ownerId } = scopeOf(account)
      if (ownerId && agentId && agentId !== ownerId) return NOTHING
      const scope = { ownerId: ownerId ?? agentId ?? null, words: searchWords(q) }
      const [found, counts] = await Promise.all([
        rows.listProperties(db, { ...scope, ...page, status }),
        rows.countProperties(db, scope),
      ])
      const { shown, nextCursor } = page.cut(found)
      return { properties: shown.map(rule.ownerView), nextCursor, counts }
    },

    /** @throws DomainError unauthenticated, not_found */
    async get(actor: Actor, id: string): Promise<Property> {
      return rule.ownerView(await find(requireAccount(actor), id))
    },

    /**
     * Listed and with automatic approval, unless the form says otherwise.
     * @throws DomainError unauthenticated, invalid, forbidden (sold or rented), conflict (the agent cannot be reached)
     */
    async add(actor: Actor, form: PropertyForm): Promise<Property> {
      const account = requireAccount(actor)
      const content = await contentFrom(account, form, null)
      refuseAdminStatus(account, content, null)
      const row = await insert(content, { slug: rule.newSlug(clock.now()), ownerId: account.accountId })
      if (!row) throw new Error('a new slug was taken')
      return rule.ownerView(row)
    },

    /**
     * An admin adds a home for an agent, whose it is from then on; only its address is needed (booking.md section 5).
     * @param wanted.agentIssues what is wrong with the choice of the agent, to be said with the rest
     * @param wanted.also what is done in the same transaction
     * @throws DomainError unauthenticated, forbidden, invalid
     */
    async addFor(actor: Actor, wanted: NewForAgent): Promise<Property> {
      const account = requireAdmin(actor)
      const content = await contentFrom(account, wanted.form, null, { issues: wanted.agentIssues })
      const told = { slug: rule.newSlug(clock.now()), ownerId: wanted.agentId, createdBy: account.accountId }
      return db.transaction().execute(async (tx) => {
        const row = await insert({ ...content, status: wanted.status }, told, tx)
        if (!row) throw new Error('a new slug was taken')
        const property = rule.ownerView(row)
        await wanted.also(tx, property)
        return property
      })
    },

    /**
     * Changes what is sent and nothing else. A change that changes nothing is answered like one that did, so that it can
     * be sent again.
     * @throws DomainError unauthenticated, not_found, invalid, forbidden (sold or rented), conflict (changed somewhere
     *   else since `version`; a time zone that showings need; the agent cannot be reached)
     */
    async change(actor: Actor, id: string, form: PropertyChange): Promise<Property> {
      const account = requireAccount(actor)
      // Whoever does not say on which version he builds builds on the newest.
      for (let tries = 0; tries < 20; tries++) {
        const row = await find(account, id)
        const content = await contentFrom(account, form, row)
        refuseAdminStatus(account, content, row)
        if (isDeepStrictEqual(content, contentOf(row))) return rule.ownerView(row)
        if (form.version !== undefined && form.version !== row.version) throw rule.editedElsewhere(row.version)
        const changed = await store(row, content).catch((error) => {
          throw rows.isPhotoConflict(error) ? invalid([rule.notYourPhoto]) : refuseListing(error)
        })
        if (changed) return rule.ownerView(changed)
      }
      throw new Error(`property ${id} kept changing`)
    },

    /**
     * Its bookings, payments and log stay. Who is just paying for a slot gets his money back.
     * @throws DomainError unauthenticated, not_found, conflict (showings are to come)
     */
    async remove(actor: Actor, id: string): Promise<void> {
      const account = requireAccount(actor)
      const outcome = await rows.deleteProperty(db, { id, ...scopeOf(account), now: clock.now() })
      if (outcome === 'missing') throw rule.propertyNotFound(id)
      if (outcome === 'upcoming') throw rule.upcomingShowings()
    },

    /** @throws DomainError unauthenticated, invalid, too_large, wrong_type, unavailable */
    async uploadPhoto(actor: Actor, image: Blob | null): Promise<UploadedPhoto> {
      return uploaded(await keepUpload(requireAccount(actor), image))
    },

    /** The same, and puts it on a home of one's own. @throws DomainError not_found and those of `uploadPhoto` */
    async uploadPhotoFor(actor: Actor, id: string, image: Blob | null): Promise<PropertyPhoto> {
      const account = requireAccount(actor)
      await find(account, id)
      const photo = await keepUpload(account, image)
      const version = await rows.putPhoto(db, { id, ...scopeOf(account), now: clock.now() }, photo)
      if (version === null) throw rule.propertyNotFound(id)
      return { ...uploaded(photo), version }
    },

    /** Deletes the uploads of yesterday and before that no home, deleted ones too, shows. @returns how many */
    async sweepPhotos(): Promise<number> {
      const before = clock.now().subtract({ hours: rule.UNUSED_PHOTO_HOURS })
      let swept = 0
      for (;;) {
        const keys = await rows.listUnusedPhotos(db, before, 100)
        let sweptNow = 0
        for (const key of keys) {
          const deleteFiles = async () => {
            for (const file of photoFileKeys(key)) await files.delete(file)
          }
          if (await rows.deleteUnusedPhoto(db, key, deleteFiles)) sweptNow++
        }
        swept += sweptNow
        if (sweptNow === 0) return swept
      }
    },

    /** One rendition of a photo. @param name the last part of its address @throws DomainError not_found */
    async photoFile(name: string): Promise<StoredFile> {
      const key = photoFileKey(name)
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

type Status = rule.PropertyRow['status']

type NewForAgent = {
  agentId: string
  agentIssues: Issue[]
  form: PropertyForm
  status: rule.PropertyRow['status']
  also: (tx: Database, property: Property) => Promise<void>
}

type ListQuery = PageAsked & {
  q?: string
  status?: rule.PropertyRow['status']
  agent_id?: string
}

const NOTHING: PropertyPage = { properties: [], nextCursor: null, counts: { listed: 0, unlisted: 0 } }

/** Phones as they are stored: the same number in another spelling is no change. */
const withShownPhones = (content: rule.PropertyContent): rule.PropertyContent => ({
  ...content,
  agent_phone: content.agent_phone && readPhone(content.agent_phone).text,
  owner_phone: content.owner_phone && readPhone(content.owner_phone).text,
  resident_phone: content.resident_phone && readPhone(content.resident_phone).text,
})

const NO_PHOTO: rule.PhotoColumns = {
  photo_key: null,
  photo_thumbhash: null,
  photo_placeholder: null,
  photo_width: null,
  photo_height: null,
}

/** Sold and rented are set by an admin; an agent unlists. */
function refuseAdminStatus({ role }: AccountActor, next: { status: Status }, before: { status: Status } | null): void {
  const isForAdmin = next.status !== before?.status && rule.ADMIN_STATUSES.includes(next.status)
  if (isForAdmin && role !== 'admin') throw rule.onlyAdminStatus()
}

function refuseListing(error: unknown): never {
  throw rows.isUnreachable(error) ? rule.contactMissing() : error
}

const uploaded = (photo: rows.KeptPhoto): UploadedPhoto => ({
  imageUrl: photoUrl(photo.photo_key),
  thumbhash: photo.photo_thumbhash ?? '',
  width: photo.photo_width ?? 0,
  height: photo.photo_height ?? 0,
})
