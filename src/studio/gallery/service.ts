import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { imageNotFound, imageOf } from '../image/domain.ts'
import type { FoundImages, ImagePage } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

export type PageAsked = { limit: number; cursor?: string | undefined }

/** One more is fetched than is answered: whether there is another page. */
function pageOf(found: rows.ListedImage[], { limit }: PageAsked, order: rule.Order = 'newest'): ImagePage {
  const last = found.length > limit ? found[limit - 1] : undefined
  return {
    images: found.slice(0, limit).map(imageOf),
    nextCursor: last ? rule.writeCursor(order, { atMicros: last.at_micros, id: last.id }) : null,
  }
}

const placeOf = ({ limit, cursor }: PageAsked, order: rule.Order = 'newest') => ({
  after: rule.readCursor(cursor, order),
  limit: limit + 1,
})

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
    async listAll(page: PageAsked): Promise<ImagePage> {
      return pageOf(await rows.listShown(db, null, placeOf(page)), page)
    },

    /** The public ones of one creator. @throws DomainError invalid */
    async listOfCreator(accountId: string, page: PageAsked): Promise<ImagePage> {
      return pageOf(await rows.listShown(db, accountId, placeOf(page)), page)
    },

    /** Public ones by words of the prompt, the beginning of the creator's name, or both. @throws DomainError invalid */
    async search(asked: { query: string; creator: string; sortBy: rule.Order }, page: PageAsked): Promise<FoundImages> {
      const order = asked.sortBy
      const wanted = rule.wantedOf(asked)
      const at = { ...placeOf(page, order), order, mostCounted: rule.MOST_COUNTED }
      const { images, ...counted } = await rows.search(db, wanted, at)
      return { ...pageOf(images, page, order), ...counted }
    },

    /** Everything of an account, with what an admin removed. @throws DomainError unauthenticated, not_found, invalid */
    async listOwn(actor: Actor, accountId: string, page: PageAsked): Promise<ImagePage> {
      const of = { accountId: await requireOwn(actor, accountId), isRemovedLeftOut: false }
      return pageOf(await rows.listOwn(db, of, placeOf(page)), page)
    },

    /** What is left of it to look at. @throws DomainError unauthenticated, not_found, invalid */
    async listRecent(actor: Actor, accountId: string, page: PageAsked): Promise<ImagePage> {
      const of = { accountId: await requireOwn(actor, accountId), isRemovedLeftOut: true }
      return pageOf(await rows.listOwn(db, of, placeOf(page)), page)
    },

    /** Public ones of those that the actor follows. @throws DomainError unauthenticated, invalid */
    async listFollowing(actor: Actor, page: PageAsked): Promise<ImagePage> {
      const { accountId } = requireAccount(actor)
      return pageOf(await rows.listFollowed(db, accountId, placeOf(page)), page)
    },

    /** Made of an image. @throws DomainError not_found, invalid */
    async listRemixes(actor: Actor, id: string, page: PageAsked): Promise<ImagePage> {
      const looker =
        actor.kind === 'account'
          ? { accountId: actor.accountId, isAdmin: actor.role === 'admin' }
          : { accountId: null, isAdmin: false }
      const found = isUuid(id) ? await rows.listRemixes(db, id, looker, placeOf(page)) : null
      if (!found) throw imageNotFound()
      return pageOf(found, page)
    },
  }
}

export type GalleryService = ReturnType<typeof createGalleryService>
