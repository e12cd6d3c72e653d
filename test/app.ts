import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createPasswords } from '../src/account/adapters/better-auth/passwords.ts'
import { compose, type Substitutes } from '../src/compose.ts'
import type { Sandbox } from '../src/money/sandbox/service.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { OpenDatabase } from '../src/platform/db/connect.ts'
import type { AppEnv } from '../src/platform/http.ts'
import { createApiApp } from '../src/server.ts'
import { type Config, loadConfig } from '../src/settings/config.ts'
import { assertDocumented } from './api-document.ts'
import { assertEventsListed } from './events.ts'
import { lendDatabase } from './lent-databases.ts'
import { quickReader } from './quick-reader.ts'
import { quickSamples } from './quick-samples.ts'

/** A clock that moves only when a test sets it. */
export type TestClock = Clock & { set(instant: string): void; advance(duration: Temporal.DurationLike): void }

export function testClock(start = '2026-11-21T09:00:00Z'): TestClock {
  let now = Temporal.Instant.from(start)
  return {
    now: () => now,
    set: (instant) => {
      now = Temporal.Instant.from(instant)
    },
    advance: (duration) => {
      now = now.add(duration)
    },
  }
}

/** Hashes quickly and weakly. A strong hash takes 35 ms of CPU for each account and each sign-in. */
export const cheapPasswords = createPasswords({ parameters: { memory: 8, passes: 1, parallelism: 1 } })
const quickAccounts = { passwords: cheapPasswords, pause: async () => undefined }

/** Gives each call its own address, so that no call counts toward the limit of another. */
let address = 0

/** Creates the real application on a database like a new one, without a port or a browser. */
export async function testApp(
  options: Substitutes & {
    clock?: TestClock
    max?: number
    hasOwnPlans?: boolean
    rateLimitScale?: number
    env?: Record<string, string>
    /** The database of an earlier application. Closing this application does not close it. */
    database?: OpenDatabase
    folder?: string
  } = {},
) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'showingbooker-test-')))
  const database =
    options.database ?? (await lendDatabase({ max: options.max ?? 10, hasOwnPlans: options.hasOwnPlans }))
  const clock = options.clock ?? testClock()
  const config: Config = {
    ...loadConfig({
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      PORT: '3000',
      RATE_LIMIT_SCALE: String(options.rateLimitScale ?? 1000),
      ...options.env,
    }),
    trustedProxies: ['127.0.0.1'],
    authSecret: 'a secret of the tests, long enough for anything',
    seedPassword: 'a password of the tests',
    accessCodes: { oracle: 'Code-of-the-Oracle', create: 'Code-of-the-Studio' },
  }
  const services = await compose(config, database, {
    account: quickAccounts,
    property: { samples: quickSamples() },
    ...options,
    oracle: { reader: quickReader(), ...options.oracle },
    clock,
  })
  const app = createApiApp(config, services)
  return {
    ...services,
    /** The embedded provider. Tests with Stripe do not use it. */
    get sandbox(): Sandbox {
      if (!services.sandbox) throw new Error('this app has no sandbox')
      return services.sandbox
    },
    clock,
    config,
    app,
    database,
    /**
     * Calls like a browser at its own address (`x-address` names one). Calls with the same key come from the same
     * browser.
     */
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const key = headers['idempotency-key']
      const response = await app.request(
        path,
        {
          method,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
        },
        {
          caller: {
            requestId: 'test',
            clientAddress: headers['x-address'] ?? (key ? `key:${key}` : `10.0.${++address >> 8}.${address & 255}`),
          },
        } satisfies AppEnv['Bindings'],
      )
      // An event stream never ends, so we check only its head.
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      if (isStream) await response.body?.cancel()
      const text = isStream ? '' : await response.text()
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
      const json: any = response.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined
      await assertDocumented(method, path, response, json)
      return { status: response.status, body: json, text, headers: response.headers }
    },
    /** Runs every due job, in order. */
    async runJobs() {
      const tasks = services.jobs
      for (;;) {
        const { rows } = await sql<{ id: string; task_identifier: string; payload: unknown }>`
          select j.id, t.identifier as task_identifier, j.payload from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`.execute(database.db)
        if (rows.length === 0) return
        for (const job of rows) {
          await tasks[job.task_identifier]?.(job.payload, { isLastAttempt: false })
          await sql`delete from graphile_worker._private_jobs where id = ${job.id}`.execute(database.db)
        }
      }
    },
    async close() {
      await services.close()
      if (!options.database) {
        await assertEventsListed(database.db)
        await database.close()
      }
      if (!options.folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>
