import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { findBuild } from '../src/platform/build-folder.ts'

const root = resolve(import.meta.dirname, '..')
const build = findBuild() ?? ''
const folder = mkdtempSync(join(tmpdir(), 'showingbooker-bundle-'))
after(() => rmSync(folder, { recursive: true }))

test('each part of the built server loads, even for vendors that this installation does not use', () => {
  const parts = globSync('*.js', { cwd: join(build, 'server') })
  const load = `for (const part of ${JSON.stringify(parts)}) await import(${JSON.stringify(`${build}/server/`)} + part)`
  execFileSync(process.execPath, ['--input-type=module', '--eval', load], { stdio: ['ignore', 'ignore', 'inherit'] })
  assert.ok(parts.includes('main.js') && parts.includes('index.js') && parts.some((part) => part.startsWith('stripe-')))
})

test('packages stay in node_modules if we recognize their errors by the package name in the stack', () => {
  const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))
  const known = sources.flatMap((text) => [...text.matchAll(/stack\?\.includes\('([^']+)'\)/g)].map(([, name]) => name))
  const parts = globSync('*.js', { cwd: join(build, 'server') }).map((part) =>
    readFileSync(join(build, 'server', part), 'utf8'),
  )
  assert.deepEqual(known, ['@simplewebauthn', '@noble/ciphers'])
  for (const name of known)
    assert.ok(
      parts.some((part) => part.includes(`from "${name}/`)),
      name,
    )
})

test('a process keeps its build, even after another becomes current', () => {
  const builds = join(folder, 'build')
  mkdirSync(builds)
  for (const name of ['db', 'node_modules', 'package.json', 'src']) symlinkSync(join(root, name), join(folder, name))
  cpSync(build, join(builds, 'old'), { recursive: true })
  const run = () => {
    const { status, stderr } = spawnSync(process.execPath, [join(builds, 'old/server/main.js'), 'admin', 'help'], {
      encoding: 'utf8',
    })
    return `${status} ${stderr}`
  }
  symlinkSync('newer', join(builds, 'current'))
  assert.match(run(), /^0 Usage: bin\/admin COMMAND/)
  // A sweep deletes this file first.
  rmSync(join(builds, 'old/served'))
  assert.equal(run(), '1 A newer build has replaced this one. Please start again.\n')
})
