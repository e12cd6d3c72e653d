import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { functionsFolder } from '../src/platform/db/migrate.ts'
import { faultsOf, fillBookings, locksOf, migrateToMark, newMigrations } from './migration-locks.ts'
import { startTestServer } from './postgres.ts'

/** A million rows take several gigabytes, so they are on disk. */
const ROWS = Number(process.env.MIGRATION_ROWS ?? 1_000_000)
const LIMIT_MS = 200

test('no new migration blocks a table of a million rows for more than a fifth of a second', async (t) => {
  const server = await startTestServer(tmpdir())
  t.after(server.stop)
  await migrateToMark(server.url)
  await fillBookings(server.url, ROWS)
  const locks = await locksOf(server.url, await newMigrations(), functionsFolder)
  for (const { file, held } of locks) {
    const longest = held.toSorted((one, other) => other.ms - one.ms)[0]
    t.diagnostic(longest ? `${file}: ${longest.mode} on ${longest.table} for ${longest.ms} ms` : `${file}: none seen`)
  }
  assert.deepEqual(faultsOf(locks, LIMIT_MS), [])
})
