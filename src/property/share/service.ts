import { createHash, createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { fileNamePart } from '../../platform/file-name.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { PdfRenderer } from '../../platform/pdf-document.ts'
import { renditionKey } from '../../platform/photo.ts'
import { isUuid } from '../../platform/uuid.ts'
import { isSlugOrId, propertyNotFound } from '../property/domain.ts'
import type { PropertyService } from '../property/service.ts'
import type { ShareCounts, SharedProperty } from './contract.ts'
import * as rule from './domain.ts'
import { flyerOf, previewOf } from './messages.ts'
import type { Flyer, PreviewDrawer, QrCodes } from './ports.ts'
import * as rows from './repository.ts'

/** Who looks or shares; `purpose` is what the browser says of a fetch ahead. */
export type Looker = { address: string; userAgent: string | undefined; purpose: string | undefined }

export type ShareParts = {
  db: Database
  clock: Clock
  /** Of the server; who looked is only kept as a hash keyed by it. */
  secret: string
  publicUrl: string
  properties: Pick<PropertyService, 'findPublic'>
  files: FileStore
  drawer: PreviewDrawer
  codes: QrCodes
  pdf: PdfRenderer<Flyer>
}

/** A new drawing of the same facts is another picture. */
const DRAWING = 1

export function createShareService({ db, clock, secret, publicUrl, properties, files, ...parts }: ShareParts) {
  const visitorKey = createHmac('sha256', secret).update('property_visit').digest()
  const drawing = new Map<string, Promise<Uint8Array>>()

  /** @throws DomainError not_found */
  async function findShared(slugOrId: string) {
    const wanted = { slug: slugOrId, id: isUuid(slugOrId) ? slugOrId : null }
    const found = isSlugOrId(slugOrId) ? await rows.findShared(db, wanted) : null
    if (!found) throw rule.notShared()
    return found
  }

  async function countsOf(slugOrId: string): Promise<ShareCounts> {
    const { id: _, ...counts } = await findShared(slugOrId)
    return counts
  }

  /** The same only for one home and one hour: rows of two homes or hours cannot be told to be one person's. */
  const visitorOf = (looker: Looker, propertyId: string, hour: Temporal.Instant) =>
    createHmac('sha256', visitorKey)
      .update([propertyId, hour.toString(), looker.address, looker.userAgent ?? ''].join('\n'))
      .digest()
      .subarray(0, 16)

  const isPerson = ({ userAgent, purpose }: Looker) => !!userAgent && !isbot(userAgent) && !rule.isPrefetch(purpose)

  const versionOf = (home: Parameters<typeof previewOf>[0] & { photo: { url: string } | null }) =>
    createHash('sha256')
      .update(JSON.stringify([DRAWING, previewOf(home), home.photo?.url ?? null]))
      .digest('hex')
      .slice(0, 16)

  async function photoOf(photoKey: string | null): Promise<Uint8Array | null> {
    return photoKey ? ((await files.get(renditionKey(photoKey, 'large', 'webp')))?.bytes ?? null) : null
  }

  /** From the file store if it is of this version, else drawn and stored in the place of the older one. */
  async function storedPreview(home: Awaited<ReturnType<PropertyService['findPublic']>>, version: string) {
    const key = `previews/${home.id}.jpg`
    const stored = await files.get(key)
    if (stored && parts.drawer.isMarked(stored.bytes, version)) return stored.bytes
    const photo = await photoOf(photoKeyOf(home.photo?.url))
    const picture = await parts.drawer.draw({ ...previewOf(home), photo }, version)
    await files.put(key, picture, 'image/jpeg')
    return picture
  }

  /** Many may ask for a new picture at once: it is drawn for all of them once. */
  function previewOnce(home: Awaited<ReturnType<PropertyService['findPublic']>>, version: string) {
    const name = rule.previewName(home.id, version)
    const running = drawing.get(name)
    if (running) return running
    const mine = storedPreview(home, version).finally(() => drawing.delete(name))
    drawing.set(name, mine)
    return mine
  }

  /** @throws DomainError unauthenticated, not_found */
  async function own(actor: Actor, id: string) {
    const account = requireAccount(actor)
    const home = await rows.findOwn(db, { id, ownerId: account.role === 'admin' ? null : account.accountId })
    if (!home) throw propertyNotFound(id)
    return { home, url: publicUrl + rule.bookingPath(home.slug) }
  }

  return {
    /** A listed home by its slug or id, with its counts. @throws DomainError not_found */
    async find(slugOrId: string): Promise<SharedProperty> {
      const { id, ...counts } = await findShared(slugOrId)
      const home = await properties.findPublic(id)
      return {
        ...home,
        ...counts,
        share_url: publicUrl + rule.sharePath(home.slug),
        booking_url: publicUrl + rule.bookingPath(home.slug),
        preview: {
          ...rule.PREVIEW,
          url: `${publicUrl}/files/previews/${rule.previewName(home.id, versionOf(home))}`,
          alt: `${home.full_address}: book a private showing`,
        },
      }
    },

    /** A person counts once an hour; bots and browsers that fetch ahead do not. @throws DomainError not_found */
    async view(slugOrId: string, looker: Looker): Promise<ShareCounts> {
      const { id: propertyId } = await findShared(slugOrId)
      const now = clock.now()
      const hour = rule.hourOf(now)
      if (isPerson(looker)) {
        await rows.countView(db, { propertyId, hour, now, visitor: visitorOf(looker, propertyId, hour) })
      }
      return countsOf(propertyId)
    },

    /** @throws DomainError not_found */
    async share(slugOrId: string, looker: Looker): Promise<ShareCounts> {
      const { id: propertyId } = await findShared(slugOrId)
      if (isPerson(looker)) await rows.countShare(db, { propertyId, now: clock.now() })
      return countsOf(propertyId)
    },

    /**
     * The picture of a listed home as it is now, whatever version is asked for; `isCurrent` if it is the one.
     * @param name the last part of its address @throws DomainError not_found
     */
    async preview(name: string): Promise<{ picture: Uint8Array<ArrayBuffer>; isCurrent: boolean }> {
      const asked = rule.parsePreviewName(name)
      if (!asked) throw notFound('There is no such file.', 'file_not_found')
      const home = await properties.findPublic(asked.propertyId)
      const version = versionOf(home)
      const picture = (await previewOnce(home, version)) as Uint8Array<ArrayBuffer>
      return { picture, isCurrent: asked.version === version }
    },

    /** The code of a home's booking link. @throws DomainError unauthenticated, not_found */
    async qrCode(actor: Actor, id: string): Promise<Uint8Array<ArrayBuffer>> {
      const { url } = await own(actor, id)
      return (await parts.codes.png(url)) as Uint8Array<ArrayBuffer>
    },

    /** @throws DomainError unauthenticated, not_found */
    async flyer(actor: Actor, id: string): Promise<{ pdf: Uint8Array<ArrayBuffer>; fileName: string }> {
      const { home, url } = await own(actor, id)
      const [svg, photo] = await Promise.all([parts.codes.svg(url), photoOf(home.photo_key)])
      const pdf = await parts.pdf.render({ ...flyerOf(home, { url, svg }), photo })
      return {
        pdf: pdf as Uint8Array<ArrayBuffer>,
        fileName: `flyer-${fileNamePart(home.address_line1) || 'home'}.pdf`,
      }
    },

    /** Who looked is forgotten after two hours: the counts remain. */
    async forgetVisitors(): Promise<void> {
      await rows.deleteVisits(db, rule.hourOf(clock.now()).subtract({ hours: 1 }))
    },
  }
}

export type ShareService = ReturnType<typeof createShareService>

/** `/files/photos/<hash>-1200.webp` is a rendition of `photos/<hash>`. */
const photoKeyOf = (url: string | undefined) => url?.replace(/^\/files\//, '').replace(/-\d+\.\w+$/, '') ?? null
