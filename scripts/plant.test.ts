import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { misplaced, readFaults, readJourneys, readUnits } from './plant.ts'

const folder = mkdtempSync(join(tmpdir(), 'showingbooker-plant-'))
after(() => rmSync(folder, { recursive: true }))
const { NODE_TEST_CONTEXT: _, ...env } = process.env

for (const [what, outcome, body] of [
  ['a failed assertion', 'found', "test('adds', () => assert.equal(1 + 1, 3))"],
  ['an error inside a test', 'found', "test('reads', () => { JSON.parse('{') })"],
  [
    'a failed test of a suite',
    'found',
    "suite('all', () => { test('good', () => {}); test('adds', () => assert.ok(false)) })",
  ],
  ['a test that passes', 'missed', "test('adds', () => assert.equal(1 + 1, 2))"],
  ['an import that is not there', 'broken', "await import('./gone.ts')"],
  ['a syntax error', 'broken', "test('adds', () => {"],
  ['a hook that fails', 'broken', "before(() => { throw new Error('no database') }); test('adds', () => {})"],
] as const)
  test(`counts ${what} as ${outcome}`, () => {
    const file = join(folder, `${what.replaceAll(' ', '-')}.test.mjs`)
    writeFileSync(file, `import assert from 'node:assert'\nimport { before, suite, test } from 'node:test'\n${body}\n`)
    const { stdout, status } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
      env,
      encoding: 'utf8',
    })
    assert.equal(readUnits(stdout, status), outcome, stdout)
  })

test('a journey must run and fail to find a fault', () => {
  const report = (stats: object, errors: object[] = []) => JSON.stringify({ stats, errors })
  assert.equal(readJourneys(report({ expected: 0, unexpected: 1 })), 'found')
  assert.equal(readJourneys(report({ expected: 1, unexpected: 0 })), 'missed')
  assert.equal(readJourneys(report({ expected: 0, unexpected: 0 }, [{ message: 'No tests found' }])), 'broken')
  assert.equal(readJourneys(report({ expected: 0, unexpected: 0 })), 'broken')
  assert.equal(readJourneys('the config does not load'), 'broken')
})

test('each planted fault still has its code and its test', () => {
  const root = join(import.meta.dirname, '..')
  const faults = readFaults(root)
  assert.equal(faults.length, 40)
  assert.deepEqual(
    faults.map((fault) => misplaced(root, fault)).filter((reason) => reason !== null),
    [],
  )
})
