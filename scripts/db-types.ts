/** Writes src/platform/db/schema.ts from a fresh database with every migration. `--check` says whether it is up to date. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { migrate } from '../src/platform/db/migrate.ts'
import { startTestServer } from '../test/postgres.ts'

const root = resolve(import.meta.dirname, '..')
const server = await startTestServer()
try {
  await migrate(server.url)
  const { status } = spawnSync(
    resolve(root, 'node_modules/.bin/kysely-codegen'),
    [
      ['--dialect', 'postgres', '--url', server.url, '--out-file', 'src/platform/db/schema.ts'],
      ['--include-pattern', 'public.*', '--exclude-pattern', 'public.migration'],
      // As openDatabase reads them.
      ['--date-parser', 'string', '--numeric-parser', 'number', '--type-mapping', '{"int8":"number"}'],
      process.argv.includes('--check') ? ['--verify'] : [],
    ].flat(),
    { cwd: root, stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
} finally {
  await server.stop()
}
