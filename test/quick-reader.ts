import { readDocument } from '../src/oracle/adapters/document-reader/document-pages.ts'
import { createDocumentReader, type ReadPart } from '../src/oracle/adapters/document-reader.ts'
import type { DocumentType } from '../src/oracle/document/contract.ts'
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
        ? readHere(Buffer.from(bytes), type)
        : others.read(bytes, type, onProgress),
  }
}

/** Reads a file in this process. */
export async function readHere(bytes: Buffer, type: DocumentType): Promise<Reading> {
  const pages: ReadPage[] = []
  let reading: Reading | undefined
  await readDocument(bytes, type, (part: ReadPart) => {
    if (part.kind === 'page') pages.push({ text: part.text, units: part.units })
    if (part.kind === 'picture') reading = { kind: 'picture', jpeg: Buffer.from(part.base64, 'base64') }
    if (part.kind === 'unreadable') reading = { kind: 'unreadable', reason: part.reason }
    if (part.kind === 'end') reading ??= { kind: 'text', pages, note: part.note }
  })
  if (!reading) throw new Error('the reader did not end')
  return reading
}
