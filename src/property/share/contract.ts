import { z } from '@hono/zod-openapi'
import { PublicProperty } from '../property/contract.ts'
import { PLATFORMS } from './domain.ts'

const counts = {
  view_count: z.int().openapi({ description: 'Each visitor counts once an hour. Bots do not count.' }),
  share_count: z.int(),
  booking_count: z.int().openapi({ description: 'Showings booked and neither canceled nor declined.' }),
}

export const ShareCounts = z.object(counts).openapi('ShareCounts')
export type ShareCounts = z.infer<typeof ShareCounts>

/** Listed property as its share page shows it. URLs are absolute. */
export const SharedProperty = PublicProperty.extend({
  ...counts,
  share_url: z.url(),
  booking_url: z.url(),
  preview: z
    .object({ url: z.url(), width: z.int(), height: z.int(), alt: z.string() })
    .openapi({ description: 'Preview picture of the link. Its URL changes with every edit.' }),
}).openapi('SharedProperty')
export type SharedProperty = z.infer<typeof SharedProperty>

export const ShareAction = z.object({ platform: z.enum(PLATFORMS) }).openapi('ShareAction')
