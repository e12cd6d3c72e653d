import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { textStream } from './text-stream.ts'

/** The value of a cell. A number stays a number, and `null` is an empty cell. */
export type Cell = string | number | null

/** Matches text that a spreadsheet would run as a formula, also after blanks or in full-width characters. */
const FORMULA = /^[\s\u00a0\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const neutral = (cell: Cell): Cell => (typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell)

/**
 * Writes rows as CSV (RFC 4180). It quotes every text, so that spreadsheets in any country keep a text with commas,
 * semicolons, or line ends in one cell. It puts an apostrophe before a text that a spreadsheet would run.
 */
export const csvText = (rows: Cell[][]): string =>
  stringify(
    rows.map((row) => row.map(neutral)),
    { quoted_string: true, record_delimiter: 'windows' },
  )

/** Spreadsheets need it to recognize UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

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

export type CsvLine = { line: number; cells: string[] }

const SEPARATORS = [',', ';', '\t']

/** Returns the header's separator: the most frequent candidate outside quotes. */
function separatorOf(text: string): string {
  const head = (/^.*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (sign: string) => head.split(sign).length
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** Removes the apostrophe that `csvText` puts before a formula. */
const restored = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell)

/**
 * Reads CSV with commas, semicolons, or tabs. It skips empty lines and trims cells.
 * @returns `faultyLine` names the line where quotes make the file unreadable
 */
export function readCsv(file: string): { lines: CsvLine[]; faultyLine: number | null } {
  const text = file.replace(/^\ufeff/, '')
  try {
    const records = parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const lines = records.map(({ record, info }) => ({ line: info.lines, cells: record.map(restored) }))
    return { lines, faultyLine: null }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { lines: [], faultyLine: Number(error.lines ?? 1) }
  }
}
