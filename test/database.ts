import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type OpenDatabase, openDatabase } from '../src/platform/db/connect.ts'
import { functionsFolder, migrate, migrationsFolder } from '../src/platform/db/migrate.ts'
import type { EmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { startTestServer } from './postgres.ts'

/** Creates a migrated, empty database for one test file. `close` ends our connections and drops it. */
export type FreshDatabase = OpenDatabase

/**
 * Copies the migrated template of the run's server (TEST_DATABASE_URL, which bin/test sets). Without one, it starts a
 * server for this process alone, so that `node --test src/a.test.ts` needs no setup.
 * @param options.isEmpty has neither tables nor a queue, for tests of migrations
 * @param options.hasOwnPlans lets PostgreSQL plan for a query's values, as in the product. Tests of plans need it.
 */
export async function freshDatabase(
  options: { max?: number; isEmpty?: boolean; hasOwnPlans?: boolean } = {},
): Promise<FreshDatabase> {
  const serverUrl = await testServer()
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, async (client) => {
    const template = options.isEmpty ? 'template1' : await migratedTemplate(client, serverUrl)
    // This strategy copies files. The default one writes to the log and costs the server twice as much.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    if (options.hasOwnPlans) await client.query(`alter database ${name} set plan_cache_mode = auto`)
  })
  const database = openDatabase(inDatabase(serverUrl, name), { max: options.max ?? 10 })
  return {
    ...database,
    async close() {
      await database.close()
      await onServer(serverUrl, async (client) => {
        // Let closing connections end first. Terminating one raises an error that no one handles anymore.
        for (let tries = 0; tries < 100; tries++) {
          const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name])
          if (!rowCount) break
          await delay(10)
        }
        await client.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}

let own: Promise<EmbeddedPostgres> | undefined

async function testServer(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  if (!own) {
    own = startTestServer()
    // We do not use a node:test hook, because it would run before the test file's own hooks, which still use the server.
    process.once('beforeExit', async () => (await own)?.stop())
  }
  return (await own).url
}

/**
 * Creates the template once for each state of the files in db. An advisory lock lets only the first test file do it.
 */
async function migratedTemplate(client: pg.Client, serverUrl: string): Promise<string> {
  const template = `template_${await filesHash()}`
  await client.query('select pg_advisory_lock(7302)')
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return template
    const making = `${template}_making`
    await client.query(`drop database if exists ${making} with (force)`)
    await client.query(`create database ${making}`)
    await migrate(inDatabase(serverUrl, making))
    await client.query(`alter database ${making} rename to ${template}`)
    return template
  } finally {
    await client.query('select pg_advisory_unlock(7302)')
  }
}

async function filesHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of [migrationsFolder, functionsFolder])
    for (const entry of (await readdir(folder, { recursive: true })).sort()) {
      if (entry.endsWith('.sql')) hash.update(entry).update(await readFile(join(folder, entry)))
    }
  return hash.digest('hex').slice(0, 16)
}

function inDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
