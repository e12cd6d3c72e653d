import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanCode, codeIssues } from './domain.ts'

test('reads a code however people write it', () => {
  assert.equal(cleanCode(' 123 456 ', 'totp'), '123456')
  assert.equal(cleanCode('123-456', 'totp'), '123456')
  assert.equal(cleanCode(' aBcDe-12345 ', 'backup'), 'aBcDe-12345')
  assert.deepEqual(
    ['', '12345', '1234567', '12345a', '123456'].map((code) => codeIssues(code, 'totp').length),
    [1, 1, 1, 1, 0],
  )
  assert.deepEqual(
    ['', 'anything'].map((code) => codeIssues(code, 'backup').length),
    [1, 0],
  )
})
