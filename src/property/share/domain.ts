import { DomainError } from '../../platform/errors.ts'
import { formatWhole } from '../../platform/whole-number.ts'
import * as t from '../text/share.ts'

/** Ways to share a property's page (booking.md section 7). */
export const PLATFORMS = ['copy', 'facebook', 'twitter', 'linkedin', 'email'] as const
export type Platform = (typeof PLATFORMS)[number]

/** Size in pixels of the window for a network's page (booking.md section 9). */
export const POP_UP = { width: 600, height: 400 } as const

/** Size in pixels of the picture that networks show next to a link (Open Graph's 1.91 : 1). */
export const PREVIEW = { width: 1200, height: 630 } as const

/** Size of a downloaded QR code in pixels, and its quiet zone in modules (booking.md section 9). */
export const QR = { width: 300, margin: 2 } as const

/** Size of the photo on the flyer, in points. */
export const FLYER_PHOTO = { width: 504, height: 270 } as const

/** Builds the share page's error (booking.md section 8). */
export const notShared = () => new DomainError('not_found', 'property_not_found', t.notShared())

export const sharePath = (slug: string): string => `/property/share/${slug}`
export const bookingPath = (slug: string): string => `/showingbooker/book/${slug}`

/** `url` goes into another URL, and `title` is a line for people. */
type Link = { url: string; title: string }

/** Share URLs by network. The email is a draft with the link in it. */
export const SHARE_LINKS: Record<Exclude<Platform, 'copy'>, (link: Link) => string> = {
  facebook: ({ url }) => `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
  twitter: ({ url, title }) => `https://twitter.com/intent/tweet?${query({ text: title, url })}`,
  linkedin: ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
  email: ({ url, title }) => `mailto:?${query({ subject: title, body: `${title}\r\n\r\n${t.seeHome()}\r\n${url}` })}`,
}

/** Builds a query with spaces as %20, because mail apps show a plus sign as one. */
const query = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')

/** Returns the start of the hour in which a visitor counts once. */
export const hourOf = (now: Temporal.Instant): Temporal.Instant =>
  now.round({ smallestUnit: 'hour', roundingMode: 'floor' })

/** Describes a property in few words: `2 beds`, `1 bath`, `1,080 sq ft`. */
export function factsOf(property: {
  bedrooms: number | null
  bathrooms: number | null
  square_feet: number | null
}): string[] {
  const { bedrooms, bathrooms, square_feet } = property
  return [
    bedrooms === 0 ? t.studio() : bedrooms === null ? '' : t.beds({ count: bedrooms }),
    bathrooms === null ? '' : t.baths({ count: bathrooms }),
    square_feet === null ? '' : t.squareFeet({ amount: formatWhole(square_feet) }),
  ].filter(Boolean)
}

/** @param dollars whole US dollars per month */
export const rentOf = (dollars: number | null): string | null =>
  dollars === null ? null : t.rent({ amount: formatWhole(dollars) })

/** Names the picture by its version, so that networks fetch it again after a change. */
export const previewName = (propertyId: string, version: string): string => `${propertyId}-${version}.jpg`

/** Returns `null` for a name that is not ours. */
export function parsePreviewName(name: string): { propertyId: string; version: string } | null {
  const [, propertyId, version] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9a-f]{16})\.jpg$/.exec(name) ?? []
  return propertyId && version ? { propertyId, version } : null
}
