import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, pageQuery } from '../../platform/http.ts'
import { CreatorPage, Following, FollowStatus } from './contract.ts'
import type { CreatorService } from './service.ts'

const tags = ['Gallery']
const params = z.object({ username: z.string().max(100) })
const missing = { 404: 'Profile not found' }
const denied = { ...missing }

const profile = createRoute({
  method: 'get',
  path: '/public-profile/{username}',
  operationId: 'getPublicProfile',
  security: allow.optionalSignIn,
  tags,
  summary: 'Get a creator and their public images, newest first',
  request: { params, query: z.object(pageQuery) },
  responses: answers(200, CreatorPage, { 400: 'The cursor or the limit is wrong', ...missing }),
})

const status = createRoute({
  method: 'get',
  path: '/follow/{username}/status',
  operationId: 'getFollowStatus',
  security: allow.signedIn,
  tags,
  summary: 'Check whether you follow a creator',
  request: { params },
  responses: answers(200, FollowStatus, denied),
})

const refused = { 400: 'You cannot follow yourself', ...denied }
const follow = createRoute({
  method: 'post',
  path: '/follow/{username}',
  operationId: 'followCreator',
  security: allow.signedIn,
  limit: { perMinute: 60, sharedAs: 'follow' },
  tags,
  summary: 'Follow a creator',
  request: { params },
  responses: answers(200, Following, { ...refused, 409: 'Your own profile does not exist yet' }),
})

const unfollow = createRoute({
  method: 'delete',
  path: '/follow/{username}',
  operationId: 'unfollowCreator',
  security: allow.signedIn,
  limit: { perMinute: 60, sharedAs: 'follow' },
  tags,
  summary: 'Unfollow a creator',
  request: { params },
  responses: answers(200, Following, refused),
})

export function creatorApi({ creators }: { creators: CreatorService }) {
  const api = createApi()

  api.openapi(profile, async (c) =>
    c.json(await creators.find(await c.var.actor(), c.req.valid('param').username, c.req.valid('query')), 200),
  )
  api.openapi(status, async (c) => {
    const isFollowing = await creators.isFollowing(await c.var.actor(), c.req.valid('param').username)
    return c.json({ isFollowing }, 200)
  })
  api.openapi(follow, async (c) =>
    c.json(await creators.follow(await c.var.actor(), c.req.valid('param').username), 200),
  )
  api.openapi(unfollow, async (c) =>
    c.json(await creators.unfollow(await c.var.actor(), c.req.valid('param').username), 200),
  )
  return api
}
