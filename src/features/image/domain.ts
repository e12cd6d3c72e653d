import type { Image, UsedParams, Visibility } from './contract.ts'

/** In the order of the form (studio.md section 9). */
export const FILTERS = [
  'Default',
  'Analog',
  'Cinematic',
  'Cyberpunk',
  'Flash',
  'Manga',
  'Polaroid',
  'Professional',
  'Studio',
  'VHS',
  'Vintage',
] as const
export type Filter = (typeof FILTERS)[number]
export const DEFAULT_FILTER: Filter = 'Default'

/** A row of `image` with its creator's name. */
export type ImageRow = {
  id: string
  account_id: string
  visibility: Visibility
  prompt: string
  used_params: UsedParams
  remix_of: string | null
  width: number
  height: number
  thumbhash: string
  look: string
  sha256: string
  removed_at: Date | null
  removed_reason: string | null
  created_at: Date
  username: string
}

/** Widths in pixels of the renditions, each as AVIF and as WebP. */
export const RENDITION_WIDTHS = [256, 512] as const

/** What is shown is under its look's name; the original has no look. */
export const originalKey = (id: string) => `images/${id}/original.png`
export const lookKey = (id: string, look: string, name: string) => `images/${id}/${look}-${name}`

/** As the API answers it. */
export function imageOf(row: ImageRow): Image {
  const url = (name: string) => `/files/${lookKey(row.id, row.look, name)}`
  const byWidth = (type: 'avif' | 'webp') =>
    Object.fromEntries(RENDITION_WIDTHS.map((width) => [String(width), url(`${width}.${type}`)]))
  return {
    id: row.id,
    image_url: url('full.png'),
    renditions: { avif: byWidth('avif'), webp: byWidth('webp') },
    thumbhash: row.thumbhash,
    width: row.width,
    height: row.height,
    prompt: row.prompt,
    usedParams: row.used_params,
    visibility: row.visibility,
    anonymous_username: row.username,
    remix_of: row.remix_of,
    sha256: row.sha256,
    removed: row.removed_at && { at: row.removed_at.toISOString(), reason: row.removed_reason ?? '' },
    created_at: row.created_at.toISOString(),
  }
}
