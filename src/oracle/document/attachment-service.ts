import { setTimeout as pause } from 'node:timers/promises'
import type { AccountActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isUuid } from '../../platform/uuid.ts'
import {
  type FileState,
  filesMissing,
  isSeen,
  MAX_SEEN_BYTES,
  type Picture,
  pageOf,
  pictureKey,
  stateOf,
} from './domain.ts'
import {
  attachFiles,
  deleteOfConversations,
  eachPageOf,
  findDocument,
  findPage,
  isAnyBeingRead,
  listOfConversation,
} from './repository.ts'
import { findQuote as findInText, type Span } from './sentence-domain.ts'

/** A part of a page's text. `page` is `null` if the file has no pages. */
type Place = Span & { page: number | null }
type AttachmentDeps = { db: Database; files: FileStore }

const WAIT_MS = 100

/** Manages the files of conversations, and finds what an answer needs in them. */
export const createAttachmentService = (deps: AttachmentDeps) =>
  withDeps(deps, { attach, list, waitUntilRead, findQuote, pictures, deleteOf })

export type AttachmentService = ReturnType<typeof createAttachmentService>

/**
 * Attaches files of the account to a conversation, also files from another one.
 * @throws DomainError invalid at `files` if one does not exist
 */
async function attach(
  _: AttachmentDeps,
  tx: Database,
  { accountId }: AccountActor,
  { fileIds, ...to }: { conversationId: string; messageId: string; fileIds: string[] },
): Promise<void> {
  const wanted = [...new Set(fileIds)]
  const attached = await attachFiles(tx, { accountId, ...to, fileIds: wanted.filter(isUuid) })
  if (attached.length < wanted.length) throw filesMissing()
}

/** Lists the files in the order in which they came. */
const list = async (_: AttachmentDeps, db: Database, accountId: string, conversationId: string): Promise<FileState[]> =>
  (await listOfConversation(db, accountId, conversationId)).map(stateOf)

/** Waits until no file is being read anymore, or the time is over. */
async function waitUntilRead(
  { db }: AttachmentDeps,
  accountId: string,
  conversationId: string,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<void> {
  for (const until = performance.now() + timeoutMs; performance.now() < until; ) {
    if (!(await isAnyBeingRead(db, accountId, conversationId))) return
    await pause(WAIT_MS, undefined, { signal })
  }
}

/**
 * Finds a quote in a file, ignoring spaces and line ends.
 * @param near the passage with or near the quote. We search the rest of the file only if its page lacks the quote
 * @returns `null` if the file lacks the quote
 */
async function findQuote({ db }: AttachmentDeps, accountId: string, fileId: string, quote: string, near?: Place) {
  const row = isUuid(fileId) ? await findDocument(db, fileId, accountId) : null
  if (!row) return null
  const page = near && (await findPage(db, fileId, near.page ?? 1))
  const closest = page && findInText(page.text, quote, near)
  if (closest) return { page: near.page, ...closest }
  for await (const pages of eachPageOf(db, fileId))
    for (const { number, text } of pages) {
      const place = findInText(text, quote)
      if (place) return { page: pageOf(row, number), ...place }
    }
  return null
}

/** Loads the pictures of a conversation, newest first, up to a number of bytes. */
async function pictures({ db, files }: AttachmentDeps, accountId: string, conversationId: string): Promise<Picture[]> {
  const rows = (await listOfConversation(db, accountId, conversationId)).filter(isSeen).reverse()
  const seen: Picture[] = []
  let left = MAX_SEEN_BYTES
  for (const { id, name } of rows) {
    const file = await files.get(pictureKey(id))
    if (!file || file.bytes.length > left) continue
    left -= file.bytes.length
    seen.push({ fileId: id, name, mediaType: 'image/jpeg', bytes: file.bytes })
  }
  return seen
}

/** Deletes the rows and the index of conversations at once; a job of the same transaction deletes the files. */
const deleteOf = (_: AttachmentDeps, tx: Database, conversationIds: string[]): Promise<void> =>
  deleteOfConversations(tx, conversationIds)
