import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { answerInBackground } from '../../platform/background-thread.ts'
import { DEFAULT_FILTER, FILTERS, RENDITION_WIDTHS } from '../image/domain.ts'
import type { ImageFacts, Look, Print } from '../image/ports.ts'
import { PICTURE_FILTERS } from './image-processing/filters.ts'
import { kindOf, PARAMETERS, withText, xmpOf } from './image-processing/metadata.ts'
import { bytesOf, pictureOf } from './image-processing/pixels.ts'
import type { ProcessingOrder, ProcessingResult } from './image-processing.ts'

/** Uncompressed, 8-bit sRGB, upright. */
type Pixels = { data: Uint8Array; width: number; height: number }

/** Maximum number of pixels in an engine's picture. We check it before we decode the picture. */
const MAX_PIXELS = 4096 * 4096
const MAX_BYTES = 40 * 1024 * 1024
/** How far from a square a picture may be, as a share of its side. */
const SQUARE_SLACK = 0.02
/** Side, in pixels, of the picture from which we make the thumbhash. */
const HASHED = 96

const PNG = { compressionLevel: 6, adaptiveFiltering: true }
const WEBP = { quality: 82, effort: 4 }
/** Low effort: the next step up takes several times as long and saves only a few percent. */
const AVIF = { quality: 58, effort: 2 }

// Do not keep decoded pictures in memory.
sharp.cache(false)
answerInBackground(make)

async function make(order: ProcessingOrder): Promise<ProcessingResult> {
  if ('enlarge' in order) return enlarge(order)
  if ('sheet' in order) return sheet(order)
  const { bytes, isOurs, size, facts, look } = order
  const pixels = await decode(bytes, isOurs ? null : size)
  if (typeof pixels === 'string') return { fault: pixels }
  const shown = await atMost(pixels, size)
  if (isOurs) return { print: await print(shown, { original: shown === pixels ? bytes : null, facts, look }) }
  const { width, height } = pixels
  const original = await encodePng(pixels, unfiltered(facts))
  const first = await print(shown, { original: shown === pixels ? original : null, facts, look })
  return { developed: { original, width, height, print: first } }
}

async function enlarge({
  enlarge: shown,
  facts,
}: {
  enlarge: Uint8Array
  facts: ImageFacts
}): Promise<ProcessingResult> {
  const pixels = await decode(shown, null)
  if (typeof pixels === 'string') return { fault: pixels }
  const { data, info } = await from(pixels)
    .resize(pixels.width * 2, pixels.height * 2, { kernel: 'lanczos3' })
    .sharpen({ sigma: 0.8, m1: 0.4, m2: 1.2 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = `${info.width}x${info.height}`
  const resampled = { label: `${facts.label}; resampled to ${size}`, params: { ...facts.params, resampled_to: size } }
  return { enlarged: await encodePng({ data, width: info.width, height: info.height }, { ...facts, ...resampled }) }
}

async function sheet({ sheet: original, side }: { sheet: Uint8Array; side: number }): Promise<ProcessingResult> {
  const pixels = await decode(original, null)
  if (typeof pixels === 'string') return { fault: pixels }
  const data = await from(pixels).resize(side, side).raw().toBuffer()
  const small = { data, width: side, height: side }
  const squares = FILTERS.map((filter) => filtered(small, { filter, strength: 100 }).data)
  const all = { data: Buffer.concat(squares), width: side, height: side * squares.length }
  return { sheet: await from(all).webp(WEBP).toBuffer() }
}

/** Shrinks a picture to the requested size. We keep the drawing itself at its own size. */
async function atMost(pixels: Pixels, size: number): Promise<Pixels> {
  if (pixels.width <= size && pixels.height <= size) return pixels
  const { data, info } = await from(pixels).resize(size, size).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Describes the original, which has no filter. */
const unfiltered = (facts: ImageFacts): ImageFacts => ({
  ...facts,
  params: { ...facts.params, filter: DEFAULT_FILTER, filter_strength: 100 },
})

/**
 * @param size minimum side of an engine's picture, which must be square @returns a reason if the picture is unusable
 */
async function decode(bytes: Uint8Array, size: number | null): Promise<Pixels | string> {
  if (bytes.length > MAX_BYTES) return `a picture of ${bytes.length} bytes`
  if (!kindOf(bytes)) return 'not a PNG, JPEG, or WebP'
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
  try {
    const { width, height } = await picture.metadata()
    if (width * height > MAX_PIXELS) return `a picture of ${width} by ${height} pixels`
    if (size !== null && (Math.abs(width / height - 1) > SQUARE_SLACK || Math.min(width, height) < size))
      return `a picture of ${width} by ${height} pixels instead of ${size} by ${size}`
    if (size !== null) picture.autoOrient()
    const side = Math.min(width, height)
    if (size !== null && width !== height) picture.resize(side, side, { fit: 'cover' })
    const { data, info } = await picture
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    if (info.channels === 3) return { data, width: info.width, height: info.height }
    // A gray picture has only one channel here.
    const { data: rgb } = await sharp(data, { raw: info })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return rgb.length === info.width * info.height * 3
      ? { data: rgb, width: info.width, height: info.height }
      : `a picture of ${info.channels} channels`
  } catch (error) {
    return `an unreadable picture: ${String((error as Error).message).split('\n')[0]}`
  }
}

async function print(
  drawn: Pixels,
  { original, facts, look }: { original: Uint8Array | null; facts: ImageFacts; look: Look },
): Promise<Print> {
  const isAsDrawn = look.filter === DEFAULT_FILTER
  const pixels = isAsDrawn ? drawn : filtered(drawn, look)
  const xmp = xmpOf(facts)
  const encodings: Promise<Print['files'][number]>[] = [
    // Without a filter and at its own size, the picture is the original, byte for byte.
    (isAsDrawn && original ? Promise.resolve(original) : encodePng(pixels, facts)).then((bytes) => ({
      name: 'full.png',
      bytes,
      contentType: 'image/png',
    })),
  ]
  for (const width of RENDITION_WIDTHS) {
    const sized = from(pixels)
    if (width < pixels.width) sized.resize(width)
    const [avif, webp] = [sized.clone().avif(AVIF), sized.clone().webp(WEBP)]
    encodings.push(
      ...[avif, webp].map(async (picture, at) => {
        const type = at === 0 ? 'avif' : 'webp'
        const bytes = await picture.withXmp(xmp).toBuffer()
        return { name: `${width}.${type}`, bytes, contentType: `image/${type}` }
      }),
    )
  }
  const [thumbhash, ...files] = await Promise.all([thumbhashOf(pixels), ...encodings])
  const sha256 = createHash('sha256')
    .update((files[0] as Print['files'][number]).bytes)
    .digest('hex')
  return { files, thumbhash, sha256 }
}

function filtered(pixels: Pixels, { filter, strength }: Look): Pixels {
  if (strength === 0) return pixels
  const { width, height, data } = pixels
  return { width, height, data: bytesOf(PICTURE_FILTERS[filter](pictureOf(data, { width, height }), strength / 100)) }
}

async function encodePng(pixels: Pixels, facts: ImageFacts): Promise<Buffer> {
  const png = await from(pixels).png(PNG).withXmp(xmpOf(facts)).toBuffer()
  return withText(png, PARAMETERS, JSON.stringify(facts.params))
}

async function thumbhashOf(pixels: Pixels): Promise<string> {
  const { data, info } = await from(pixels)
    .resize(HASHED, HASHED, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

const from = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } })
