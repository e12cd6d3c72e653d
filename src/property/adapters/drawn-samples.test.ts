import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { createSharpPhotos } from '../../adapters/sharp-photos.ts'
import { drawnSamples } from './drawn-samples.ts'

const photos = createSharpPhotos()

for (const { property, drawPhoto } of drawnSamples) {
  test(`the photo of ${property.slug} is 1600 by 1067 and small enough to load first`, async () => {
    const drawn = await drawPhoto()
    const { format, width, height } = await sharp(drawn).metadata()
    assert.deepEqual([format, width, height], ['png', 1600, 1067])
    const { large, small } = await photos.render(drawn)
    assert.ok(small.avif.length <= 40_000, `640 px: ${small.avif.length} bytes of AVIF`)
    assert.ok(large.avif.length <= 100_000, `1200 px: ${large.avif.length} bytes of AVIF`)
    assert.ok(large.webp.length <= 120_000, `1200 px: ${large.webp.length} bytes of WebP`)
  })

  test(`the contacts of ${property.slug} are reserved examples that reach no one`, () => {
    const values = Object.entries(property)
    for (const [field, value] of values.filter(([field]) => field.endsWith('_email')))
      assert.match(`${value}`, /@example\.com$/, field)
    for (const [field, value] of values.filter(([field]) => field.endsWith('_phone')))
      assert.match(`${value}`, / 555-01\d\d$/, field)
  })
}
