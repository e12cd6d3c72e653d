import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { quickFolder } from './quick-folder.ts'

/**
 * Starts a PostgreSQL server in a temporary folder. It trades durability for speed.
 * @param place a folder on disk, for data that may not fit in memory
 */
export async function startTestServer(
  place = quickFolder(),
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(join(place, 'showingbooker-test-'))
  // If root starts the database, it runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres({
    folder,
    log: () => undefined,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      // Each process keeps the connections of the databases that its files take turns with.
      max_connections: '400',
      shared_buffers: '128MB',
      // A database with an autovacuum worker cannot be dropped.
      autovacuum: 'off',
      ...settings,
    },
  })
  await allowReplica(server.url)
  return {
    ...server,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Lets the tests turn off triggers and foreign keys while they delete rows (test/lent-databases.ts). */
async function allowReplica(url: string): Promise<void> {
  const superuser = new URL(url)
  const role = superuser.username
  superuser.username = 'postgres'
  superuser.pathname = '/postgres'
  const client = new pg.Client({ connectionString: superuser.href })
  await client.connect()
  await client.query(`grant set on parameter session_replication_role to ${role}`)
  await client.end()
}
