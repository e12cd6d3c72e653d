import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A command of node_modules/.bin or `node`, with its arguments. */
type Command = [program: string, ...args: string[]]
type Outcome = { name: string; isGood: boolean; seconds: number; output: string }

const root = dirname(import.meta.dirname)
const binaries = join(root, 'node_modules', '.bin')
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
  NO_COLOR: '1',
}
/** Long enough for a busy machine, so that it ends only a hanging command. */
const timeLimitMilliseconds = 600_000

// Packages from another lock file fail without naming the cause.
const prepared = spawnSync('sh', ['scripts/prepare.sh'], {
  cwd: root,
  env: { ...env, level: 'all', install: 'no' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (prepared.status !== 0) process.exit(1)
// We load these late, because they import packages.
const { generatorOf, readTree } = await import('./check-structure.ts')
const { buildTexts } = await import('./texts.ts')
buildTexts(root)
const { startTestServer } = await import('../test/postgres.ts')

// All commands that need a database share one server.
const server = process.env.TEST_DATABASE_URL ? null : await startTestServer()
if (server) env.TEST_DATABASE_URL = server.url

/** We name the compiler by its folder. `tsc` in node_modules/.bin may belong to the other TypeScript, which we use for its API. */
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-native/package.json')))

function execute([program, ...args]: Command): Promise<{ isGood: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, timeout: timeLimitMilliseconds })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ isGood: false, output: error.message }))
    child.on('close', (code, signal) =>
      // Without a compiler, the cruiser finds no modules and reports no violations.
      resolve({
        isGood: code === 0 && !output.includes('(0 modules'),
        output: signal ? `${output}\nended by ${signal}` : output,
      }),
    )
  })
}

async function check(name: string, ...commands: Command[]): Promise<Outcome> {
  const startedAt = performance.now()
  // A check that found no files has not passed.
  let outcome = commands.length > 0 ? { isGood: true, output: '' } : { isGood: false, output: 'nothing to check' }
  for (const command of commands) if (outcome.isGood) outcome = await execute(command)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${outcome.isGood ? '✔' : '✖'} ${name.padEnd(34)} ${seconds.toFixed(1).padStart(5)} s`)
  return { name, seconds, ...outcome }
}

/** This command builds types that are not committed, so the commands that read them wait for it. */
const API = 'scripts/openapi.ts'
const generators = new Set([API, ...(await readTree(root)).map(generatorOf).filter((script) => script !== null)])
const questionSets = globSync('bench/oracle/*/questions.json', { cwd: root }).map(dirname).sort()

// Builds come before the commands that read them. Everything else starts at once.
const routeTypes = check('route types (react-router typegen)', ['react-router', 'typegen'])
const drifts = new Map(
  [...generators].map((script) => [script, check(`drift (${script})`, ['node', script, '--check'])]),
)
const built = Promise.all([routeTypes, drifts.get(API)])
const outcomes = await Promise.all([
  routeTypes,
  check('style (biome)', ['biome', 'check', '--error-on-warnings', '.']),
  // The rules cover types, including built ones.
  built.then(() =>
    check('law (dependency-cruiser)', [
      'depcruise',
      '--config',
      '.dependency-cruiser.ts',
      'src',
      'packages',
      'test',
      'bench',
      'scripts',
    ]),
  ),
  check('structure', ['node', 'scripts/check-structure.ts']),
  check('docs', ['node', 'scripts/check-docs.ts']),
  check('texts', ['node', 'scripts/check-texts.ts']),
  check('delivery', ['node', 'scripts/check-delivery.ts']),
  built.then(() => check('API document (redocly, spectral)', ['node', 'scripts/lint-api.ts'])),
  check('questions', ...questionSets.map((folder): Command => ['node', 'scripts/check-questions.ts', folder])),
  check('SQL', ['node', 'scripts/check-sql.ts']),
  ...drifts.values(),
  built.then(() =>
    check('types (tsc)', [
      'node',
      compiler,
      '--noEmit',
      '--pretty',
      'false',
      // More checkers would repeat each other's work, and the other checks need the CPUs.
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/tsc.json',
    ]),
  ),
  built.then(() => check('unused (knip)', ['knip', '--no-progress'])),
])

await server?.stop()

const failures = outcomes.filter(({ isGood }) => !isGood)
for (const { name, output } of failures) console.error(`\n── ${name}\n${output.trim()}`)
if (failures.length > 0) console.error(`\n${failures.map(({ name }) => name).join(', ')} failed`)
process.exitCode = failures.length > 0 ? 1 : 0
