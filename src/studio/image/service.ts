import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { AuditService } from '../../account/area.ts'
import type { ActKind } from '../../account/audit/contract.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import type { FileStore, StoredFile } from '../../platform/file-store.ts'
import { isWrittenUuid } from '../../platform/uuid.ts'
import type { Image, ImageReceipt, UsedParams, Visibility } from './contract.ts'
import * as rule from './domain.ts'
import type { ImageProcessor, Print } from './ports.ts'
import * as rows from './repository.ts'

/** So long may be between the writing of files and their row. */
const UNCLAIMED_HOURS = 1
const SWEEP = 200
const ERASED_AT_ONCE = 20

type Parts = {
  db: Database
  clock: Clock
  files: FileStore
  imageProcessor: ImageProcessor
  audit: Pick<AuditService, 'record'>
}

/** What an engine has drawn, and by what it was asked for. */
export type Drawn = {
  generationId: string
  /** Which of the generation's images, from 0. */
  number: number
  accountId: string
  /** Not yet trusted. */
  bytes: Uint8Array
  /** What the engine was given, also where it knows no seed. */
  seed: number
  /** `image_size` is one side, `512x512`; `filter` and `filter_strength` are put on here. */
  params: UsedParams & { filter: rule.Filter }
  remixOf: string | null
}

export function createImageService({ db, clock, files, imageProcessor, audit }: Parts) {
  const newLook = () => rule.lookName(randomBytes(18))
  const isIn = (actor: Actor): rows.Viewer =>
    actor.kind === 'account'
      ? { accountId: actor.accountId, isAdmin: actor.role === 'admin' }
      : { accountId: null, isAdmin: false }

  /** Announced first: whatever a crash leaves of them is found and swept. */
  async function write(list: { key: string; bytes: Uint8Array; contentType: string }[]): Promise<void> {
    const dueAt = clock.now().add({ hours: UNCLAIMED_HOURS })
    await rows.trash(
      db,
      list.map(({ key }) => key),
      dueAt,
    )
    await Promise.all(list.map(({ key, bytes, contentType }) => files.put(key, bytes, contentType)))
  }
  const printed = (id: string, { sha256, files: made }: Print) =>
    made.map(({ name, bytes, contentType }) => ({ key: rule.printKey(id, sha256, name), bytes, contentType }))
  const allKeys = (id: string, sha256: string) => [rule.originalKey(id), ...rule.printKeys(id, sha256)]

  /** At once; what cannot be deleted now stays in the trash for the sweep. */
  const deleteNow = (keys: string[]) =>
    rows.emptyTrash(db, { now: clock.now(), limit: keys.length, keys }, files.delete).catch(() => 0)

  const factsOf = (params: UsedParams) => ({ source: rule.sourceOf(params.engine), label: params.label, params })

  async function find(actor: Actor, id: string): Promise<Image> {
    const row = await rows.findImage(db, id, isIn(actor))
    if (!row) throw rule.imageNotFound()
    return rule.imageOf(row)
  }

  /** Of its creator, or of any creator where an admin asks. */
  async function getOwn(actor: Actor, id: string): Promise<rows.OwnImage & { isOthers: boolean }> {
    const { accountId } = requireAccount(actor)
    const own = await rows.findOwn(db, id, isIn(actor))
    if (!own) throw rule.imageNotFound()
    return { ...own, isOthers: own.account_id !== accountId }
  }

  /** What an admin does with somebody else's image is written down with it. */
  async function record(tx: Database, actor: Actor, own: { id: string; isOthers: boolean }, act: ActKind) {
    if (own.isOthers) await audit.record(actor, { act, subjectKind: 'image', subjectId: own.id, details: {} }, tx)
  }

  return {
    /**
     * Develops and prints a drawing and writes its files. It is no image before `insert`; whoever does not insert it calls
     * `discard`, or leaves it to the sweep.
     * @throws VendorError when it is no picture that can be used
     */
    async keep({ bytes, params, ...drawn }: Drawn): Promise<rows.NewImage> {
      const id = randomUUIDv7()
      const look = { filter: params.filter, strength: rule.strengthOf(params.filter, params.filter_strength) }
      const used = { ...params, filter_strength: look.strength }
      const size = sizeOf(params)
      const { original, width, height, ...developed } = await imageProcessor.develop(bytes, {
        size,
        facts: factsOf(used),
        look,
      })
      const { print } = developed
      await write([{ key: rule.originalKey(id), bytes: original, contentType: 'image/png' }, ...printed(id, print)])
      return {
        id,
        account_id: drawn.accountId,
        generation_id: drawn.generationId,
        number: drawn.number,
        prompt: used.prompt,
        negative_prompt: used.negative_prompt,
        style: used.style,
        filter: look.filter,
        filter_strength: look.strength,
        seed: drawn.seed,
        engine: used.engine,
        model: used.model,
        used_params: used,
        remix_of: drawn.remixOf,
        width: size,
        height: size,
        original_width: width,
        original_height: height,
        thumbhash: print.thumbhash,
        look: newLook(),
        sha256: print.sha256,
        original_sha256: hashOf(original),
        created_at: clock.now(),
      }
    },

    /**
     * In the transaction that ends its drawing.
     * @returns false: this image of the generation is there already; `discard` this one after the transaction
     * @throws Error when its files were swept meanwhile
     */
    async insert(tx: Database, row: rows.NewImage): Promise<boolean> {
      if (!(await rows.insertImage(tx, row))) return false
      if (!(await rows.takeOut(tx, allKeys(row.id, row.sha256)))) throw new Error('the files of an image are gone')
      return true
    },

    /** The files of an image that got no row. */
    async discard({ id, sha256 }: Pick<rows.NewImage, 'id' | 'sha256'>): Promise<void> {
      const keys = allKeys(id, sha256)
      await rows.trash(db, keys, clock.now())
      await deleteNow(keys)
    },

    find,

    /**
     * An admin may hide anybody's image, and publishes nobody's.
     * @throws DomainError unauthenticated, forbidden, not_found, conflict (removed by an admin)
     */
    async setVisibility(actor: Actor, id: string, visibility: Visibility): Promise<Image> {
      const own = await getOwn(actor, id)
      if (own.isOthers && visibility === 'public') throw rule.notPublishedByAdmins()
      const outcome = await db.transaction().execute(async (tx) => {
        const change = await rows.updateVisibility(tx, { id, viewer: isIn(actor), visibility, look: newLook() })
        if (change === 'changed' && own.visibility !== visibility) await record(tx, actor, own, 'image.hide')
        return change
      })
      if (outcome === 'missing') throw rule.imageNotFound()
      if (outcome === 'removed') throw rule.imageIsRemoved()
      return find(actor, id)
    },

    /**
     * Shows it through another filter; the drawing itself stays as it is. Free, and for its creator alone.
     * @throws DomainError invalid, unauthenticated, not_found, conflict (changed by somebody else meanwhile)
     */
    async changeLook(actor: Actor, id: string, asked: { filter: string; strength: number }): Promise<Image> {
      const own = await getOwn(actor, id)
      if (own.isOthers) throw rule.imageNotFound()
      const issues = rule.lookIssues(asked)
      if (issues.length > 0 || !rule.isFilter(asked.filter)) throw invalid(issues)
      const look = { filter: asked.filter, strength: rule.strengthOf(asked.filter, asked.strength) }
      if (look.filter === own.filter && look.strength === own.filter_strength) return find(actor, id)
      const original = await files.get(rule.originalKey(id))
      if (!original) throw rule.imageNotFound()
      const params = { ...own.used_params, filter: look.filter, filter_strength: look.strength }
      const print = await imageProcessor.print(original.bytes, { size: sizeOf(params), facts: factsOf(params), look })
      await write(printed(id, print))
      const keys = rule.printKeys(id, print.sha256)
      const old = rule.printKeys(id, own.sha256).filter((key) => !keys.includes(key))
      await db.transaction().execute(async (tx) => {
        const after = {
          look: newLook(),
          sha256: print.sha256,
          thumbhash: print.thumbhash,
          used_params: params,
          filter: look.filter,
          filter_strength: look.strength,
        }
        if (!(await rows.updateLook(tx, own, after))) throw rule.imageHasChanged()
        if (!(await rows.takeOut(tx, keys))) throw rule.imageHasChanged()
        await rows.trash(tx, old, clock.now())
      })
      await deleteNow(old)
      return find(actor, id)
    },

    /** With every file. @throws DomainError unauthenticated, not_found */
    async delete(actor: Actor, id: string): Promise<void> {
      const own = await getOwn(actor, id)
      const keys = await db.transaction().execute(async (tx) => {
        const deleted = await rows.deleteImage(tx, id, isIn(actor))
        if (!deleted) throw rule.imageNotFound()
        await record(tx, actor, own, 'image.delete')
        const all = allKeys(id, deleted.sha256)
        await rows.trash(tx, all, clock.now())
        return all
      })
      await deleteNow(keys)
    },

    /**
     * By an admin, who has been asked for before: from then on only its creator and admins see it.
     * @returns null: there is none that is shown
     */
    remove: (tx: Database, { id, reason }: { id: string; reason: string }) =>
      rows.markRemoved(tx, { id, reason, look: newLook(), at: clock.now() }),
    /** Undoes it: whoever could see it before sees it again. @returns null: none that was removed */
    restore: (tx: Database, id: string) => rows.markRestored(tx, id),

    /**
     * A file of what is shown. Who asks is looked up only where it matters.
     * @param name `<look>-256.webp`
     * @returns `read` reads it; `tag` names its bytes, which never change under this name
     * @throws DomainError not_found
     */
    async openFile(actor: () => Promise<Actor>, id: string, name: string) {
      const asked = rule.readFileName(name)
      const facts = asked && isWrittenUuid(id) ? await rows.findFileFacts(db, id) : null
      if (!asked || facts?.look !== asked.look) throw rule.fileNotFound()
      if (!facts.isPublic) {
        const { accountId, isAdmin } = isIn(await actor())
        if (!isAdmin && accountId !== facts.account_id) throw rule.fileNotFound()
      }
      const read = async (): Promise<StoredFile> => {
        const file = await files.get(rule.printKey(id, facts.sha256, asked.print))
        if (!file) throw rule.fileNotFound()
        return file
      }
      return { isPublic: facts.isPublic, tag: `${facts.sha256}-${asked.print}`, read }
    },

    /** The drawing without its filter and in its own size, for its owner or an admin. @throws DomainError unauthenticated, not_found */
    async openOriginal(actor: Actor, id: string): Promise<StoredFile> {
      await getOwn(actor, id)
      const file = await files.get(rule.originalKey(id))
      if (!file) throw rule.imageNotFound()
      return file
    },

    /** The drawing through each filter, small and on one sheet, for its owner or an admin. @throws DomainError unauthenticated, not_found */
    async previewLooks(actor: Actor, id: string): Promise<Uint8Array> {
      await getOwn(actor, id)
      const file = await files.get(rule.originalKey(id))
      if (!file) throw rule.imageNotFound()
      return imageProcessor.sheet(file.bytes, rule.PREVIEW_SIDE)
    },

    /** What is shown, at twice its size, for its owner or an admin. @throws DomainError unauthenticated, not_found */
    async enlarge(actor: Actor, id: string): Promise<Uint8Array> {
      const own = await getOwn(actor, id)
      const file = await files.get(rule.printKey(id, own.sha256, 'full.png'))
      if (!file) throw rule.imageNotFound()
      return imageProcessor.enlarge(file.bytes, factsOf(own.used_params))
    },

    /**
     * Whether these very bytes were made here: the PNG of an image that the asker may see, or its drawing. One changed
     * pixel makes others of them.
     * @throws DomainError invalid (no file)
     */
    async verify(actor: Actor, upload: Blob | null): Promise<ImageReceipt> {
      if (!upload) throw rule.noImage()
      const sha256 = hashOf(new Uint8Array(await upload.arrayBuffer()))
      const found = await rows.findByHash(db, sha256, isIn(actor))
      return {
        isMadeHere: found !== null,
        sha256,
        isOriginal: found?.isOriginal ?? false,
        image: found && (await find(actor, found.id)),
      }
    },

    /** Everything of an account that is being deleted, with all files; again does no harm. */
    async eraseAll(accountId: string): Promise<void> {
      for (let isLast = false; !isLast; )
        await db.transaction().execute(async (tx) => {
          const deleted = await rows.deleteOfAccount(tx, accountId, ERASED_AT_ONCE)
          // Within, so that whoever goes on after a crash finds the rows whose files are left: a receipt says that they are gone.
          await Promise.all(deleted.flatMap(({ id, sha256 }) => allKeys(id, sha256)).map(files.delete))
          isLast = deleted.length < ERASED_AT_ONCE
        })
    },

    /** Files that are to go. @returns how many went */
    async sweep(): Promise<number> {
      for (let swept = 0; ; ) {
        const count = await rows.emptyTrash(db, { now: clock.now(), limit: SWEEP }, files.delete)
        swept += count
        if (count < SWEEP) return swept
      }
    },
  }
}

/** One side of what is shown, in pixels: `512x512`. */
const sizeOf = ({ image_size }: UsedParams) => Number.parseInt(image_size, 10)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export type ImageService = ReturnType<typeof createImageService>
