import type { DocumentType } from './contract.ts'
import type { Unit } from './section-domain.ts'

export type ReadPage = { text: string; units: Unit[] }

/** What became of a file: its text, page by page; a picture made small; or why neither, for a person. */
export type Reading =
  | { kind: 'text'; pages: ReadPage[]; note: string | null }
  | { kind: 'picture'; jpeg: Uint8Array }
  | { kind: 'unreadable'; reason: string }

/** Reads files of strangers: whatever is in them, it ends in time, within its memory, and harms nothing but itself. */
export type DocumentReader = {
  /**
   * @param onProgress in per cent
   * @throws ReadingStopped when the process stops; another Error when it could not be tried: worth trying again
   */
  read(bytes: Uint8Array, type: DocumentType, onProgress: (percent: number) => void): Promise<Reading>
  /** The same of pages that were read before: their text stays as it is. */
  readPages(pages: string[]): Promise<Reading>
}

/** What a file is by its bytes. @param name only a text says by its name that it is one */
export type TypeSniffer = {
  typeOf(bytes: Uint8Array, name: string): Promise<{ type: DocumentType } | { type: null; reason: string }>
}
