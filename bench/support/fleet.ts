import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { until } from '../../src/platform/processes.ts'
import { freePort, MAIN } from './product.ts'

const root = resolve(import.meta.dirname, '../..')
const READY_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 60_000

export const hasBalancer = spawnSync('haproxy', ['-v']).error === undefined

export type Running = { child: ChildProcess; port: number; stop(): Promise<void> }

/** Servers and workers on one database, behind HAProxy with the configuration of deploy/haproxy. */
export type Fleet = {
  /** HAProxy's. */
  port: number
  url: string
  databaseUrl: string
  servers: Running[]
  workers: Running[]
  /** Runs `admin` with these arguments. @returns its exit code and what it said */
  admin(...args: string[]): { code: number | null; said: string }
  /** Stops a server and starts it again at the same port. */
  restartServer(at: number): Promise<void>
  /** Stops a worker and starts another. */
  restartWorker(at: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * @param settings for every process
 * @param databaseUrl a database elsewhere, instead of an embedded one
 */
export async function startFleet(
  counts: { servers: number; workers: number },
  settings: Record<string, string>,
  databaseUrl?: string,
): Promise<Fleet> {
  await using open = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'showingbooker-fleet-'))
  open.defer(() => rmSync(folder, { recursive: true, force: true }))
  // The database's own user must be able to enter.
  chmodSync(folder, 0o711)
  const url = databaseUrl ?? (await startDatabase(folder, open))
  const ports = await Promise.all(Array.from({ length: counts.servers + 1 }, freePort))
  const port = ports.pop() as number
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    AUTH_SECRET: 'a secret for the benchmarks, the same for all',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '5',
    ...settings,
  }
  const run = (command: string, isReady: (said: string) => boolean, own: Record<string, string>, at: number) =>
    start([MAIN, command], { ...env, ...own }, isReady, at)
  const serve = (at: number) =>
    run('serve', (said) => said.includes('ShowingBooker is ready'), { WORKER: 'off', PORT: String(at) }, at)
  const work = () => run('work', (said) => said.includes('Running jobs'), {}, 0)

  const servers: Running[] = []
  const workers: Running[] = []
  open.defer(async () => void (await Promise.all([...servers, ...workers].map((one) => one.stop()))))
  // The first one migrates and seeds.
  for (const at of ports) servers.push(await serve(at))
  for (let count = 0; count < counts.workers; count++) workers.push(await work())
  open.adopt(await startBalancer(folder, port, ports), (balancer) => balancer.stop())

  const restart = async (list: Running[], at: number, again: (port: number) => Promise<Running>) => {
    const old = list[at] as Running
    await old.stop()
    list[at] = await again(old.port)
  }
  const kept = open.move()
  return {
    port,
    url: env.PUBLIC_URL,
    databaseUrl: url,
    servers,
    workers,
    admin(...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'admin', ...args], {
        cwd: root,
        env,
        encoding: 'utf8',
      })
      return { code: status, said: (stdout + stderr).trim() }
    },
    restartServer: (at) => restart(servers, at, serve),
    restartWorker: (at) => restart(workers, at, work),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function startDatabase(folder: string, open: AsyncDisposableStack): Promise<string> {
  const settings = { max_connections: '120' }
  const folderOfIt = join(folder, 'postgres')
  const database = await startEmbeddedPostgres({ folder: folderOfIt, log: () => undefined, settings })
  open.defer(() => database.stop())
  return database.url
}

async function start(
  args: string[],
  env: NodeJS.ProcessEnv,
  isReady: (said: string) => boolean,
  port: number,
): Promise<Running> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  return whenReady(child, port, isReady)
}

/** Servers in the file, of which each gets a port of ours. */
const SERVER_LINE = /^ {2}server (\w+) 127\.0\.0\.1:\d+(.*)$/gm

async function startBalancer(folder: string, port: number, ports: number[]): Promise<Running> {
  const left = [...ports]
  const serverLine = (name: string, options: string) => {
    const own = left.shift()
    return own === undefined ? '' : `  server ${name} 127.0.0.1:${own}${options}`
  }
  const text = readFileSync(join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8')
    .replace('bind 127.0.0.1:3000', `bind 127.0.0.1:${port}`)
    .replace(SERVER_LINE, (_line, name, options) => serverLine(name, options))
  if (left.length > 0) throw new Error(`deploy/haproxy/haproxy.cfg has too few servers for ${ports.length}.`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  const running = await whenReady(child, port, () => true)
  const answers = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true
  const end = performance.now() + READY_LIMIT_MS
  while (!(await answers())) {
    if (performance.now() > end) throw new Error('HAProxy does not answer.')
    await delay(50)
  }
  return running
}

async function whenReady(child: ChildProcess, port: number, isReady: (said: string) => boolean): Promise<Running> {
  let said = ''
  let isOver = false
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.stdout?.on('data', (chunk) => (said += chunk))
  child.stderr?.on('data', (chunk) => (said += chunk))
  child.once('exit', () => {
    isOver = true
    process.off('exit', killChild)
  })
  await until(() => isOver || isReady(said), READY_LIMIT_MS)
  if (isOver || !isReady(said)) throw new Error(`A process did not start:\n${said.trim()}`)
  return {
    child,
    port,
    async stop() {
      child.kill('SIGTERM')
      if (!(await until(() => isOver, STOP_LIMIT_MS))) child.kill('SIGKILL')
    },
  }
}
