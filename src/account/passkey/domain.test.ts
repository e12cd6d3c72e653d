import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanName, nameIssues } from './domain.ts'

test('requires a name on one line without control characters', () => {
  assert.equal(cleanName('  My\n phone '), 'My phone')
  assert.deepEqual(
    ['', 'a\u0007', 'x'.repeat(61), '📱'.repeat(60), 'Phone'].map((name) => nameIssues(name).length),
    [1, 1, 1, 0, 0],
  )
})
