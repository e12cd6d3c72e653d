import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { drawPicture } from '../../../packages/procedural-renderer/draw.ts'
import { createLocalRenderer } from './local-renderer.ts'

const renderer = createLocalRenderer({ threads: 2 })
after(() => renderer.close?.())

const request = {
  prompt: 'a fox by a lake, xyzzy',
  negativePrompt: '',
  style: 'Anime',
  seed: 5,
  size: 128,
  restoreFaces: false,
} as const
const draw = (changes: object = {}, signal = new AbortController().signal) =>
  renderer.draw({ ...request, ...changes }, { signal, onProgress: () => undefined })

test('two threads and the main thread draw the same bytes', async () => {
  const drawings = await Promise.all([draw(), draw(), draw()])
  const here = Buffer.from(drawPicture(request).png)
  for (const { bytes } of drawings) assert.ok(here.equals(bytes))
})

test('a drawing says which engine drew it and which words of the prompt it used', async () => {
  const { seed, model, usedWords, unusedWords } = await draw()
  assert.deepEqual(
    { seed, model, usedWords, unusedWords },
    { seed: 5, model: 'procedural/3', usedWords: ['fox', 'lake'], unusedWords: ['xyzzy'] },
  )
})

test('progress only grows, and ends at 1', async () => {
  const told: number[] = []
  await renderer.draw(
    { ...request, size: 512 },
    { signal: new AbortController().signal, onProgress: (share) => told.push(share) },
  )
  assert.equal(told.at(-1), 1)
  assert.deepEqual(
    told,
    [...new Set(told)].sort((a, b) => a - b),
  )
})

test('a canceled drawing ends at once with the reason, and the next one starts', async () => {
  const control = new AbortController()
  const given = draw({ size: 512 }, control.signal)
  const reason = new Error('no longer wanted')
  control.abort(reason)
  await assert.rejects(given, reason)
  await assert.rejects(draw({}, control.signal), reason)
  assert.ok((await draw()).bytes.length > 0)
})
