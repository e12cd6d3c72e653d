import type { DocumentType } from '../document/contract.ts'
import type { PAGES } from '../document/domain.ts'
import { readDocument } from './document-reader/document-pages.ts'

/**
 * Reads one untrusted file and exits. It may only read the program's own files: it cannot write, use the network, or
 * start a process. A hostile file can harm only this process.
 */

// Discard the libraries' output.
console.log = console.info = console.warn = console.error = () => undefined

const write = process.stdout.write.bind(process.stdout)
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
await readDocument(Buffer.concat(chunks), process.argv[2] as DocumentType | typeof PAGES, (part) => {
  write(`${JSON.stringify(part)}\n`)
})
