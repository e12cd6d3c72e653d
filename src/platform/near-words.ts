import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Maps the stem of an English word to the stems of words with a similar meaning, each followed by a similarity from 0
 * to 9.
 */
export type NearWords = ReadonlyMap<string, string>

let read: Promise<NearWords> | undefined

/** Reads the table at the first call and keeps it. `scripts/near-words.ts` makes it. */
export function nearWords(): Promise<NearWords> {
  read ??= readTable().catch((error) => {
    // The next call tries again.
    read = undefined
    throw error
  })
  return read
}

async function readTable(): Promise<NearWords> {
  const text = await readFile(join(import.meta.dirname, 'near-words.txt'), 'latin1')
  return new Map(
    text.split(/[;\n]/).map((row): [string, string] => {
      const at = row.indexOf(' ')
      return [row.slice(0, at), row.slice(at + 1)]
    }),
  )
}
