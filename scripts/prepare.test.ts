import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'

const root = join(import.meta.dirname, '..')
const SHARP = 'node_modules/sharp-of-this-system'

/** A project whose lock file names one package of this system, and a false npm that installs it. */
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showingbooker prepare-'))
  for (const path of [
    'scripts/prepare.sh',
    'scripts/missing-packages.ts',
    'scripts/sweep-packages.ts',
    'src/platform/fonts.ts',
  ]) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, '.npmrc'), '')
  const packages = { [SHARP]: { os: process.platform, cpu: [process.arch] } }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
})
after(() => rm(folder, { recursive: true }))
beforeEach(() => rm(join(folder, 'node_modules'), { recursive: true, force: true }))

const GOOD = `mkdir -p node_modules/.bin ${SHARP}; ln -s '${process.execPath}' node_modules/.bin/node; echo {} > ${SHARP}/package.json`
const WITHOUT_SHARP = `mkdir -p node_modules/.bin; ln -s '${process.execPath}' node_modules/.bin/node`
const WITHOUT_NODE = `mkdir -p node_modules/.bin ${SHARP}; echo {} > ${SHARP}/package.json`
const BROKEN_NODE = `${WITHOUT_NODE}; printf '#!/bin/sh\\nexit 127\\n' > node_modules/.bin/node; chmod +x node_modules/.bin/node`
const FAILS = 'echo "npm error network" >&2; exit 1'

/** @param tries what npm does the first time, and the second time */
async function prepare(...tries: string[]) {
  const bin = join(folder, 'bin')
  await rm(bin, { recursive: true, force: true })
  await mkdir(bin)
  const cases = tries.map((act, at) => `${at}) ${act} ;;`).join('\n')
  const count = `'${join(bin, 'calls')}'`
  await writeFile(
    join(bin, 'npm'),
    `#!/bin/sh\ncalls=$(cat ${count} | wc -l)\necho "$*" >> ${count}\ncase $((calls)) in\n${cases}\nesac\n`,
  )
  await writeFile(join(bin, 'calls'), '')
  await chmod(join(bin, 'npm'), 0o755)
  const { status, stderr } = spawnSync('sh', ['scripts/prepare.sh'], {
    cwd: folder,
    env: { PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}`, texts: 'no' },
    encoding: 'utf8',
  })
  const calls = (await readFile(join(bin, 'calls'), 'utf8')).trim().split('\n')
  const left = await readdir(folder)
  return {
    status,
    stderr,
    calls,
    isInstalled: left.includes('node_modules'),
    left: left.filter((name) => name.startsWith('.install')),
  }
}

for (const [name, tries] of [
  ['npm installs everything from its cache', [GOOD]],
  ['npm fails once', [FAILS, GOOD]],
  ['npm leaves out a package of this system once', [WITHOUT_SHARP, GOOD]],
  ['npm leaves out Node once', [WITHOUT_NODE, GOOD]],
] as const)
  test(`prepares if ${name}`, async () => {
    const { status, stderr, calls, isInstalled, left } = await prepare(...tries)
    assert.equal(status, 0, stderr)
    assert.equal(calls.length, tries.length)
    assert.match(calls[0] ?? '', /--prefer-offline/)
    assert.doesNotMatch(calls[1] ?? '', /--prefer-offline/)
    assert.deepEqual([isInstalled, left], [true, []])
  })

for (const [name, act, said] of [
  ['npm fails twice', FAILS, /could not be installed\. npm says why above/],
  ['npm leaves out a package twice', WITHOUT_SHARP, /npm did not install node_modules\/sharp-of-this-system\./],
  ['npm leaves out Node twice', WITHOUT_NODE, /npm did not install Node for this system/],
  ["the project's Node does not run", BROKEN_NODE, /own Node does not run on this system/],
] as const)
  test(`installs nothing and says why if ${name}`, async () => {
    const { status, stderr, isInstalled, left } = await prepare(act, act)
    assert.equal(status, 1)
    assert.match(stderr, said)
    assert.deepEqual([isInstalled, left], [false, []])
  })

for (const [version, isGood] of [
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['26.0.0', true],
] as const)
  test(`${isGood ? 'prepares with' : 'refuses'} Node ${version}`, async () => {
    const preload = join(folder, 'version.cjs')
    await writeFile(
      preload,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
    )
    await mkdir(join(folder, 'other'), { recursive: true })
    const node = join(folder, 'other/node')
    await writeFile(
      node,
      `#!/bin/sh\n[ "$1" = --version ] && echo v${version} && exit\nexec '${process.execPath}' -r '${preload}' "$@"\n`,
    )
    await chmod(node, 0o755)
    await writeFile(join(folder, 'other/npm'), `#!/bin/sh\n${GOOD}\n`)
    await chmod(join(folder, 'other/npm'), 0o755)
    const { status, stderr } = spawnSync('sh', ['scripts/prepare.sh'], {
      cwd: folder,
      env: { PATH: `${join(folder, 'other')}:${process.env.PATH}`, texts: 'no' },
      encoding: 'utf8',
    })
    assert.equal(status, isGood ? 0 : 1, stderr)
    if (!isGood) assert.match(stderr, new RegExp(`needs Node.js 20.19, 22.12, or later; this is v${version}`))
  })
