import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { CACHE_PATH, CACHE_TAG } from '../../platform/page-cache.ts'
import { pdfHeaders } from '../../platform/pdf-document.ts'
import { viewerOf } from '../../platform/viewer.ts'
import { ShareAction, ShareCounts, SharedProperty } from './contract.ts'
import { sharePath } from './domain.ts'
import type { ShareService } from './service.ts'

const bySlug = { params: z.object({ slug: z.string().openapi({ description: 'Slug or ID of the property.' }) }) }
const byId = { params: z.object({ id: z.uuid() }) }
const missing = { 404: 'No such listed property' }
const binary = (type: string) => ({ [type]: { schema: z.string().openapi({ format: 'binary' }) } })
const file = (type: string, failures: Record<number, string>) => ({
  ...answers(200, z.never(), failures),
  200: { description: 'OK', content: binary(type) },
})

const getShared = createRoute({
  method: 'get',
  path: '/api/showingbooker/public/share/{slug}',
  operationId: 'getSharedProperty',
  security: allow.everyone,
  tags: ['Sharing'],
  summary: 'Get a listed property as its share page shows it; does not count as a view',
  request: bySlug,
  responses: answers(200, SharedProperty, missing),
})

const countView = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/share/{slug}/view',
  operationId: 'countPropertyView',
  security: allow.everyone,
  limit: { perMinute: 60 },
  tags: ['Sharing'],
  summary: 'Count a view of the share page, once per visitor and hour, without bots',
  request: bySlug,
  responses: answers(200, ShareCounts, { ...missing }),
})

const countShare = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/share/{slug}/share',
  operationId: 'countPropertyShare',
  security: allow.everyone,
  limit: { perMinute: 30 },
  tags: ['Sharing'],
  summary: 'Count a share of the property',
  request: { ...bySlug, ...jsonBody(ShareAction) },
  responses: answers(200, ShareCounts, { 400: 'No such platform', ...missing }),
})

const getPreview = createRoute({
  method: 'get',
  path: '/files/previews/{name}',
  operationId: 'getSharePreview',
  security: allow.everyone,
  limit: { perMinute: 120 },
  tags: ['Sharing'],
  summary: 'Get the preview picture of a share link, 1200 × 630 px',
  request: { params: z.object({ name: z.string() }) },
  responses: file('image/jpeg', { 404: 'No such listed property' }),
})

const ofOwner = { 404: 'No such property of yours' }

const getQrCode = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/qr.png',
  operationId: 'getPropertyQrCode',
  security: allow.signedIn,
  tags: ['Sharing'],
  summary: 'Get the QR code of the booking link: 300 px, margin 2, black on white',
  request: byId,
  responses: file('image/png', ofOwner),
})

const getFlyer = createRoute({
  method: 'get',
  path: '/api/showingbooker/properties/{id}/flyer.pdf',
  operationId: 'getPropertyFlyer',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  tags: ['Sharing'],
  summary: 'Print a flyer (US Letter): photo, address, price, facts, QR code, and terms',
  request: byId,
  responses: file('application/pdf', ofOwner),
})

export function shareApi({ shares }: { shares: ShareService }) {
  const api = createApi()

  api.openapi(getShared, async (c) => {
    const property = await shares.find(c.req.valid('param').slug)
    c.header(CACHE_TAG, `property:${property.id},counts:${property.id}`)
    // The property's share page can also be reached by ID and other spellings.
    c.header(CACHE_PATH, sharePath(property.slug))
    return c.json(property, 200)
  })
  api.openapi(countView, async (c) => c.json(await shares.view(c.req.valid('param').slug, viewerOf(c)), 200))
  api.openapi(countShare, async (c) => c.json(await shares.share(c.req.valid('param').slug, viewerOf(c)), 200))
  api.openapi(getPreview, async (c) => {
    const { picture, isCurrent } = await shares.preview(c.req.valid('param').name)
    return c.body(picture, 200, {
      'Content-Type': 'image/jpeg',
      'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
      // Social networks' pages can embed it.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  })
  api.openapi(getQrCode, async (c) =>
    c.body(await shares.qrCode(await c.var.actor(), c.req.valid('param').id), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': 'private, no-cache',
    }),
  )
  api.openapi(getFlyer, async (c) => {
    const { pdf, name } = await shares.flyer(await c.var.actor(), c.req.valid('param').id)
    return c.body(pdf, 200, { ...pdfHeaders(name), 'Cache-Control': 'private, no-store' })
  })
  return api
}
