import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUuid, isWrittenUuid, newUuid } from './uuid.ts'

const id = '01900000-0000-7000-8000-00000000000a'
const others = ['', 'x', '../x', id.slice(1), `${id}a`, `${id}\n`, id.replace('a', "'"), id.replaceAll('-', '')]

test('accepts an ID in any case, and nothing else', () => {
  assert.deepEqual([id, id.toUpperCase()].map(isUuid), [true, true])
  for (const text of others) assert.equal(isUuid(text), false, text)
})

test('the database writes IDs in lower case', () => {
  assert.ok(isWrittenUuid(id))
  for (const text of [id.toUpperCase(), ...others]) assert.equal(isWrittenUuid(text), false, text)
})

test('a new ID is random, even on a page without TLS', (t) => {
  t.mock.method(crypto, 'randomUUID', () => assert.fail('browsers have it only over TLS or on localhost'))
  const made = Array.from({ length: 1_000 }, newUuid)
  assert.equal(new Set(made).size, made.length)
  for (const one of made) assert.match(one, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})
