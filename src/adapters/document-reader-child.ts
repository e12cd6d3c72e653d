import { createRequire } from 'node:module'
import type { DocumentType } from '../features/document/contract.ts'
import {
  DOCX,
  isPicture,
  joinedLines,
  MAX_CHARACTERS,
  MAX_PAGES,
  partsOf,
  plainPage,
} from '../features/document/domain.ts'
import { sentencesOf } from '../features/passage/domain.ts'
import type { Said } from './document-reader.ts'

const require = createRequire(import.meta.url)

/**
 * Reads one file of a stranger and ends. It may read the program's own files and nothing else: no writing, no network, no
 * other process. Whatever happens here, nothing but this process is harmed.
 */

/** What is said to a person; everything else that goes wrong is a damaged file. */
class Unreadable extends Error {}

/** Of a package: what is inflated is counted, not believed. */
const MAX_ENTRIES = 4_096
const MAX_ENTRY_BYTES = 25 * 2 ** 20
const MAX_TOTAL_BYTES = 100 * 2 ** 20
const PICTURE_SIDE = 2_048
const MAX_PIXELS = 60_000_000

const PASSWORD = 'This file is protected by a password. Please remove the password and upload it again.'
const DAMAGED = 'This file is damaged, or not what it says it is.'
const TOO_MUCH = 'This file unpacks to far more than a document needs, so it is not read.'
const PICTURE_TOO_LARGE = 'This picture has more than 60 megapixels.'

// Whatever a library has to say is nobody's.
console.log = console.info = console.warn = console.error = () => undefined

const write = process.stdout.write.bind(process.stdout)
const say = (said: Said) => write(`${JSON.stringify(said)}\n`)
let characters = 0
let pages = 0

/** @returns false: there are as many as are read */
function tell(raw: string, isPrinted: boolean): boolean {
  const clean = plainPage(raw.slice(0, MAX_CHARACTERS))
  const text = isPrinted ? joinedLines(clean) : clean
  if (pages >= MAX_PAGES || characters + text.length > MAX_CHARACTERS) return false
  pages++
  characters += text.length
  say({ kind: 'page', text, sentences: sentencesOf(text).map(({ start, end }) => [start, end]) })
  return true
}

const noteOf = (isAll: boolean) =>
  isAll
    ? null
    : `Only the first ${pages.toLocaleString('en-US')} pages or parts of this file were read: it is very long.`

async function readPdf(bytes: Buffer): Promise<string | null> {
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    ...{ isEvalSupported: false, disableFontFace: true, useSystemFonts: false, stopAtErrors: false, verbosity: 0 },
  }).catch((error: Error) => {
    throw error.name === 'PasswordException' ? new Unreadable(PASSWORD) : error
  })
  let isAll = true
  for (let number = 1; number <= pdf.numPages && isAll; number++) {
    // One page that is broken does not take the others along.
    const text = await pageText(pdf, number).catch(() => '')
    isAll = tell(text, true)
    if (number % 10 === 0) say({ kind: 'progress', percent: Math.floor((90 * number) / pdf.numPages) })
  }
  return noteOf(isAll)
}

type Pdf = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>

async function pageText(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  let text = ''
  for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
  return text
}

function tellParts(text: string): string | null {
  let isAll = true
  for (const part of partsOf(plainPage(text))) if (!isAll || !tell(part, false)) isAll = false
  return noteOf(isAll)
}

async function readDocx(bytes: Buffer): Promise<string | null> {
  await guardZip(bytes)
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.extractRawText({ buffer: bytes })
  return tellParts(value)
}

async function guardZip(bytes: Buffer): Promise<void> {
  const { fromBufferPromise } = await import('yauzl')
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  if (zip.entryCount > MAX_ENTRIES) throw new Unreadable(TOO_MUCH)
  let total = 0
  let entries = 0
  for await (const entry of zip.eachEntry()) {
    if (++entries > MAX_ENTRIES || entry.uncompressedSize > MAX_ENTRY_BYTES) throw new Unreadable(TOO_MUCH)
    if (entry.isEncrypted()) throw new Unreadable(PASSWORD)
    if (entry.fileName.endsWith('/')) continue
    let size = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length
      total += (chunk as Buffer).length
      if (size > MAX_ENTRY_BYTES || total > MAX_TOTAL_BYTES) throw new Unreadable(TOO_MUCH)
    }
  }
}

/** It is CommonJS without types. */
type WordReader = {
  extract(bytes: Buffer): Promise<Record<'getBody' | 'getFootnotes' | 'getEndnotes' | 'getTextboxes', () => string>>
}

async function readDoc(bytes: Buffer): Promise<string | null> {
  if (isEncryptedDoc(bytes)) throw new Unreadable(PASSWORD)
  const WordExtractor: new () => WordReader = require('word-extractor')
  const document = await new WordExtractor().extract(bytes)
  const texts = [document.getBody(), document.getFootnotes(), document.getEndnotes(), document.getTextboxes()]
  return tellParts(texts.filter((text) => text.trim()).join('\n\n'))
}

/** By the flag of the FIB (MS-DOC, 2.5.2), which begins a sector. */
function isEncryptedDoc(bytes: Buffer): boolean {
  for (let at = 512; at + 12 <= bytes.length; at += 512)
    if (bytes.readUInt16LE(at) === 0xa5ec) return (bytes.readUInt16LE(at + 10) & 0x0100) !== 0
  return false
}

/** Upright, small, and without what a camera wrote into it. */
async function readPicture(bytes: Buffer): Promise<void> {
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const { width, height } = await picture.metadata()
  if (width * height > MAX_PIXELS) throw new Unreadable(PICTURE_TOO_LARGE)
  const jpeg = await picture
    .autoOrient()
    .resize({ width: PICTURE_SIDE, height: PICTURE_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer()
  say({ kind: 'picture', base64: jpeg.toString('base64') })
}

async function read(type: DocumentType, bytes: Buffer): Promise<string | null> {
  if (isPicture(type)) {
    await readPicture(bytes)
    return null
  }
  if (type === 'application/pdf') return readPdf(bytes)
  if (type === DOCX) return readDocx(bytes)
  if (type === 'application/msword') return readDoc(bytes)
  return tellParts(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
try {
  say({ kind: 'end', note: await read(process.argv[2] as DocumentType, Buffer.concat(chunks)) })
} catch (error) {
  say({ kind: 'unreadable', reason: error instanceof Unreadable ? error.message : DAMAGED })
}
