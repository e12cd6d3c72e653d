import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** By the stem of an English word, stems of words of a like meaning, each with how like it is from 0 to 9. */
export type NearWords = ReadonlyMap<string, string>

let read: Promise<NearWords> | undefined

/** Read when it is first asked for, and kept. `scripts/near-words.ts` makes the table. */
export function nearWords(): Promise<NearWords> {
  read ??= readFile(join(import.meta.dirname, 'near-words.txt'), 'latin1').then(
    (text) =>
      new Map(
        text.split(/[;\n]/).map((row): [string, string] => {
          const at = row.indexOf(' ')
          return [row.slice(0, at), row.slice(at + 1)]
        }),
      ),
  )
  return read
}
