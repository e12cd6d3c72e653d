// Runs the product for development: one database, and a server that restarts when its code changes.
//   bin/dev [--inspect[=PORT]]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'node:net'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeDataFolder, takeDataFolder } from '../src/platform/data-folder.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { loadConfig } from '../src/settings/config.ts'
import { buildTexts } from './texts.ts'

const root = resolve(import.meta.dirname, '..')
process.chdir(root)
const inspect = process.argv.slice(2).filter((argument) => /^--inspect(-brk)?(=|$)/.test(argument))
/** The files that the server runs. Vite handles pages, components, and styles. */
const OF_SERVER =
  /^((src|packages)\/.*\.ts|db\/(migrations|functions)\/.*\.sql|src\/adapters\/pdf\/.*\.typ|package-lock\.json)$/
/** Vite updates texts in the page. A server restart would reload the page and lose typed input. */
const NOT_OF_SERVER = /(\.test\.ts|\.d\.ts|~|src\/platform\/api-schema\.ts|src\/[^/]+\/text\/[^/]+)$/
/** The sources of the API description and the client's types. */
const OF_API = /\/(contract|[a-z-]*api)\.ts$/
/** Several files saved at once cause one restart. */
const DEBOUNCE_MS = 60
/** Running work may finish in this time; then we stop it. Jobs run again. */
const STOP_MS = 300

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

await using open = new AsyncDisposableStack()
const settings = loadConfig(process.env)
makeDataFolder(settings.dataDir)
let databaseUrl = settings.databaseUrl
if (!databaseUrl) {
  const folder = open.adopt(takeDataFolder(settings.dataDir), (taken) => taken.release())
  const postgres = open.adopt(
    await startEmbeddedPostgres({ folder: join(folder.path, 'postgres'), log: (line) => console.error(line) }),
    (started) => started.stop(),
  )
  databaseUrl = postgres.url
}

const env = {
  ...process.env,
  NODE_ENV: 'development',
  DATABASE_URL: databaseUrl,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  DEV_HMR_PORT: String(await freePort()),
}
let server: ChildProcess | undefined
let isStopping = false

function start() {
  const startedAt = performance.now()
  server = spawn(process.execPath, [...inspect, join(root, 'scripts/dev-server.ts')], { env, stdio: 'inherit' })
  server.once('exit', (code) => {
    if (isStopping || code === null) return
    console.error(
      `\nThe server exited after ${Math.round(performance.now() - startedAt)} ms. It restarts when you save a file.`,
    )
  })
}

async function stop() {
  const running = server
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill('SIGTERM')
  await Promise.race([ended, pause(STOP_MS).then(() => running.kill('SIGKILL'))])
  await ended
}

let describing: ChildProcess | undefined
/** Builds the types for the editor at low priority. A half-written file fails here and succeeds on the next save. */
function describeApi() {
  describing?.kill()
  const child = spawn(process.execPath, [join(root, 'scripts/openapi.ts')], { stdio: 'ignore' })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  describing = child
}

let restarting: NodeJS.Timeout | undefined
let last = Promise.resolve()
function restart(path: string) {
  clearTimeout(restarting)
  restarting = setTimeout(() => {
    console.error(`${path} has changed, so the server restarts.`)
    last = last.then(stop).then(start)
    if (OF_API.test(path)) describeApi()
  }, DEBOUNCE_MS)
}

function rebuildTexts() {
  try {
    buildTexts(root)
  } catch (error) {
    console.error((error as Error).message)
  }
}

const watchers = ['src', 'packages', 'db', 'messages', 'package-lock.json'].map((part) =>
  watch(part, { recursive: true }, (_event, name) => {
    const path = part === name ? part : join(part, name ?? '')
    if (path.endsWith('.json') && part === 'messages') rebuildTexts()
    else if (OF_SERVER.test(path) && !NOT_OF_SERVER.test(path)) restart(path)
  }),
)
start()
describeApi()
await new Promise<void>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done())
})
isStopping = true
for (const watcher of watchers) watcher.close()
clearTimeout(restarting)
describing?.kill()
await last.then(stop)
