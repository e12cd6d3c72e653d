/** Longest sides in pixels to try, until the file is small enough. */
const SIDES = [2560, 2048, 1600, 1200, 800]
const QUALITIES = [0.88, 0.75]

type Size = { width: number; height: number }

/** Lists sizes of the same shape, largest first, none larger than the picture. */
export function sizesToTry({ width, height }: Size): Size[] {
  const longest = Math.max(width, height)
  const sides = SIDES.filter((side) => side < longest)
  return (longest <= (SIDES[0] as number) ? [longest, ...sides] : sides).map((side) => ({
    width: Math.max(1, Math.round((width * side) / longest)),
    height: Math.max(1, Math.round((height * side) / longest)),
  }))
}

/**
 * Makes the same picture with fewer bytes, upright and in its shape: a JPEG from a JPEG, otherwise a WebP, which keeps
 * transparency. If the browser cannot write WebP, the result is a JPEG on white.
 * @returns null if this browser cannot read the file as a picture
 */
export async function smallerImage(file: File, maxBytes: number): Promise<File | null> {
  // Rotated by its EXIF orientation.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  try {
    for (const size of sizesToTry(picture))
      for (const quality of QUALITIES) {
        const blob = await encoded(picture, { size, quality, isJpeg: file.type === 'image/jpeg' })
        if (blob && blob.size <= maxBytes)
          return new File([blob], file.name.replace(/\.\w+$/, '') + (blob.type === 'image/webp' ? '.webp' : '.jpg'), {
            type: blob.type,
          })
      }
    return null
  } finally {
    picture.close()
  }
}

type How = { size: Size; quality: number; isJpeg: boolean }

async function encoded(picture: ImageBitmap, { size, quality, isJpeg }: How): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.imageSmoothingQuality = 'high'
  if (isJpeg) {
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, size.width, size.height)
  }
  pen.drawImage(picture, 0, 0, size.width, size.height)
  const type = isJpeg ? 'image/jpeg' : 'image/webp'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  // A browser that cannot write WebP answers with a PNG.
  return blob && !isJpeg && blob.type !== type ? encoded(picture, { size, quality, isJpeg: true }) : blob
}
