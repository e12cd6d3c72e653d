import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnSamples } from './drawn-samples.ts'

for (const { property } of drawnSamples) {
  test(`the contacts of ${property.slug} are reserved examples that reach no one`, () => {
    const values = Object.entries(property)
    for (const [field, value] of values.filter(([field]) => field.endsWith('_email')))
      assert.match(`${value}`, /@example\.com$/, field)
    for (const [field, value] of values.filter(([field]) => field.endsWith('_phone')))
      assert.match(`${value}`, / 555-01\d\d$/, field)
  })
}
