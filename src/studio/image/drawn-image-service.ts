import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../../platform/db/connect.ts'
import type { UsedParams } from './contract.ts'
import { type Filter, originalKey, strengthOf } from './domain.ts'
import {
  allKeys,
  deleteNow,
  type FileDeps,
  factsOf,
  hashOf,
  newLookName,
  printedFiles,
  sizeOf,
  write,
} from './file-service.ts'
import { insertImage, type NewImage, takeOut, trash } from './repository.ts'

/** An engine's drawing and its request. */
type Drawn = {
  generationId: string
  /** Place among the generation's images, from 0. */
  number: number
  accountId: string
  /** Untrusted until `keep` checks it. */
  bytes: Uint8Array
  /** Seed that was sent to the engine, even if the engine has no seeds. */
  seed: number
  /** `image_size` is one side, `512x512`; `keep` applies `filter` and `filter_strength`. */
  params: UsedParams & { filter: Filter }
  remixOf: string | null
}

/**
 * Processes a drawing and writes its files. `insert` makes it an image. A caller that does not insert it calls
 * `discard`, or leaves the files to the sweep.
 * @throws VendorError if the bytes are not a usable picture
 */
export async function keep(deps: FileDeps, { bytes, params, ...drawn }: Drawn): Promise<NewImage> {
  const id = randomUUIDv7()
  const look = { filter: params.filter, strength: strengthOf(params.filter, params.filter_strength) }
  const used = { ...params, filter_strength: look.strength }
  const size = sizeOf(params)
  const developed = await deps.imageProcessor.develop(bytes, { size, facts: factsOf(used), look })
  const { original, width, height, print } = developed
  await write(deps, [{ key: originalKey(id), bytes: original, contentType: 'image/png' }, ...printedFiles(id, print)])
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
    look: newLookName(),
    sha256: print.sha256,
    original_sha256: hashOf(original),
    created_at: deps.clock.now(),
  }
}

/**
 * Inserts an image in the transaction that ends its drawing.
 * @returns false if the generation has this image already; `discard` this one after the transaction
 * @throws Error if the sweep deleted its files in the meantime
 */
export async function insert(_: FileDeps, tx: Database, row: NewImage): Promise<boolean> {
  if (!(await insertImage(tx, row))) return false
  if (!(await takeOut(tx, allKeys(row.id, row.sha256)))) throw new Error('the files of an image are gone')
  return true
}

/** Deletes the files of an image that got no row. */
export async function discard(deps: FileDeps, { id, sha256 }: Pick<NewImage, 'id' | 'sha256'>): Promise<void> {
  const keys = allKeys(id, sha256)
  await trash(deps.db, keys, deps.clock.now())
  await deleteNow(deps, keys)
}
