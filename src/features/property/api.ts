import { createRoute, z } from '@hono/zod-openapi'
import { answers, createApi, pageQuery } from '../../platform/http.ts'
import { CACHE_PATH, CACHE_TAG } from '../../platform/page-cache.ts'
import { PropertyPage, PublicProperty } from './contract.ts'
import type { PropertyService } from './service.ts'

const getPublic = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/property/{slug}',
  tags: ['Booking'],
  summary: 'A listed property, as its booking page shows it',
  request: { params: z.object({ slug: z.string().openapi({ description: 'Slug of the property, or its id.' }) }) },
  responses: answers(200, PublicProperty, { 404: 'No such listed property' }),
})

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties',
  tags: ['Properties'],
  summary: "One's own properties, newest first; an admin's are all",
  request: { query: z.object(pageQuery) },
  responses: answers(200, PropertyPage, { 400: 'Not a page of this list', 401: 'Not signed in' }),
})

const picture = { schema: z.string().openapi({ format: 'binary' }) }

const getPhoto = createRoute({
  method: 'get',
  path: '/files/photos/{name}',
  tags: ['Properties'],
  summary: 'One rendition of a photo; what an address shows never changes',
  request: { params: z.object({ name: z.string() }) },
  responses: {
    ...answers(200, z.never(), { 404: 'No such file' }),
    200: { description: 'OK', content: { 'image/avif': picture, 'image/webp': picture } },
  },
})

export function propertyApi({ properties }: { properties: PropertyService }) {
  const api = createApi()
  api.openapi(getPublic, async (c) => {
    const property = await properties.findPublic(c.req.valid('param').slug)
    c.header(CACHE_TAG, `property:${property.id}`)
    // Its booking page, which is reached by the id and in other spellings too.
    c.header(CACHE_PATH, `/showingbooker/book/${property.slug}`)
    return c.json(property, 200)
  })
  api.openapi(list, async (c) => c.json(await properties.listOwn(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(getPhoto, async (c) => {
    const { bytes, contentType } = await properties.photoFile(c.req.valid('param').name)
    return c.body(bytes, 200, {
      'Content-Type': contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
  return api
}
