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

const listeningCache = () => {
  const cache = createPageCache()
  cache.setListening(true)
  return cache
}

test('keeps a page until its tag is dropped', () => {
  const cache = listeningCache()
  assert.equal(cache.put('/a', page('property:1'), cache.version()), true)
  cache.drop('property:2')
  assert.ok(cache.get('/a', 0))
  cache.drop('property:1')
  assert.equal(cache.get('/a', 0), undefined)
})

test('does not serve a page from its end time on', () => {
  const cache = listeningCache()
  cache.put('/a', page('t'), cache.version())
  assert.ok(cache.get('/a', 999))
  assert.equal(cache.get('/a', 1000), undefined)
})

test('does not keep a page whose data was read before a change', () => {
  const cache = listeningCache()
  const readAt = cache.version()
  cache.drop('t')
  assert.equal(cache.put('/a', page('t'), readAt), false)
  assert.equal(cache.put('/b', page('other'), readAt), true)
})

test('keeps nothing while we receive no change events, not even earlier pages', () => {
  const cache = createPageCache()
  assert.equal(cache.put('/a', page('t'), cache.version()), false)
  cache.setListening(true)
  const readAt = cache.version()
  cache.put('/a', page('t'), readAt)
  cache.setListening(false)
  assert.equal(cache.get('/a', 0), undefined)
  cache.setListening(true)
  assert.equal(cache.put('/a', page('t'), readAt), false)
})

test('evicted, replaced, and dropped pages leave nothing behind', () => {
  const cache = createPageCache({ maxBytes: 10 * 1100 })
  cache.setListening(true)
  for (let n = 0; n < 1000; n++) cache.put(`/${n}`, page(`t${n}`, 'all'), cache.version())
  assert.ok(cache.size() > 5 && cache.size() <= 10)
  assert.equal(cache.tagCount(), cache.size() + 1)
  cache.put('/999', page('other'), cache.version())
  cache.drop('t999')
  assert.ok(cache.get('/999', 0))
  cache.drop('all')
  assert.deepEqual([cache.size(), cache.tagCount()], [1, 1])
  cache.setListening(true)
  assert.deepEqual([cache.size(), cache.tagCount()], [0, 0])
})

test("counts a path's length as memory, and does not keep a page larger than the cache", () => {
  const cache = createPageCache({ maxBytes: 20_000 })
  cache.setListening(true)
  for (const end of ['1', '2', '3']) cache.put(`/${'a'.repeat(9_000)}${end}`, page('t'), cache.version())
  assert.equal(cache.size(), 1)
  assert.equal(cache.put(`/${'a'.repeat(20_000)}`, page('large'), cache.version()), false)
  assert.equal(cache.tagCount(), 1)
})
