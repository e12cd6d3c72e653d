import { usernameIssues } from '../../account/profile/domain.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PageAsked } from '../../platform/paging.ts'
import type { GalleryService } from '../gallery/service.ts'
import type { CreatorPage, Following } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

type Parts = { db: Database; clock: Clock; gallery: Pick<GalleryService, 'listOfCreator'> }

const lookerOf = (actor: Actor): rule.Looker =>
  actor.kind === 'account'
    ? { accountId: actor.accountId, isAdmin: actor.role === 'admin' }
    : { accountId: null, isAdmin: false }

/** Creators as others see them, and who follows whom. */
export function createCreatorService({ db, clock, gallery }: Parts) {
  const findRow = async (username: string, looker: rule.Looker) =>
    usernameIssues(username, 'username').length > 0 ? null : rows.findCreator(db, username, looker.accountId)

  async function find(username: string, looker: rule.Looker): Promise<rule.CreatorRow> {
    const row = await findRow(username, looker)
    // Whoever follows knows the name, and may stop.
    if (!row || !(rule.maySee(row, looker) || row.is_following)) throw rule.profileNotFound()
    return row
  }

  async function setFollow(actor: Actor, username: string, isWanted: boolean): Promise<Following> {
    const { accountId } = requireAccount(actor)
    const looker = lookerOf(actor)
    const creator = await find(username, looker)
    if (creator.account_id === accountId) throw rule.ownProfile()
    const change = { followerId: accountId, creatorId: creator.account_id, isWanted, at: clock.now() }
    const outcome = await rows.setFollow(db, change)
    if (outcome === 'no_follower') throw rule.noOwnProfile()
    const now = outcome === 'done' && (await rows.findCreator(db, username, accountId))
    if (!now) throw rule.profileNotFound()
    return { isFollowing: now.is_following, follower_count: now.follower_count }
  }

  return {
    /** With a page of the public images. @throws DomainError not_found, invalid */
    async find(actor: Actor, username: string, page: PageAsked): Promise<CreatorPage> {
      const looker = lookerOf(actor)
      const row = await findRow(username, looker)
      if (!row || !rule.maySee(row, looker)) throw rule.profileNotFound()
      return { profile: rule.profileOf(row, looker), ...(await gallery.listOfCreator(row.account_id, page)) }
    },

    /** @throws DomainError unauthenticated, not_found */
    async isFollowing(actor: Actor, username: string): Promise<boolean> {
      requireAccount(actor)
      return (await find(username, lookerOf(actor))).is_following
    },

    /** @throws DomainError unauthenticated, not_found, invalid (oneself), conflict (one has no profile) */
    follow: (actor: Actor, username: string) => setFollow(actor, username, true),
    /** @throws DomainError unauthenticated, not_found, invalid (oneself) */
    unfollow: (actor: Actor, username: string) => setFollow(actor, username, false),
  }
}

export type CreatorService = ReturnType<typeof createCreatorService>
