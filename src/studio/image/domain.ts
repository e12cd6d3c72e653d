import { DomainError, type Issue, notFound } from '../../platform/errors.ts'
import * as t from '../text/image.ts'
import type { Image, UsedParams, Visibility } from './contract.ts'

/** Filters in the order of the form (studio.md section 9). */
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
  /** `null` means the same as the shown width. */
  original_width: number | null
  original_height: number | null
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

/** Side in pixels of one filter's square on the preview sheet. */
export const PREVIEW_SIDE = 160

/** Name endings of the files that show a drawing. */
export const PRINT_NAMES = ['full.png', ...RENDITION_WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`])]

/**
 * Keys and URLs of the files. We store a print under the hash of its PNG, so that its content never changes. Its URL
 * has the random name of its look instead, which changes with the look and when the image becomes private.
 */
export const originalKey = (id: string) => `images/${id}/original.png`
export const printKey = (id: string, sha256: string, name: string) => `images/${id}/${sha256}-${name}`
export const printKeys = (id: string, sha256: string) => PRINT_NAMES.map((name) => printKey(id, sha256, name))
export const imageUrl = (id: string, look: string, name: string) => `/files/images/${id}/${look}-${name}`

/** Splits `<look>-256.webp`. Returns `null` if the name does not have this form. */
export function readFileName(name: string): { look: string; print: string } | null {
  const print = PRINT_NAMES.find((end) => name.endsWith(`-${end}`))
  return print ? { look: name.slice(0, -print.length - 1), print } : null
}

/** Builds the name of a look, for `image_look_check`. @param bytes at least twelve random bytes */
export const lookName = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** IPTC digital source type: our own renderer is not a model. */
export const sourceOf = (engine: string) =>
  engine === 'local' ? ('algorithmicMedia' as const) : ('trainedAlgorithmicMedia' as const)

export const isFilter = (name: string): name is Filter => FILTERS.some((filter) => filter === name)

/** Formats `1024 by 1024 pixels`. */
export const pixelsText = ({ width, height }: { width: number; height: number }) => t.pixels({ width, height })

/** Says which engine drew an image, in the reader's language. The file itself says it in English. */
export const labelOf = ({ engine, label }: Pick<UsedParams, 'engine' | 'label'>) =>
  engine === 'local' ? t.drawnByCode() : t.aiImage({ model: label.replace(/^AI image, /, '') })

/** Checks whether the stored drawing is larger than the shown image. */
export const isKeptLarger = ({ width, original }: Pick<Image, 'width' | 'original'>) => original.width > width

/** The default filter has no strength. */
export const strengthOf = (filter: Filter, strength: number) => (filter === DEFAULT_FILTER ? 100 : strength)

/** Lists the errors of a look, in the order of the form. */
export function lookIssues(look: { filter: string; strength: number }): Issue[] {
  const issues: Issue[] = []
  if (!isFilter(look.filter)) issues.push({ path: 'filter', message: t.filterMustBe({ filters: FILTERS.join(', ') }) })
  if (!(Number.isInteger(look.strength) && look.strength >= 0 && look.strength <= 100))
    issues.push({ path: 'strength', message: t.strengthMustBe() })
  return issues
}

export const imageNotFound = () => notFound(t.notFound(), 'image_not_found')
export const fileNotFound = () => notFound(t.noFile(), 'file_not_found')
/** The largest file that we can verify. */
export const MAX_VERIFIED_BYTES = 4 * 1024 * 1024
export const noImage = () => new DomainError('invalid', 'no_image', t.chooseImage(), { field: 'image' })
export const verifiedTooLarge = () => new DomainError('too_large', 'image_too_large', t.tooLarge(), { field: 'image' })
export const imageIsRemoved = () => new DomainError('conflict', 'image_removed', t.imageRemoved())
export const notPublishedByAdmins = () => new DomainError('forbidden', 'not_your_image', t.notYourImage())
export const imageHasChanged = () => new DomainError('conflict', 'image_changed', t.imageChanged())

/** The stored reason for a removal if the admin gives none. */
export const USUAL_REASON = 'It goes against our terms.'

/** Returns the reason for a removal in the reader's language. An admin's own words are shown as stored. */
export const removalReason = (stored: string) => (stored === USUAL_REASON ? t.usualReason() : stored)

/** Builds the image that the API returns. */
export function imageOf(row: ImageRow): Image {
  const url = (name: string) => imageUrl(row.id, row.look, name)
  const byWidth = (type: 'avif' | 'webp') =>
    Object.fromEntries(RENDITION_WIDTHS.map((width) => [String(width), url(`${width}.${type}`)]))
  return {
    id: row.id,
    image_url: url('full.png'),
    renditions: { avif: byWidth('avif'), webp: byWidth('webp') },
    thumbhash: row.thumbhash,
    width: row.width,
    height: row.height,
    original: { width: row.original_width ?? row.width, height: row.original_height ?? row.height },
    prompt: row.prompt,
    usedParams: row.used_params,
    visibility: row.visibility,
    anonymous_username: row.username,
    remix_of: row.remix_of,
    sha256: row.sha256,
    removed: row.removed_at && { at: row.removed_at.toISOString(), reason: removalReason(row.removed_reason ?? '') },
    created_at: row.created_at.toISOString(),
  }
}
