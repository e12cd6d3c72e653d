import type { NoticeToEnter } from '../notice/entry-notice/ports.ts'
import { createBackgroundThread } from '../platform/background-thread.ts'
import { language } from '../platform/language.ts'
import type { PdfDocument, PdfPages, PdfPart, PdfRenderer, PdfTable } from '../platform/pdf-document.ts'
import * as t from '../platform/text/paper.ts'
import { FLYER_PHOTO } from '../property/share/domain.ts'
import type { Flyer } from '../property/share/ports.ts'
import type { PdfLayout } from './pdf-thread.ts'

/** Pixels per point, sharp enough for an office printer. */
const PX_PER_POINT = 2
/** Maximum height of a picture in points: a quarter of a sheet. */
const PICTURE_HEIGHT = 165
/** Width of a column in points. */
const PAGE_WIDTH = 504
/** How many layouts we try for a flyer, each with smaller letters and less of the photo. */
const FLYER_STEPS = 8
const SMALLEST_NOTICE = 7.5

type Document = PdfDocument | NoticeToEnter | Flyer

/**
 * Renders tagged PDFs (PDF/UA-1) with Typst, in 12 scripts, with the same bytes for the same content. Layout takes from
 * milliseconds to a second of computing, so it runs in its own thread.
 */
export function createPdfRenderer(): PdfRenderer<Document> & { close(): Promise<void> } {
  const thread = createBackgroundThread(new URL('./pdf-thread.ts', import.meta.url))
  return {
    async render(document) {
      const { content, ...layout } = await layoutOf(document)
      return thread.run<Uint8Array>({ ...layout, content: { ...content, ...inReadersLanguage(document) } })
    },
    close: thread.stop,
  }
}

/** Language of the sheet and its page numbers. A notice is always in English, and its translations follow it. */
const inReadersLanguage = ({ kind }: Document) => ({
  language: kind === 'notice' ? 'en' : language(),
  // Text before, between and after the two numbers.
  pageWords: t.pageOf({ page: '|', pages: '|' }).split('|'),
})

function layoutOf(document: Document): PdfLayout | Promise<PdfLayout> {
  switch (document.kind) {
    case 'pages':
      return pagesOf(document)
    case 'table':
      return tableOf(document)
    case 'notice':
      return noticeOf(document)
    case 'flyer':
      return flyerOf(document)
  }
}

/** Lays out a notice on one sheet. Many words make the letters smaller, down to a limit. */
function noticeOf(notice: NoticeToEnter): PdfLayout {
  const { agentTask: _, preparedAt, ...content } = notice
  const largest = notice.deliveryOptions.length > 0 ? 9.5 : 10.5
  const sizes = Array.from({ length: Math.floor(largest - SMALLEST_NOTICE) + 1 }, (_, step) => largest - step)
  return {
    template: 'notice',
    preparedAt,
    content: { ...content, subject: subjectOf(notice.facts), author: notice.givenBy.slice(0, 1) },
    layouts: sizes.map((size) => ({ size: String(size) })),
    mostPages: 1 + notice.translations.length,
  }
}

function pagesOf({ preparedAt, ...pages }: PdfPages): PdfLayout {
  const files: Record<string, Uint8Array> = {}
  const parts = pages.parts.map((part, at) => {
    if (part.kind !== 'picture') return brokenPart(part)
    const { jpeg, width, height, caption } = part
    const file = `picture-${at}.jpg`
    files[file] = jpeg
    // The picture is as wide as the column or a quarter of the sheet high, and never enlarged.
    const printed = Math.round(Math.min(PAGE_WIDTH, (PICTURE_HEIGHT * width) / Math.max(1, height), width))
    return { kind: 'picture', file, width: printed, caption: breakable(caption, 16) }
  })
  return { template: 'pages', preparedAt, content: { ...pages, subject: pages.intro.join('; '), parts }, files }
}

function brokenPart(part: Exclude<PdfPart, { kind: 'picture' }>): object {
  const broken = (text: string) => breakable(text, 16)
  switch (part.kind) {
    case 'text':
      return { ...part, text: broken(part.text) }
    case 'facts':
      return { ...part, facts: part.facts.map(({ label, value }) => ({ label, value: broken(value) })) }
    case 'table':
      return { ...part, rows: part.rows.map((row) => row.map(broken)) }
    default:
      return part
  }
}

function tableOf({ preparedAt, ...table }: PdfTable): PdfLayout {
  const rows = table.rows.map((row) => row.map((cell) => breakable(cell, 20)))
  const content = { ...table, rows, subject: subjectOf(table.facts), isTorn: hasTallRow(table) }
  return { template: 'table', preparedAt, content }
}

async function flyerOf({ changedAt, photo, ...flyer }: Flyer): Promise<PdfLayout> {
  // Breaks words that are wider than the sheet.
  const broken = (text: string) => breakable(text, 12, 24)
  const content = {
    ...flyer,
    photo: photo && 'photo.jpg',
    photoHeight: FLYER_PHOTO.height,
    street: broken(flyer.street),
    place: broken(flyer.place),
    scan: { ...flyer.scan, address: broken(flyer.scan.address) },
    contact: flyer.contact.map(broken),
    author: flyer.contact.slice(0, 1),
  }
  return {
    template: 'flyer',
    preparedAt: changedAt,
    content,
    files: { 'scan.svg': flyer.scan.svg, ...(photo && { 'photo.jpg': await jpegOf(photo) }) },
    layouts: Array.from({ length: FLYER_STEPS }, (_, step) => ({ step: String(step) })),
  }
}

async function jpegOf(photo: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(photo)
    .resize({ width: FLYER_PHOTO.width * PX_PER_POINT, height: FLYER_PHOTO.height * PX_PER_POINT, fit: 'cover' })
    .jpeg({ quality: 82 })
    .toBuffer()
}

const subjectOf = (facts: { label: string; value: string }[]) =>
  facts.map(({ label, value }) => `${label}: ${value}`).join('; ')

/** A row taller than a sheet must continue on the next one. We estimate how many lines a text needs. */
const TALL_LINES = 28
const LETTERS_ACROSS = 130

function hasTallRow({ columns, rows }: Pick<PdfTable, 'columns' | 'rows'>): boolean {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const linesOf = (text: string, width: number) =>
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (LETTERS_ACROSS * width))), 0)
  return rows.some((row) => row.some((text, at) => linesOf(text, (columns[at]?.share ?? shares) / shares) > TALL_LINES))
}

/**
 * Lets a word break after this many letters. A word wider than its column would run off the sheet.
 * @param from words with fewer letters stay whole
 */
const breakable = (text: string, letters: number, from = letters + 1) =>
  text.replace(new RegExp(`\\S{${from},}`, 'gu'), (word) =>
    word.replace(new RegExp(`.{${letters}}(?=.)`, 'gu'), '$&\u200b'),
  )
