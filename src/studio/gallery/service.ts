import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { ID, INTEGER, type PageAsked, readPage } from '../../platform/paging.ts'
import { isUuid } from '../../platform/uuid.ts'
import { imageNotFound, imageOf } from '../image/domain.ts'
import type { FoundImages, ImagePage } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

/** Lists go on by the moment of an image in microseconds, and by its id. */
const PLACE = { at_micros: INTEGER, id: ID }

/** @throws DomainError invalid */
const readImages = (asked: PageAsked, order: rule.Order = 'newest') =>
  readPage(PLACE, asked, { of: rule.ORDERS, is: order })

function pageOf(page: ReturnType<typeof readImages>, found: rows.ListedImage[]): ImagePage {
  const { shown, nextCursor } = page.cut(found)
  return { images: shown.map(imageOf), nextCursor }
}

/** Lists of images, newest first. What is public looks the same to everybody. */
export function createGalleryService({ db }: { db: Database }) {
  /** @throws DomainError unauthenticated, not_found (somebody else's, but for an admin, or nobody's) */
  async function requireOwn(actor: Actor, accountId: string): Promise<string> {
    const account = requireAccount(actor)
    if (accountId === account.accountId) return accountId
    const isAccount = account.role === 'admin' && isUuid(accountId) && (await rows.isAccount(db, accountId))
    if (!isAccount) throw notFound('There are no such images.', 'images_not_found')
    return accountId
  }

  return {
    /** Everybody's public ones. @throws DomainError invalid */
    async listAll(asked: PageAsked): Promise<ImagePage> {
      const page = readImages(asked)
      return pageOf(page, await rows.listShown(db, null, page))
    },

    /** The public ones of one creator. @throws DomainError invalid */
    async listOfCreator(accountId: string, asked: PageAsked): Promise<ImagePage> {
      const page = readImages(asked)
      return pageOf(page, await rows.listShown(db, accountId, page))
    },

    /** Public ones by words of the prompt, the beginning of the creator's name, or both. @throws DomainError invalid */
    async search(
      asked: { query: string; creator: string; sortBy: rule.Order },
      pageAsked: PageAsked,
    ): Promise<FoundImages> {
      const order = asked.sortBy
      const wanted = rule.wantedOf(asked)
      const page = readImages(pageAsked, order)
      const { images, ...counted } = await rows.search(db, wanted, { ...page, order, mostCounted: rule.MOST_COUNTED })
      return { ...pageOf(page, images), ...counted }
    },

    /** Everything of an account, with what an admin removed. @throws DomainError unauthenticated, not_found, invalid */
    async listOwn(actor: Actor, accountId: string, asked: PageAsked): Promise<ImagePage> {
      const of = { accountId: await requireOwn(actor, accountId), isRemovedLeftOut: false }
      const page = readImages(asked)
      return pageOf(page, await rows.listOwn(db, of, page))
    },

    /** What is left of it to look at. @throws DomainError unauthenticated, not_found, invalid */
    async listRecent(actor: Actor, accountId: string, asked: PageAsked): Promise<ImagePage> {
      const of = { accountId: await requireOwn(actor, accountId), isRemovedLeftOut: true }
      const page = readImages(asked)
      return pageOf(page, await rows.listOwn(db, of, page))
    },

    /** Public ones of those that the actor follows. @throws DomainError unauthenticated, invalid */
    async listFollowing(actor: Actor, asked: PageAsked): Promise<ImagePage> {
      const { accountId } = requireAccount(actor)
      const page = readImages(asked)
      return pageOf(page, await rows.listFollowed(db, accountId, page))
    },

    /** Made of an image. @throws DomainError not_found, invalid */
    async listRemixes(actor: Actor, id: string, asked: PageAsked): Promise<ImagePage> {
      const looker =
        actor.kind === 'account'
          ? { accountId: actor.accountId, isAdmin: actor.role === 'admin' }
          : { accountId: null, isAdmin: false }
      const page = readImages(asked)
      const found = isUuid(id) ? await rows.listRemixes(db, id, looker, page) : null
      if (!found) throw imageNotFound()
      return pageOf(page, found)
    },
  }
}

export type GalleryService = ReturnType<typeof createGalleryService>
