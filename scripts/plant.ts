/**
 * Plants faults one by one, runs the test that should find each, and removes them (docs/testing.md).
 * Usage: node scripts/plant.ts [ID…]   all of test/planted-faults.json, or these
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** `find` occurs once in `file`. `test`: the file that finds the fault; for a journey, `title` is the beginning of its title. */
type Fault = { id: string; file: string; find: string; replace: string; test: string; title?: string }
/** `broken`: no test ran, or the run ended without a failed test. */
export type Outcome = 'found' | 'missed' | 'broken'

/**
 * @param tap the output of `node --test --test-reporter=tap`. A file that does not load or a failing hook finds
 * nothing.
 */
export function readUnits(tap: string, status: number | null): Outcome {
  const failures = [...tap.matchAll(/^( *)not ok \d+ - .*\n\1 {2}---\n([\s\S]*?)\n\1 {2}\.\.\.$/gm)].map(
    ([, , details = '']) => details,
  )
  // The report has an exit code only for a file.
  const isTest = (details: string) =>
    !/^\s*exitCode: /m.test(details) &&
    /^\s*failureType: '(testCodeFailure|testTimeoutFailure|uncaughtException|unhandledRejection)'$/m.test(details)
  if (failures.some(isTest)) return 'found'
  return status === 0 && /^# pass [1-9]/m.test(tap) ? 'missed' : 'broken'
}

/** @param json the output of Playwright's JSON reporter. A missing journey or server finds nothing. */
export function readJourneys(json: string): Outcome {
  const start = json.indexOf('{')
  const { stats, errors = [] } = start < 0 ? {} : JSON.parse(json.slice(start))
  if (!stats || errors.length > 0) return 'broken'
  if (stats.unexpected > 0) return 'found'
  return stats.expected > 0 ? 'missed' : 'broken'
}

function tryOut(root: string, { file, test, title }: Fault): Outcome {
  const run = (program: string, ...args: string[]) =>
    spawnSync(join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  if (file.endsWith('.tsx') && run('node', 'scripts/build.ts').status !== 0) return 'broken'
  if (title) return readJourneys(run('playwright', 'test', test, '--grep', title, '--reporter=json').stdout)
  const { stdout, status } = run('node', '--test', '--test-reporter=tap', test)
  return readUnits(stdout, status)
}

/** @returns why we cannot plant a fault: its code changed, or its test is missing */
export function misplaced(root: string, { id, file, find, test, title }: Fault): string | null {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
  if (read(file).split(find).length !== 2) return `${id}: ${file} does not have the replaced text exactly once`
  return read(test).includes(title ?? 'test(') ? null : `${id}: ${test} has no such test`
}

export const readFaults = (root: string): Fault[] =>
  JSON.parse(readFileSync(join(root, 'test/planted-faults.json'), 'utf8'))

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const asked = process.argv.slice(2)
  const faults = readFaults(root)
  let unfound = 0
  for (const fault of faults.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
    const reason = misplaced(root, fault)
    if (reason) throw new Error(reason)
    const path = join(root, fault.file)
    const whole = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      whole.replace(fault.find, () => fault.replace),
    )
    try {
      const outcome = tryOut(root, fault)
      if (outcome !== 'found') unfound++
      console.log(`${outcome === 'found' ? outcome : outcome.toUpperCase()} ${fault.id}: ${fault.test}`)
    } finally {
      writeFileSync(path, whole)
    }
  }
  console.log(`${unfound} not found`)
  process.exitCode = unfound > 0 ? 1 : 0
}
