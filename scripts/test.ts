import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run as runTests } from 'node:test'
import { spec } from 'node:test/reporters'
import { isAlive, until } from '../src/platform/processes.ts'
import { startTestServer } from '../test/postgres.ts'
import { changedFiles, isTest, readImports, testsOf } from './changed-tests.ts'
import { processesBelow } from './process-tree.ts'
import { allUnits, batchesOf, fileOf, isProof } from './unit-batches.ts'

type Count = { passed: number; failed: number }

const root = resolve(import.meta.dirname, '..')
const binaries = join(root, 'node_modules/.bin')
const reports = mkdtempSync(join(tmpdir(), 'showingbooker-reports-'))
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
  // Each of the test files is a process that loads the same sources: they are stripped of types and compiled once.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
}

let isEnding = false
let stopDatabase: () => Promise<void> = async () => undefined

/** Ends everything that this run started, and then the run. */
async function end(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  if (isEnding) return
  isEnding = true
  const running = processesBelow(process.pid)
  const send = (to: NodeJS.Signals) => {
    for (const pid of running.filter(isAlive))
      try {
        process.kill(pid, to)
      } catch {
        // It ended.
      }
  }
  // A terminal's Ctrl-C reaches them as well, and Playwright cleans up only after its first SIGINT.
  if (signal === 'SIGTERM') send('SIGINT')
  const [haveEnded] = await Promise.all([until(() => !running.some(isAlive), 30_000), stopDatabase()])
  if (!haveEnded) send('SIGKILL')
  rmSync(reports, { recursive: true, force: true })
  process.exit(128 + constants.signals[signal])
}
process.on('SIGINT', end)
process.on('SIGTERM', end)

/** @returns the exit code; also 1 if the program is missing */
function run(
  program: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; limitMinutes: number },
): Promise<number> {
  if (isEnding) return Promise.resolve(1)
  const child = spawn(program, args, { cwd: root, env: options.env ?? env, stdio: ['ignore', 'inherit', 'inherit'] })
  const limit = setTimeout(() => child.kill(), options.limitMinutes * 60_000)
  return new Promise((done) => {
    child.once('error', (error) => {
      console.error(error.message)
      clearTimeout(limit)
      done(1)
    })
    child.once('close', (code) => {
      clearTimeout(limit)
      done(code ?? 1)
    })
  })
}

const oneIf = (isGood: boolean): Count => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 })

async function checks(): Promise<Count> {
  return oneIf((await run('node', ['scripts/check.ts'], { limitMinutes: 10 })) === 0)
}

/** Two more than the number of CPUs: while some files wait for the database or a process, others continue. */
const PROCESSES = availableParallelism() + 2

/** Runs against one PostgreSQL, where each file begins with a database like a new one. */
async function units(
  files = allUnits(root).filter((file) => !isProof(file)),
  { limitMinutes = 40, variables = {} }: { limitMinutes?: number; variables?: Record<string, string> } = {},
): Promise<Count> {
  // Otherwise each new connection plans a query five times before it keeps a plan.
  const isWhole = (variables.PROOFS ?? process.env.PROOFS) !== undefined
  const starting = startTestServer(undefined, isWhole ? {} : { plan_cache_mode: 'force_generic_plan' })
  stopDatabase = () => starting.then(({ stop }) => stop()).catch(() => undefined)
  const server = await starting
  const batches = new Map(
    batchesOf(root, files, PROCESSES).map((batch, number) => [fileOf(batch, { root, folder: reports, number }), batch]),
  )
  try {
    const running = runTests({
      files: [...batches.keys()],
      concurrency: PROCESSES,
      // Tests make much garbage and keep little, so a larger young space needs fewer collections.
      execArgv: ['--max-semi-space-size=64'],
      // Do not set NODE_ENV=test: libraries then turn off checks that we test, such as the sign-in's origin check.
      env: { ...env, ...variables, NODE_ENV: undefined, TEST_DATABASE_URL: server.url },
      signal: AbortSignal.timeout(limitMinutes * 60_000),
    })
    let count: Count = { passed: 0, failed: 0 }
    running.on('test:summary', ({ file, counts, success }) => {
      if (file !== undefined) return
      const { tests, passed, skipped, todo } = counts
      count = honest(success ? 0 : 1, { passed, failed: tests - passed - skipped - todo })
    })
    const failed = new Set<string>()
    running.on('test:fail', ({ name, file = '' }) => {
      // A suite that did not load, or a process with an uncaught error: any file of that process may be the cause.
      const named = [relative(root, file), name].find(isTest)
      for (const one of named ? [named] : (batches.get(name) ?? [])) failed.add(one)
    })
    await pipeline(running, new spec(), process.stdout, { end: false })
    const settings = Object.entries(variables).map(([name, value]) => `${name}=${value} `)
    if (failed.size > 0) console.log(`Again: ${settings.join('')}bin/test ${[...failed].join(' ')}`)
    return honest(0, count)
  } finally {
    await server.stop()
  }
}

/** Runs every unit at full length with this run's own seed, and every journey: before a release, and each night. */
async function proofs(): Promise<Count> {
  const long = await units(allUnits(root), {
    limitMinutes: 120,
    variables: {
      PROOFS: '1',
      CRASH_ROUNDS: '20',
      FAULT_ROUNDS: '200',
      WALK_IMAGES: '100000',
      TEST_SEED: process.env.TEST_SEED ?? String(randomInt(1_000_000)),
    },
  })
  const walked = await journeys([], true)
  return { passed: long.passed + walked.passed, failed: long.failed + walked.failed }
}

/** @param isWhole whether to run journeys that the gate leaves out, and axe on each page of a journey */
async function journeys(files: string[] = [], isWhole = files.length > 0): Promise<Count> {
  if (!(await hasBrowser())) return oneIf(false)
  const report = join(reports, 'journeys.json')
  const code = await run('playwright', ['test', '--reporter=list,json', ...files], {
    env: {
      ...env,
      ...(isWhole && { PROOFS: '1' }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
    limitMinutes: isWhole ? 90 : 40,
  })
  const { stats, suites = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  const failed = (suites as Suite[]).filter((suite) => !isGood(suite)).map(({ file }) => `test/e2e/${file}`)
  if (failed.length > 0) console.log(`Again: bin/test ${failed.join(' ')}`)
  return honest(code, { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) })
}

/** A part of Playwright's report; those at the top are files. */
type Suite = { file: string; specs?: { ok: boolean }[]; suites?: Suite[] }
const isGood = ({ specs = [], suites = [] }: Suite): boolean => specs.every(({ ok }) => ok) && suites.every(isGood)

/** Counts a runner as failed if it failed without a failed test, or ran nothing. */
function honest(code: number, count: Count): Count {
  const isGood = code === 0 && count.passed > 0
  return isGood || count.failed > 0 ? count : { ...count, failed: 1 }
}

/** Finds Debian's headless shell, else an installed Chromium, else Playwright's own. */
async function hasBrowser(): Promise<boolean> {
  if (existsSync('/usr/bin/chromium-headless-shell')) return true
  const hasApt = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!hasApt) return (await run('playwright', ['install', 'chromium'], { limitMinutes: 10 })) === 0
  const apt = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, limitMinutes: 10 }
  await run('apt-get', ['-qq', 'update'], apt)
  const install = ['-qq', 'install', '-y', '--no-install-recommends', 'fonts-liberation']
  if ((await run('apt-get', [...install, 'chromium-headless-shell'], apt)) === 0) return true
  return existsSync('/usr/bin/chromium') || (await run('apt-get', [...install, 'chromium'], apt)) === 0
}

type Parts = Record<string, () => Promise<Count>>
const build = async () => oneIf((await run('node', ['scripts/build.ts'], { limitMinutes: 5 })) === 0)
const gate: Parts = { checks, build, units: () => units(), journeys: () => journeys() }
const named: Parts = { ...gate, proofs }

/** Sorts test files by what runs them. Some units read the built pages, and journeys open them. */
function partsFor(files: string[]): Parts {
  const specs = files.filter((file) => file.endsWith('.spec.ts'))
  const others = files.filter((file) => !specs.includes(file))
  return {
    build,
    ...(others.length > 0 && { units: () => units(others) }),
    ...(specs.length > 0 && { journeys: () => journeys(specs) }),
  }
}

function partsOf(asked: string[]): Parts | null {
  if (asked.length === 0) return gate
  if (asked.length === 1 && asked[0] === '--changed') {
    const files = testsOf(changedFiles(root), readImports(root))
    console.log(files.length > 0 ? files.join('\n') : 'No test imports a changed file.')
    return files.length > 0 ? partsFor(files) : {}
  }
  if (asked.every((name) => isTest(name) && existsSync(join(root, name)))) return partsFor(asked)
  if (!asked.every((name) => name in named)) return null
  // All others read the built pages, and those of an earlier state would fail them.
  const names = new Set(asked.every((name) => name === 'checks') ? asked : ['build', ...asked])
  return Object.fromEntries([...names].flatMap((name) => (named[name] ? [[name, named[name]]] : [])))
}

const wanted = partsOf(process.argv.slice(2))
if (!wanted) {
  console.error(`Usage: bin/test [${Object.keys(named).join('|')}]…   or   bin/test FILE…   or   bin/test --changed`)
  process.exit(2)
}

const total: Count = { passed: 0, failed: 0 }
for (const [name, part] of Object.entries(wanted)) {
  if (isEnding) break
  const startedAt = performance.now()
  console.log(`\n━━ ${name}`)
  const count = await part()
  total.passed += count.passed
  total.failed += count.failed
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`━━ ${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`)
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
