import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import sharp from 'sharp'
import type { PreviewCard } from '../share/ports.ts'
import { createPreviewDrawer } from './drawn-preview.ts'

const card: PreviewCard = {
  photo: null,
  street: '2817 Mariposa Glen Terrace, Unit 3',
  place: 'Los Angeles, CA 90026',
  price: '$3,450 a month',
  facts: ['2 beds', '1.5 baths'],
  invitation: 'Book a private showing',
}
const drawer = createPreviewDrawer()
after(() => drawer.close())

const sizeOf = async (picture: Uint8Array) => {
  const { format, width, height } = await sharp(picture).metadata()
  return `${format} ${width}x${height}`
}

/** Returns the smallest box around the differences between two pictures. */
async function difference(one: Uint8Array, other: Uint8Array) {
  const raw = (picture: Uint8Array) => sharp(picture).greyscale().raw().toBuffer()
  const [a, b] = await Promise.all([raw(one), raw(other)])
  const box = { left: 1200, right: 0, top: 630, bottom: 0 }
  for (let at = 0; at < a.length; at++) {
    if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) < 60) continue
    box.left = Math.min(box.left, at % 1200)
    box.right = Math.max(box.right, at % 1200)
    box.top = Math.min(box.top, Math.floor(at / 1200))
    box.bottom = Math.max(box.bottom, Math.floor(at / 1200))
  }
  return box
}

test('draws 1200 by 630 with a photo of any shape or without one, and recognizes its mark', async () => {
  const photo = await sharp({ create: { width: 300, height: 900, channels: 3, background: '#aa8844' } })
    .webp()
    .toBuffer()
  for (const one of [card, { ...card, photo }]) {
    const picture = await drawer.draw(one, '0123456789abcdef')
    assert.equal(await sizeOf(picture), 'jpeg 1200x630')
    assert.equal(drawer.isMarked(picture, '0123456789abcdef'), true)
    assert.equal(drawer.isMarked(picture, 'fedcba9876543210'), false)
    assert.ok(picture.length < 300_000, `${picture.length} bytes`)
  }
})

test('draws all words inside the picture, however long they are', async () => {
  const empty = { ...card, street: '', place: '', price: null, facts: ['x'] }
  const blank = await drawer.draw(empty, 'a')
  const street = await difference(blank, await drawer.draw({ ...empty, street: 'I' }, 'a'))
  assert.ok(street.top > 400 && street.bottom < 490, JSON.stringify(street))
  const long = await difference(
    blank,
    await drawer.draw({ ...empty, street: 'W'.repeat(300), place: 'M'.repeat(300) }, 'a'),
  )
  assert.ok(long.left >= 60 && long.right <= 1140, JSON.stringify(long))
})

test('draws markup and letters that the font lacks as plain letters', async () => {
  const picture = await drawer.draw({ ...card, street: '漢字 </g></svg><script>&"', place: '\u0000\u202e' }, 'a')
  assert.equal(await sizeOf(picture), 'jpeg 1200x630')
})

test('does not depend on installed fonts', async () => {
  const script = `
    const { createPreviewDrawer } = await import(${JSON.stringify(import.meta.resolve('./drawn-preview.ts'))})
    const drawer = createPreviewDrawer()
    process.stdout.write(Buffer.from(await drawer.draw(${JSON.stringify(card)}, 'a')))
    await drawer.close()`
  const bare = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      PATH: process.env.PATH,
      FONTCONFIG_FILE: '/dev/null',
      FONTCONFIG_PATH: '/nonexistent',
      HOME: '/nonexistent',
    },
    maxBuffer: 2 ** 22,
  })
  assert.ok(bare.stdout.equals(Buffer.from(await drawer.draw(card, 'a'))), bare.stderr.toString())
})
