import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClientAddress } from './client-address.ts'

test('X-Forwarded-For is believed only from a trusted proxy, and only up to the first untrusted hop', () => {
  const believing = createClientAddress(['127.0.0.1', '10.0.0.0/8'])
  assert.equal(believing('127.0.0.1', '203.0.113.9'), '203.0.113.9')
  assert.equal(believing('::ffff:127.0.0.1', '203.0.113.9, 10.1.2.3'), '203.0.113.9')
  assert.equal(believing('127.0.0.1', '198.51.100.1, 203.0.113.9'), '203.0.113.9')
  assert.equal(believing('203.0.113.5', '198.51.100.1'), '203.0.113.5')
  assert.equal(believing('127.0.0.1', 'garbage'), '127.0.0.1')
  assert.equal(believing('127.0.0.1', undefined), '127.0.0.1')
})

test('without trusted proxies the connection decides', () => {
  assert.equal(createClientAddress([])('127.0.0.1', '203.0.113.9'), '127.0.0.1')
  assert.equal(createClientAddress([])(undefined, undefined), 'unknown')
})
