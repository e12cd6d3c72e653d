import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isAlive, until } from '../src/platform/processes.ts'

const root = join(import.meta.dirname, '..')

test('the parts of bin/test have the names that people and workflows use', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/test.ts', 'no-such-part'], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.equal(status, 2)
  const parts = stderr.match(/\[(.*)\]/)?.[1]?.split('|') ?? []
  for (const path of ['README.md', 'CONTRIBUTING.md', 'docs/testing.md', '.github/workflows/proofs.yml']) {
    const asked = [...readFileSync(join(root, path), 'utf8').matchAll(/bin\/test ([a-z]+)\b(?!\/)/g)]
    for (const [, part = ''] of asked) assert.ok(parts.includes(part), `${path} says bin/test ${part}`)
  }
  assert.deepEqual(parts, ['checks', 'build', 'units', 'journeys', 'proofs'])
})

test('a signal ends the tests and their database', async () => {
  const run = spawn(process.execPath, ['scripts/test.ts', 'test/start.test.ts'], {
    cwd: root,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: 'ignore',
  })
  const pid = String(run.pid)
  const children = () =>
    spawnSync('pgrep', ['-P', pid], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean).map(Number)
  const isTesting = () => spawnSync('pgrep', ['-P', pid, '-f', 'start\\.test\\.ts']).status === 0
  assert.ok(await until(isTesting, 120_000), 'the test starts')
  const started = children()
  assert.ok(started.length >= 2, `the database and a test: ${started}`)
  run.kill('SIGTERM')
  const [code] = await once(run, 'exit')
  assert.equal(code, 143)
  assert.ok(await until(() => !started.some(isAlive), 30_000), `still run: ${started.filter(isAlive)}`)
})
