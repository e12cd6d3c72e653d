import assert from 'node:assert/strict'
import { test } from 'node:test'
import { propertyIssues } from './form-domain.ts'
import { amountOf, zipOf } from './typed-domain.ts'

const amounts: [written: string, value: number][] = [
  ['2', 2],
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['1,25', 1.25],
  ['3200', 3200],
  ['3,200', 3200],
  ['$3,200.00', 3200],
  ['$3,200.50', 3200.5],
  ['$ 1,234,567', 1234567],
  ['$', Number.NaN],
  [',', Number.NaN],
  ['-1', Number.NaN],
  ['0x10', Number.NaN],
  ['1e3', Number.NaN],
  ['1,2,3', Number.NaN],
  ['12,3456', Number.NaN],
]
for (const [written, value] of amounts)
  test(`reads the number ${written} as ${value}`, () => {
    assert.equal(amountOf(written), value)
  })

test('reads the first five digits of a ZIP+4, and keeps anything else as typed', () => {
  for (const [typed, sent] of [
    ['91101-1234', '91101'],
    [' 911011234 ', '91101'],
    ['9110', '9110'],
    ['91101-12', '91101-12'],
  ] as const) {
    assert.equal(zipOf(typed), sent)
  }
})

test('a rent may have only zero cents', () => {
  const issuesOf = (rent: string) =>
    propertyIssues({ rent_amount: amountOf(rent) }, { isNew: false }).map(({ path }) => path)
  assert.deepEqual(issuesOf('$3,200.00'), [])
  assert.deepEqual(issuesOf('$3,200.50'), ['rent_amount'])
})
