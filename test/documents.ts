import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { ZipFile } from 'yazl'
import { ROBOTO } from '../src/platform/fonts.ts'

/** Makes a PDF as a word processor would print it. @param pages each a list of paragraphs */
export async function makePdf(pages: string[][]): Promise<Buffer> {
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: [ROBOTO.regular] }] })
  const mainFileContent = `
    #set page(paper: "us-letter")
    #set text(font: "Roboto", size: 11pt)
    #for (at, paragraphs) in json(bytes(sys.inputs.pages)).enumerate() {
      if at > 0 { pagebreak() }
      for words in paragraphs { par(words) }
    }`
  return compiler.pdf({ mainFileContent, inputs: { pages: JSON.stringify(pages) } })
}

/** Reads a PDF of one page that opens only with the password `x`. */
export const lockedPdf = (): Promise<Buffer> => readFile(join(import.meta.dirname, 'locked.pdf'))

/** Makes a PDF of many pages quickly. @param content returns the text of a page, in PostScript escapes */
export function makeLongPdf(pages: number, content: (page: number) => string): Buffer {
  const objects: Buffer[] = []
  const add = (text: string | Buffer) => objects.push(Buffer.from(text as string))
  const kids = Array.from({ length: pages }, (_, page) => `${4 + 2 * page} 0 R`).join(' ')
  add('<</Type/Catalog/Pages 2 0 R>>')
  add(`<</Type/Pages/Count ${pages}/Kids[${kids}]>>`)
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  for (let page = 0; page < pages; page++) {
    const said = deflateSync(`BT /F 11 Tf 13 TL 72 720 Td ${content(page + 1)} ET`)
    add(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + 2 * page} 0 R>>`)
    add(
      Buffer.concat([
        Buffer.from(`<</Length ${said.length}/Filter/FlateDecode>>\nstream\n`),
        said,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  const parts = [Buffer.from('%PDF-1.4\n')]
  let at = 9
  const places = objects.map((object, index) => {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(whole)
    const place = at
    at += whole.length
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  parts.push(Buffer.from(`${head}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`))
  return Buffer.concat(parts)
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;')
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`

/** Size in bytes of a part that we do not compress. */
const TINY = 100

/** Makes a Word document (ECMA-376). @param more further parts of the package @param body replaces the paragraphs */
export async function makeDocx(
  paragraphs: string[],
  more: { path: string; bytes: Buffer }[] = [],
  body = paragraphs.map(paragraph).join(''),
): Promise<Buffer> {
  const zip = new ZipFile()
  const put = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path)
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const types = 'http://schemas.openxmlformats.org/package/2006'
  put(
    '[Content_Types].xml',
    `${head}<Types xmlns="${types}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}"/></Types>`,
  )
  put(
    '_rels/.rels',
    `${head}<Relationships xmlns="${types}/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  )
  put(
    'word/document.xml',
    `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  )
  // Each compression takes half a megabyte, even for a tiny part.
  for (const { path, bytes } of more) zip.addBuffer(bytes, path, { compress: bytes.length > TINY })
  zip.end()
  return buffer(zip.outputStream)
}

const SECTOR = 512
/** The format stores smaller streams in another place (MS-CFB, 2.6). */
const SMALLEST_STREAM = 4096
const TEXT_AT = 0x800
const [FREE, END, TABLE] = [-1, -2, -3]

/** Makes a Word 97 document (MS-DOC) in a compound file (MS-CFB), with its text in one piece and nothing else. */
export function makeDoc(paragraphs: string[], { flags = 0x0200 }: { flags?: number } = {}): Buffer {
  const text = `${paragraphs.join('\r')}\r`
  const said = Buffer.from(text, 'utf16le')
  const word = Buffer.alloc(Math.max(SMALLEST_STREAM, TEXT_AT + said.length))
  word.writeUInt16LE(0xa5ec, 0)
  word.writeUInt16LE(0x00c1, 2)
  word.writeUInt16LE(flags, 0x0a)
  word.writeUInt32LE(TEXT_AT, 0x18)
  word.writeUInt32LE(text.length, 0x4c)
  // The table of pieces begins the table stream, and has 21 bytes.
  word.writeUInt32LE(0, 0x1a2)
  word.writeUInt32LE(21, 0x1a6)
  said.copy(word, TEXT_AT)
  const table = Buffer.alloc(SMALLEST_STREAM)
  table.writeUInt8(2, 0)
  table.writeUInt32LE(16, 1)
  table.writeUInt32LE(text.length, 9)
  table.writeUInt32LE(TEXT_AT, 15)
  return makeCompound([
    { name: 'WordDocument', bytes: word },
    { name: '1Table', bytes: table },
  ])
}

/**
 * Makes a compound file of two streams, one after the other.
 * @param chain changes the allocation table before we write it
 */
export function makeCompound(
  streams: { name: string; bytes: Buffer }[],
  chain: (table: Int32Array) => void = () => undefined,
): Buffer {
  const sectorsOf = (bytes: Buffer) => Math.ceil(bytes.length / SECTOR)
  const total = 2 + streams.reduce((sum, { bytes }) => sum + sectorsOf(bytes), 0)
  if (total > SECTOR / 4) throw new RangeError('one sector is too small for the allocation table')
  const allocation = new Int32Array(SECTOR / 4).fill(FREE)
  allocation[0] = TABLE
  allocation[1] = END
  const directory = Buffer.alloc(SECTOR)
  const entry = (
    at: number,
    name: string,
    of: { type: number; right?: number; child?: number; sector: number; size: number },
  ) => {
    const offset = at * 128
    directory.write(name, offset, 'utf16le')
    directory.writeUInt16LE((name.length + 1) * 2, offset + 64)
    directory.writeUInt8(of.type, offset + 66)
    directory.writeUInt8(1, offset + 67)
    directory.writeInt32LE(-1, offset + 68)
    directory.writeInt32LE(of.right ?? -1, offset + 72)
    directory.writeInt32LE(of.child ?? -1, offset + 76)
    directory.writeInt32LE(of.sector, offset + 116)
    directory.writeInt32LE(of.size, offset + 120)
  }
  entry(0, 'Root Entry', { type: 5, child: 1, sector: END, size: 0 })
  let sector = 2
  const bodies = streams.map(({ name, bytes }, at) => {
    const count = sectorsOf(bytes)
    const right = at + 1 < streams.length ? at + 2 : -1
    entry(at + 1, name, { type: 2, right, sector, size: bytes.length })
    for (let one = sector; one < sector + count; one++) allocation[one] = one + 1 < sector + count ? one + 1 : END
    sector += count
    return Buffer.concat([bytes, Buffer.alloc(count * SECTOR - bytes.length)])
  })
  chain(allocation)
  const header = Buffer.alloc(SECTOR)
  header.write('d0cf11e0a1b11ae1', 0, 'hex')
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeInt32LE(1, 44)
  header.writeInt32LE(1, 48)
  header.writeInt32LE(SMALLEST_STREAM, 56)
  header.writeInt32LE(END, 60)
  header.writeInt32LE(END, 68)
  for (let at = 0; at < 109; at++) header.writeInt32LE(at === 0 ? 0 : FREE, 76 + at * 4)
  return Buffer.concat([header, Buffer.from(allocation.buffer), directory, ...bodies])
}
