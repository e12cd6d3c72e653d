// The product while somebody works on it: one database, and a server that starts again when its code changes.
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
/** What the server itself runs. Pages, components and styles are Vite's. */
const OF_SERVER =
  /^((src|packages)\/.*\.ts|db\/(migrations|functions)\/.*\.sql|src\/adapters\/pdf\/.*\.typ|package-lock\.json)$/
/** Vite brings a changed text to the page, which a new server would load again with all that is typed there. */
const NOT_OF_SERVER = /(\.test\.ts|\.d\.ts|~|src\/platform\/api-schema\.ts|src\/[^/]+\/text\/[^/]+)$/
/** What the API's description and the types of its client are made from. */
const OF_API = /\/(contract|[a-z-]*api)\.ts$/
/** Several files that are saved at once start it once. */
const SETTLE_MS = 60
/** What is under way may end; then it is ended. Jobs are done again. */
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
      `\nThe server ended after ${Math.round(performance.now() - startedAt)} ms. It starts again when you save a file.`,
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
/** For the editor. It gives way to the server, and a file that is half written is described when it is whole. */
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
    console.error(`${path} has changed: the server starts again.`)
    last = last.then(stop).then(start)
    if (OF_API.test(path)) describeApi()
  }, SETTLE_MS)
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
