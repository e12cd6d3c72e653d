import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { allUnits, batchesOf, fileOf, isProof } from './unit-batches.ts'

const root = join(import.meta.dirname, '..')

test('every file is in one batch, and a file that starts or measures processes has its own', () => {
  const files = allUnits(root)
  const batches = batchesOf(root, files, 4)
  assert.deepEqual(batches.flat().sort(), [...files].sort())
  for (const file of ['test/crash.test.ts', 'scripts/plant.test.ts', 'src/account/adapters/zip-archives.test.ts'])
    assert.ok(
      batches.some((batch) => batch.length === 1 && batch[0] === file),
      file,
    )
})

test('files that serve over HTTP or need the whole application share no process with others', () => {
  const batches = batchesOf(root, allUnits(root), 4).filter((batch) => batch.length > 1)
  const batchOf = (file: string) => batches.find((batch) => batch.includes(file)) ?? []
  const [server, application, rules] = ['test/pages', 'test/roles', 'src/showing/booking/domain'].map((name) =>
    batchOf(`${name}.test.ts`),
  )
  assert.ok(server?.includes('src/platform/http-listener.test.ts'))
  assert.ok(server !== application && application !== rules)
  assert.ok(!application?.some((file) => /domain\.test\.ts$/.test(file)), `${application}`)
})

test('one application batch per process that runs at a time, and these begin first', () => {
  const batches = batchesOf(root, allUnits(root), 4)
  const lengths = batches.slice(0, 4).map((batch) => batch.length)
  assert.ok(Math.min(...lengths) > 20 && Math.max(...lengths) - Math.min(...lengths) <= 1, `${lengths}`)
  assert.deepEqual(batchesOf(root, ['test/roles.test.ts'], 4), [['test/roles.test.ts']])
})

test('the files that the gate leaves to the proofs exist', () => {
  assert.equal(allUnits(root).filter(isProof).length, 5)
})

test('an uncaught error fails the process of its batch and is printed with its place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'batch-'))
  const run = (late: string) => {
    const lines = ["import { test } from 'node:test'", `test('waits', async () => {`, late, '  await pause(10)', '})']
    const pause = "import { setTimeout as pause } from 'node:timers/promises'"
    writeFileSync(join(folder, 'a.test.mjs'), [...lines, pause].join('\n'))
    writeFileSync(join(folder, 'b.test.mjs'), "import { test } from 'node:test'\ntest('is good', () => {})")
    const file = fileOf(['a.test.mjs', 'b.test.mjs'], { root: folder, folder, number: 1 })
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
    return spawnSync(process.execPath, ['--test-reporter=tap', file], { encoding: 'utf8', env })
  }
  const good = run('')
  assert.equal(good.status, 0)
  assert.match(good.stdout, /^# Subtest: a\.test\.mjs\n {4}# Subtest: waits$/m)
  assert.match(good.stdout, /^# Subtest: b\.test\.mjs\n {4}# Subtest: is good$/m)
  for (const late of ["  setTimeout(() => { throw new Error('late') })", "  Promise.reject(new Error('late'))"]) {
    const { status, stderr } = run(late)
    assert.equal(status, 1)
    assert.match(stderr, /Error: late\n.*a\.test\.mjs:3:\d+/)
  }
  rmSync(folder, { recursive: true })
})

test('runs a single file as it is, and several as suites with their own hooks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'batch-'))
  assert.equal(fileOf(['src/a.test.ts'], { root, folder, number: 1 }), join(root, 'src/a.test.ts'))
  const source = readFileSync(fileOf(['src/a.test.ts', 'src/b.test.ts'], { root, folder, number: 2 }), 'utf8')
  assert.match(source, /^ {2}\["src\/a\.test\.ts", \(\) => import\("file:.+\/src\/a\.test\.ts"\)\],$/m)
  assert.match(source, /^ {2}\["src\/b\.test\.ts"/m)
  rmSync(folder, { recursive: true })
})
