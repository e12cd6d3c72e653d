import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizesToTry } from './smaller-image.ts'

test('keeps the shape of a picture, never enlarges it, and tries the largest size first', () => {
  assert.deepEqual(sizesToTry({ width: 4000, height: 3000 }), [
    { width: 2560, height: 1920 },
    { width: 2048, height: 1536 },
    { width: 1600, height: 1200 },
    { width: 1200, height: 900 },
    { width: 800, height: 600 },
  ])
  assert.deepEqual(sizesToTry({ width: 1000, height: 1500 }).slice(0, 2), [
    { width: 1000, height: 1500 },
    { width: 800, height: 1200 },
  ])
  assert.deepEqual(sizesToTry({ width: 640, height: 480 }), [{ width: 640, height: 480 }])
  for (const { width, height } of sizesToTry({ width: 12_000, height: 3 })) assert.ok(width > 0 && height > 0)
})
