import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUuid, isWrittenUuid } from './uuid.ts'

const id = '01900000-0000-7000-8000-00000000000a'
const others = ['', 'x', '../x', id.slice(1), `${id}a`, `${id}\n`, id.replace('a', "'"), id.replaceAll('-', '')]

test('an id is taken in any case, and nothing else is', () => {
  assert.deepEqual([id, id.toUpperCase()].map(isUuid), [true, true])
  for (const text of others) assert.equal(isUuid(text), false, text)
})

test('an id as the database writes it has small letters', () => {
  assert.ok(isWrittenUuid(id))
  for (const text of [id.toUpperCase(), ...others]) assert.equal(isWrittenUuid(text), false, text)
})
