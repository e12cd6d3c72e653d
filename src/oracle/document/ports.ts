import type { DocumentType } from './contract.ts'
import type { Unit } from './section-domain.ts'

export type ReadPage = { text: string; units: Unit[] }

/**
 * The result of reading a file: the text of its pages, a reduced picture, or why there is neither, in words for people.
 */
export type Reading =
  | { kind: 'text'; pages: ReadPage[]; note: string | null }
  | { kind: 'picture'; jpeg: Uint8Array }
  | { kind: 'unreadable'; reason: string }

/** Reads untrusted files. With any content, it ends in time, stays within its memory, and harms only itself. */
export type DocumentReader = {
  /**
   * @param onProgress receives the progress in percent
   * @throws ReadingStopped if the process is stopping, or another error if the reading failed and is worth a retry
   */
  read(bytes: Uint8Array, type: DocumentType, onProgress: (percent: number) => void): Promise<Reading>
  /** Reads pages that were read before. Their text stays the same. */
  readPages(pages: string[]): Promise<Reading>
}

/** Finds the type of a file from its bytes. @param name shows whether it is a text, which bytes alone cannot */
export type TypeSniffer = {
  typeOf(bytes: Uint8Array, name: string): Promise<{ type: DocumentType } | { type: null; reason: string }>
}
