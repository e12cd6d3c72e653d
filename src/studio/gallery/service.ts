import { type Actor, requireAccount, viewerOf } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { ID, INTEGER, type PageAsked, readPage } from '../../platform/paging.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import { imageNotFound, imageOf } from '../image/domain.ts'
import * as t from '../text/gallery.ts'
import type { FoundImages, ImagePage } from './contract.ts'
import { MOST_COUNTED, ORDERS, type Order, wantedOf } from './domain.ts'
import {
  isAccount,
  type ListedImage,
  listFollowed,
  listImagesOf,
  listRemixImages,
  listShown,
  searchImages,
} from './repository.ts'

/** A list continues after the time of its last image, in microseconds, and its id. */
const PLACE = { at_micros: INTEGER, id: ID }

type GalleryDeps = { db: Database }

/** Lists images, newest first. Public images look the same to everyone. */
export const createGalleryService = (deps: GalleryDeps) =>
  withDeps(deps, { listAll, listOfCreator, search, listOwn, listRecent, listFollowing, listRemixes })

export type GalleryService = ReturnType<typeof createGalleryService>

/** Lists the public images of all creators. @throws DomainError invalid */
const listAll = (deps: GalleryDeps, asked: PageAsked) => listPublic(deps, null, asked)

/** Lists the public images of one creator. @throws DomainError invalid */
const listOfCreator = (deps: GalleryDeps, accountId: string, asked: PageAsked) => listPublic(deps, accountId, asked)

/** Finds public images by words of the prompt, the beginning of the creator's name, or both. @throws DomainError invalid */
async function search(
  { db }: GalleryDeps,
  asked: { query: string; creator: string; sortBy: Order },
  pageAsked: PageAsked,
): Promise<FoundImages> {
  const order = asked.sortBy
  const wanted = wantedOf(asked)
  const page = readImages(pageAsked, order)
  const { images, ...counted } = await searchImages(db, wanted, { ...page, order, mostCounted: MOST_COUNTED })
  return { ...pageOf(page, images), ...counted }
}

/**
 * Lists all images of an account, even those that an admin removed.
 * @throws DomainError unauthenticated, not_found, invalid
 */
const listOwn = (deps: GalleryDeps, actor: Actor, accountId: string, asked: PageAsked) =>
  listOfAccount(deps, actor, { accountId, isRemovedLeftOut: false }, asked)

/**
 * Lists an account's images except those that an admin removed.
 * @throws DomainError unauthenticated, not_found, invalid
 */
const listRecent = (deps: GalleryDeps, actor: Actor, accountId: string, asked: PageAsked) =>
  listOfAccount(deps, actor, { accountId, isRemovedLeftOut: true }, asked)

/** Lists public images of the creators that the actor follows. @throws DomainError unauthenticated, invalid */
async function listFollowing({ db }: GalleryDeps, actor: Actor, asked: PageAsked): Promise<ImagePage> {
  const { accountId } = requireAccount(actor)
  const page = readImages(asked)
  return pageOf(page, await listFollowed(db, accountId, page))
}

/** Lists the images that were made from an image. @throws DomainError not_found, invalid */
async function listRemixes({ db }: GalleryDeps, actor: Actor, id: string, asked: PageAsked): Promise<ImagePage> {
  const page = readImages(asked)
  const found = isUuid(id) ? await listRemixImages(db, id, viewerOf(actor), page) : null
  if (!found) throw imageNotFound()
  return pageOf(page, found)
}

async function listPublic({ db }: GalleryDeps, accountId: string | null, asked: PageAsked): Promise<ImagePage> {
  const page = readImages(asked)
  return pageOf(page, await listShown(db, accountId, page))
}

/** Only an admin sees the images of another account. */
async function listOfAccount(
  { db }: GalleryDeps,
  actor: Actor,
  of: { accountId: string; isRemovedLeftOut: boolean },
  asked: PageAsked,
): Promise<ImagePage> {
  const account = requireAccount(actor)
  const isOwn = of.accountId === account.accountId
  const maySee = isOwn || (account.role === 'admin' && isUuid(of.accountId) && (await isAccount(db, of.accountId)))
  if (!maySee) throw notFound(t.noSuchImages(), 'images_not_found')
  const page = readImages(asked)
  return pageOf(page, await listImagesOf(db, of, page))
}

/** @throws DomainError invalid */
const readImages = (asked: PageAsked, order: Order = 'newest') => readPage(PLACE, asked, { of: ORDERS, is: order })

function pageOf(page: ReturnType<typeof readImages>, found: ListedImage[]): ImagePage {
  const { shown, nextCursor } = page.cut(found)
  return { images: shown.map(imageOf), nextCursor }
}
