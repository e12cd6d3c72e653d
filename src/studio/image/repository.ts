import { sql } from 'kysely'
import type { Viewer } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { UsedParams, Visibility } from './contract.ts'
import type { Filter, ImageRow } from './domain.ts'

/** A row to insert after its files are written. */
export type NewImage = {
  id: string
  account_id: string
  generation_id: string
  number: number
  prompt: string
  negative_prompt: string
  style: string
  filter: Filter
  filter_strength: number
  seed: number
  engine: string
  model: string | null
  used_params: UsedParams
  remix_of: string | null
  width: number
  height: number
  original_width: number
  original_height: number
  thumbhash: string
  look: string
  sha256: string
  /** SHA-256 of the drawing without its filter. */
  original_sha256: string
  created_at: Temporal.Instant
}

/** @returns false if another worker inserted this image of the generation first */
export async function insertImage(tx: Database, row: NewImage): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into image (id, account_id, generation_id, number, prompt, negative_prompt, style, filter, filter_strength,
      seed, engine, model, used_params, remix_of, width, height,
      original_width, original_height, thumbhash, look, sha256, original_sha256, created_at)
    values (${row.id}, ${row.account_id}, ${row.generation_id}, ${row.number}, ${row.prompt}, ${row.negative_prompt},
      ${row.style}, ${row.filter}, ${row.filter_strength}, ${row.seed}, ${row.engine}, ${row.model},
      ${JSON.stringify(row.used_params)}, (select id from image where id = ${row.remix_of}), ${row.width},
      ${row.height}, ${row.original_width}, ${row.original_height}, ${row.thumbhash}, ${row.look}, ${row.sha256}, ${row.original_sha256}, ${row.created_at})
    on conflict on constraint image_once do nothing`.execute(tx)
  return numAffectedRows === 1n
}

const shown = sql`i.id, i.account_id, i.visibility, i.prompt, i.used_params, i.width, i.height, i.original_width, i.original_height, i.thumbhash,
  i.look, i.sha256, i.removed_at, i.removed_reason, i.created_at`

export async function findImage(db: Database, id: string, { accountId, isAdmin }: Viewer): Promise<ImageRow | null> {
  const { rows } = await sql<ImageRow>`
    select ${shown}, coalesce(case when ${isAdmin} or i.account_id = ${accountId} then p.username else p.shown_name end, '')
      as username,
      -- If its source is private now, no one else learns of it.
      (select o.id from image o where o.id = i.remix_of and (${isAdmin} or i.account_id = ${accountId}
        or exists (select from shown_image s where s.image_id = o.id))) as remix_of
    from image i left join profile p on p.account_id = i.account_id
    where i.id = ${id} and (${isAdmin} or i.account_id = ${accountId}
      or exists (select from shown_image s where s.image_id = i.id))`.execute(db)
  return rows[0] ?? null
}

/**
 * Finds the image with these bytes, as its PNG or its drawing. Among several, it returns the first that the viewer may
 * see.
 */
export async function findByHash(
  db: Database,
  sha256: string,
  { accountId, isAdmin }: Viewer,
): Promise<{ id: string; isOriginal: boolean } | null> {
  const { rows } = await sql<{ id: string; isOriginal: boolean }>`
    select i.id, i.sha256 <> ${sha256} as "isOriginal" from image i
    where i.id in (select id from image where sha256 = ${sha256} union select id from image where original_sha256 = ${sha256})
      and (${isAdmin} or i.account_id = ${accountId} or exists (select from shown_image s where s.image_id = i.id))
    order by i.created_at, i.id limit 1`.execute(db)
  return rows[0] ?? null
}

/** The columns that we need to serve a file. */
type FileFacts = { account_id: string; isPublic: boolean; look: string; sha256: string }

export async function findFileFacts(db: Database, id: string): Promise<FileFacts | null> {
  const { rows } = await sql<FileFacts>`
    select account_id, exists (select from shown_image s where s.image_id = i.id) as "isPublic", look, sha256
    from image i where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export type OwnImage = {
  id: string
  account_id: string
  visibility: Visibility
  look: string
  sha256: string
  filter: Filter
  filter_strength: number
  used_params: UsedParams
}

/** The creator may change an image, and with `isAdmin` any admin. */
const mayChange = ({ accountId, isAdmin }: Viewer) => sql`(${isAdmin} or account_id = ${accountId})`

export async function findOwn(db: Database, id: string, viewer: Viewer): Promise<OwnImage | null> {
  const { rows } = await sql<OwnImage>`
    select id, account_id, visibility, look, sha256, filter, filter_strength, used_params
    from image where id = ${id} and ${mayChange(viewer)}`.execute(db)
  return rows[0] ?? null
}

/** Changes who sees an image. Making it private changes its URLs, so that the old ones stop working. */
export async function updateVisibility(
  db: Database,
  of: { id: string; viewer: Viewer; visibility: Visibility; look: string },
): Promise<'changed' | 'removed' | 'missing'> {
  const { rows } = await sql<{ isRemoved: boolean; isChanged: boolean }>`
    with old as (
      select id, visibility, removed_at from image where id = ${of.id} and ${mayChange(of.viewer)} for update),
    changed as (
      update image set visibility = ${of.visibility},
        look = case when ${of.visibility} = 'private' and old.visibility = 'public' then ${of.look} else look end
      from old where image.id = old.id and (${of.visibility} = 'private' or old.removed_at is null) returning image.id)
    select removed_at is not null as "isRemoved", exists (select from changed) as "isChanged" from old`.execute(db)
  const [row] = rows
  return !row ? 'missing' : row.isChanged ? 'changed' : 'removed'
}

/** @returns false if its look changed in the meantime, or it is gone */
export async function updateLook(
  tx: Database,
  before: OwnImage,
  after: Pick<OwnImage, 'look' | 'sha256' | 'filter' | 'filter_strength' | 'used_params'> & { thumbhash: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update image set look = ${after.look}, sha256 = ${after.sha256}, thumbhash = ${after.thumbhash},
      filter = ${after.filter}, filter_strength = ${after.filter_strength},
      used_params = ${JSON.stringify(after.used_params)}
    where id = ${before.id} and sha256 = ${before.sha256} and filter = ${before.filter}
      and filter_strength = ${before.filter_strength}`.execute(tx)
  return numAffectedRows === 1n
}

/** @returns its hash; `null` if it does not exist or the viewer may not delete it */
export async function deleteImage(tx: Database, id: string, viewer: Viewer): Promise<{ sha256: string } | null> {
  const { rows } = await sql<{ sha256: string }>`
    delete from image where id = ${id} and ${mayChange(viewer)} returning sha256`.execute(tx)
  return rows[0] ?? null
}

/**
 * Removes an image for an admin. The new look ends its old URLs. @returns its ID, or `null` if no visible image has it
 */
export async function markRemoved(
  tx: Database,
  of: { id: string; reason: string; look: string; at: Temporal.Instant },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update image set removed_at = ${of.at}, removed_reason = ${of.reason}, look = ${of.look}
    where id = ${of.id} and removed_at is null returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Restores an image with its old visibility. @returns its ID, or `null` if no removed image has it */
export async function markRestored(tx: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update image set removed_at = null, removed_reason = null
    where id = ${id} and removed_at is not null returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Deletes some images of an account. @returns the deleted ones; fewer than `limit` means that none are left */
export async function deleteOfAccount(tx: Database, accountId: string, limit: number) {
  const { rows } = await sql<{ id: string; sha256: string }>`
    delete from image where id in (select id from image where account_id = ${accountId} limit ${limit})
    returning id, sha256`.execute(tx)
  return rows
}

/** Schedules files for deletion, unless a row takes them first. */
export async function trash(tx: Database, keys: string[], dueAt: Temporal.Instant): Promise<void> {
  await sql`
    insert into image_trash (key, due_at) select key, ${dueAt} from unnest(${keys.toSorted()}::text[]) as key
    on conflict (key) do update set due_at = excluded.due_at`.execute(tx)
}

/** Takes files out of the trash for a row. @returns false if some were deleted or were never in the trash */
export async function takeOut(tx: Database, keys: string[]): Promise<boolean> {
  // Lock in the order in which `trash` writes, so that two simultaneous looks wait for each other and do not deadlock.
  const { numAffectedRows } = await sql`
    delete from image_trash where key in (
      select key from image_trash where key = any(${keys}::text[]) order by key for update)`.execute(tx)
  return numAffectedRows === BigInt(keys.length)
}

/** Whether an image uses a key (`originalKey`, `printKey`), even if the key was put in the trash in the meantime. */
const isShownAgain = sql`exists (
  select from image i where i.id = split_part(key, '/', 2)::uuid
    and (split_part(key, '/', 3) = 'original.png' or starts_with(split_part(key, '/', 3), i.sha256)))`

/**
 * Deletes due files while it locks their rows: an image that wants one waits, and finds it gone.
 * @returns how many; fewer than `limit` means that there are no more
 */
export async function emptyTrash(
  db: Database,
  of: { now: Temporal.Instant; limit: number; keys?: string[] },
  deleteFile: (key: string) => Promise<void>,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: due } = await sql<{ key: string }>`
      select key from image_trash where due_at <= ${of.now} ${of.keys ? sql`and key = any(${of.keys}::text[])` : sql``}
      order by due_at, key limit ${of.limit} for update skip locked`.execute(tx)
    const keys = due.map(({ key }) => key)
    // A separate statement sees what was committed before the rows were locked.
    const { rows: unused } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) as key where not ${isShownAgain}`.execute(tx)
    await Promise.all(unused.map(({ key }) => deleteFile(key)))
    await sql`delete from image_trash where key = any(${keys}::text[])`.execute(tx)
    return keys.length
  })
}
