import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Lists every test next to its source and in test/. */
export const allUnits = (root: string): string[] =>
  ['test/**/*.test.ts', '{src,packages}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: root }).sort(),
  )

const PROOFS = [
  'test/crash.test.ts',
  'test/studio-crash.test.ts',
  'test/faults.test.ts',
  'test/faults-database.test.ts',
  'test/migration-locks.test.ts',
]

/** Rounds of crashes and faults, and a million rows. Only `bin/test proofs` runs them; the gate checks the same in other ways. */
export const isProof = (file: string) => PROOFS.includes(file)

/** These take longest, mostly waiting. They begin before the short ones, so that none of them ends the run alone. */
export const LONG = [
  'test/start.test.ts',
  'test/chat-crash.test.ts',
  'src/platform/embedded-postgres.test.ts',
  'src/platform/db/migrate.test.ts',
  'src/oracle/adapters/document-reader.test.ts',
  'src/money/adapters/stripe-payments.test.ts',
  'packages/procedural-renderer/prompt/lexicon.test.ts',
]

/** Files that start processes, measure their own memory, or count what is prepared, of which a process has a limit. */
const ALONE = /node:child_process|node:worker_threads|process\.memoryUsage|pg_prepared_statements/
/** Files that serve with Hono, which replaces Request and Response for the whole process. */
const SERVER = /\/http-listener\.ts'|\/(site-server|faults\/\w+)\.ts'|@hono\/node-server/
const APPLICATION = /\/(app|database|lent-databases|factories|scene)\.ts'/

type Kind = 'long' | 'alone' | 'server' | 'application' | 'rules'

function kindOf(root: string, file: string): Kind {
  if (LONG.includes(file)) return 'long'
  const source = readFileSync(join(root, file), 'utf8')
  if (isProof(file) || ALONE.test(source)) return 'alone'
  if (SERVER.test(source)) return 'server'
  return APPLICATION.test(source) ? 'application' : 'rules'
}

/**
 * Files that share a process load the same sources once: five seconds of the processor with the whole application, one
 * without. Each is a suite with its own hooks.
 * @param processes how many run at a time
 * @returns the batches, one per process, in the order in which they begin: the largest first, so that short ones fill
 * the rest
 */
export function batchesOf(root: string, files: string[], processes: number): string[][] {
  const kinds = Object.groupBy(files, (file) => kindOf(root, file))
  const alone = (kind: Kind) => (kinds[kind] ?? []).map((file) => [file])
  return [
    ...dealtOut(kinds.application ?? [], processes),
    ...dealtOut(kinds.server ?? [], 1),
    ...dealtOut(kinds.rules ?? [], Math.ceil(processes / 2)),
    ...alone('long'),
    ...alone('alone'),
  ]
}

/** Distributes files of similar length evenly over the batches. */
function dealtOut(files: string[], batches: number): string[][] {
  const count = Math.min(batches, files.length)
  return Array.from({ length: count }, (_, first) => files.filter((_, index) => index % count === first))
}

/** @returns the file that runs a batch: its only file, or one written into the folder */
export function fileOf(batch: string[], at: { root: string; folder: string; number: number }): string {
  const [first = ''] = batch
  if (batch.length <= 1) return join(at.root, first)
  const file = join(at.folder, `batch-${at.number}.test.mjs`)
  const address = (path: string) => JSON.stringify(pathToFileURL(path).href)
  const files = batch.map((path) => `  [${JSON.stringify(path)}, () => import(${address(join(at.root, path))})],`)
  writeFileSync(
    file,
    `import { stopFollowing } from ${address(join(import.meta.dirname, 'suite-hooks.ts'))}
const { describe } = await import('node:test')
const files = [
${files.join('\n')}
]
for (const [path, load] of files) describe(path, load)
await Promise.allSettled(files.map(([, load]) => load()))
stopFollowing()
`,
  )
  return file
}
