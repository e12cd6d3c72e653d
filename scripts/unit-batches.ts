import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** As many files as make the loading of the sources cheap, and few enough that no batch is the last one for long. */
const FILES_OF_A_BATCH = 12

/** Everything beside its source and in test/. */
export const allUnits = (root: string): string[] =>
  ['test/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: root }).sort(),
  )

const PROOFS = [
  'test/crash.test.ts',
  'test/studio-crash.test.ts',
  'test/faults.test.ts',
  'test/faults-database.test.ts',
]

/** Rounds of crashes and faults: `bin/test proofs` runs them whole, and the gate finds what they find in other ways. */
export const isProof = (file: string) => PROOFS.includes(file)

/** These take 10 seconds and more, most of it waiting. They begin first, so that none of them ends the run alone. */
export const LONG = [
  'test/start.test.ts',
  'test/chat-crash.test.ts',
  'src/platform/embedded-postgres.test.ts',
  'src/platform/db/migrate.test.ts',
  'src/notice/letter/race.test.ts',
  'src/oracle/adapters/document-reader.test.ts',
  'src/money/adapters/stripe-payments.test.ts',
  'src/studio/adapters/artist/lexicon.test.ts',
  'src/oracle/retrieval/service.test.ts',
  'src/oracle/answer/service.test.ts',
]

/** Tests in test/ start and kill processes, and some others measure how much memory their process holds. */
const isAlone = (root: string, file: string) =>
  LONG.includes(file) ||
  !file.startsWith('src/') ||
  readFileSync(join(root, file), 'utf8').includes('process.memoryUsage')

/**
 * Files that share a process load the same sources once; each is a suite of its own, so that its hooks are its own.
 * @returns what one process each runs, in the order in which they begin
 */
export function batchesOf(root: string, files: string[]): string[][] {
  const { alone = [], shared = [] } = Object.groupBy(files, (file) => (isAlone(root, file) ? 'alone' : 'shared'))
  const [long, short] = [LONG.filter((file) => alone.includes(file)), alone.filter((file) => !LONG.includes(file))]
  const batches = Array.from({ length: Math.ceil(shared.length / FILES_OF_A_BATCH) }, (): string[] => [])
  // Neighbors take about as long as each other: they are dealt out.
  for (const [index, file] of shared.entries()) batches[index % batches.length]?.push(file)
  return [...[...long, ...short].map((file) => [file]), ...batches]
}

/** @returns the file that runs a batch: its only one, or one that is written into the folder */
export function fileOf(batch: string[], at: { root: string; folder: string; number: number }): string {
  const [first = ''] = batch
  if (batch.length <= 1) return join(at.root, first)
  const file = join(at.folder, `batch-${at.number}.test.mjs`)
  const suites = batch.map((path) => {
    const address = JSON.stringify(pathToFileURL(join(at.root, path)).href)
    return `describe(${JSON.stringify(path)}, () => import(${address}))`
  })
  writeFileSync(file, `${["import { describe } from 'node:test'", ...suites].join('\n')}\n`)
  return file
}
