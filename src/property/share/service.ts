import { createHash, createHmac } from 'node:crypto'
import { type Actor, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { fileNamePart } from '../../platform/file-name.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { photoKeyOf, renditionKey } from '../../platform/photo.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import { isPerson, type Viewer } from '../../platform/viewer.ts'
import { isSlugOrId, propertyNotFound } from '../property/domain.ts'
import type { PropertyService } from '../property/service.ts'
import * as t from '../text/share.ts'
import type { ShareCounts, SharedProperty } from './contract.ts'
import { bookingPath, hourOf, notShared, PREVIEW, parsePreviewName, previewName, sharePath } from './domain.ts'
import { flyerOf, previewOf } from './messages.ts'
import type { Flyer, PreviewDrawer, QrCodes } from './ports.ts'
import { countShare, countView, deleteVisits, findOwn, findShared as findSharedRow } from './repository.ts'

type ShareDeps = {
  db: Database
  clock: Clock
  /** Server secret. Visitors are stored only as a hash keyed by it. */
  secret: string
  publicUrl: string
  properties: Pick<PropertyService, 'findPublic'>
  files: FileStore
  drawer: PreviewDrawer
  codes: QrCodes
  pdf: PdfRenderer<Flyer>
  /** Pictures that are being drawn, by name. */
  drawing: Map<string, Promise<Uint8Array>>
}

/** Version of the drawing. Change it when the same facts draw another picture. */
const DRAWING = 1

export const createShareService = (deps: Omit<ShareDeps, 'drawing'>) =>
  withDeps({ ...deps, drawing: new Map() }, { find, view, share, preview, qrCode, flyer, forgetVisitors })

export type ShareService = ReturnType<typeof createShareService>

/** Finds a listed property by slug or ID, with its counts. @throws DomainError not_found */
async function find(deps: ShareDeps, slugOrId: string): Promise<SharedProperty> {
  const { properties, publicUrl } = deps
  const { id, ...counts } = await findShared(deps, slugOrId)
  const property = await properties.findPublic(id)
  return {
    ...property,
    ...counts,
    share_url: publicUrl + sharePath(property.slug),
    booking_url: publicUrl + bookingPath(property.slug),
    preview: {
      ...PREVIEW,
      url: `${publicUrl}/files/previews/${previewName(property.id, versionOf(property))}`,
      alt: t.previewAlt({ address: property.full_address }),
    },
  }
}

/** Counts a view once per person and hour, without bots and prefetching. @throws DomainError not_found */
async function view(deps: ShareDeps, slugOrId: string, viewer: Viewer): Promise<ShareCounts> {
  const { clock, db } = deps
  const { id: propertyId } = await findShared(deps, slugOrId)
  const now = clock.now()
  const hour = hourOf(now)
  if (isPerson(viewer)) {
    await countView(db, { propertyId, hour, now, visitor: visitorOf(deps, viewer, propertyId, hour) })
  }
  return countsOf(deps, propertyId)
}

/** @throws DomainError not_found */
async function share(deps: ShareDeps, slugOrId: string, viewer: Viewer): Promise<ShareCounts> {
  const { db, clock } = deps
  const { id: propertyId } = await findShared(deps, slugOrId)
  if (isPerson(viewer)) await countShare(db, { propertyId, now: clock.now() })
  return countsOf(deps, propertyId)
}

/**
 * Returns the current picture of a listed property, whichever version is requested. `isCurrent` is `true` if it is that
 * version.
 * @param name the last part of its URL
 * @throws DomainError not_found
 */
async function preview(
  deps: ShareDeps,
  name: string,
): Promise<{ picture: Uint8Array<ArrayBuffer>; isCurrent: boolean }> {
  const { properties } = deps
  const asked = parsePreviewName(name)
  if (!asked) throw notFound(t.noFile(), 'file_not_found')
  const property = await properties.findPublic(asked.propertyId)
  const version = versionOf(property)
  const picture = (await previewOnce(deps, property, version)) as Uint8Array<ArrayBuffer>
  return { picture, isCurrent: asked.version === version }
}

/** Returns the QR code of a property's booking link. @throws DomainError unauthenticated, not_found */
async function qrCode(deps: ShareDeps, actor: Actor, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const { codes } = deps
  const { url } = await own(deps, actor, id)
  return (await codes.png(url)) as Uint8Array<ArrayBuffer>
}

/** @throws DomainError unauthenticated, not_found */
async function flyer(
  deps: ShareDeps,
  actor: Actor,
  id: string,
): Promise<{ pdf: Uint8Array<ArrayBuffer>; name: string }> {
  const { codes, pdf } = deps
  const { property, url } = await own(deps, actor, id)
  const [svg, photo] = await Promise.all([codes.svg(url), photoOf(deps, property.photo_key)])
  const flyer = await pdf.render({ ...flyerOf(property, { url, svg }), photo })
  return {
    pdf: flyer as Uint8Array<ArrayBuffer>,
    name: `flyer-${fileNamePart(property.address_line1) || 'home'}`,
  }
}

/** Forgets visitors after two hours. The counts remain. */
async function forgetVisitors({ db, clock }: ShareDeps): Promise<void> {
  await deleteVisits(db, hourOf(clock.now()).subtract({ hours: 1 }))
}

/** @throws DomainError not_found */
async function findShared({ db }: ShareDeps, slugOrId: string) {
  const wanted = { slug: slugOrId, id: isUuid(slugOrId) ? slugOrId : null }
  const found = isSlugOrId(slugOrId) ? await findSharedRow(db, wanted) : null
  if (!found) throw notShared()
  return found
}

async function countsOf(deps: ShareDeps, slugOrId: string): Promise<ShareCounts> {
  const { id: _, ...counts } = await findShared(deps, slugOrId)
  return counts
}

/** Hashes a visitor for one property and hour, so that no one can link the rows of one person. */
const visitorOf = ({ secret }: ShareDeps, viewer: Viewer, propertyId: string, hour: Temporal.Instant) =>
  createHmac('sha256', createHmac('sha256', secret).update('property_visit').digest())
    .update([propertyId, hour.toString(), viewer.address, viewer.userAgent ?? ''].join('\n'))
    .digest()
    .subarray(0, 16)

const versionOf = (property: Parameters<typeof previewOf>[0] & { photo: { url: string } | null }) =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, previewOf(property), property.photo?.url ?? null]))
    .digest('hex')
    .slice(0, 16)

async function photoOf({ files }: ShareDeps, photoKey: string | null): Promise<Uint8Array | null> {
  return photoKey ? ((await files.get(renditionKey(photoKey, 'large', 'webp')))?.bytes ?? null) : null
}

/** Returns the stored picture of this version, or draws and stores it in place of the older one. */
async function storedPreview(
  deps: ShareDeps,
  property: Awaited<ReturnType<PropertyService['findPublic']>>,
  version: string,
) {
  const { files, drawer } = deps
  const key = `previews/${property.id}.jpg`
  const stored = await files.get(key)
  if (stored && drawer.isMarked(stored.bytes, version)) return stored.bytes
  const photo = await photoOf(deps, property.photo && photoKeyOf(property.photo.url))
  const picture = await drawer.draw({ ...previewOf(property), photo }, version)
  await files.put(key, picture, 'image/jpeg')
  return picture
}

/** Draws a new picture once for everyone who asks at the same time. */
function previewOnce(deps: ShareDeps, property: Awaited<ReturnType<PropertyService['findPublic']>>, version: string) {
  const { drawing } = deps
  const name = previewName(property.id, version)
  const running = drawing.get(name)
  if (running) return running
  const mine = storedPreview(deps, property, version).finally(() => drawing.delete(name))
  drawing.set(name, mine)
  return mine
}

/** @throws DomainError unauthenticated, not_found */
async function own({ db, publicUrl }: ShareDeps, actor: Actor, id: string) {
  const property = await findOwn(db, { id, ownerId: scopeOf(actor) })
  if (!property) throw propertyNotFound(id)
  return { property, url: publicUrl + bookingPath(property.slug) }
}
