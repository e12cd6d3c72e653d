import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import {
  FILTERS,
  type ImageRow,
  imageOf,
  imageUrl,
  lookIssues,
  lookName,
  PRINT_NAMES,
  printKey,
  readFileName,
  sourceOf,
  strengthOf,
  USUAL_REASON,
} from './domain.ts'

const bytes = fc.uint8Array({ minLength: 18, maxLength: 18 })

test('reads every URL that we make back into its parts', () => {
  fc.assert(
    fc.property(bytes, fc.constantFrom(...PRINT_NAMES), (random, print) => {
      const look = lookName(random)
      assert.match(look, /^[A-Za-z0-9_-]{16,}$/)
      const name = imageUrl('01900000-0000-7000-8000-000000000000', look, print).split('/').at(-1) ?? ''
      assert.deepEqual(readFileName(name), { look, print })
    }),
  )
})

test('refuses any other file name or rendition', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      const read = readFileName(text)
      assert.ok(read === null || `${read.look}-${read.print}` === text)
    }),
  )
  for (const name of ['original.png', 'full.png', 'x-128.webp', 'x-256.jpg', '', 'x-full.png/..', 'x-256.webp.exe'])
    assert.equal(readFileName(name), null, name)
})

test('a file has its own key under any rendition name', () => {
  const keys = PRINT_NAMES.map((name) => printKey('a', 'b', name))
  assert.equal(new Set(keys).size, PRINT_NAMES.length)
  for (const key of keys) assert.match(key, /^([\w-]+\/)+[\w-]+\.\w+$/)
})

test('a look is one of our filters and a whole-number strength from 0 to 100', () => {
  const paths = (filter: string, strength: number) => lookIssues({ filter, strength }).map(({ path }) => path)
  for (const filter of FILTERS) for (const strength of [0, 1, 99, 100]) assert.deepEqual(paths(filter, strength), [])
  for (const strength of [-1, 101, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    assert.deepEqual(paths('Manga', strength), ['strength'])
  for (const filter of ['', 'manga', 'Manga ', 'constructor', 'Sepia'])
    assert.deepEqual(paths(filter, 50), ['filter'], filter)
})

test('has no strength without a filter', () => {
  assert.deepEqual([strengthOf('Default', 20), strengthOf('VHS', 20), strengthOf('VHS', 0)], [100, 20, 0])
})

test('every engine except our own renderer is a model', () => {
  assert.deepEqual(['local', 'a1111', 'openai'].map(sourceOf), [
    'algorithmicMedia',
    'trainedAlgorithmicMedia',
    'trainedAlgorithmicMedia',
  ])
})

test('an image has its creator, the files of its current look, and why it was removed', () => {
  const row = {
    id: 'i',
    account_id: 'a',
    visibility: 'public',
    prompt: 'p',
    used_params: {},
    remix_of: null,
    width: 512,
    height: 512,
    thumbhash: 't',
    look: 'L',
    sha256: 's',
    removed_at: null,
    removed_reason: null,
    created_at: new Date(0),
    username: 'Painter',
  } as unknown as ImageRow
  const image = imageOf(row)
  assert.equal(image.image_url, '/files/images/i/L-full.png')
  assert.deepEqual(image.renditions, {
    avif: { '256': '/files/images/i/L-256.avif', '512': '/files/images/i/L-512.avif' },
    webp: { '256': '/files/images/i/L-256.webp', '512': '/files/images/i/L-512.webp' },
  })
  assert.deepEqual([image.anonymous_username, image.removed], ['Painter', null])
  assert.ok(!('account_id' in image))
  const removed = imageOf({ ...row, removed_at: new Date(0), removed_reason: 'Because.' })
  assert.deepEqual(removed.removed, { at: '1970-01-01T00:00:00.000Z', reason: 'Because.' })
  const usually = { ...row, removed_at: new Date(0), removed_reason: USUAL_REASON }
  assert.equal(imageOf(usually).removed?.reason, USUAL_REASON)
  assert.equal(inLanguage('es', () => imageOf(usually)).removed?.reason, 'No cumple nuestros términos.')
})
