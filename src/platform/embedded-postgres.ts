import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeOwnDatabase } from './db/own-database.ts'
import { EmbeddedPostgresError, findPlace, makePassable, type Place } from './embedded-postgres-place.ts'
import { commandLine, isAlive, until } from './processes.ts'

export { EmbeddedPostgresError }

export type EmbeddedPostgres = {
  url: string
  /** Resolves when the server ends, for any reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

const NAME = 'showingbooker'
const READY_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 30_000
const MAX_LOG_BYTES = 10_000_000

const defaults = {
  listen_addresses: '127.0.0.1',
  // Enough for the highest WORKER_CONCURRENCY (docs/scale.md).
  max_connections: '112',
  shared_buffers: '256MB',
  wal_compression: 'on',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Runs PostgreSQL with its data in `folder`, on a socket and a free port of 127.0.0.1, in its own process group: a terminal's Ctrl-C
 * reaches us and not the database, which we stop last. First it cleans up after a killed process. The caller has the
 * data folder (`takeDataFolder`), so only one start runs at a time.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: {
  folder: string
  log: (line: string) => void
  /** Server settings that override ours. */
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  makePassable(options.folder)
  const folder = realpathSync(options.folder)
  const place = findPlace(folder, options.log)
  const password = keptPassword(folder)
  const data = join(place.home, 'data')
  if (!existsSync(data)) {
    options.log('Creating the database.')
    initialise(place, data, password)
  }
  await clearLeftovers(data, options.log)
  const { child, server } = await launch({
    place,
    data,
    logFile: join(folder, 'server.log'),
    settings: { ...defaults, unix_socket_directories: makeSocketFolder(place), ...options.settings },
  })

  let isRunning = true
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() => {
    isRunning = false
    process.off('exit', onOurExit)
  })
  // An abrupt exit must not leave a server behind either.
  const onOurExit = () => child.kill('SIGINT')
  process.once('exit', onOurExit)
  const stop = async () => {
    if (!isRunning) return
    child.ref()
    child.kill('SIGINT')
    if (await until(() => !isRunning, STOP_LIMIT_MS)) return
    child.kill('SIGQUIT')
    await ended
  }
  try {
    await makeOwnDatabase(urlFor('postgres', password, server), { name: NAME, password })
  } catch (error) {
    await stop()
    throw error
  }
  child.unref()
  return { url: urlFor(NAME, password, server), ended, stop }
}

/**
 * Finds the running server of any process.
 * @returns null if none runs on the folder; `data` is the folder of the cluster
 */
export function findEmbeddedPostgres(folder: string): { url: string; superuserUrl: string; data: string } | null {
  if (!existsSync(folder)) return null
  const real = realpathSync(folder)
  const tie = join(real, 'elsewhere.json')
  const home = existsSync(tie) ? JSON.parse(readFileSync(tie, 'utf8')).home : real
  const data = join(home, 'data')
  const server = readPidFile(data)
  if (!server?.isReady || !isAlive(server.pid)) return null
  const password = keptPassword(real)
  return { url: urlFor(NAME, password, server), superuserUrl: urlFor('postgres', password, server), data }
}

/**
 * Makes an empty folder for the socket, because a killed server leaves its own there. The path of a socket has at most
 * 103 bytes on macOS and 107 on Linux, and a comma in the setting separates folders.
 * @returns '' if the path does not suit
 */
function makeSocketFolder({ home, identity: { uid, gid } }: Place): string {
  const folder = join(home, 'socket')
  if (!/^[\w./-]+$/.test(folder) || `${folder}/.s.PGSQL.65535`.length > 103) return ''
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

/**
 * Without a folder for sockets, the URL leads to the port. A short query through a socket takes a fifth less of the
 * processor. `sslmode` is there because the environment's PGSSLMODE would apply otherwise.
 */
function urlFor(user: string, password: string, { port, socketFolder }: RunningServer) {
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${user}?sslmode=disable`
  return socketFolder ? `${url}&host=${encodeURIComponent(socketFolder)}` : url
}

function keptPassword(folder: string): string {
  const file = join(folder, 'password')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = randomBytes(24).toString('hex')
  const aside = `${file}.new`
  writeFileSync(aside, `${password}\n`, { mode: 0o600 })
  renameSync(aside, file)
  return password
}

/**
 * Creates the cluster under another name and renames it, so that an interrupted first start leaves nothing that looks
 * like a database.
 */
function initialise(place: Place, data: string, password: string): void {
  const aside = `${data}.new`
  const passwordFile = join(place.home, 'initial-password')
  const { uid, gid } = place.identity
  const give = (path: string) => uid !== undefined && gid !== undefined && chownSync(path, uid, gid)
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  give(aside)
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    give(passwordFile)
    const args = ['--pgdata', aside, '--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256']
    args.push('--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8')
    args.push('--text-search-config', 'english', '--no-instructions')
    const made = spawnSync(join(place.bin, 'initdb'), args, {
      ...place.identity,
      cwd: '/',
      env: environment(),
      encoding: 'utf8',
    })
    if (made.status !== 0) {
      throw new EmbeddedPostgresError(`We could not create the database: ${(made.stderr || String(made.error)).trim()}`)
    }
    renameSync(aside, data)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Returns an environment without PGDATA, PGPORT, or secrets from outside. */
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/** Stops a server that outlived its killed parent, and replaces a process ID that now belongs to another program. */
async function clearLeftovers(data: string, log: (line: string) => void): Promise<void> {
  const left = readPidFile(data)
  if (!left || !isAlive(left.pid)) return
  if (!commandLine(left.pid).includes(data)) {
    // PostgreSQL treats its parent's process ID as stale. It still checks the shared memory, which is reliable.
    const file = join(data, 'postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
    return
  }
  log('Stopping a database that an earlier start left running.')
  const stopped = () => !isAlive(left.pid)
  process.kill(left.pid, 'SIGINT')
  if (await until(stopped, STOP_LIMIT_MS)) return
  process.kill(left.pid, 'SIGQUIT')
  if (await until(stopped, STOP_LIMIT_MS)) return
  throw new EmbeddedPostgresError(
    `The database that an earlier start left running (process ${left.pid}) does not stop.`,
  )
}

async function launch(options: {
  place: Place
  data: string
  logFile: string
  settings: Record<string, string>
}): Promise<{ child: ChildProcess; server: RunningServer }> {
  const { place, data, logFile } = options
  keepLogShort(logFile)
  const settings = { ...options.settings }
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const logStart = existsSync(logFile) ? statSync(logFile).size : 0
    const output = openSync(logFile, 'a', 0o600)
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(join(place.bin, 'postgres'), ['-D', data, '-p', String(port), ...given], {
      ...place.identity,
      cwd: '/',
      env: environment(),
      detached: true,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    let isOver = false
    child.once('error', () => (isOver = true))
    child.once('exit', () => (isOver = true))
    const ready = () => {
      const server = readPidFile(data)
      return server?.pid === child.pid && server?.isReady ? server : null
    }
    await until(() => isOver || ready() !== null, READY_LIMIT_MS)
    const server = ready()
    if (!isOver && server) return { child, server }

    child.kill('SIGQUIT')
    const words = readFileSync(logFile).subarray(logStart).toString().trim()
    // Some file systems, such as a folder of the host in a virtual machine, hold no sockets.
    if (/could not create any Unix-domain sockets/.test(words) && settings.unix_socket_directories !== '') {
      settings.unix_socket_directories = ''
      continue
    }
    // Either another program took the port between our check and the start, or the last server's children are still exiting.
    const mayPass = /could not bind|Address already in use|pre-existing shared memory block|is still in use/.test(words)
    if (!mayPass || attempt === 20) {
      throw new EmbeddedPostgresError(
        `The database does not start (${logFile}):\n${words.split('\n').slice(-5).join('\n')}`,
      )
    }
    await delay(500)
  }
}

function keepLogShort(file: string): void {
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
}

/** @property socketFolder '' if the server has only a port */
type RunningServer = { pid: number; port: number; socketFolder: string; isReady: boolean }

/** Reads postmaster.pid: process ID, data folder, start time, port, socket folder, address, shared memory, status. */
function readPidFile(data: string): RunningServer | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!(pid > 0)) return null
    return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
