import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsIn } from './unsent-fields.ts'

const KNOWN = { name: '', isFree: false }

test('a form restores only fields that it still has, with the same type', () => {
  const rows: [kept: string | null, found: object | null][] = [
    [null, null],
    ['{"name":"Paula","isFree":true}', { name: 'Paula', isFree: true }],
    ['{"name":"Paula","gone":"x"}', { name: 'Paula' }],
    ['{"name":7,"isFree":"yes"}', {}],
    ['{"__proto__":"x","toString":"y"}', {}],
    ['null', {}],
    ['"words"', {}],
    ['{"name":', null],
  ]
  for (const [kept, found] of rows) assert.deepEqual(fieldsIn(kept, KNOWN), found, String(kept))
})
