import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountKey, forgetAccountIn } from './tab-memory.ts'

test('a tab forgets everything about an account, and keeps what is not personal', () => {
  const own = ['create_access', 'oracle_access', accountKey('draft'), accountKey('credits')]
  const rest = ['access_of', 'showingbooker.return', 'message:1', 'gallery all']
  class Tab {
    removeItem(key: string) {
      Reflect.deleteProperty(this, key)
    }
  }
  const storage = Object.assign(new Tab(), Object.fromEntries([...own, ...rest].map((key) => [key, 'x'])))
  forgetAccountIn(storage)
  assert.deepEqual(Object.keys(storage), rest)
})
