import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { commandLine, isAlive, until } from '../src/platform/processes.ts'
import { freePort } from './free-port.ts'

const main = resolve(import.meta.dirname, '../src/main.ts')

/** Runs the product in its own processes on one data folder. Tests start, kill, and restart it. */
export async function crashServer(dataDir: string) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    LOG_FILE: '-',
    RATE_LIMIT_SCALE: '1000000',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  let child: ChildProcess | undefined

  function launch() {
    const started = spawn(process.execPath, [main, 'serve'], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const log = createWriteStream(join(dataDir, 'output.log'), { flags: 'a' })
    for (const stream of [started.stdout, started.stderr]) stream?.pipe(log, { end: false })
    child = started
    return started
  }

  return {
    origin,
    launch,

    /** @returns milliseconds from the launch until it answers */
    async start(): Promise<number> {
      const startedAt = performance.now()
      const started = launch()
      while (!(await isReady(origin))) {
        if (started.exitCode !== null || performance.now() - startedAt > 120_000)
          throw new Error(
            `The server does not start:\n${readFileSync(join(dataDir, 'output.log'), 'utf8').slice(-3000)}`,
          )
        await new Promise((done) => setTimeout(done, 20))
      }
      return Math.round(performance.now() - startedAt)
    },

    /** Kills the server, PostgreSQL, and all of their processes with kill -9, all at the same moment. */
    async kill() {
      const roots = [child?.pid, postmasterOf(dataDir)].filter((pid) => pid !== undefined)
      const victims = [...roots, ...descendantsOf(roots)]
      for (const pid of victims) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
        }
      }
      if (!(await until(() => victims.every((pid) => !isRunning(pid)), 10_000)))
        throw new Error('a killed process is still alive')
      return victims.length
    },

    /** Stops cleanly. @returns the exit code */
    async stop(): Promise<number | null> {
      const ended = new Promise<number | null>((done) => child?.once('close', done))
      child?.kill('SIGTERM')
      return ended
    },

    /** Runs an operator's command while the server runs. @returns its exit code and output */
    async admin(...args: string[]) {
      const command = spawn(process.execPath, [main, 'admin', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += chunk))
      const code = await new Promise<number | null>((done) => command.once('close', done))
      return { code, output: output.trim() }
    },

    databaseUrl(): string {
      const found = findEmbeddedPostgres(join(dataDir, 'postgres'))
      if (!found) throw new Error('no database runs on the data folder')
      return found.url
    },
  }
}

export const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    async (answer) => (await answer.text()) === 'ok',
    () => false,
  )

/** Returns the ID in the data folder's own file if its process is ours, which means that it names that folder. */
function postmasterOf(dataDir: string): number | undefined {
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) return undefined
  const tie = join(folder, 'elsewhere.json')
  const home: string = existsSync(tie) ? JSON.parse(readFileSync(tie, 'utf8')).home : realpathSync(folder)
  const file = join(home, 'data/postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN
  return pid > 1 && isAlive(pid) && commandLine(pid).includes(join(home, 'data')) ? pid : undefined
}

/** Lists all descendants of a process, from /proc. */
function descendantsOf(roots: number[]): number[] {
  const parents = new Map(
    readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [[Number(name), statOf(Number(name)).parent]] : [])),
  )
  const found = new Set<number>()
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const [pid, parent] of parents) if (roots.includes(parent) || found.has(parent)) found.add(pid)
  }
  return [...found].filter((pid) => !roots.includes(pid))
}

/** A killed process stays a zombie until its parent reaps it. */
const isRunning = (pid: number) => isAlive(pid) && statOf(pid).state !== 'Z'

function statOf(pid: number): { state: string; parent: number } {
  try {
    const [state = '', parent = '0'] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { state, parent: Number(parent) }
  } catch {
    // The process has just ended.
    return { state: 'Z', parent: 0 }
  }
}
