import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { formatMoney, formatShortMoney } from './money.ts'

test('shows cents as dollars with two decimals', () => {
  const table: [number, string][] = [
    [0, '$0.00'],
    [5, '$0.05'],
    [100, '$1.00'],
    [2500, '$25.00'],
    [3550, '$35.50'],
    [99999, '$999.99'],
    [125000, '$1,250.00'],
    [123456789, '$1,234,567.89'],
    [-2500, '-$25.00'],
  ]
  for (const [cents, shown] of table) assert.equal(formatMoney(cents), shown)
})

test('a sentence leaves out zero cents', () => {
  const table: [number, string][] = [
    [0, '$0'],
    [100, '$1'],
    [2500, '$25'],
    [3550, '$35.50'],
    [345000, '$3,450'],
  ]
  for (const [cents, shown] of table) assert.equal(formatShortMoney(cents), shown)
})

test('loses no cent in the text', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      assert.equal(Number(formatMoney(cents).replace(/[$,.]/g, '')), cents)
    }),
  )
})

test('refuses a fraction of a cent', () => {
  assert.throws(() => formatMoney(25.5), RangeError)
  assert.throws(() => formatMoney(Number.NaN), RangeError)
})
