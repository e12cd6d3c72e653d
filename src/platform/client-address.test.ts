import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClientAddress } from './client-address.ts'

test('trusts X-Forwarded-For only from a trusted proxy, and only up to the first untrusted hop', () => {
  const believing = createClientAddress(['127.0.0.1', '10.0.0.0/8'])
  assert.equal(believing('127.0.0.1', '203.0.113.9'), '203.0.113.9')
  assert.equal(believing('::ffff:127.0.0.1', '203.0.113.9, 10.1.2.3'), '203.0.113.9')
  assert.equal(believing('127.0.0.1', '198.51.100.1, 203.0.113.9'), '203.0.113.9')
  assert.equal(believing('203.0.113.5', '198.51.100.1'), '203.0.113.5')
  assert.equal(believing('127.0.0.1', 'garbage'), '127.0.0.1')
  assert.equal(believing('127.0.0.1', undefined), '127.0.0.1')
})

test('reads a hop that a proxy wrote with its port', () => {
  const believing = createClientAddress(['127.0.0.1', '2001:db8:9::/48'])
  assert.equal(believing('127.0.0.1', '203.0.113.7:51234'), '203.0.113.7')
  assert.equal(believing('127.0.0.1', '[2001:db8:1:2::5]:443'), '2001:db8:1:2::')
  assert.equal(believing('127.0.0.1', '[2001:db8:1:2::5]'), '2001:db8:1:2::')
  assert.equal(believing('127.0.0.1', '203.0.113.7:51234, [2001:db8:9::1]:80'), '203.0.113.7')
  assert.equal(believing('127.0.0.1', '[::ffff:203.0.113.7]:443'), '203.0.113.7')
  for (const garbage of ['203.0.113.7:', '203.0.113.7:80:80', '[203.0.113.7', '[]:80'])
    assert.equal(believing('127.0.0.1', garbage), '127.0.0.1', garbage)
})

test('without trusted proxies, uses the address of the connection', () => {
  assert.equal(createClientAddress([])('127.0.0.1', '203.0.113.9'), '127.0.0.1')
  assert.equal(createClientAddress([])(undefined, undefined), 'unknown')
})

test('all addresses of one /64 IPv6 network are one caller', () => {
  const direct = createClientAddress([])
  for (const address of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::192.0.2.1'])
    assert.equal(direct(address, undefined), '2001:db8:1:2::', address)
  assert.equal(direct('2001:db8:1:3::1', undefined), '2001:db8:1:3::')
  assert.equal(direct('2001:db8::1', undefined), '2001:db8:0:0::')
  assert.equal(direct('fe80::1:2:3:4%eth0', undefined), 'fe80:0:0:0::')
  const believing = createClientAddress(['::1', '2001:db8:9::/48'])
  assert.equal(believing('::1', '2001:db8:1:2::7, 2001:db8:9::1'), '2001:db8:1:2::')
})

test('reads an IPv4-mapped IPv6 address as the IPv4 address', () => {
  for (const address of ['::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:FFFF:c000:0207'])
    assert.equal(createClientAddress([])(address, undefined), '192.0.2.7', address)
})
