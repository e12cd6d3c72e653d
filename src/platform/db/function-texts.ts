import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { VERSION } from '../version.ts'
import { inBriefLocks, isBusy } from './lock-retries.ts'

type Text = { path: string; sql: string; checksum: string }
type Applied = { path: string; checksum: string; version: string }

/**
 * Gives functions, views, and triggers the texts of their files. It applies each text that has changed, in its own
 * transaction. It must be possible to apply each text again (`create or replace`).
 * @param isAll also applies unchanged texts
 * @param version of the running program; it does not replace the texts of a newer one
 * @returns the paths applied now
 */
export async function applyTexts(
  client: pg.Client,
  folder: string,
  { isAll, version = VERSION }: { isAll: boolean; version?: string },
): Promise<string[]> {
  await client.query(`create table if not exists function_text (
    path text primary key, checksum text not null, version text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<Applied>('select path, checksum, version from function_text')
  const applied = new Map(rows.map((row) => [row.path, row]))
  const texts = await readTexts(folder)
  const changed = texts.filter(({ path, checksum }) => applied.get(path)?.checksum !== checksum)
  for (const { path } of changed) {
    const known = applied.get(path)
    if (known && isNewer(known.version, version))
      throw new Error(
        `The database has ${path} from version ${known.version}, but this is ${version}. Start the newer version.`,
      )
  }
  let due = isAll ? texts : changed
  const done: string[] = []
  // A file that needs another one waits for it, in any order of the files.
  while (due.length > 0) {
    const failed: { text: Text; error: unknown }[] = []
    for (const text of due)
      await apply(client, text, version).then(
        () => done.push(text.path),
        (error) => {
          // We have retried long enough, and it does not wait for another file.
          if (isBusy(error)) throw error
          failed.push({ text, error })
        },
      )
    if (failed.length === due.length) {
      const [{ text, error } = { text: { path: '' }, error: null }] = failed
      throw new Error(`${text.path} failed: ${(error as Error).message}`, { cause: error })
    }
    due = failed.map(({ text }) => text)
  }
  return done
}

async function apply(client: pg.Client, { path, sql, checksum }: Text, version: string): Promise<void> {
  await inBriefLocks(client, async () => {
    await client.query(sql)
    await client.query(
      `insert into function_text (path, checksum, version) values ($1, $2, $3)
      on conflict (path) do update set checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
      [path, checksum, version],
    )
  })
}

async function readTexts(folder: string): Promise<Text[]> {
  const entries = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    entries.map(async (entry) => {
      const sql = (await readFile(join(folder, entry), 'utf8')).replaceAll('\r\n', '\n')
      return { path: entry.replaceAll('\\', '/'), sql, checksum: hash('sha256', sql) }
    }),
  )
}

/** Compares two versions from package.json. */
function isNewer(one: string, other: string): boolean {
  const numbers = (version: string) => version.split(/[.+-]/).slice(0, 3).map(Number)
  const [own, their] = [numbers(other), numbers(one)]
  const at = their.findIndex((number, index) => number !== own[index])
  return at >= 0 && (their[at] ?? 0) > (own[at] ?? 0)
}
