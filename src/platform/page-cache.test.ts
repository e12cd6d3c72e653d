import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CachedPage, createPageCache } from './page-cache.ts'

const page = (...tags: string[]): CachedPage => ({
  body: { identity: Buffer.from('a'), gzip: Buffer.from('b'), br: Buffer.from('c') },
  headers: {},
  etag: '"1"',
  tags,
  untilMs: 1000,
})

const hearingCache = () => {
  const cache = createPageCache()
  cache.setHearing(true)
  return cache
}

test('a page is kept until its tag is dropped', () => {
  const cache = hearingCache()
  assert.equal(cache.put('/a', page('property:1'), cache.version()), true)
  cache.drop('property:2')
  assert.ok(cache.get('/a', 0))
  cache.drop('property:1')
  assert.equal(cache.get('/a', 0), undefined)
})

test('a page is not served from its last instant on', () => {
  const cache = hearingCache()
  cache.put('/a', page('t'), cache.version())
  assert.ok(cache.get('/a', 999))
  assert.equal(cache.get('/a', 1000), undefined)
})

test('a page read before a change is not kept after it', () => {
  const cache = hearingCache()
  const readAt = cache.version()
  cache.drop('t')
  assert.equal(cache.put('/a', page('t'), readAt), false)
  assert.equal(cache.put('/b', page('other'), readAt), true)
})

test('nothing is kept while changes are not heard, and nothing from before', () => {
  const cache = createPageCache()
  assert.equal(cache.put('/a', page('t'), cache.version()), false)
  cache.setHearing(true)
  const readAt = cache.version()
  cache.put('/a', page('t'), readAt)
  cache.setHearing(false)
  assert.equal(cache.get('/a', 0), undefined)
  cache.setHearing(true)
  assert.equal(cache.put('/a', page('t'), readAt), false)
})
