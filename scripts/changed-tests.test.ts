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

test('selects the tests that import a changed file, directly or not, even in a cycle', () => {
  assert.deepEqual(testsOf(['src/a.ts'], imports), ['src/b.test.ts', 'test/c.test.ts'])
  assert.deepEqual(testsOf(['src/d.ts'], imports), ['test/c.test.ts'])
})

test('selects a changed test itself, the journeys of a changed helper, and nothing for a deleted or other file', () => {
  assert.deepEqual(testsOf(['test/other.test.ts'], imports), ['test/other.test.ts'])
  assert.deepEqual(testsOf(['test/e2e/journey.ts'], imports), ['test/e2e/page.spec.ts'])
  assert.deepEqual(testsOf(['README.md', 'src/gone.test.ts'], imports), [])
})

test('reads the imports of the tree, even one inside a function', () => {
  const read = readImports(join(import.meta.dirname, '..'))
  assert.ok(read.get('scripts/changed-tests.test.ts')?.includes('scripts/changed-tests.ts'))
  assert.ok(read.get('src/main.ts')?.includes('src/compose.ts'), 'await import()')
})
