import { readDocument } from '../src/oracle/adapters/document-reader/document-pages.ts'
import { createDocumentReader, type ReadPart } from '../src/oracle/adapters/document-reader.ts'
import { PAGES } from '../src/oracle/document/domain.ts'
import type { Reading, ReadPage } from '../src/oracle/document/ports.ts'

/**
 * Reads texts in this process, because starting one for each takes a quarter of a second of CPU. Other files get their
 * own, as in the product.
 */
export function quickReader(): ReturnType<typeof createDocumentReader> {
  const others = createDocumentReader({ atOnce: 2 })
  return {
    read: (bytes, type, onProgress) =>
      type === 'text/plain' ? textOf(Buffer.from(bytes), type) : others.read(bytes, type, onProgress),
    readPages: (pages) => textOf(Buffer.from(JSON.stringify(pages)), PAGES),
    close: others.close,
  }
}

async function textOf(bytes: Buffer, type: 'text/plain' | typeof PAGES): Promise<Reading> {
  const pages: ReadPage[] = []
  let note: string | null = null
  let reason: string | undefined
  function take(part: ReadPart) {
    if (part.kind === 'page') pages.push({ text: part.text, units: part.units })
    if (part.kind === 'end') note = part.note
    if (part.kind === 'unreadable') reason = part.reason
  }
  await readDocument(bytes, type, take)
  return reason === undefined ? { kind: 'text', pages, note } : { kind: 'unreadable', reason }
}
