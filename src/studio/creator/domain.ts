import type { Viewer } from '../../platform/actor.ts'
import { DomainError, invalid, notFound } from '../../platform/errors.ts'
import { renditionKey } from '../../platform/photo.ts'
import * as t from '../text/creator.ts'
import type { PublicProfile } from './contract.ts'

export type CreatorRow = {
  account_id: string
  username: string
  bio: string
  picture_key: string | null
  gallery_count: number
  follower_count: number
  following_count: number
  created_at: Date
  is_private: boolean
  is_suspended: boolean
  is_following: boolean
}

export function profileOf(row: CreatorRow, { accountId }: Viewer): PublicProfile {
  const isOwn = accountId === row.account_id
  return {
    anonymous_username: row.username,
    bio: row.bio,
    picture: row.picture_key && `/files/${renditionKey(row.picture_key, 'small', 'webp')}`,
    gallery_count: row.gallery_count,
    follower_count: row.follower_count,
    following_count: row.following_count,
    created_at: row.created_at.toISOString(),
    isFollowing: accountId === null || isOwn ? null : row.is_following,
    isOwn,
    isPrivate: row.is_private,
  }
}

export const profileNotFound = () => notFound(t.profileNotFound(), 'profile_not_found')
export const ownProfile = () => invalid([{ path: 'username', message: t.notYourself() }], 'own_profile')
/** An account gets its profile on its first visit to a page. */
export const noOwnProfile = () => new DomainError('conflict', 'no_profile', t.noOwnProfile())
