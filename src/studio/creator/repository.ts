import { sql } from 'kysely'
import { constraintOf, type Database } from '../../platform/db/connect.ts'
import type { CreatorRow } from './domain.ts'

/** Finds a creator by username, ignoring case. @param viewerId account that `is_following` is for */
export async function findCreator(db: Database, username: string, viewerId: string | null): Promise<CreatorRow | null> {
  const { rows } = await sql<CreatorRow>`
    select p.account_id, p.username, p.bio, p.picture_key, p.gallery_count, p.follower_count, p.following_count,
      p.created_at, p.is_private, exists (select from suspension s where s.account_id = p.account_id) as is_suspended,
      exists (select from follow f where f.creator_id = p.account_id and f.follower_id = ${viewerId}::uuid) as is_following
    from profile p where lower(p.username) = lower(${username})`.execute(db)
  return rows[0] ?? null
}

/**
 * Follows or unfollows; repeating it changes nothing. @returns 'no_follower' or 'no_creator' if that profile no longer
 * exists
 */
export async function markFollow(
  db: Database,
  of: { followerId: string; creatorId: string; isWanted: boolean; at: Temporal.Instant },
): Promise<'done' | 'no_follower' | 'no_creator'> {
  try {
    await sql`select set_follow(${of.followerId}::uuid, ${of.creatorId}::uuid, ${of.isWanted}, ${of.at})`.execute(db)
    return 'done'
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'follow_follower_id_fkey' || constraint === 'account_is_deleted') return 'no_follower'
    if (constraint === 'follow_creator_id_fkey') return 'no_creator'
    throw error
  }
}
