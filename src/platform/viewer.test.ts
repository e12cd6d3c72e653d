import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPrefetch } from './viewer.ts'

test('recognizes every header value of a prefetching browser', () => {
  for (const [purpose, isAhead] of [
    ['prefetch', true],
    ['prefetch;prerender', true],
    ['prefetch;anonymous-client-ip', true],
    [undefined, false],
    ['', false],
    ['none', false],
  ] as const)
    assert.equal(isPrefetch(purpose), isAhead, String(purpose))
})
