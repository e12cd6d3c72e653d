import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsIn, unstoredIn } from './unsent-fields.ts'

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

test('a form of stored values restores only changes that are not stored, of fields that did not change', () => {
  const stored = { name: 'Paula', phone: '1', isFree: false }
  const rows: [typed: Partial<typeof stored>, seen: Partial<typeof stored>, found: Partial<typeof stored>][] = [
    [{ phone: '2' }, { phone: '1' }, { phone: '2' }],
    [{ phone: '2', name: 'Ada' }, { phone: '0', name: 'Paula' }, { name: 'Ada' }],
    [{ phone: '2' }, {}, {}],
    [{ name: 'Paula', isFree: true }, stored, { isFree: true }],
  ]
  for (const [typed, seen, found] of rows)
    assert.deepEqual(unstoredIn({ typed, seen }, stored).typed, found, JSON.stringify(typed))
})
