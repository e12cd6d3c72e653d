import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type AccountActor, type Actor, requireAccount, requireAdmin } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { type Issue, invalid } from '../../platform/errors.ts'
import { readPhone } from '../../platform/phone.ts'
import { photoKeyOf } from '../../platform/photo.ts'
import type { NewProperty, Property, PropertyChange, PropertyForm } from './contract.ts'
import {
  ADMIN_STATUSES,
  contactMissing,
  editedElsewhere,
  newSlug,
  notYourPhoto,
  onlyAdminStatus,
  ownerView,
  type PropertyContent,
  type PropertyRow,
  photosWanted,
  type ShownPhoto,
  timeZoneKept,
} from './domain.ts'
import { attested, contentAfter, contentOf, inFormOrder, propertyIssues } from './form-domain.ts'
import { getOwnRow, type PropertyDeps } from './own-property-service.ts'
import { storePhoto } from './photo-service.ts'
import type { Sample } from './ports.ts'
import {
  findPhotos,
  hasSlug,
  hasUpcoming,
  insertProperty,
  isPhotoConflict,
  isUnreachable,
  lockProperty,
  replacePhotos,
  updateProperty,
} from './repository.ts'

type New = { slug: string; ownerId: string; createdBy?: string }

/**
 * Adds a property. It is listed and books automatically unless the form says otherwise.
 * @throws DomainError unauthenticated, invalid, forbidden (sold or rented), conflict (the agent cannot be reached, or
 *   has showings that one person cannot do alone)
 */
export async function add(deps: PropertyDeps, actor: Actor, { shows_alone, ...form }: NewProperty): Promise<Property> {
  const { clock, db, keepOwnTime } = deps
  const account = requireAccount(actor)
  const content = await contentFrom(deps, account, form, null)
  refuseAdminStatus(account, content, null)
  const { accountId } = account
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    if (shows_alone !== undefined) await keepOwnTime(tx, accountId, { shows_alone }, now)
    const row = await insert(deps, content, { slug: newSlug(now), ownerId: accountId }, tx)
    if (!row) throw new Error('a new slug was taken')
    return ownerView(row)
  })
}

/**
 * Adds properties, all or none.
 * @throws DomainError unauthenticated, invalid, forbidden (sold or rented), conflict (the agent cannot be reached)
 */
export async function addAll(deps: PropertyDeps, actor: Actor, forms: PropertyForm[]): Promise<Property[]> {
  const { clock, db } = deps
  const account = requireAccount(actor)
  const contents: PropertyContent[] = []
  for (const form of forms) {
    const content = await contentFrom(deps, account, form, null)
    refuseAdminStatus(account, content, null)
    contents.push(content)
  }
  return db.transaction().execute(async (tx) => {
    const added: Property[] = []
    for (const content of contents) {
      const row = await insert(deps, content, { slug: newSlug(clock.now()), ownerId: account.accountId }, tx)
      if (!row) throw new Error('a new slug was taken')
      added.push(ownerView(row))
    }
    return added
  })
}

/**
 * Adds a property as an admin for an agent, who then owns it. Only the address is required (booking.md section 5).
 * @param wanted.agentIssues errors in the choice of the agent, reported with the rest
 * @param wanted.also work for the same transaction
 * @throws DomainError unauthenticated, forbidden, invalid
 */
export async function addFor(deps: PropertyDeps, actor: Actor, wanted: NewForAgent): Promise<Property> {
  const { clock, db } = deps
  const account = requireAdmin(actor)
  const content = await contentFrom(deps, account, wanted.form, null, { issues: wanted.agentIssues })
  const origin = { slug: newSlug(clock.now()), ownerId: wanted.agentId, createdBy: account.accountId }
  return db.transaction().execute(async (tx) => {
    const row = await insert(deps, { ...content, status: wanted.status }, origin, tx)
    if (!row) throw new Error('a new slug was taken')
    const property = ownerView(row)
    await wanted.also(tx, property)
    return property
  })
}

/**
 * Changes only the fields in the form. A change without effect also succeeds, so that it can be repeated.
 * @throws DomainError unauthenticated, not_found, invalid, forbidden (sold or rented), conflict (changed elsewhere
 *   since `version`; a time zone that showings need; the agent cannot be reached)
 */
export async function change(deps: PropertyDeps, actor: Actor, id: string, form: PropertyChange): Promise<Property> {
  const account = requireAccount(actor)
  // A change without a version applies to the newest.
  for (let tries = 0; tries < 20; tries++) {
    const row = await getOwnRow(deps, account, id)
    const content = await contentFrom(deps, account, form, row)
    refuseAdminStatus(account, content, row)
    if (isDeepStrictEqual(content, contentOf(row))) return ownerView(row)
    if (form.version !== undefined && form.version !== row.version) throw editedElsewhere(row.version)
    const changed = await store(deps, row, content).catch(refuse)
    if (changed) return ownerView(changed)
  }
  throw new Error(`property ${id} kept changing`)
}

/** Adds the sample properties for this agent. Existing ones stay as they are. */
export async function seedProperties(deps: PropertyDeps, agentId: string): Promise<void> {
  const { samples } = deps
  await Promise.all(samples.map((sample) => seed(deps, sample, agentId)))
}

/**
 * Finds the photos that a form sets: those that the property shows, and uploads by the account or the property's agent,
 * whose photo an admin may have to restore.
 * @returns no photos if the form has none, or an issue for each photo that is not theirs
 */
async function photosOf(
  { db }: PropertyDeps,
  account: AccountActor,
  form: PropertyForm,
  row: PropertyRow | null,
): Promise<{ photos?: ShownPhoto[]; issues: Issue[] }> {
  const before = row?.photos ?? []
  const wanted = photosWanted(form, before)
  if (!wanted) return { issues: [] }
  const keys = wanted.flatMap(({ url }) => photoKeyOf(url) ?? [])
  const uploaders = [account.accountId, ...(row ? [row.owner_id] : [])]
  const uploads = await findPhotos(db, keys, uploaders)
  const photos = wanted.map(({ url, caption }) => {
    const key = photoKeyOf(url)
    const photo = [...before, ...uploads].find((one) => one.key === key)
    return photo && { ...photo, caption }
  })
  const issues = wanted.flatMap(({ path }, at) => (photos[at] ? [] : [notYourPhoto(path)]))
  return { photos: photos.filter((photo) => photo !== undefined), issues }
}

/** @throws DomainError invalid (every issue, in the form's order) */
async function contentFrom(
  deps: PropertyDeps,
  account: AccountActor,
  form: PropertyForm,
  row: PropertyRow | null,
  forAgent: { issues: Issue[] } | null = null,
) {
  const { clock } = deps
  const issues: Issue[] = propertyIssues(form, { isNew: row === null, isForAgent: forAgent !== null })
  issues.push(...(forAgent?.issues ?? []))
  const { photos, issues: ofPhotos } = await photosOf(deps, account, form, row)
  issues.push(...ofPhotos)
  if (issues.length > 0) throw invalid(inFormOrder(issues))
  const before = row && contentOf(row)
  const by = {
    accountId: account.accountId,
    at: new Date(clock.now().epochMilliseconds),
    saysConsent: form.resident_text_consent === true,
  }
  return { ...attested(withShownPhones(contentAfter(form, before)), before, by), ...(photos && { photos }) }
}

/** @returns `null` if someone else was faster */
async function store(
  { clock, db }: PropertyDeps,
  row: PropertyRow,
  content: PropertyContent,
): Promise<PropertyRow | null> {
  const now = clock.now()
  const change = { id: row.id, version: row.version, content, now }
  const isMoved = content.time_zone !== row.time_zone
  const hasOtherPhotos = !isDeepStrictEqual(content.photos, row.photos)
  if (!isMoved && !hasOtherPhotos) return updateProperty(db, change)
  return db.transaction().execute(async (tx) => {
    if (isMoved) await lockProperty(tx, row.id)
    if (isMoved && (await hasUpcoming(tx, row.id, now))) throw timeZoneKept()
    const changed = await updateProperty(tx, change)
    if (!changed || !hasOtherPhotos) return changed
    await replacePhotos(tx, row.id, content.photos)
    return { ...changed, photos: content.photos }
  })
}

function insert(
  { db, clock }: PropertyDeps,
  content: PropertyContent,
  { slug, ownerId, createdBy = ownerId }: New,
  tx?: Database,
) {
  const now = clock.now()
  const origin = {
    id: randomUUIDv7(),
    slug,
    owner_id: ownerId,
    created_by: createdBy,
    created_at: now,
    updated_at: now,
  }
  const property = { ...content, ...origin }
  const inserted = tx ? insertProperty(tx, property) : db.transaction().execute((own) => insertProperty(own, property))
  return inserted.catch(refuse)
}

async function seed(deps: PropertyDeps, { property, drawPhoto }: Sample, agentId: string): Promise<void> {
  const { db, clock } = deps
  if (await hasSlug(db, property.slug)) return
  const photo = await storePhoto(deps, await drawPhoto(), { accountId: null, salt: '' })
  const by = { accountId: agentId, at: new Date(clock.now().epochMilliseconds), saysConsent: true }
  const photos = [{ ...photo, caption: null }]
  const content = { ...attested(withShownPhones(contentAfter(property, null)), null, by), photos }
  await insert(deps, content, { slug: property.slug, ownerId: agentId })
}

type Status = PropertyRow['status']

type NewForAgent = {
  agentId: string
  agentIssues: Issue[]
  form: PropertyForm
  status: PropertyRow['status']
  also: (tx: Database, property: Property) => Promise<void>
}

/** Formats phones as we store them, so that the same number in another spelling is not a change. */
const withShownPhones = (content: PropertyContent): PropertyContent => ({
  ...content,
  agent_phone: content.agent_phone && readPhone(content.agent_phone).text,
  owner_phone: content.owner_phone && readPhone(content.owner_phone).text,
  resident_phone: content.resident_phone && readPhone(content.resident_phone).text,
})

/** Lets only admins set sold and rented. Agents can unlist. */
function refuseAdminStatus({ role }: AccountActor, next: { status: Status }, before: { status: Status } | null): void {
  const isForAdmin = next.status !== before?.status && ADMIN_STATUSES.includes(next.status)
  if (isForAdmin && role !== 'admin') throw onlyAdminStatus()
}

/** Translates the error if the sweep deleted a photo after we found it. */
function refuse(error: unknown): never {
  if (isPhotoConflict(error)) throw invalid([notYourPhoto('photos')])
  throw isUnreachable(error) ? contactMissing() : error
}
