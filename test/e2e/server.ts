import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

export const SEED_PASSWORD = 'a password of the journeys'
export const STUDIO_CODE = 'Code-of-the-Studio'
export const ORACLE_CODE = 'Code-of-the-Oracle'

const MAIN = resolve(import.meta.dirname, '../../build/current/server/main.js')

/** Starts the product for all journeys of a run. */
// biome-ignore lint/style/noDefaultExport: Playwright needs a default export.
export default async function startServer() {
  const { url, dataDir, stop } = await startProduct()
  process.env.E2E_URL = url
  process.env.E2E_DATA_DIR = dataDir
  return stop
}

/**
 * Starts the product as `bin/start` does, on its own data folder and port. The pages must already be built.
 * @param env additional variables
 */
export async function startProduct(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'showingbooker-e2e-'))
  // If root starts it, the database runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const server = spawn(process.execPath, [MAIN, 'serve'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ALLOW_SANDBOX: 'true',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: '',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SEED_PASSWORD,
      RATE_LIMIT_SCALE: '100',
      ACCESS_CODE_CREATE: STUDIO_CODE,
      ACCESS_CODE_ORACLE: ORACLE_CODE,
      // Every journey has its own client address.
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(server, url)
  return {
    url,
    dataDir: join(folder, 'data'),
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A first start creates a database, which takes minutes on a busy machine. Only a failure waits this long. */
const READY_MS = 300_000
/** Time limit of a hook that starts the product. */
export const START_MS = READY_MS + 30_000

async function untilReady(server: ChildProcess, url: string) {
  let output = ''
  server.stdout?.on('data', (text) => {
    output += text
  })
  for (const end = Date.now() + READY_MS; Date.now() < end; await pause(100)) {
    if (server.exitCode !== null) break
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
  }
  server.kill()
  throw new Error(`The server did not become ready:\n${output}`)
}
