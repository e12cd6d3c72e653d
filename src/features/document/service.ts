import { createHash, randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Documents } from '../oracle/ports.ts'
import { askedWords, findQuote, openingOf, rank, withoutRepetition } from '../passage/domain.ts'
import type { FileStore, StoredFile } from '../property/ports.ts'
import type { DocumentType, FilePage, OracleFile, OracleFiles } from './contract.ts'
import * as rule from './domain.ts'
import type { DocumentReader, TypeSniffer } from './ports.ts'
import * as rows from './repository.ts'

type DocumentDependencies = {
  db: Database
  clock: Clock
  files: FileStore
  reader: DocumentReader
  sniffer: TypeSniffer
  /** Whether a model that sees is connected. */
  canSee(): boolean
}

/** Sentences that are weighed against each other. */
const CANDIDATES = 40
/** A word that is in so many, and in more than two of a hundred, says little. */
const MANY_SENTENCES = 2_000
/** Sentences before and after one that say what it is about. */
const AROUND = 2
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

  const forConversations: Documents = {
    async search(accountId, { conversationId, fileIds, question, limit }) {
      const searched = await rows.listSearched(db, { accountId, conversationId, ...(fileIds && { fileIds }) })
      if (searched.length === 0) return []
      const byId = new Map(searched.map((file) => [file.id, file]))
      const sentences = searched.reduce((sum, file) => sum + file.sentences, 0)
      const { terms, postings } = await rows.findTerms(db, {
        ...{ words: askedWords(question), fileIds: [...byId.keys()] },
        most: Math.max(MANY_SENTENCES, Math.round(sentences / 50)),
      })
      // Asked about the whole, such as for a summary: what it begins with.
      const ranked =
        terms.length > 0
          ? rank({ terms, sentences, postings }, CANDIDATES)
          : searched.flatMap(({ id, sentences: most }) => openingOf(id, Math.min(most, limit)))
      const found = await rows.listSentences(db, ranked, AROUND)
      const at = new Map(found.map((one) => [`${one.fileId} ${one.number}`, one]))
      const candidates = ranked.flatMap(({ fileId, number, weight, score }) => {
        const file = byId.get(fileId)
        const sentence = at.get(`${fileId} ${number}`)
        if (!file || !sentence) return []
        const around = Array.from({ length: 2 * AROUND + 1 }, (_, step) =>
          at.get(`${fileId} ${number - AROUND + step}`),
        )
        const text = around.flatMap((one) => (one?.page === sentence.page ? [one.text] : [])).join(' ')
        const place = { start: sentence.starts, end: sentence.ends }
        const page = rule.pageOf(file, sentence.page)
        return [{ fileId, name: file.name, page, quote: sentence.text, ...place, text, score, weight }]
      })
      return withoutRepetition(candidates, limit).map(({ weight: _, ...passage }) => passage)
    },

    async attach(tx, { accountId }, { fileIds, ...to }) {
      const wanted = [...new Set(fileIds)]
      const attached = await rows.attach(tx, { accountId, ...to, fileIds: wanted.filter(rule.isId) })
      if (attached.length < wanted.length) throw rule.filesMissing()
    },

    list: async (tx, accountId, conversationId) =>
      (await rows.listOfConversation(tx, accountId, conversationId)).map(rule.stateOf),

    async settle(accountId, conversationId, { signal, timeoutMs }) {
      for (const until = performance.now() + timeoutMs; performance.now() < until; ) {
        if (!(await rows.isAnyBeingRead(db, accountId, conversationId))) return
        await pause(SETTLE_MS, undefined, { signal })
      }
    },

    async findQuote(accountId, fileId, quote) {
      const row = rule.isId(fileId) ? await rows.findDocument(db, fileId, accountId) : null
      if (!row) return null
      for (let after = 0; ; ) {
        const pages = await rows.listPages(db, { id: fileId, after, limit: PAGES_AT_ONCE })
        for (const { number, text } of pages) {
          const place = findQuote(text, quote)
          if (place) return { page: rule.pageOf(row, number), ...place }
        }
        const last = pages.at(-1)
        if (!last || pages.length < PAGES_AT_ONCE) return null
        after = last.number
      }
    },

    async images(accountId, conversationId) {
      const pictures = (await rows.listOfConversation(db, accountId, conversationId)).filter(rule.isSeen).reverse()
      const seen = []
      let left = rule.MAX_SEEN_BYTES
      for (const { id, name } of pictures) {
        const file = await files.get(rule.pictureKey(id))
        if (!file || file.bytes.length > left) continue
        left -= file.bytes.length
        seen.push({ fileId: id, name, mediaType: 'image/jpeg', bytes: file.bytes })
      }
      return seen
    },

    deleteOf: (tx, conversationIds) => rows.deleteOfConversations(tx, conversationIds),
  }

  return {
    ...forConversations,

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
          ...{ id, accountId, conversationId, type, name: rule.fileName(file.name, type), sizeBytes: bytes.length },
          ...{ sha256: createHash('sha256').update(bytes).digest('hex'), now: clock.now() },
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
      page: { conversationId?: string | undefined; cursor?: string | undefined; limit: number },
    ): Promise<OracleFiles> {
      const { accountId } = requireAccount(actor)
      const { conversationId, cursor, limit } = page
      if (cursor !== undefined && !rule.isId(cursor)) throw rule.noCursor()
      const found = await rows.listDocuments(db, {
        ...{ accountId, limit: limit + 1 },
        ...(conversationId && { conversationId }),
        ...(cursor && { after: cursor }),
      })
      const listed = found.slice(0, limit)
      return { files: listed.map(shown), nextCursor: found.length > limit ? (listed.at(-1)?.id ?? null) : null }
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
        if (pages.every(({ sentences }) => sentences.length === 0)) {
          const why = { status: 'no_text' as const, reason: rule.NO_TEXT, pages: pages.length }
          return await rows.markUnread(db, id, { ...why, now: clock.now() })
        }
        await rows.writeText(db, id, { pages, note, now: clock.now() })
      } catch (error) {
        if (isLastAttempt) await failed(rule.READING_FAILED)
        throw error
      }
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
      await rows.deleteLoose(db, now.subtract({ hours: rule.LOOSE_HOURS }))
    },
  }
}

export type DocumentService = ReturnType<typeof createDocumentService>
