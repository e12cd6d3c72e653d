import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { isHeld } from '../../platform/encoding.ts'
import { answers, createApi, createRoute, jsonBody, PHOTO_BODY, pageQuery, uploadOf } from '../../platform/http.ts'
import { CACHE_PATH, CACHE_TAG } from '../../platform/page-cache.ts'
import { MAX_UPLOAD_BYTES, photoTooLarge } from '../../platform/photo.ts'
import { UploadedPhoto } from '../../platform/wire-values.ts'
import {
  NewProperty,
  Property,
  PropertyChange,
  PropertyPage,
  PropertyPhoto,
  PublicProperty,
  StartContact,
} from './contract.ts'
import { ORDERS } from './domain.ts'
import type { PropertyService } from './service.ts'

const ofId = z.object({ id: z.uuid() })
const tags = ['Properties']
const missing = { 404: 'No such property of yours' }

const getPublic = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/property/{slug}',
  operationId: 'getPublicProperty',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'Get a listed property as its booking page shows it',
  request: { params: z.object({ slug: z.string().openapi({ description: 'Slug or ID of the property.' }) }) },
  responses: answers(200, PublicProperty, { 404: 'No such listed property' }),
})

const PropertyListQuery = z.object({
  ...pageQuery,
  status: z
    .enum(['listed', 'unlisted', 'sold', 'rented'])
    .optional()
    .openapi({ description: '`unlisted` means everything that is not listed.' }),
  q: z.string().max(200).optional().openapi({
    description: 'All of these words must appear in the address or in the names of the agent, resident, or owner.',
  }),
  agent_id: z
    .uuid()
    .optional()
    .openapi({ description: "Account ID of the agent. Without it, an admin gets everyone's." }),
  sort: z.enum(ORDERS).default('newest').openapi({
    description: '`address` sorts from A to Z, `showing` by the next showing, with properties without one last.',
  }),
})

const list = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties',
  operationId: 'listProperties',
  security: allow.signedIn,
  tags,
  summary: 'List your properties; admins get all',
  request: { query: PropertyListQuery },
  responses: answers(200, PropertyPage, { 400: 'The cursor is invalid' }),
})

const getStart = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/start-contact',
  operationId: 'getStartContact',
  security: allow.signedIn,
  tags,
  summary: 'Get the contact for a new property: from your profile, your newest property, or your account',
  responses: answers(200, StartContact),
})

const getOne = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}',
  operationId: 'getProperty',
  security: allow.signedIn,
  tags,
  summary: 'Get one of your properties',
  request: { params: ofId },
  responses: answers(200, Property, missing),
})

const add = createRoute({
  method: 'post',
  path: '/api/showingbooker/properties',
  operationId: 'createProperty',
  security: allow.signedIn,
  limit: { perMinute: 120, sharedAs: 'property' },
  idempotencyKeyOf: 'account',
  tags,
  summary: 'Add a property; it is listed and books automatically unless you say otherwise',
  request: jsonBody(NewProperty),
  responses: answers(201, Property, {
    400: 'A field is invalid; each issue names its field',
    403: 'Only an admin may mark it sold or rented',
    409: 'Its agent cannot be reached, or showings overlap, and one person cannot do them alone',
  }),
})

const change = createRoute({
  method: 'put',
  path: '/api/showingbooker/properties/{id}',
  operationId: 'updateProperty',
  security: allow.signedIn,
  limit: { perMinute: 120, sharedAs: 'property' },
  tags,
  summary: 'Update only the fields of a property that you send',
  request: { params: ofId, ...jsonBody(PropertyChange) },
  responses: answers(200, Property, {
    400: 'A field is invalid; each issue names its field',
    403: 'Only an admin may mark it sold or rented',
    404: 'No such property of yours',
    409: 'It was changed somewhere else, its showings fix its time zone, or its agent cannot be reached',
  }),
})

const remove = createRoute({
  method: 'delete',
  path: '/api/showingbooker/properties/{id}',
  operationId: 'deleteProperty',
  security: allow.signedIn,
  limit: { perMinute: 120, sharedAs: 'property' },
  tags,
  summary: 'Delete a property; its bookings and logs stay',
  request: { params: ofId },
  responses: {
    ...answers(204, z.never(), { ...missing, 409: 'It has upcoming showings' }),
    204: { description: 'Deleted' },
  },
})

const photoFailures = {
  400: 'The request has no image',
  413: 'Larger than 2048 KB or 40 megapixels',
  415: 'Not a JPEG, PNG, or WebP',
  503: 'The photo could not be saved; nothing has changed',
}

const upload = createRoute({
  method: 'post',
  path: '/api/showingbooker/upload/property-photo',
  operationId: 'uploadPhoto',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  largestBody: { bytes: MAX_UPLOAD_BYTES, refuse: photoTooLarge },
  tags,
  summary: 'Upload a photo for a property',
  requestBody: PHOTO_BODY,
  responses: answers(201, UploadedPhoto, photoFailures),
})

const uploadFor = createRoute({
  method: 'post',
  path: '/api/showingbooker/upload/property-photo/{id}',
  operationId: 'uploadPropertyPhoto',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  largestBody: { bytes: MAX_UPLOAD_BYTES, refuse: photoTooLarge },
  tags,
  summary: 'Upload a photo and set it on this property',
  request: { params: ofId },
  requestBody: PHOTO_BODY,
  responses: answers(201, PropertyPhoto, { ...photoFailures, 404: 'No such property of yours' }),
})

const picture = { schema: z.string().openapi({ format: 'binary' }) }

const getPhoto = createRoute({
  method: 'get',
  path: '/files/photos/{name}',
  operationId: 'getPhoto',
  security: allow.optionalSignIn,
  tags,
  summary: 'Get one rendition of a photo, if you may see it now; the content of a URL never changes',
  request: { params: z.object({ name: z.string() }) },
  responses: {
    ...answers(200, z.never(), { 404: 'No such file, or you may not see it' }),
    200: { description: 'OK', content: { 'image/avif': picture, 'image/webp': picture } },
    304: { description: 'Not modified' },
  },
})

export function propertyApi({ properties }: { properties: PropertyService }) {
  const api = createApi()
  api.openapi(getPublic, async (c) => {
    const property = await properties.findPublic(c.req.valid('param').slug)
    c.header(CACHE_TAG, `property:${property.id}`)
    // People can also reach the property's booking page by ID and other spellings.
    c.header(CACHE_PATH, `/showingbooker/book/${property.slug}`)
    return c.json(property, 200)
  })
  api.openapi(list, async (c) => c.json(await properties.listOwn(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(getStart, async (c) => c.json(await properties.getStartContact(await c.var.actor()), 200))
  api.openapi(getOne, async (c) => c.json(await properties.get(await c.var.actor(), c.req.valid('param').id), 200))
  api.openapi(add, async (c) => c.json(await properties.add(await c.var.actor(), c.req.valid('json')), 201))
  api.openapi(change, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await properties.change(await c.var.actor(), id, c.req.valid('json')), 200)
  })
  api.openapi(remove, async (c) => {
    await properties.remove(await c.var.actor(), c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(upload, async (c) => c.json(await properties.uploadPhoto(await c.var.actor(), await uploadOf(c)), 201))
  api.openapi(uploadFor, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await properties.uploadPhotoFor(await c.var.actor(), id, await uploadOf(c)), 201)
  })
  api.openapi(getPhoto, async (c) => {
    const { name } = c.req.valid('param')
    const { isLasting, isPublic, read } = await properties.openPhoto(c.var.actor, name)
    // Caches must ask again for a profile's picture each time, because its viewers change with the profile.
    const cacheControl = isLasting
      ? 'public, max-age=31536000, immutable'
      : `${isPublic ? 'public' : 'private'}, no-cache`
    const headers = { ETag: `"${name}"`, 'Cache-Control': cacheControl }
    if (isHeld(headers.ETag, c.req.header('if-none-match'))) return c.body(null, 304, headers)
    const { bytes, contentType } = await read()
    return c.body(bytes, 200, { ...headers, 'Content-Type': contentType })
  })
  return api
}
