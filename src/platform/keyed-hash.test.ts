import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyedHash } from './keyed-hash.ts'

test('a keyed hash stays the same in later versions, because browsers and rows have it', () => {
  const hash = keyedHash('a secret', 'purpose', 'a', 'é').toString('base64url')
  assert.equal(hash, 'bpZHuiYDerqI2Xror_eCO8mNrotK5A57urdj6f8qbAI')
})

test('other purposes, other values, and other borders between values give other hashes', () => {
  const hashes = [
    keyedHash('a secret', 'purpose', 'a', 'b'),
    keyedHash('a secret', 'other', 'a', 'b'),
    keyedHash('a secret', 'purpose', 'ab'),
    keyedHash('other', 'purpose', 'a', 'b'),
  ].map((hash) => hash.toString('base64url'))
  assert.equal(new Set(hashes).size, hashes.length)
})
