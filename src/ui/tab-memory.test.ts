import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountKey, forgetAccountIn } from './tab-memory.ts'

test('a tab forgets what it holds of an account, and keeps what anyone may have in it', () => {
  const own = ['create_access', 'oracle_access', accountKey('draft'), accountKey('credits')]
  const rest = ['access_of', 'showingbooker.return', 'message:1', 'gallery all']
  const kept = new Map([...own, ...rest].map((key) => [key, 'x']))
  forgetAccountIn({
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
  })
  assert.deepEqual([...kept.keys()], rest)
})
