import { DomainError, notFound } from '../../platform/errors.ts'
import { oneLine } from '../../platform/plain-text.ts'
import * as t from '../text/document.ts'
import type { AttachedFile, DocumentStatus, DocumentType, OracleFile, Overview } from './contract.ts'
import { reasonText } from './reason-domain.ts'

/** Maximum size of a file in bytes (decisions.md section 11). */
export const MAX_FILE_BYTES = 10 * 2 ** 20
/** The form adds a little to its file. */
export const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + 64 * 1024
/** Maximum number and total size of one person's files. */
export const MAX_FILES = 500
export const MAX_BYTES = 1024 * 2 ** 20
/** Maximum number of pages and characters of a file. We do not read the rest, and the file's note says so. */
export const MAX_PAGES = 5_000
export const MAX_CHARACTERS = 8_000_000
/** Size of a part in a text without pages. Most texts are one part. */
export const PART_CHARACTERS = 200_000
/** Maximum total size of the pictures that a model gets, in bytes. */
export const MAX_SEEN_BYTES = 8 * 2 ** 20
/** A deleted conversation can be restored for this time. Then it goes with its files, which count until then. */
export const RESTORABLE_HOURS = 24
/** After this time a reading starts again, because its job is lost. */
export const READING_MINUTES = 15

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Not a file type: the text of pages that were read before. */
export const PAGES = 'pages'

const ENDINGS: Record<DocumentType, string> = {
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'application/msword': 'doc',
  [DOCX]: 'docx',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

export const isPicture = (type: DocumentType) => type === 'image/jpeg' || type === 'image/png'
export const originalKey = (id: string, type: DocumentType) => `documents/${id}/original.${ENDINGS[type]}`
export const pictureKey = (id: string) => `documents/${id}/picture.jpg`
export const fileKeys = (id: string, type: DocumentType) =>
  isPicture(type) ? [originalKey(id, type), pictureKey(id)] : [originalKey(id, type)]

/** Cleans a file name: no folders or special characters, at most 200 characters, with its ending. */
export function fileName(given: string, type: DocumentType): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = oneLine(last.replace(/\p{Cc}|["<>|:*?]/gu, ' ')).replace(/^\.+/, '')
  if (!name) return `file.${ENDINGS[type]}`
  const letters = Array.from(name)
  if (letters.length <= 200) return name
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? ''
  return letters.slice(0, 200 - ending.length).join('') + ending
}

/** A row of `document`. */
export type DocumentRow = {
  id: string
  account_id: string
  conversation_id: string | null
  message_id: string | null
  name: string
  type: DocumentType
  size_bytes: number
  status: DocumentStatus
  progress: number
  reason: string | null
  pages: number | null
  overview: Overview | null
  created_at: Date
  /** When the last of its conversations was deleted. `null` if one is there, or it has none. */
  deleted_at: Date | null
}

export const NO_TEXT = "I found no text in this file. It may be a scan, and I can't read text in pictures."

export const FILE_LOST = 'The file could not be kept. Please upload it again.'
export const READING_FAILED = 'This file could not be read. Please try again later.'

/** The process stops, so another process or a later one must read the file. */
export class ReadingStopped extends Error {}

/** A picture as a model sees it. */
export type Picture = { fileId: string; name: string; mediaType: string; bytes: Uint8Array }

/** A file of a conversation, and whether anything in it can be read. */
export type FileState = AttachedFile & {
  messageId: string | null
  state: 'reading' | 'text' | 'picture' | 'no_text' | 'failed'
}

/** Describes a file for an engine. */
export const stateOf = ({ id, name, type, message_id, status }: DocumentRow): FileState => {
  const state = status !== 'ready' ? status : isPicture(type) ? ('picture' as const) : ('text' as const)
  return { id, name, type, messageId: message_id, state }
}
export const isSeen = ({ type, status }: DocumentRow) => status === 'ready' && isPicture(type)

/** @param sees whether a connected model can see pictures */
export function fileOf(row: DocumentRow, sees: boolean): OracleFile {
  const isUnseen = row.status === 'ready' && isPicture(row.type) && !sees
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    conversationId: row.conversation_id,
    size: row.size_bytes,
    status: isUnseen ? 'no_text' : row.status,
    progress: row.progress,
    reason: isUnseen ? t.reasonNoSight() : row.reason && reasonText(row.reason),
    pages: row.pages,
    overview: row.overview,
    createdAt: row.created_at.toISOString(),
    goneAt: row.deleted_at && new Date(row.deleted_at.getTime() + RESTORABLE_HOURS * 3_600_000).toISOString(),
  }
}

/** Returns the page number for people; `null` if the file has no pages. A long text without pages has parts. */
export const pageOf = (file: { type: DocumentType; pages: number | null }, number: number): number | null =>
  file.type !== 'application/pdf' && file.pages === 1 ? null : number

/**
 * Control characters except tab and line end, zero-width characters, marks of direction, and tag characters that only
 * machines read.
 */
const UNSEEN = /(?!\s)\p{Cc}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu

/**
 * Cleans a text for storage: it keeps what a person would see and PostgreSQL can store. It joins words hyphenated at a
 * line end, and removes zero-width characters and direction marks.
 */
export const plainPage = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u0085|\v|\f/g, '\n')
    .replace(/\u2029/g, '\n\n')
    .replace(UNSEEN, '')
    .normalize('NFC')
    // Keep tabs and double blanks, which separate the columns of a table.
    .replace(/[^\S\n]+/g, (space) => (space.includes('\t') ? '\t' : space.length > 1 ? '  ' : ' '))
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const LIST_ITEM = /^(?:[•◦▪‣*–-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/i
/** A line shorter than this share of the page's longest line ends on purpose. */
const FULL_LINE = 0.6

/** Joins the lines of a printed page into paragraphs where a line ends only because it is full. */
export function joinedLines(page: string): string {
  const lines = page.split('\n')
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0)
  let text = lines[0] ?? ''
  for (const [index, line] of lines.slice(1).entries()) {
    const before = lines[index] ?? ''
    const goesOn =
      line !== '' &&
      before !== '' &&
      !LIST_ITEM.test(line) &&
      !/[.!?:;]["')\]]?$/.test(before) &&
      (before.length >= longest * FULL_LINE || /^\p{Ll}/u.test(line))
    if (goesOn && /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line
    else text += (goesOn ? ' ' : '\n') + line
  }
  return text
}

/** Splits a text into parts of about PART_CHARACTERS, between paragraphs or else between words. */
export function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + PART_CHARACTERS
    if (to < text.length) {
      const chunk = text.slice(from, to)
      const cut = [chunk.lastIndexOf('\n\n'), chunk.lastIndexOf('\n'), chunk.lastIndexOf('. '), chunk.lastIndexOf(' ')]
      const best = cut.find((at) => at > PART_CHARACTERS / 2)
      if (best !== undefined) to = from + best + 1
      else if (/[\ud800-\udbff]$/.test(chunk)) to--
    }
    const part = text.slice(from, to).trim()
    if (part) parts.push(part)
    from = to
  }
  return parts
}

export const noFile = () => notFound(t.unknownFile(), 'file_not_found')
export const noPage = () => notFound(t.unknownPage(), 'page_not_found')
export const noConversation = () => notFound(t.unknownConversation(), 'conversation_not_found')
export const fileMissing = () => new DomainError('invalid', 'file_missing', t.chooseFile(), { field: 'file' })
export const fileEmpty = () => new DomainError('invalid', 'file_empty', t.emptyFile(), { field: 'file' })
export const fileTooLarge = () => new DomainError('too_large', 'file_too_large', t.fileTooLarge(), { field: 'file' })
export const wrongType = (message: string) => new DomainError('wrong_type', 'wrong_type', message, { field: 'file' })
export const tooManyFiles = () =>
  new DomainError(
    'conflict',
    'too_many_files',
    t.tooManyFiles({ maxFiles: MAX_FILES, megabytes: MAX_BYTES / 2 ** 20 }),
    { field: 'file' },
  )
export const notKept = (cause: unknown) => new DomainError('unavailable', 'file_not_kept', t.notKept(), { cause })
export const filesMissing = () =>
  new DomainError('invalid', 'file_not_found', t.fileGone(), {
    field: 'files',
  })
