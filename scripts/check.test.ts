import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const scripts = import.meta.dirname
// Uses the real path, because Node resolves links and the script asks for its own location.
const root = realpathSync(mkdtempSync(join(tmpdir(), 'showingbooker-check-')))
after(() => rmSync(root, { recursive: true }))
cpSync(scripts, join(root, 'scripts'), { recursive: true })
mkdirSync(join(root, 'node_modules'))

const lock = (text: string) => writeFileSync(join(root, 'package-lock.json'), text)
const stamp = (text: string) => writeFileSync(join(root, 'node_modules/.installed'), text)
const OUTDATED = 'The packages do not match package-lock.json. Run bin/test checks, which installs them.\n'

test('says in one sentence that the packages are older than package-lock.json', () => {
  lock('{"version": 1}')
  stamp(
    execFileSync('sh', ['-c', 'echo "$(uname -sm) $(cksum <package-lock.json) all"'], { cwd: root, encoding: 'utf8' }),
  )
  const prepare = (level: string) =>
    spawnSync('sh', ['scripts/prepare.sh'], {
      cwd: root,
      env: { ...process.env, level, install: 'no' },
      encoding: 'utf8',
    })
  assert.deepEqual([prepare('all').status, prepare('run').status], [0, 0])

  lock('{"version": 2}')
  const check = spawnSync(process.execPath, ['scripts/check.ts'], { cwd: root, encoding: 'utf8' })
  assert.deepEqual([check.status, check.stderr, check.stdout], [1, OUTDATED, ''])
})

test('requires the development tools', () => {
  stamp(
    execFileSync('sh', ['-c', 'echo "$(uname -sm) $(cksum <package-lock.json) run"'], { cwd: root, encoding: 'utf8' }),
  )
  const check = spawnSync(process.execPath, ['scripts/check.ts'], { cwd: root, encoding: 'utf8' })
  assert.deepEqual([check.status, check.stderr], [1, OUTDATED])
})
