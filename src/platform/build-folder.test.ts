import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { BuildMissing, findBuild, hasOtherBuilds, swapIn, sweepBuilds, takeBuild } from './build-folder.ts'

const MODULE = join(import.meta.dirname, 'build-folder.ts')

let builds: string
const servers: ChildProcess[] = []
beforeEach(() => {
  builds = mkdtempSync(join(tmpdir(), 'builds-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) await kill(server)
  rmSync(builds, { recursive: true, force: true })
})

function build(name: string): string {
  const folder = join(builds, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'page'), name)
  return folder
}

/** A process that serves the current build and prints its name. */
async function serve(): Promise<{ server: ChildProcess; folder: string }> {
  const code = `import { takeBuild } from ${JSON.stringify(MODULE)}
    console.log(takeBuild(${JSON.stringify(builds)})); setInterval(() => globalThis.gc?.(), 10)`
  const args = ['--expose-gc', '--input-type=module-typescript', '--eval', code]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  servers.push(server)
  const [said] = await once(server.stdout, 'data')
  return { server, folder: String(said).trim() }
}

async function kill(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'exit')
}

test('a server keeps its build while others are swapped in; an unused build is deleted', async () => {
  swapIn(build('one'))
  const { server, folder } = await serve()
  assert.equal(basename(folder), 'one')

  swapIn(build('two'))
  sweepBuilds(builds)
  assert.equal(readFileSync(join(folder, 'page'), 'utf8'), 'one')
  assert.equal(basename((await serve()).folder), 'two')

  swapIn(build('three'))
  sweepBuilds(builds)
  assert.deepEqual(readdirSync(builds).sort(), ['current', 'one', 'three', 'two'])

  await kill(server)
  sweepBuilds(builds)
  assert.deepEqual(readdirSync(builds).sort(), ['current', 'three', 'two'])
})

test("deletes unfinished builds and leftovers of older versions, and keeps the builders' lock", () => {
  writeFileSync(join(builds, 'lock'), '')
  swapIn(build('one'))
  assert.equal(hasOtherBuilds(builds), false)
  build('unfinished')
  mkdirSync(join(builds, 'client'))
  writeFileSync(join(builds, 'stamp'), '')
  assert.equal(hasOtherBuilds(builds), true)
  sweepBuilds(builds)
  assert.deepEqual(readdirSync(builds).sort(), ['current', 'lock', 'one'])
})

test('serves nothing without a complete build', () => {
  assert.equal(findBuild(builds), null)
  assert.throws(() => takeBuild(builds), BuildMissing)
  const one = build('one')
  assert.throws(() => takeBuild(builds), BuildMissing)
  swapIn(one)
  rmSync(join(one, 'served'))
  assert.throws(() => takeBuild(builds), BuildMissing)
  assert.equal(existsSync(one), true)
})
