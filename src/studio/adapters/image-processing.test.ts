import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio } from 'thumbhash'
import { drawnPng, LABEL, SIDE } from '../../../test/images.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { DEFAULT_FILTER, FILTERS, type Filter, PRINT_NAMES } from '../image/domain.ts'
import type { Print } from '../image/ports.ts'
import { createImageProcessor } from './image-processing.ts'

const imageProcessor = createImageProcessor()
after(() => imageProcessor.close())
const facts = {
  source: 'trainedAlgorithmicMedia' as const,
  label: `${LABEL} <&"`,
  params: { prompt: 'Ein Schiff über 海', seed: 7, filter: 'Analog', filter_strength: 80 },
}
const plain = { filter: DEFAULT_FILTER, strength: 100 }
const develop = (bytes: Uint8Array, size = SIDE) => imageProcessor.develop(bytes, { size, facts, look: plain })
const fileOf = (print: Print, name: string) => {
  const file = print.files.find((one) => one.name === name)
  assert.ok(file, name)
  return file.bytes
}
const pixelsOf = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer()
const printOf = async (filter: Filter, strength = 100) =>
  imageProcessor.print(original, { size: SIDE, facts, look: { filter, strength } })

let drawing: Uint8Array
let original: Uint8Array
before(async () => {
  drawing = await drawnPng('#2a6f97', SIDE)
  original = (await develop(drawing)).original
})

/** Mean of the differences between two pictures, from 0 to 255. */
function distance(a: Uint8Array, b: Uint8Array): number {
  assert.equal(a.length, b.length)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] as number) - (b[i] as number))
  return sum / a.length
}

test('keeps a drawing as it was drawn, and makes every rendition', async () => {
  const drawing = await drawnPng('#2a6f97', 512)
  const { width, height, original, print } = await develop(drawing, 512)
  assert.deepEqual([width, height], [512, 512])
  assert.equal(Buffer.compare(await pixelsOf(original), await pixelsOf(drawing)), 0)
  assert.deepEqual(
    print.files.map(({ name }) => name),
    PRINT_NAMES,
  )
  for (const { name, bytes, contentType } of print.files) {
    const { format, width, height } = await sharp(bytes).metadata()
    const [side = '', type = ''] = name.split('.')
    assert.equal(contentType, `image/${type}`)
    assert.equal(format, type === 'avif' ? 'heif' : type)
    assert.deepEqual([width, height], side === 'full' ? [512, 512] : [Number(side), Number(side)])
  }
  assert.equal(print.sha256, createHash('sha256').update(fileOf(print, 'full.png')).digest('hex'))
  assert.equal(thumbHashToApproximateAspectRatio(Buffer.from(print.thumbhash, 'base64')), 1)
})

test('enlarges no rendition beyond the picture', async () => {
  const { print } = await develop(drawing)
  for (const { name, bytes } of print.files) assert.equal((await sharp(bytes).metadata()).width, SIDE, name)
})

test('every file says where it comes from, and the PNG also how to make it again', async () => {
  const print = await printOf('Analog', 80)
  for (const { name, bytes } of print.files) {
    const { xmpAsString = '', exif, icc } = await sharp(bytes).metadata()
    assert.match(xmpAsString, /cv\.iptc\.org\/newscodes\/digitalsourcetype\/trainedAlgorithmicMedia"/, name)
    assert.ok(xmpAsString.includes(`${LABEL} &#60;&#38;&#34;`), name)
    assert.deepEqual([exif, icc], [undefined, undefined], name)
  }
  const said = async (png: Uint8Array) => (await sharp(png).metadata()).comments ?? []
  const shown = await said(fileOf(print, 'full.png'))
  assert.deepEqual([shown.length, shown[0]?.keyword], [1, 'parameters'])
  assert.deepEqual(JSON.parse(shown[0]?.text ?? ''), facts.params)
  const kept = await said(original)
  assert.deepEqual(JSON.parse(kept[0]?.text ?? ''), { ...facts.params, filter: 'Default', filter_strength: 100 })
})

test('the same drawing, filter, and strength give the same bytes, even in another thread', async () => {
  const large = await drawnPng('#2a6f97', 512)
  const pictures = [
    ...FILTERS.map((filter) => ({ filter, size: SIDE, bytes: original })),
    { filter: 'Vintage' as const, size: 512, bytes: large },
  ]
  const other = createImageProcessor()
  try {
    for (const { filter, size, bytes } of pictures) {
      const plan = { size, facts, look: { filter, strength: 70 } }
      const [one, two] = await Promise.all([imageProcessor, other].map((by) => by.print(bytes, plan)))
      assert.ok(one && two)
      assert.deepEqual([two.sha256, two.thumbhash], [one.sha256, one.thumbhash], filter)
      for (const { name, bytes } of one.files) assert.equal(Buffer.compare(bytes, fileOf(two, name)), 0, filter + name)
    }
  } finally {
    await other.close()
  }
})

test('strength 0 changes nothing', async () => {
  const print = await printOf('Manga', 0)
  assert.equal(Buffer.compare(await pixelsOf(fileOf(print, 'full.png')), await pixelsOf(original)), 0)
})

for (const type of ['jpeg', 'webp', 'png'] as const) {
  test(`accepts a ${type} from an engine, without its other metadata`, async () => {
    const bytes = await sharp(drawing)
      .withExif({ IFD0: { Artist: 'SENTINEL' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SENTINEL</x:xmpmeta>')
      [type]()
      .toBuffer()
    const { original: kept, print } = await develop(Buffer.concat([bytes, Buffer.from('SENTINEL<script>')]))
    for (const file of [kept, ...print.files.map((one) => one.bytes)])
      assert.ok(!Buffer.from(file).includes('SENTINEL'), type)
  })
}

test('converts gray, transparent, 16-bit, and P3 pictures to three-channel sRGB', async () => {
  const from = () => sharp(drawing)
  const pictures = {
    grey: await from().greyscale().png().toBuffer(),
    transparent: await from().ensureAlpha(0.5).png().toBuffer(),
    deep: await from().toColourspace('rgb16').png().toBuffer(),
    p3: await from().withIccProfile('p3').png().toBuffer(),
    cmyk: await from().toColourspace('cmyk').jpeg().toBuffer(),
  }
  for (const [name, bytes] of Object.entries(pictures)) {
    const { original: kept } = await develop(bytes)
    const { channels, space, depth, icc } = await sharp(kept).metadata()
    assert.deepEqual([channels, space, depth, icc], [3, 'srgb', 'uchar', undefined], name)
  }
  const p3 = (await develop(pictures.p3)).original
  assert.ok(distance(await pixelsOf(p3), await pixelsOf(original)) < 1, 'colors keep their look')
})

test('keeps a larger square and shows it at the requested size, and refuses smaller pictures and those that are not square', async () => {
  const sized = (width: number, height: number) =>
    sharp(drawing).resize(width, height, { fit: 'fill' }).png().toBuffer()
  const large = await sized(2 * SIDE, 2 * SIDE)
  const { width, height, original: kept, print: first } = await develop(large)
  assert.deepEqual([width, height], [2 * SIDE, 2 * SIDE])
  assert.equal(Buffer.compare(await pixelsOf(kept), await pixelsOf(large)), 0)
  const sizeOf = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).width
  assert.equal(await sizeOf(fileOf(first, 'full.png')), SIDE)
  const again = await imageProcessor.print(kept, { size: SIDE, facts, look: plain })
  assert.equal(again.sha256, first.sha256)
  const filtered = await imageProcessor.print(kept, { size: SIDE, facts, look: { filter: 'Analog', strength: 100 } })
  assert.equal(await sizeOf(fileOf(filtered, 'full.png')), SIDE)
  for (const [w, h] of [
    [SIDE / 2, SIDE / 2],
    [SIDE, SIDE - 12],
    [2 * SIDE, SIDE],
  ] as const)
    await assert.rejects(develop(await sized(w, h)), VendorError, `${w} by ${h}`)
})

const broken: [what: string, bytes: () => Promise<Uint8Array> | Uint8Array][] = [
  ['nothing', () => new Uint8Array()],
  ['a text', () => Buffer.from('{"images":[]}')],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"/>')],
  ['a GIF', () => sharp(drawing).gif().toBuffer()],
  ['half a PNG', async () => (await drawnPng()).subarray(0, 900)],
  ['the head of a JPEG before a page', () => Buffer.from('\xff\xd8\xff<html>', 'latin1')],
  ['a TIFF', () => sharp(drawing).tiff().toBuffer()],
]
for (const [what, bytes] of broken) {
  test(`refuses ${what} as the engine's failure`, async () => {
    await assert.rejects(develop(await bytes()), (error: unknown) => {
      assert.ok(error instanceof VendorError)
      assert.equal(error.reason, "The image service sent an image we can't use.")
      return true
    })
  })
}

test('refuses a picture with a huge declared size before decoding it', async () => {
  const huge = Buffer.from(drawing)
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  const before = process.memoryUsage.rss()
  await assert.rejects(develop(huge), VendorError)
  assert.ok(process.memoryUsage.rss() - before < 200 * 2 ** 20)
})
