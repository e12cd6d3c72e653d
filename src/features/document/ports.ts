import type { Span } from '../passage/domain.ts'
import type { DocumentType } from './contract.ts'

/** What became of a file: its text, page by page; a picture made small; or why neither, for a person. */
export type Reading =
  | { kind: 'text'; pages: { text: string; sentences: Span[] }[]; note: string | null }
  | { kind: 'picture'; jpeg: Uint8Array }
  | { kind: 'unreadable'; reason: string }

/** Reads files of strangers: whatever is in them, it ends in time, within its memory, and harms nothing but itself. */
export type DocumentReader = {
  /**
   * @param onProgress in per cent
   * @throws Error when it could not be tried: worth trying again
   */
  read(bytes: Uint8Array, type: DocumentType, onProgress: (percent: number) => void): Promise<Reading>
}

/** What a file is by its bytes. @param name only a text says by its name that it is one */
export type TypeSniffer = {
  typeOf(bytes: Uint8Array, name: string): Promise<{ type: DocumentType } | { type: null; reason: string }>
}
