import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanCode, codeIssues } from './domain.ts'

test('reads a code however people write it', () => {
  assert.equal(cleanCode(' 123 456 ', 'totp'), '123456')
  assert.equal(cleanCode('123-456', 'totp'), '123456')
  for (const code of [' aBcDe-12345 ', 'aBcDe12345', 'aBcDe 12345', 'aBcDe\u201312345', 'aB-cDe-123-45'])
    assert.equal(cleanCode(code, 'backup'), 'aBcDe-12345')
  assert.equal(cleanCode(' - ', 'backup'), '')
  assert.deepEqual(
    ['', '12345', '1234567', '12345a', '123456'].map((code) => codeIssues(code, 'totp').length),
    [1, 1, 1, 1, 0],
  )
  assert.deepEqual(
    ['', 'anything'].map((code) => codeIssues(code, 'backup').length),
    [1, 0],
  )
})
