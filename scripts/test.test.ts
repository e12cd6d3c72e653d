import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandLine, isAlive, until } from '../src/platform/processes.ts'
import { processesBelow } from './process-tree.ts'

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

test('a signal ends the tests, what they started, and their database', async () => {
  const run = spawn(process.execPath, ['scripts/test.ts', 'test/start.test.ts'], {
    cwd: root,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: 'ignore',
  })
  const started = () => processesBelow(run.pid ?? 0)
  const isServing = () => started().some((pid) => /main\.\w+ serve/.test(commandLine(pid)))
  assert.ok(await until(isServing, 120_000), 'a test starts the product')
  const running = started()
  run.kill('SIGTERM')
  const [code] = await once(run, 'exit')
  assert.equal(code, 143)
  assert.deepEqual(running.filter(isAlive), [])
})
