import type { SaxesParser } from 'saxes'

/** Says why we do not read a file, in words for people. Any other error means a damaged file. */
export class Unreadable extends Error {}

/** Limits of a package. They apply to the inflated data, not to the sizes that it claims. */
const MAX_ENTRIES = 4_096
const MAX_ENTRY_BYTES = 25 * 2 ** 20
const MAX_TOTAL_BYTES = 100 * 2 ** 20
/** Maximum depth of nested elements. Word needs about four for each nested table. */
const MAX_DEPTH = 512
/** Maximum number of elements in all parts that we read. A contract of a thousand pages has 300,000. */
const MAX_ELEMENTS = 500_000

export const PASSWORD = 'This file is protected by a password. Please remove the password and upload it again.'
const TOO_MUCH = 'This file unpacks to far more than a document needs, so it was not read.'
const TOO_DEEP = 'This file has far more layers than a document needs, so it was not read.'

/** The package that mammoth reads. */
type Package = {
  exists(name: string): boolean
  read(name: string, encoding?: string): Promise<Uint8Array | string>
}

/**
 * Opens a Word document and inflates its parts once. Mammoth's own XML parser repairs broken input, which can take
 * minutes for a malicious kilobyte. So mammoth gets only XML that a strict parser has accepted.
 */
export async function openPackage(bytes: Buffer): Promise<Package> {
  const [{ fromBufferPromise }, { SaxesParser: Parser }] = await Promise.all([import('yauzl'), import('saxes')])
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  if (zip.entryCount > MAX_ENTRIES) throw new Unreadable(TOO_MUCH)
  const parts = new Map<string, Buffer>()
  let total = 0
  let entries = 0
  for await (const entry of zip.eachEntry()) {
    if (++entries > MAX_ENTRIES || entry.uncompressedSize > MAX_ENTRY_BYTES) throw new Unreadable(TOO_MUCH)
    if (entry.isEncrypted()) throw new Unreadable(PASSWORD)
    if (entry.fileName.endsWith('/')) continue
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length
      total += (chunk as Buffer).length
      if (size > MAX_ENTRY_BYTES || total > MAX_TOTAL_BYTES) throw new Unreadable(TOO_MUCH)
      chunks.push(chunk as Buffer)
    }
    parts.set(entry.fileName, Buffer.concat(chunks))
  }
  let elements = 0
  return {
    exists: (name) => parts.has(name),
    async read(name, encoding) {
      const part = parts.get(name)
      if (!part) throw new Error('the package has no such part')
      if (!encoding) return part
      if (encoding === 'base64') return part.toString('base64')
      const text = new TextDecoder(encoding).decode(part)
      elements += countElements(text, new Parser({ position: false }))
      if (elements > MAX_ELEMENTS) throw new Unreadable(TOO_MUCH)
      return text
    },
  }
}

/** @throws Error if the XML is not well formed, or too deep */
function countElements(text: string, parser: SaxesParser): number {
  let elements = 0
  let depth = 0
  parser.on('opentag', () => {
    elements++
    if (++depth > MAX_DEPTH) throw new Unreadable(TOO_DEEP)
  })
  parser.on('closetag', () => {
    depth--
  })
  parser.write(text).close()
  return elements
}
