import { invalid } from '../../platform/errors.ts'
import * as t from '../text/spreadsheet.ts'

/** First bytes of Excel's files: the ZIP archive of `.xlsx`, and the compound file of `.xls`. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/**
 * Reads UTF-16 with a byte order mark (Excel's Unicode Text), otherwise UTF-8, otherwise the Windows encoding of older
 * spreadsheets.
 * @throws DomainError invalid, for a file of Excel. A dropped file can have any type.
 */
export function textOf(bytes: ArrayBuffer): string {
  const all = new Uint8Array(bytes)
  const [first, second] = all
  if (WORKBOOKS.some((start) => start.every((byte, at) => all[at] === byte)))
    throw invalid([{ path: 'csv', message: t.notCsv() }])
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
