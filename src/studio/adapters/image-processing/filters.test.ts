import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { drawnPng } from '../../../../test/images.ts'
import { FILTERS, type Filter } from '../../image/domain.ts'
import { PICTURE_FILTERS } from './filters.ts'
import { blur, bytesOf, type Picture, pictureOf } from './pixels.ts'

let drawn: Picture
before(async () => {
  const { data, info } = await sharp(await drawnPng('#2a6f97', 256))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  drawn = pictureOf(data, info)
})

const through = (filter: Filter, strength = 1, picture = drawn) => bytesOf(PICTURE_FILTERS[filter](picture, strength))

/** Mean of the differences between two pictures, from 0 to 255. */
function distance(a: Uint8Array, b: Uint8Array): number {
  assert.equal(a.length, b.length)
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] as number) - (b[i] as number))
  return sum / a.length
}

test('each filter looks different from the drawing and from every other filter', () => {
  const seen: [Filter, Uint8Array][] = []
  for (const filter of FILTERS) {
    const pixels = through(filter)
    for (const [name, other] of seen) assert.ok(distance(pixels, other) > 5, `${filter} and ${name}`)
    seen.push([filter, pixels])
  }
})

test('strength 0 changes nothing, and more strength changes more', () => {
  const asDrawn = bytesOf(drawn)
  for (const filter of FILTERS.slice(1)) {
    const [none, little, half, all] = [0, 0.1, 0.5, 1].map((strength) => distance(through(filter, strength), asDrawn))
    assert.equal(none, 0, filter)
    assert.ok(little && half && all && little < half && half < all, `${filter}: ${little} ${half} ${all}`)
  }
})

test('a filter does not change its input', () => {
  const before = Float32Array.from(drawn.data)
  for (const filter of FILTERS) through(filter)
  assert.deepEqual(drawn.data, before)
})

test('a filter returns valid numbers for black, white, one color, noise, and a single pixel', () => {
  const { width, height } = { width: 40, height: 24 }
  const all = (colour: (at: number) => number) =>
    pictureOf(
      Uint8Array.from({ length: width * height * 3 }, (_, at) => colour(at)),
      { width, height },
    )
  const pictures = [
    all(() => 0),
    all(() => 255),
    all((at) => (at % 3 === 0 ? 255 : 0)),
    all(() => 127),
    all((at) => (Math.imul(at, 0x9e3779b1) >>> 24) & 255),
    pictureOf(Uint8Array.of(10, 200, 90), { width: 1, height: 1 }),
  ]
  for (const picture of pictures)
    for (const filter of FILTERS) {
      const { data } = PICTURE_FILTERS[filter](picture, 1)
      assert.equal(data.length, picture.data.length)
      assert.ok(data.every(Number.isFinite), filter)
    }
})

test('a blur keeps a single color, spreads a point evenly, and loses no light', () => {
  const size = 65
  const point = { width: size, height: size, data: new Float32Array(size * size * 3) }
  const middle = ((size >> 1) * size + (size >> 1)) * 3
  point.data[middle] = 1
  const { data } = blur(point, 4)
  const sum = data.reduce((all, value) => all + value, 0)
  assert.ok(Math.abs(sum - 1) < 1e-3, String(sum))
  for (const step of [3, 9, 30])
    for (const way of [1, size])
      assert.ok(Math.abs((data[middle + step * way] ?? 0) - (data[middle - step * way] ?? 1)) < 1e-6)
  // The peak of a Gaussian of 4 pixels.
  assert.ok(Math.abs((data[middle] ?? 0) - 1 / (2 * Math.PI * 16)) < 2e-3)
  const flat = { ...point, data: new Float32Array(size * size * 3).fill(0.3) }
  assert.ok(blur(flat, 7).data.every((value) => Math.abs(value - 0.3) < 1e-5))
})
