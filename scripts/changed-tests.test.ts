import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readImports, testsOf } from './changed-tests.ts'

const imports = new Map([
  ['src/a.ts', []],
  ['src/b.ts', ['src/a.ts']],
  ['src/c.ts', ['src/b.ts', 'src/d.ts']],
  ['src/d.ts', ['src/c.ts']],
  ['src/b.test.ts', ['src/b.ts']],
  ['test/c.test.ts', ['src/c.ts']],
  ['test/other.test.ts', []],
  ['test/e2e/page.spec.ts', ['test/e2e/journey.ts']],
])

test('a changed file asks for the tests that import it, near and far, also in a circle', () => {
  assert.deepEqual(testsOf(['src/a.ts'], imports), ['src/b.test.ts', 'test/c.test.ts'])
  assert.deepEqual(testsOf(['src/d.ts'], imports), ['test/c.test.ts'])
})

test('a changed test asks for itself, a helper of journeys for those, a deleted or strange file for none', () => {
  assert.deepEqual(testsOf(['test/other.test.ts'], imports), ['test/other.test.ts'])
  assert.deepEqual(testsOf(['test/e2e/journey.ts'], imports), ['test/e2e/page.spec.ts'])
  assert.deepEqual(testsOf(['README.md', 'src/gone.test.ts'], imports), [])
})

test('imports of the tree are read, also one inside a function', () => {
  const read = readImports(join(import.meta.dirname, '..'))
  assert.ok(read.get('scripts/changed-tests.test.ts')?.includes('scripts/changed-tests.ts'))
  assert.ok(read.get('src/main.ts')?.includes('src/compose.ts'), 'await import()')
})
