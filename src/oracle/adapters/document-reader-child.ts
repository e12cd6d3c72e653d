import { createRequire } from 'node:module'
import type { DocumentType } from '../document/contract.ts'
import {
  DOCX,
  isPicture,
  joinedLines,
  MAX_CHARACTERS,
  MAX_PAGES,
  PAGES,
  partsOf,
  plainPage,
} from '../document/domain.ts'
import { newOutline, unitsOf } from '../document/section-domain.ts'
import { PASSWORD, Unreadable } from './document-reader/document-package.ts'
import type { ReadPart } from './document-reader.ts'

const require = createRequire(import.meta.url)

/**
 * Reads one untrusted file and exits. It may only read the program's own files: it cannot write, use the network, or
 * start a process. A hostile file can harm only this process.
 */

const PICTURE_SIDE = 2_048
const MAX_PIXELS = 60_000_000

const DAMAGED = 'This file is damaged, or not what it says it is.'
const PICTURE_TOO_LARGE = 'This picture has more than 60 megapixels.'

// Discard the libraries' output.
console.log = console.info = console.warn = console.error = () => undefined

const write = process.stdout.write.bind(process.stdout)
const send = (part: ReadPart) => write(`${JSON.stringify(part)}\n`)
let characters = 0
let pages = 0
const outline = newOutline()

/** @returns false if the limit is reached */
function sendPage(raw: string, isPrinted: boolean): boolean {
  const clean = plainPage(raw.slice(0, MAX_CHARACTERS))
  const text = isPrinted ? joinedLines(clean) : clean
  if (pages >= MAX_PAGES || characters + text.length > MAX_CHARACTERS) return false
  keep(text)
  return true
}

function keep(text: string): void {
  pages++
  characters += text.length
  send({ kind: 'page', text, units: unitsOf(text, outline) })
}

const noteOf = (isAll: boolean) =>
  isAll
    ? null
    : `Only the first ${pages.toLocaleString('en-US')} pages or parts of this file were read: it is very long.`

async function readPdf(bytes: Buffer): Promise<string | null> {
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: 0,
  }).catch((error: Error) => {
    throw error.name === 'PasswordException' ? new Unreadable(PASSWORD) : error
  })
  let isAll = true
  for (let number = 1; number <= pdf.numPages && isAll; number++) {
    // One broken page does not fail the others.
    const text = await pageText(pdf, number).catch(() => '')
    isAll = sendPage(text, true)
    if (number % 10 === 0) send({ kind: 'progress', percent: Math.floor((90 * number) / pdf.numPages) })
  }
  return noteOf(isAll)
}

type Pdf = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>

async function pageText(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  let text = ''
  // A wide space separates the columns of a table.
  for (const item of items)
    if ('str' in item)
      text += (item.str === ' ' && item.width > item.height ? '  ' : item.str) + (item.hasEOL ? '\n' : '')
  return text
}

function sendParts(text: string): string | null {
  let isAll = true
  for (const part of partsOf(plainPage(text))) if (!isAll || !sendPage(part, false)) isAll = false
  return noteOf(isAll)
}

async function readDocx(bytes: Buffer): Promise<string | null> {
  const { openPackage } = await import('./document-reader/document-package.ts')
  const { default: mammoth } = await import('mammoth')
  // The types leave out this third kind of input (unzip.js).
  const input = { file: await openPackage(bytes) } as unknown as { buffer: Buffer }
  const { value } = await mammoth.extractRawText(input)
  return sendParts(value)
}

/** The package is CommonJS without types. */
type WordReader = {
  extract(bytes: Buffer): Promise<Record<'getBody' | 'getFootnotes' | 'getEndnotes' | 'getTextboxes', () => string>>
}

async function readDoc(bytes: Buffer): Promise<string | null> {
  if (isEncryptedDoc(bytes)) throw new Unreadable(PASSWORD)
  const WordExtractor: new () => WordReader = require('word-extractor')
  const document = await new WordExtractor().extract(bytes)
  const texts = [document.getBody(), document.getFootnotes(), document.getEndnotes(), document.getTextboxes()]
  return sendParts(texts.filter((text) => text.trim()).join('\n\n'))
}

/** Reads the flag of the FIB (MS-DOC, 2.5.2), which starts a sector. */
function isEncryptedDoc(bytes: Buffer): boolean {
  for (let at = 512; at + 12 <= bytes.length; at += 512)
    if (bytes.readUInt16LE(at) === 0xa5ec) return (bytes.readUInt16LE(at + 10) & 0x0100) !== 0
  return false
}

/** Rotates a picture upright, shrinks it, and removes the camera's metadata. */
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
  send({ kind: 'picture', base64: jpeg.toString('base64') })
}

async function read(type: DocumentType | typeof PAGES, bytes: Buffer): Promise<string | null> {
  if (type === PAGES) {
    for (const text of JSON.parse(bytes.toString('utf8')) as string[]) keep(text)
    return null
  }
  if (isPicture(type)) {
    await readPicture(bytes)
    return null
  }
  if (type === 'application/pdf') return readPdf(bytes)
  if (type === DOCX) return readDocx(bytes)
  if (type === 'application/msword') return readDoc(bytes)
  return sendParts(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
try {
  send({ kind: 'end', note: await read(process.argv[2] as DocumentType | typeof PAGES, Buffer.concat(chunks)) })
} catch (error) {
  send({ kind: 'unreadable', reason: error instanceof Unreadable ? error.message : DAMAGED })
}
