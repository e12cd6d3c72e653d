import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer } from 'file-type'
import { fromBufferPromise, type ZipFile } from 'yauzl'
import type { DocumentType } from '../document/contract.ts'
import { DOCX } from '../document/domain.ts'
import type { TypeSniffer } from '../document/ports.ts'
import * as t from '../text/adapters.ts'

/** Maximum size of a package's list of parts. A real one has a few thousand bytes. */
const MAX_LIST_BYTES = 2 ** 20
const MAX_ENTRIES = 4_096
const HEAD_BYTES = 4_100

/** Signatures of a ZIP file. "PK" alone is not enough, because a text may begin with it. */
const ZIP = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
  [0x50, 0x4b, 7, 8],
]

/** Finds the type by the bytes alone. It never inflates more than a megabyte. */
export const typeSniffer: TypeSniffer = {
  async typeOf(given, name) {
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
    const type = magicOf(bytes)
    if (type) return { type }
    if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return typeOfCompound(bytes)
    if (ZIP.some((magic) => startsWith(bytes, magic))) return typeOfZip(bytes)
    return textOr(bytes, name)
  },
}

type Found = Awaited<ReturnType<TypeSniffer['typeOf']>>
const refused = (what: string): Found => ({ type: null, reason: t.refusedFile({ what, accepted: t.acceptedKinds() }) })
const startsWith = (bytes: Buffer, magic: number[]) => magic.every((byte, at) => bytes[at] === byte)

function magicOf(bytes: Buffer): DocumentType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1')
  return /^(?:\u00ef\u00bb\u00bf)?\s*%PDF-\d/.test(head) ? 'application/pdf' : null
}

/** A compound file is a Word document if it has a stream of that name (MS-CFB, MS-DOC). */
function typeOfCompound(bytes: Buffer): Found {
  const has = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (has('EncryptedPackage')) return refused(t.officePassword())
  if (has('WordDocument')) return { type: 'application/msword' }
  return refused(t.oldOffice())
}

/** An Office package is a document if its list of content types says so (ECMA-376, part 2). */
async function typeOfZip(bytes: Buffer): Promise<Found> {
  const list = await contentTypes(bytes).catch(() => null)
  if (list === null) return refused(t.damagedZip())
  if (/wordprocessingml\.document\.main\+xml|ms-word\.document\.macroEnabled\.main\+xml/.test(list))
    return { type: DOCX }
  if (/spreadsheetml/.test(list)) return refused(t.spreadsheet())
  if (/presentationml/.test(list)) return refused(t.presentation())
  return refused(t.zipArchive())
}

async function contentTypes(bytes: Buffer): Promise<string> {
  const zip: ZipFile = await fromBufferPromise(bytes, { lazyEntries: true })
  if (zip.entryCount > MAX_ENTRIES) return ''
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== '[Content_Types].xml') continue
    if (entry.uncompressedSize > MAX_LIST_BYTES) return ''
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length
      if (size > MAX_LIST_BYTES) return ''
      chunks.push(chunk as Buffer)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
  return ''
}

const KINDS: [mime: RegExp, kind: string][] = [
  [/^image\//, 'picture'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^font\//, 'font'],
  [/rtf/, 'rtf'],
  [/epub|mobi/, 'book'],
  [/msdownload|elf|mach|installer|android|debian|rpm|wasm|shockwave/, 'program'],
  [/zip|rar|7z|tar|bzip|xz|zstd|compress|archive|lz/, 'archive'],
]
const kindOf = (mime: string) => KINDS.find(([pattern]) => pattern.test(mime))?.[1] ?? 'other'

/** A text has no signature, so its name must say that it is a text and every byte must agree. */
async function textOr(bytes: Buffer, name: string): Promise<Found> {
  const other = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined)
  if (other && !other.mime.startsWith('text/'))
    return refused(t.otherKind({ kind: kindOf(other.mime), ending: other.ext.toUpperCase() }))
  const isText = !bytes.includes(0) && isUtf8(bytes)
  if (/\.txt$/i.test(name)) {
    if (isText) return { type: 'text/plain' }
    return refused(t.notUtf8())
  }
  if (!isText) return refused(t.unknownKind())
  if (/^\s*\{\\rtf/.test(bytes.subarray(0, 64).toString('latin1'))) return refused(t.richText())
  return refused(t.noTxtEnding())
}
