import { DomainError, invalid } from './errors.ts'
import * as t from './text/fault.ts'

export const RENDITION_WIDTHS = { large: 1200, small: 640 } as const

/** Returns the file key of one rendition of a photo. */
export const renditionKey = (photoKey: string, size: keyof typeof RENDITION_WIDTHS, format: 'avif' | 'webp') =>
  `${photoKey}-${RENDITION_WIDTHS[size]}.${format}`

/** Returns a photo's file key from the last part of its URL, or `null` for anything else, such as a path traversal. */
export const photoFileKey = (name: string): string | null =>
  /^[0-9a-f]{40}-(1200|640)\.(avif|webp)$/.test(name) ? `photos/${name}` : null

/** Returns the photo's part of its file keys, from the URL of any rendition, or null for anything else. */
export const photoKeyOf = (url: string): string | null =>
  /^\/files\/(photos\/[0-9a-f]{40})-(1200|640)\.(avif|webp)$/.exec(url)?.[1] ?? null

/** Lists the keys of all files of a photo. */
export const photoFileKeys = (photoKey: string): string[] =>
  (['large', 'small'] as const).flatMap((size) =>
    (['avif', 'webp'] as const).map((format) => renditionKey(photoKey, size, format)),
  )

/** Returns the URL of a photo's large WebP rendition. */
export const photoUrl = (photoKey: string): string => `/files/${renditionKey(photoKey, 'large', 'webp')}`

/** Returns the URL of a photo's small rendition, from the URL of any rendition. */
export function smallPhotoUrl(url: string): string {
  const key = photoKeyOf(url)
  return key ? `/files/${renditionKey(key, 'small', 'webp')}` : url
}

/** JPEG; PNG; RIFF, four bytes of length, WEBP. */
const PHOTO_START = /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/

/**
 * Detects a photo by its bytes, never by a name or header. Other formats that the picture library reads (SVG, PDF) must
 * not reach it.
 */
export const isPhoto = (bytes: Uint8Array): boolean => PHOTO_START.test(bytes.subarray(0, 12).toHex())

export const notAPhoto = (cause?: unknown) =>
  new DomainError('wrong_type', 'wrong_type', t.notAPhoto(), { field: 'image', cause })

export const MAX_PHOTO_PIXELS = 40_000_000

export const tooManyPixels = () =>
  new DomainError('too_large', 'too_many_pixels', t.tooManyPixels(), { field: 'image' })

export const MAX_PHOTO_BYTES = 2048 * 1024

/** Maximum size of an upload: the photo and the form around it. */
export const MAX_UPLOAD_BYTES = MAX_PHOTO_BYTES + 64 * 1024

export const photoTooLarge = () =>
  new DomainError('too_large', 'photo_too_large', t.photoTooLarge(), { field: 'image' })

const noPhoto = () => invalid([{ path: 'image', message: t.noPhoto() }])

const uploadFailed = (cause: unknown) =>
  new DomainError('unavailable', 'upload_failed', t.uploadFailed(), {
    field: 'image',
    cause,
  })

/** @throws DomainError invalid, too_large, unavailable (it could not be stored), and those of `store` */
export async function takeUpload<Kept>(image: Blob | null, store: (bytes: Uint8Array) => Promise<Kept>): Promise<Kept> {
  if (!image) throw noPhoto()
  if (image.size > MAX_PHOTO_BYTES) throw photoTooLarge()
  try {
    return await store(new Uint8Array(await image.arrayBuffer()))
  } catch (error) {
    throw error instanceof DomainError ? error : uploadFailed(error)
  }
}

/** How many hours we keep an upload that nothing uses. */
export const UNUSED_PHOTO_HOURS = 24

export type Rendition = { avif: Uint8Array; webp: Uint8Array }

/** `width` and `height`: the large rendition's size in pixels. `thumbhash` is base64, and `placeholder` a data URL. */
export type RenderedPhoto = {
  width: number
  height: number
  large: Rendition
  small: Rendition
  thumbhash: string
  placeholder: string
}

export type PhotoRenderer = {
  /** @throws DomainError wrong_type (not a JPEG, PNG or WebP that can be read), too_large (over 40 megapixels) */
  render(bytes: Uint8Array): Promise<RenderedPhoto>
}

/** A stored picture: an upright JPEG without metadata. Its size is in pixels. */
export type KeptPicture = { jpeg: Uint8Array; width: number; height: number }

export type PictureRenderer = {
  /** @throws DomainError wrong_type (not a JPEG, PNG or WebP that can be read), too_large (over 40 megapixels) */
  picture(bytes: Uint8Array): Promise<KeptPicture>
}
