import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { createSharpPhotos } from './sharp-photos.ts'

const photos = createSharpPhotos()
const red = '#c03028'
const blue = '#2038c0'

/** Makes an image whose left half is red and right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } }).composite([
    { input: { create: { width: Math.round(width / 2), height, channels: 3, background: blue } }, gravity: 'east' },
  ])

async function colourAt(picture: Uint8Array, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
  const { data } = await sharp(picture)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [r, , b] = data as unknown as [number, number, number]
  return r > 150 && b < 100 ? 'red' : b > 150 && r < 100 ? 'blue' : 'other'
}

test('a photo becomes AVIF and WebP, 1200 and 640 wide', async () => {
  const photo = await photos.render(await halves(1600, 1067).jpeg().toBuffer())
  assert.deepEqual([photo.width, photo.height], [1200, 800])
  const sizes: [bytes: Uint8Array, format: string, width: number][] = [
    [photo.large.webp, 'webp', 1200],
    [photo.small.webp, 'webp', 640],
    [photo.large.avif, 'heif', 1200],
    [photo.small.avif, 'heif', 640],
  ]
  for (const [bytes, format, width] of sizes) {
    const found = await sharp(bytes).metadata()
    assert.deepEqual([found.format, found.width], [format, width])
    assert.equal(await colourAt(bytes, 10, 10), 'red')
    assert.equal(await colourAt(bytes, width - 10, 10), 'blue')
  }
})

test('does not enlarge a photo, and limits the height of a tall one', async () => {
  const little = await photos.render(await halves(300, 200).png().toBuffer())
  assert.deepEqual([little.width, little.height], [300, 200])
  const tall = await photos.render(await halves(1000, 4000).png().toBuffer())
  assert.deepEqual([tall.width, tall.height], [400, 1600])
})

test('rotates a photo taken sideways upright', async () => {
  // Orientation 6 means the camera was turned. Shown upright, the left edge of the file is on top.
  const photo = await photos.render(await halves(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  assert.deepEqual([photo.width, photo.height], [600, 900])
  assert.equal(await colourAt(photo.large.webp, 300, 20), 'red')
  assert.equal(await colourAt(photo.large.webp, 300, 880), 'blue')
})

test("removes a photo's location and camera data", async () => {
  const taken = await halves(400, 300)
    .withExif({ IFD0: { Make: 'SentinelCam' }, IFD3: { GPSLatitude: '34/1 5/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SentinelCam</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  assert.ok(taken.includes('SentinelCam'))
  const photo = await photos.render(taken)
  for (const bytes of [photo.large.avif, photo.large.webp, photo.small.avif, photo.small.webp]) {
    assert.ok(!Buffer.from(bytes).includes('SentinelCam'))
    const { exif, xmp, iptc } = await sharp(bytes).metadata()
    assert.deepEqual({ exif, xmp, iptc }, { exif: undefined, xmp: undefined, iptc: undefined })
  }
})

const kinds: [kind: string, bytes: () => Promise<Buffer>][] = [
  ['grey JPEG', () => halves(64, 64).greyscale().toColourspace('b-w').jpeg().toBuffer()],
  ['CMYK JPEG', () => halves(64, 64).toColourspace('cmyk').jpeg().toBuffer()],
  ['16-bit PNG', () => halves(64, 64).toColourspace('rgb16').png().toBuffer()],
  ['palette PNG', () => halves(64, 64).png({ palette: true }).toBuffer()],
  ['PNG with transparency', () => halves(64, 64).ensureAlpha(0.5).png().toBuffer()],
  ['WebP', () => halves(64, 64).webp().toBuffer()],
  [
    'PNG of one pixel',
    () =>
      sharp({ create: { width: 1, height: 1, channels: 3, background: red } })
        .png()
        .toBuffer(),
  ],
]
for (const [kind, bytes] of kinds) {
  test(`reads a ${kind}`, async () => {
    const photo = await photos.render(await bytes())
    assert.deepEqual((await sharp(photo.large.webp).metadata()).width, photo.width)
    assert.equal((await sharp(photo.large.avif).metadata()).channels, 3)
  })
}

test("the thumbhash has the photo's color, and the placeholder is a small copy", async () => {
  const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: red } })
  const photo = await photos.render(await plain.png().toBuffer())
  const average = thumbHashToAverageRGBA(Buffer.from(photo.thumbhash, 'base64'))
  assert.ok(average.r > 0.6 && average.g < 0.35 && average.b < 0.35, JSON.stringify(average))
  assert.match(photo.placeholder, /^data:image\/webp;base64,/)
  assert.ok(photo.placeholder.length <= 1024, `${photo.placeholder.length}`)
  const { width, height } = await sharp(Buffer.from(photo.placeholder.split(',')[1] ?? '', 'base64')).metadata()
  assert.ok(width === 32 && height > 19 && height < 25, `${width} by ${height}`)
})

const whole = await halves(600, 400).jpeg().toBuffer()
const refused: [kind: string, bytes: Uint8Array][] = [
  ['nothing', new Uint8Array()],
  ['a text', Buffer.from('not a photo')],
  ['an SVG drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a GIF', await halves(8, 8).gif().toBuffer()],
  ['the first bytes of a JPEG', Uint8Array.of(0xff, 0xd8, 0xff)],
  ['a JPEG cut in half', whole.subarray(0, whole.length / 2)],
  ['a JPEG of noise', Buffer.concat([whole.subarray(0, 20), Buffer.alloc(5000, 0x5a)])],
]
for (const [kind, bytes] of refused) {
  test(`refuses ${kind}`, () =>
    assert.rejects(photos.render(bytes), { kind: 'wrong_type', message: 'Please upload a JPEG, PNG, or WebP image' }))
}

test('refuses more than 40 megapixels before decoding them', async () => {
  const vast = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: red } })
    .png()
    .toBuffer()
  await assert.rejects(photos.render(vast), { kind: 'too_large' })
})

test('a photo that fails does not delay the next one', async () => {
  const [bad, good] = await Promise.allSettled([photos.render(Buffer.from('x')), photos.render(whole)])
  assert.deepEqual([bad.status, good.status], ['rejected', 'fulfilled'])
})
