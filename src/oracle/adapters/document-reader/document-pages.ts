import { createRequire } from 'node:module'
import type { DocumentType } from '../../document/contract.ts'
import {
  DOCX,
  isPicture,
  joinedLines,
  MAX_CHARACTERS,
  MAX_PAGES,
  PAGES,
  partsOf,
  plainPage,
} from '../../document/domain.ts'
import { newOutline, unitsOf } from '../../document/section-domain.ts'
import type { ReadPart } from '../document-reader.ts'
import { PASSWORD, Unreadable } from './document-package.ts'

const require = createRequire(import.meta.url)

const PICTURE_SIDE = 2_048
const MAX_PIXELS = 60_000_000

const DAMAGED = 'This file is damaged, or not what it says it is.'
const PICTURE_TOO_LARGE = 'This picture has more than 60 megapixels.'

/** Sends the pages of one file, up to the limits. */
type Pages = ReturnType<typeof pagesTo>

function pagesTo(send: (part: ReadPart) => void) {
  const outline = newOutline()
  let characters = 0
  let pages = 0

  function keep(text: string): void {
    pages++
    characters += text.length
    send({ kind: 'page', text, units: unitsOf(text, outline) })
  }

  return {
    send,
    keep,
    /** @returns false if the limit is reached */
    page(raw: string, isPrinted: boolean): boolean {
      const clean = plainPage(raw.slice(0, MAX_CHARACTERS))
      const text = isPrinted ? joinedLines(clean) : clean
      if (pages >= MAX_PAGES || characters + text.length > MAX_CHARACTERS) return false
      keep(text)
      return true
    },
    noteOf: (isAll: boolean) =>
      isAll
        ? null
        : `Only the first ${pages.toLocaleString('en-US')} pages or parts of this file were read: it is very long.`,
  }
}

async function readPdf(bytes: Buffer, pages: Pages): Promise<string | null> {
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
    isAll = pages.page(text, true)
    if (number % 10 === 0) pages.send({ kind: 'progress', percent: Math.floor((90 * number) / pdf.numPages) })
  }
  return pages.noteOf(isAll)
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

function sendParts(text: string, pages: Pages): string | null {
  let isAll = true
  for (const part of partsOf(plainPage(text))) if (!isAll || !pages.page(part, false)) isAll = false
  return pages.noteOf(isAll)
}

async function readDocx(bytes: Buffer, pages: Pages): Promise<string | null> {
  const { openPackage } = await import('./document-package.ts')
  const { default: mammoth } = await import('mammoth')
  // The types leave out this third kind of input (unzip.js).
  const input = { file: await openPackage(bytes) } as unknown as { buffer: Buffer }
  const { value } = await mammoth.extractRawText(input)
  return sendParts(value, pages)
}

/** The package is CommonJS without types. */
type WordReader = {
  extract(bytes: Buffer): Promise<Record<'getBody' | 'getFootnotes' | 'getEndnotes' | 'getTextboxes', () => string>>
}

async function readDoc(bytes: Buffer, pages: Pages): Promise<string | null> {
  if (isEncryptedDoc(bytes)) throw new Unreadable(PASSWORD)
  const WordExtractor: new () => WordReader = require('word-extractor')
  const document = await new WordExtractor().extract(bytes)
  const texts = [document.getBody(), document.getFootnotes(), document.getEndnotes(), document.getTextboxes()]
  return sendParts(texts.filter((text) => text.trim()).join('\n\n'), pages)
}

/** Reads the flag of the FIB (MS-DOC, 2.5.2), which starts a sector. */
function isEncryptedDoc(bytes: Buffer): boolean {
  for (let at = 512; at + 12 <= bytes.length; at += 512)
    if (bytes.readUInt16LE(at) === 0xa5ec) return (bytes.readUInt16LE(at + 10) & 0x0100) !== 0
  return false
}

/** Rotates a picture upright, shrinks it, and removes the camera's metadata. */
async function readPicture(bytes: Buffer, { send }: Pages): Promise<void> {
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

async function read(bytes: Buffer, type: DocumentType | typeof PAGES, pages: Pages): Promise<string | null> {
  if (type === PAGES) {
    for (const text of JSON.parse(bytes.toString('utf8')) as string[]) pages.keep(text)
    return null
  }
  if (isPicture(type)) {
    await readPicture(bytes, pages)
    return null
  }
  if (type === 'application/pdf') return readPdf(bytes, pages)
  if (type === DOCX) return readDocx(bytes, pages)
  if (type === 'application/msword') return readDoc(bytes, pages)
  return sendParts(new TextDecoder('utf-8', { fatal: true }).decode(bytes), pages)
}

/** Reads one file in this process. A hostile file can block or end it, so the product reads in a process for each file. */
export async function readDocument(
  bytes: Buffer,
  type: DocumentType | typeof PAGES,
  send: (part: ReadPart) => void,
): Promise<void> {
  try {
    send({ kind: 'end', note: await read(bytes, type, pagesTo(send)) })
  } catch (error) {
    send({ kind: 'unreadable', reason: error instanceof Unreadable ? error.message : DAMAGED })
  }
}
