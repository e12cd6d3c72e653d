import { stringify } from 'csv-stringify/sync'
import { textStream } from './text-stream.ts'

/** Cell value. A number stays a number; `null` is an empty cell. */
export type Cell = string | number | null

/** What a spreadsheet would take for a formula, also behind blanks and in full width. */
const FORMULA = /^[\s\u00a0\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const neutral = (cell: Cell): Cell => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell)

/**
 * Writes rows as CSV (RFC 4180). Every text is in quotes, so that commas, semicolons, and line ends in it split nothing
 * in any country's spreadsheet. An apostrophe precedes a text that a spreadsheet would run.
 */
export const csvText = (rows: Cell[][]): string =>
  stringify(
    rows.map((row) => row.map(neutral)),
    { quoted_string: true, record_delimiter: 'windows' },
  )

/** Without it a spreadsheet takes UTF-8 for something older. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A whole file. */
export const csvFile = (head: string[], rows: Cell[][]): string => BYTE_ORDER_MARK + csvText([head, ...rows])

/** Streams a file of any length, batch by batch as its reader takes it. */
export const csvStream = (head: string[], batches: AsyncIterable<Cell[][]>): Promise<ReadableStream<Uint8Array>> =>
  textStream(csvParts(head, batches))

async function* csvParts(head: string[], batches: AsyncIterable<Cell[][]>) {
  let begin = BYTE_ORDER_MARK + csvText([head])
  for await (const batch of batches) {
    yield begin + csvText(batch)
    begin = ''
  }
  yield begin
}

/** @param name without its extension */
export const csvHeaders = (name: string): Record<string, string> => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${name}.csv"`,
})
