import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './openapi.ts'

const api = {
  info: { title: 'An API' },
  paths: { '/homes': { get: { operationId: 'listHomes' }, post: { operationId: 'addHome' } } },
  components: { schemas: { Home: { type: 'object' } } },
}
const names = (lines: string[]) => lines.map((line) => line.replace(/ \w{8}$/, ''))

test('each operation and each named part has a line', () => {
  assert.deepEqual(names(partsOf(api)), ['GET /homes', 'POST /homes', 'info', 'schemas Home'])
})

test('a change shows only in the line of its part', () => {
  const changed = { ...api, components: { schemas: { Home: { type: 'string' } } } }
  const before = new Set(partsOf(api))
  assert.deepEqual(names(partsOf(changed).filter((line) => !before.has(line))), ['schemas Home'])
})
