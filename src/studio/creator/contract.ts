import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { Image } from '../image/contract.ts'

/** What everyone may know about a creator. */
export const PublicProfile = z
  .object({
    anonymous_username: z.string(),
    bio: z.string(),
    picture: z.string().nullable().openapi({ example: '/files/photos/….webp' }),
    gallery_count: z.int().openapi({ description: 'Number of public images.' }),
    follower_count: z.int(),
    following_count: z.int(),
    created_at: Instant,
    isFollowing: z
      .boolean()
      .nullable()
      .openapi({ description: '`null` if the caller is not signed in or is this creator.' }),
    isOwn: z.boolean(),
    isPrivate: z.boolean().openapi({ description: 'Only the creator and admins can read a private profile.' }),
  })
  .openapi('PublicProfile')
export type PublicProfile = z.infer<typeof PublicProfile>

export const CreatorPage = z
  .object({ profile: PublicProfile, images: z.array(Image), nextCursor: z.string().nullable() })
  .openapi('CreatorPage')
export type CreatorPage = z.infer<typeof CreatorPage>

export const FollowStatus = z.object({ isFollowing: z.boolean() }).openapi('FollowStatus')
export const Following = z.object({ isFollowing: z.boolean(), follower_count: z.int() }).openapi('Following')
export type Following = z.infer<typeof Following>
