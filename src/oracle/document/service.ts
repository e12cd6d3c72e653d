import { createHash, randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause, setImmediate as rest } from 'node:timers/promises'
import { type AccountActor, type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { FileStore, StoredFile } from '../../platform/file-store.ts'
import { eachPage, ID, type PageAsked, readPage } from '../../platform/paging.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { DocumentType, FilePage, OracleFile, OracleFiles } from './contract.ts'
import * as rule from './domain.ts'
import { indexOf } from './index-domain.ts'
import { overviewOf } from './overview-domain.ts'
import type { DocumentReader, ReadPage, TypeSniffer } from './ports.ts'
import * as rows from './repository.ts'
import { findQuote } from './sentence-domain.ts'

type DocumentDependencies = {
  db: Database
  clock: Clock
  files: FileStore
  reader: DocumentReader
  sniffer: TypeSniffer
  /** Whether a model that sees is connected. */
  canSee(): boolean
}

/** Pages that are read at a time to find a quote. */
const PAGES_AT_ONCE = 200
const SETTLE_MS = 100

/** What people give the Oracle to read: theirs alone, not even an admin's. */
export function createDocumentService({ db, clock, files, reader, sniffer, canSee }: DocumentDependencies) {
  const shown = (row: rule.DocumentRow): OracleFile => rule.fileOf(row, canSee())

  async function own(actor: Actor, id: string): Promise<rule.DocumentRow> {
    const row = await rows.findDocument(db, id, requireAccount(actor).accountId)
    if (!row) throw rule.noFile()
    return row
  }

  /** What is found in a text: terms, and what it is about. */
  async function foundIn(pages: ReadPage[], name: string) {
    const pieces = pages.flatMap(({ text, units }, at) =>
      units.map((unit) => ({ ...unit, text: text.slice(unit.start, unit.end), page: at + 1 })),
    )
    const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    return { index: await indexOf(pieces, rest), overview: overviewOf(pieces, name, today) }
  }

  const pagesOf = (id: string) =>
    eachPage(PAGES_AT_ONCE, (last: rows.PageText | null) =>
      rows.listPages(db, { id, after: last?.number ?? 0, limit: PAGES_AT_ONCE }),
    )

  return {
    /**
     * Files of the account are this conversation's from now on, also if they came with another one.
     * @throws DomainError invalid at `files`: not there
     */
    async attach(
      tx: Database,
      { accountId }: AccountActor,
      { fileIds, ...to }: { conversationId: string; messageId: string; fileIds: string[] },
    ) {
      const wanted = [...new Set(fileIds)]
      const attached = await rows.attach(tx, { accountId, ...to, fileIds: wanted.filter(isUuid) })
      if (attached.length < wanted.length) throw rule.filesMissing()
    },

    /** In the order in which they came. */
    list: async (tx: Database, accountId: string, conversationId: string) =>
      (await rows.listOfConversation(tx, accountId, conversationId)).map(rule.stateOf),

    /** Waits until none of them is being read any more, for so long at most. */
    async settle(
      accountId: string,
      conversationId: string,
      { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
    ) {
      for (const until = performance.now() + timeoutMs; performance.now() < until; ) {
        if (!(await rows.isAnyBeingRead(db, accountId, conversationId))) return
        await pause(SETTLE_MS, undefined, { signal })
      }
    },

    /** Where a quote is in the file, spaces and line ends aside; null: it is not there. */
    async findQuote(accountId: string, fileId: string, quote: string) {
      const row = isUuid(fileId) ? await rows.findDocument(db, fileId, accountId) : null
      if (!row) return null
      for await (const pages of pagesOf(fileId))
        for (const { number, text } of pages) {
          const place = findQuote(text, quote)
          if (place) return { page: rule.pageOf(row, number), ...place }
        }
      return null
    },

    /** Newest first, so many bytes at most. */
    async images(accountId: string, conversationId: string) {
      const pictures = (await rows.listOfConversation(db, accountId, conversationId)).filter(rule.isSeen).reverse()
      const seen: rule.Picture[] = []
      let left = rule.MAX_SEEN_BYTES
      for (const { id, name } of pictures) {
        const file = await files.get(rule.pictureKey(id))
        if (!file || file.bytes.length > left) continue
        left -= file.bytes.length
        seen.push({ fileId: id, name, mediaType: 'image/jpeg', bytes: file.bytes })
      }
      return seen
    },

    /** Rows and index at once; the files themselves by a job of the same transaction. */
    deleteOf: (tx: Database, conversationIds: string[]) => rows.deleteOfConversations(tx, conversationIds),

    /** @param file null: the form has none @throws DomainError invalid, too_large, wrong_type, conflict, not_found, unavailable */
    async upload(actor: Actor, file: File | null, conversationId: string | null): Promise<OracleFile> {
      const { accountId } = requireAccount(actor)
      if (!file) throw rule.fileMissing()
      if (file.size > rule.MAX_FILE_BYTES) throw rule.fileTooLarge()
      const bytes = new Uint8Array(await file.arrayBuffer())
      if (bytes.length === 0) throw rule.fileEmpty()
      const sniffed = await sniffer.typeOf(bytes, file.name)
      if (!sniffed.type) throw rule.wrongType(sniffed.reason)
      const { type } = sniffed
      const id = randomUUIDv7()
      const row = await rows.insertUpload(
        db,
        {
          id,
          accountId,
          conversationId,
          type,
          name: rule.fileName(file.name, type),
          sizeBytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          now: clock.now(),
        },
        { files: rule.MAX_FILES, bytes: rule.MAX_BYTES },
      )
      if (row === 'full') throw rule.tooManyFiles()
      if (row === 'no_conversation') throw rule.noConversation()
      // The row comes before its file: a crash between the two leaves what the sweep finds.
      await files.put(rule.originalKey(id, type), bytes, type).catch(async (error) => {
        await rows.deleteDocument(db, id, null)
        throw rule.notKept(error)
      })
      await rows.enqueueReading(db, id)
      return shown(row)
    },

    async listOwn(
      actor: Actor,
      { conversationId, ...asked }: PageAsked & { conversationId?: string | undefined },
    ): Promise<OracleFiles> {
      const { accountId } = requireAccount(actor)
      const page = readPage({ id: ID }, asked)
      const found = await rows.listDocuments(db, { ...page, accountId, conversationId })
      const { shown: listed, nextCursor } = page.cut(found)
      return { files: listed.map(shown), nextCursor }
    },

    get: async (actor: Actor, id: string): Promise<OracleFile> => shown(await own(actor, id)),

    async page(actor: Actor, id: string, number: number): Promise<FilePage> {
      const row = await own(actor, id)
      const page = await rows.findPage(db, id, number)
      if (!page || row.pages === null) throw rule.noPage()
      return { fileId: id, name: row.name, number, pages: row.pages, text: page.text }
    },

    /** The file as it came. */
    async content(actor: Actor, id: string): Promise<StoredFile & { name: string; type: DocumentType }> {
      const { name, type } = await own(actor, id)
      const file = await files.get(rule.originalKey(id, type))
      if (!file) throw rule.noFile()
      return { ...file, name, type }
    },

    async remove(actor: Actor, id: string): Promise<void> {
      if (!(await rows.deleteDocument(db, id, requireAccount(actor).accountId))) throw rule.noFile()
    },

    /** Reads what was uploaded; again and at once with another process does no harm. */
    async read(id: string, { isLastAttempt }: { isLastAttempt: boolean }): Promise<void> {
      const row = await rows.findDocument(db, id, null)
      if (row?.status !== 'reading') return
      const failed = (reason: string) => rows.markUnread(db, id, { status: 'failed', reason, now: clock.now() })
      const file = await files.get(rule.originalKey(id, row.type))
      if (!file) return failed(rule.FILE_LOST)
      try {
        let told: Promise<unknown> = Promise.resolve()
        const reading = await reader.read(file.bytes, row.type, (percent) => {
          told = told.then(() => rows.markProgress(db, id, Math.min(95, percent))).catch(() => undefined)
        })
        await told
        if (reading.kind === 'unreadable') return await failed(reading.reason)
        if (reading.kind === 'picture') {
          await files.put(rule.pictureKey(id), reading.jpeg, 'image/jpeg')
          return await rows.markSeen(db, id, clock.now())
        }
        const { pages, note } = reading
        if (pages.every(({ units }) => units.length === 0)) {
          const why = { status: 'no_text' as const, reason: rule.NO_TEXT, pages: pages.length }
          return await rows.markUnread(db, id, { ...why, now: clock.now() })
        }
        await rows.writeText(db, id, { pages, note, ...(await foundIn(pages, row.name)), now: clock.now() })
      } catch (error) {
        // It costs the file no attempt.
        if (error instanceof rule.ReadingStopped) return await rows.enqueueReading(db, id)
        if (isLastAttempt) await failed(rule.READING_FAILED)
        throw error
      }
    },

    /** Puts one that was read before into the index of today; its text stays as it is. */
    async index(id: string): Promise<void> {
      const row = await rows.findDocument(db, id, null)
      if (row?.status !== 'ready') return
      const texts: string[] = []
      for await (const pages of pagesOf(id)) texts.push(...pages.map(({ text }) => text))
      const reading = await reader.readPages(texts)
      if (reading.kind !== 'text') throw new Error(`the pages of ${id} could not be put into the index again`)
      await rows.rewriteIndex(db, id, { pages: reading.pages, ...(await foundIn(reading.pages, row.name)) })
    },

    /** The files of one that is deleted. */
    async clear(id: string, type: DocumentType): Promise<void> {
      for (const key of rule.fileKeys(id, type)) await files.delete(key)
    },

    /** Readings whose job is lost begin again, and what was never sent goes. */
    async sweep(): Promise<void> {
      const now = clock.now()
      for (const id of await rows.listStuck(db, now.subtract({ minutes: rule.READING_MINUTES })))
        await rows.enqueueReading(db, id)
      await rows.enqueueIndexing(db, await rows.listToIndex(db))
      await rows.deleteLoose(db, now.subtract({ hours: rule.LOOSE_HOURS }))
    },
  }
}

export type DocumentService = ReturnType<typeof createDocumentService>
