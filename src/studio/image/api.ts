import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { isHeld } from '../../platform/encoding.ts'
import { answers, createApi, createRoute, jsonBody, uploadBody, uploadOf } from '../../platform/http.ts'
import { drops } from '../../platform/kept-answers.ts'
import { isWrittenUuid } from '../../platform/uuid.ts'
import { Image, ImageReceipt, LookChange, VisibilityChange } from './contract.ts'
import { imageNotFound, MAX_VERIFIED_BYTES, PREVIEW_SIDE, verifiedTooLarge } from './domain.ts'
import type { ImageService } from './service.ts'

const tags = ['Studio']
const params = z.object({ id: z.string().max(100) })

/** Treats a malformed id as not found. @throws DomainError not_found */
function idOf({ id }: { id: string }): string {
  if (!isWrittenUuid(id)) throw imageNotFound()
  return id
}
const ofYours = { 404: 'No such image of yours' }
const file = { schema: z.string().openapi({ format: 'binary' }) }

const getOne = createRoute({
  method: 'get',
  path: '/images/{id}',
  operationId: 'getImage',
  security: allow.optionalSignIn,
  tags,
  summary: 'Get a public image or one of your own; admins can get any image',
  request: { params },
  responses: answers(200, Image, { 404: 'No such image, or you may not see it' }),
})

const setVisibility = createRoute({
  method: 'patch',
  path: '/images/{id}/visibility',
  operationId: 'setImageVisibility',
  middleware: drops('gallery'),
  security: allow.signedIn,
  limit: { perMinute: 240, sharedAs: 'image' },
  tags,
  summary:
    "Publish or hide one of your images. Hiding it ends its old addresses at once, and an admin may hide anyone's",
  request: { params, ...jsonBody(VisibilityChange) },
  responses: answers(200, Image, {
    ...ofYours,
    400: 'The visibility is neither public nor private',
    403: "An admin cannot make someone else's image public",
    409: 'It was removed by an admin',
  }),
})

const changeLook = createRoute({
  method: 'patch',
  path: '/images/{id}/look',
  operationId: 'setImageLook',
  middleware: drops('gallery'),
  security: allow.signedIn,
  // Each of these calls computes for a tenth of a second.
  limit: { perMinute: 60 },
  tags,
  summary: 'Change the filter of one of your images for free; the drawing itself does not change',
  request: { params, ...jsonBody(LookChange) },
  responses: answers(200, Image, {
    ...ofYours,
    400: 'No such filter, or no such strength',
    409: 'It was changed somewhere else',
  }),
})

const remove = createRoute({
  method: 'delete',
  path: '/images/{id}',
  operationId: 'deleteImage',
  middleware: drops('gallery'),
  security: allow.signedIn,
  limit: { perMinute: 240, sharedAs: 'image' },
  tags,
  summary: "Delete one of your images with all its files; an admin may delete anyone's",
  request: { params },
  responses: { ...answers(204, z.never(), ofYours), 204: { description: 'Deleted' } },
})

const getOriginal = createRoute({
  method: 'get',
  path: '/images/{id}/original.png',
  operationId: 'downloadOriginalImage',
  security: allow.signedIn,
  tags,
  summary: 'Download the drawing of one of your images without its filter',
  request: { params },
  responses: { ...answers(200, z.never(), ofYours), 200: { description: 'OK', content: { 'image/png': file } } },
})

const getEnlarged = createRoute({
  method: 'get',
  path: '/images/{id}/upscaled.png',
  operationId: 'downloadUpscaledImage',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags,
  summary: 'Download one of your images at twice its size, resampled without adding detail',
  request: { params },
  responses: {
    ...answers(200, z.never(), { ...ofYours }),
    200: { description: 'OK', content: { 'image/png': file } },
  },
})

const getLooks = createRoute({
  method: 'get',
  path: '/images/{id}/looks.webp',
  operationId: 'previewImageLooks',
  security: allow.signedIn,
  limit: { perMinute: 120 },
  tags,
  summary: `Preview one of your images through each filter: squares of ${PREVIEW_SIDE} pixels below each other, in the order of the filters`,
  request: { params },
  responses: {
    ...answers(200, z.never(), { ...ofYours }),
    200: { description: 'OK', content: { 'image/webp': file } },
  },
})

const verify = createRoute({
  method: 'post',
  path: '/images/verify',
  operationId: 'verifyImage',
  security: allow.optionalSignIn,
  limit: { perMinute: 30 },
  // A form is slightly larger than the file in it.
  largestBody: { bytes: MAX_VERIFIED_BYTES + 4096, refuse: verifiedTooLarge },
  tags,
  summary: 'Check whether and how a PNG was made here, byte for byte, for public images and your own',
  requestBody: uploadBody('image', 'At most 4 MB.'),
  responses: answers(200, ImageReceipt, {
    400: 'The request has no image',
    413: 'Larger than 4 MB',
  }),
})

const getFile = createRoute({
  method: 'get',
  path: '/files/images/{id}/{name}',
  operationId: 'getImageFile',
  security: allow.optionalSignIn,
  tags,
  summary: 'Get one rendition of an image, if you may see the image now',
  request: { params: z.object({ id: z.string(), name: z.string() }) },
  responses: {
    ...answers(200, z.never(), { 404: 'No such file, or you may not see it' }),
    200: { description: 'OK', content: { 'image/avif': file, 'image/webp': file, 'image/png': file } },
    304: { description: 'Not modified' },
  },
})

const download = (name: string) => ({
  'Content-Type': 'image/png',
  'Cache-Control': 'private, no-store',
  'Content-Disposition': `attachment; filename="${name}"`,
})

export function imageApi({ images }: { images: ImageService }) {
  const api = createApi()

  api.openapi(getOne, async (c) => c.json(await images.find(await c.var.actor(), idOf(c.req.valid('param'))), 200))
  api.openapi(setVisibility, async (c) => {
    const { visibility } = c.req.valid('json')
    return c.json(await images.setVisibility(await c.var.actor(), idOf(c.req.valid('param')), visibility), 200)
  })
  api.openapi(changeLook, async (c) =>
    c.json(await images.changeLook(await c.var.actor(), idOf(c.req.valid('param')), c.req.valid('json')), 200),
  )
  api.openapi(remove, async (c) => {
    await images.delete(await c.var.actor(), idOf(c.req.valid('param')))
    return c.body(null, 204)
  })
  api.openapi(verify, async (c) => c.json(await images.verify(await c.var.actor(), await uploadOf(c)), 200))
  api.openapi(getEnlarged, async (c) => {
    const id = idOf(c.req.valid('param'))
    const bytes = await images.enlarge(await c.var.actor(), id)
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, download(`image-${id}-1024.png`))
  })
  api.openapi(getLooks, async (c) => {
    const bytes = await images.previewLooks(await c.var.actor(), idOf(c.req.valid('param')))
    const headers = { 'Content-Type': 'image/webp', 'Cache-Control': 'private, no-store' }
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, headers)
  })
  api.openapi(getOriginal, async (c) => {
    const id = idOf(c.req.valid('param'))
    const { bytes } = await images.openOriginal(await c.var.actor(), id)
    return c.body(bytes, 200, download(`image-${id}.png`))
  })
  api.openapi(getFile, async (c) => {
    const { id, name } = c.req.valid('param')
    const { isPublic, tag, read } = await images.openFile(c.var.actor, id, name)
    // The browser must revalidate each time, because it may show its copy only while the viewer may see the image.
    const headers = { ETag: `"${tag}"`, 'Cache-Control': isPublic ? 'public, no-cache' : 'private, no-cache' }
    if (isHeld(headers.ETag, c.req.header('if-none-match'))) return c.body(null, 304, headers)
    const { bytes, contentType } = await read()
    return c.body(bytes, 200, { ...headers, 'Content-Type': contentType })
  })
  return api
}
