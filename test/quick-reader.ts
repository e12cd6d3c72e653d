import { readDocument } from '../src/oracle/adapters/document-reader/document-pages.ts'
import { createDocumentReader, type ReadPart } from '../src/oracle/adapters/document-reader.ts'
import type { Reading, ReadPage } from '../src/oracle/document/ports.ts'

/** Size in bytes of the largest text that these tests read in their own process. */
const LARGEST = 100_000

/**
 * Reads short texts in this process, because starting one for each takes a quarter of a second of CPU. Other files get
 * their own, as in the product.
 */
export function quickReader(): ReturnType<typeof createDocumentReader> {
  const others = createDocumentReader({ atOnce: 2 })
  return {
    ...others,
    read: (bytes, type, onProgress) =>
      type === 'text/plain' && bytes.length <= LARGEST
        ? textOf(Buffer.from(bytes))
        : others.read(bytes, type, onProgress),
  }
}

async function textOf(bytes: Buffer): Promise<Reading> {
  const pages: ReadPage[] = []
  let note: string | null = null
  let reason: string | undefined
  function take(part: ReadPart) {
    if (part.kind === 'page') pages.push({ text: part.text, units: part.units })
    if (part.kind === 'end') note = part.note
    if (part.kind === 'unreadable') reason = part.reason
  }
  await readDocument(bytes, 'text/plain', take)
  return reason === undefined ? { kind: 'text', pages, note } : { kind: 'unreadable', reason }
}
