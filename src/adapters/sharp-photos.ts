import sharp from 'sharp'
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { DomainError } from '../platform/errors.ts'
import {
  isPhoto,
  type KeptPicture,
  MAX_PHOTO_PIXELS,
  notAPhoto,
  type PhotoRenderer,
  type PictureRenderer,
  RENDITION_WIDTHS,
  type RenderedPhoto,
  type Rendition,
  tooManyPixels,
} from '../platform/photo.ts'

/** Uncompressed 8-bit RGB pixels, upright, without metadata. */
type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** We keep the effort low because the next step takes several times as long and saves only a few percent. */
const AVIF = { quality: 50, effort: 2 }
const WEBP = { quality: 74, effort: 4 }
/** Format of pictures that go into documents. */
const JPEG = { quality: 84, mozjpeg: true }
/** Limits the height, so that a tower or an upright panorama does not become a huge rendition. */
const MAX_HEIGHT_RATIO = 4 / 3

/** Makes renditions with sharp (libvips). Decodes each original once, one photo at a time; a large one needs 120 MB. */
export function createSharpPhotos(): PhotoRenderer & PictureRenderer {
  // Decoded originals must not stay in memory.
  sharp.cache(false)
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Made>(make: () => Promise<Made>): Promise<Made> {
    const turn = last.then(make)
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    render: (bytes) => inTurn(() => renderPhoto(bytes)),
    picture: (bytes) => inTurn(() => renderPicture(bytes)),
  }
}

async function renderPicture(bytes: Uint8Array): Promise<KeptPicture> {
  const photo = await decode(bytes)
  const { width, height } = photo.info
  return { jpeg: await from(photo).jpeg(JPEG).toBuffer(), width, height }
}

async function renderPhoto(bytes: Uint8Array): Promise<RenderedPhoto> {
  const large = await decode(bytes)
  const small = await shrink(large, RENDITION_WIDTHS.small)
  const tiny = await shrink(large, 100, 100)
  const hash = await thumbhashOf(tiny)
  return {
    width: large.info.width,
    height: large.info.height,
    large: await encode(large),
    small: await encode(small),
    thumbhash: Buffer.from(hash).toString('base64'),
    placeholder: await placeholderOf(hash),
  }
}

/** Returns the large rendition's pixels, with the EXIF orientation and color profile applied and removed. */
async function decode(bytes: Uint8Array): Promise<Pixels> {
  if (!isPhoto(bytes)) throw notAPhoto()
  const original = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  try {
    const { width, height } = await original.metadata()
    if (width * height > MAX_PHOTO_PIXELS) throw tooManyPixels()
    return await original
      .autoOrient()
      .resize({
        width: RENDITION_WIDTHS.large,
        height: Math.round(RENDITION_WIDTHS.large * MAX_HEIGHT_RATIO),
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw notAPhoto(error)
  }
}

const shrink = (photo: Pixels, width: number, height?: number): Promise<Pixels> =>
  from(photo)
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })

const encode = async (photo: Pixels): Promise<Rendition> => ({
  avif: await from(photo).avif(AVIF).toBuffer(),
  webp: await from(photo).webp(WEBP).toBuffer(),
})

async function thumbhashOf(tiny: Pixels): Promise<Uint8Array> {
  const { data, info } = await from(tiny).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return rgbaToThumbHash(info.width, info.height, data)
}

async function placeholderOf(hash: Uint8Array): Promise<string> {
  const { w: width, h: height, rgba } = thumbHashToRGBA(hash)
  const webp = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp({ quality: 60 })
    .toBuffer()
  return `data:image/webp;base64,${webp.toString('base64')}`
}

const from = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
