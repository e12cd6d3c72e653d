import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

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
