import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, pageQuery } from '../../platform/http.ts'
import { keepAnswers } from '../../platform/kept-answers.ts'
import { CACHE_PATH, CACHE_TAG, type PageCache } from '../../platform/page-cache.ts'
import { FoundImages, ImagePage } from './contract.ts'
import { RECENT } from './domain.ts'
import type { GalleryService } from './service.ts'

const tags = ['Gallery']
const query = z.object(pageQuery)
const refused = { 400: 'The cursor or the limit is wrong' }
const ofOwner = { ...refused, 404: "Another account's images" }
const ofAccount = z.object({ userId: z.string().max(100) })
const text = (most: number, description: string) => z.string().max(most).default('').openapi({ description })

const all = createRoute({
  method: 'get',
  path: '/all-images',
  operationId: 'listPublicImages',
  security: allow.everyone,
  tags,
  summary: 'List public images, newest first',
  request: { query },
  responses: answers(200, ImagePage, refused),
})

const search = createRoute({
  method: 'get',
  path: '/search-images',
  operationId: 'searchPublicImages',
  security: allow.everyone,
  limit: { perMinute: 120 },
  tags,
  summary: 'Search public images by prompt, creator or both',
  request: {
    query: z.object({
      ...pageQuery,
      query: text(200, 'The prompt must have all of these words. Accents and endings make no difference.'),
      creator: text(50, "The beginning of the creator's username."),
      sortBy: z.enum(['newest', 'oldest']).default('newest'),
    }),
  },
  responses: answers(200, FoundImages, { 400: 'The search has neither words nor a creator' }),
})

const own = createRoute({
  method: 'get',
  path: '/user-images/{userId}',
  operationId: 'listUserImages',
  security: allow.signedIn,
  tags,
  summary: "List an account's images, private ones too; only admins can read another account's",
  request: { params: ofAccount, query },
  responses: answers(200, ImagePage, ofOwner),
})

const recent = createRoute({
  method: 'get',
  path: '/recent-images/{userId}',
  operationId: 'listRecentImages',
  security: allow.signedIn,
  tags,
  summary: "List an account's newest images, without those an admin removed",
  request: { params: ofAccount, query: z.object({ ...pageQuery, limit: pageQuery.limit.default(RECENT) }) },
  responses: answers(200, ImagePage, ofOwner),
})

const following = createRoute({
  method: 'get',
  path: '/following-images',
  operationId: 'listFollowedImages',
  security: allow.signedIn,
  tags,
  summary: 'List public images of the creators you follow, newest first',
  request: { query },
  responses: answers(200, ImagePage, { ...refused }),
})

const remixes = createRoute({
  method: 'get',
  path: '/images/{id}/remixes',
  operationId: 'listImageRemixes',
  security: allow.optionalSignIn,
  tags,
  summary: 'List remixes of an image that you can see, newest first',
  request: { params: z.object({ id: z.string().max(100) }), query },
  responses: answers(200, ImagePage, { ...refused, 404: 'No such image, or you may not see it' }),
})

type Parts = { gallery: GalleryService; answerCache: PageCache }

export function galleryApi({ gallery, answerCache }: Parts) {
  const api = createApi()
  // These answers are the same for everyone.
  for (const { path } of [all, search]) api.use(path, keepAnswers(answerCache))

  api.openapi(all, async (c) => {
    const page = await gallery.listAll(c.req.valid('query'))
    c.header(CACHE_TAG, 'gallery,profile')
    c.header(CACHE_PATH, '/public-gallery')
    return c.json(page, 200)
  })
  api.openapi(search, async (c) => {
    const { query: words, creator, sortBy, ...page } = c.req.valid('query')
    const found = await gallery.search({ query: words, creator, sortBy }, page)
    c.header(CACHE_TAG, 'gallery,profile')
    return c.json(found, 200)
  })
  api.openapi(own, async (c) =>
    c.json(await gallery.listOwn(await c.var.actor(), c.req.valid('param').userId, c.req.valid('query')), 200),
  )
  api.openapi(recent, async (c) =>
    c.json(await gallery.listRecent(await c.var.actor(), c.req.valid('param').userId, c.req.valid('query')), 200),
  )
  api.openapi(following, async (c) =>
    c.json(await gallery.listFollowing(await c.var.actor(), c.req.valid('query')), 200),
  )
  api.openapi(remixes, async (c) =>
    c.json(await gallery.listRemixes(await c.var.actor(), c.req.valid('param').id, c.req.valid('query')), 200),
  )
  return api
}
