import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { until } from '../../src/platform/processes.ts'
import { cpuOf, cpuOfTree, type Processor } from './processor.ts'

/** Runs the product as it is served, in its own process, on a data folder that is deleted with it. */
export type Product = {
  port: number
  url: string
  databaseUrl: string
  cpu(): Processor
  residentMegabytes(): number | null
  [Symbol.asyncDispose](): Promise<void>
}

const READY_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 40_000
const root = resolve(import.meta.dirname, '../..')
/** The built server. bin/bench builds it first. */
export const MAIN = join(root, 'build/current/server/main.js')
const running = new Map<ChildProcess, () => Promise<void>>()
process.once('exit', () => {
  for (const child of running.keys()) child.kill()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.all([...running.values()].map((stop) => stop()))
    process.exit(130)
  })
}

/**
 * Everything is as shipped (by bin/bench) except the rate limit and the proxies that may set X-Forwarded-For, because one
 * client plays many buyers. SERVER_NODE_OPTIONS, such as `--cpu-prof --cpu-prof-dir=profiles`, goes to the server's Node.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'showingbooker-bench-'))
  // The database's own user must be able to enter.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_OPTIONS: process.env.SERVER_NODE_OPTIONS,
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX,
      MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_FILE: join(folder, 'server.log'),
      RATE_LIMIT_SCALE: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let isOver = false
  const stop = async () => {
    child.kill('SIGTERM')
    if (!(await until(() => isOver, STOP_LIMIT_MS))) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  running.set(child, stop)
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  child.once('exit', () => {
    isOver = true
    running.delete(child)
  })
  const isReady = () => said.includes('ShowingBooker is ready')
  await until(() => isOver || isReady(), READY_LIMIT_MS)
  const database = findEmbeddedPostgres(join(dataDir, 'postgres'))
  if (isOver || !isReady() || !database) {
    await stop()
    throw new Error(`The product did not start:\n${said.trim()}`)
  }
  const pid = child.pid as number
  const databasePid = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    cpu: () => ({ server: cpuOf(pid), database: cpuOfTree(databasePid) }),
    residentMegabytes: () => residentMegabytes(pid),
    [Symbol.asyncDispose]: stop,
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

function residentMegabytes(pid: number): number | null {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024
}
