import { maySee, usernameIssues } from '../../account/profile/domain.ts'
import { type Actor, requireAccount, type Viewer, viewerOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PageAsked } from '../../platform/paging.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { GalleryService } from '../gallery/service.ts'
import type { CreatorPage, Following } from './contract.ts'
import { type CreatorRow, noOwnProfile, ownProfile, profileNotFound, profileOf } from './domain.ts'
import { findCreator, markFollow } from './repository.ts'

type CreatorDeps = { db: Database; clock: Clock; gallery: Pick<GalleryService, 'listOfCreator'> }

/** Creators as others see them, and who follows them. */
export const createCreatorService = (deps: CreatorDeps) => withDeps(deps, { find, isFollowing, follow, unfollow })

export type CreatorService = ReturnType<typeof createCreatorService>

/** Finds a creator with a page of their public images. @throws DomainError not_found, invalid */
async function find(deps: CreatorDeps, actor: Actor, username: string, page: PageAsked): Promise<CreatorPage> {
  const viewer = viewerOf(actor)
  const row = await findRow(deps, username, viewer)
  if (!row || !maySee(row, viewer)) throw profileNotFound()
  return { profile: profileOf(row, viewer), ...(await deps.gallery.listOfCreator(row.account_id, page)) }
}

/** @throws DomainError unauthenticated, not_found */
async function isFollowing(deps: CreatorDeps, actor: Actor, username: string): Promise<boolean> {
  requireAccount(actor)
  return (await getSeenOrFollowed(deps, username, viewerOf(actor))).is_following
}

/** @throws DomainError unauthenticated, not_found, invalid (the actor's own profile), conflict (the actor has no profile) */
const follow = (deps: CreatorDeps, actor: Actor, username: string) => setFollow(deps, actor, username, true)

/** @throws DomainError unauthenticated, not_found, invalid (the actor's own profile) */
const unfollow = (deps: CreatorDeps, actor: Actor, username: string) => setFollow(deps, actor, username, false)

async function setFollow(deps: CreatorDeps, actor: Actor, username: string, isWanted: boolean): Promise<Following> {
  const { db, clock } = deps
  const { accountId } = requireAccount(actor)
  const creator = await getSeenOrFollowed(deps, username, viewerOf(actor))
  if (creator.account_id === accountId) throw ownProfile()
  const change = { followerId: accountId, creatorId: creator.account_id, isWanted, at: clock.now() }
  const outcome = await markFollow(db, change)
  if (outcome === 'no_follower') throw noOwnProfile()
  const now = outcome === 'done' && (await findCreator(db, username, accountId))
  if (!now) throw profileNotFound()
  return { isFollowing: now.is_following, follower_count: now.follower_count }
}

const findRow = async ({ db }: CreatorDeps, username: string, viewer: Viewer) =>
  usernameIssues(username, 'username').length > 0 ? null : findCreator(db, username, viewer.accountId)

/** A follower already knows the name of a profile that became private, and may unfollow it. */
async function getSeenOrFollowed(deps: CreatorDeps, username: string, viewer: Viewer): Promise<CreatorRow> {
  const row = await findRow(deps, username, viewer)
  if (!row || !(maySee(row, viewer) || row.is_following)) throw profileNotFound()
  return row
}
