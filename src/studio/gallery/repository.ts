import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { ImageRow } from '../image/domain.ts'
import type { Order, Wanted } from './domain.ts'

export type ListedImage = ImageRow & { at_micros: number }
type Place = { at_micros: number; id: string }
type Page = PageRange<Place>

const columnsWith = (
  remixOf: RawBuilder<unknown>,
) => sql`i.id, i.account_id, i.visibility, i.prompt, i.used_params, ${remixOf} as remix_of, i.width, i.height,
  i.original_width, i.original_height, i.thumbhash,
  i.look, i.sha256, i.removed_at, i.removed_reason, i.created_at,
  (extract(epoch from i.created_at) * 1000000)::bigint as at_micros`
const columns = columnsWith(sql`i.remix_of`)
/** The columns of a public image. They hide its source if that is now private. */
const publicColumns = columnsWith(sql`(select o.image_id from shown_image o where o.image_id = i.remix_of)`)

const instantOf = ({ at_micros: micros }: Place) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`
/**
 * We write one of these numbers into the SQL, because for a parameter the cached plan would expect a tenth of the
 * table.
 */
const LIMITS = [7, 26, 51, 101]
const atMost = ({ limit }: Page) => sql`limit ${sql.lit(LIMITS.find((most) => most >= limit) ?? limit)}`

/** Reads images as everyone sees them. @param found a statement that selects their IDs and dates */
const asEverybodySees = (found: RawBuilder<unknown>) => sql<ListedImage>`
  select ${publicColumns}, p.shown_name as username
  from (${found}) s join image i on i.id = s.image_id join profile p on p.account_id = i.account_id
  order by s.created_at desc, s.image_id desc`

/** Where the first page starts. We prepare only statements with a parameter, and planning this one takes longer than reading. */
const AFTER_ALL = sql`(${'infinity'}::timestamptz, null::uuid)`

function shownOf(page: Page, of?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { after } = page
  return sql`select s.image_id, s.created_at from shown_image s
    where ${of ? sql`s.account_id = ${of}` : sql`true`}
      and (s.created_at, s.image_id) < ${after ? sql`(${instantOf(after)}, ${after.id}::uuid)` : AFTER_ALL}
    order by s.created_at desc, s.image_id desc ${atMost(page)}`
}

/** Lists public images, newest first. `limit` may be exceeded. @param accountId `null` for all creators */
export async function listShown(db: Database, accountId: string | null, page: Page): Promise<ListedImage[]> {
  const of = accountId ? sql`${accountId}::uuid` : undefined
  return (await asEverybodySees(shownOf(page, of)).execute(db)).rows
}

/** Lists public images of the creators that an account follows, except private profiles. */
export async function listFollowed(db: Database, followerId: string, page: Page): Promise<ListedImage[]> {
  const found = sql`select s.image_id, s.created_at
    from follow f join profile c on c.account_id = f.creator_id and not c.is_private and c.gallery_count > 0,
      lateral (${shownOf(page, sql`f.creator_id`)}) s
    where f.follower_id = ${followerId}::uuid order by s.created_at desc, s.image_id desc ${atMost(page)}`
  return (await asEverybodySees(found).execute(db)).rows
}

export async function isAccount(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from account where id = ${id}::uuid`.execute(db)
  return rows.length > 0
}

/** Lists all images of an account, private ones too. @param of.isRemovedLeftOut leaves out what an admin removed */
export async function listImagesOf(
  db: Database,
  of: { accountId: string; isRemovedLeftOut: boolean },
  page: Page,
): Promise<ListedImage[]> {
  const { after } = page
  const { rows } = await sql<ListedImage>`
    select ${columns}, coalesce(p.username, '') as username
    from image i left join profile p on p.account_id = i.account_id
    where i.account_id = ${of.accountId}::uuid ${of.isRemovedLeftOut ? sql`and i.removed_at is null` : sql``}
      ${after ? sql`and (i.created_at, i.id) < (${instantOf(after)}, ${after.id}::uuid)` : sql``}
    order by i.created_at desc, i.id desc ${atMost(page)}`.execute(db)
  return rows
}

/** Everyone sees public images, creators also see their own, and admins see all. */
const maySee = ({ accountId, isAdmin }: Viewer, image: 'i' | 'parent') => {
  const { id, account_id } = { id: sql.ref(`${image}.id`), account_id: sql.ref(`${image}.account_id`) }
  return sql`(${isAdmin} or ${account_id} = ${accountId}::uuid or exists (select from shown_image s where s.image_id = ${id}))`
}

/** Lists the remixes of an image, newest first. @returns `null` if there is no image that this viewer may see */
export async function listRemixImages(
  db: Database,
  id: string,
  viewer: Viewer,
  page: Page,
): Promise<ListedImage[] | null> {
  const { after } = page
  const { rows: parents } = await sql`
    select from image parent where parent.id = ${id}::uuid and ${maySee(viewer, 'parent')}`.execute(db)
  if (parents.length === 0) return null
  const { rows } = await sql<ListedImage>`
    select ${columns}, case when i.account_id = ${viewer.accountId}::uuid then p.username else p.shown_name end as username
    from image i join profile p on p.account_id = i.account_id
    where i.remix_of = ${id}::uuid and ${maySee(viewer, 'i')}
      ${after ? sql`and (i.created_at, i.id) < (${instantOf(after)}, ${after.id}::uuid)` : sql``}
    order by i.created_at desc, i.id desc ${atMost(page)}`.execute(db)
  return rows
}

/**
 * Lists public images whose prompt has every word and whose creator's name begins so.
 * @returns `count` up to `mostCounted`, and `isCapped` if there may be more; both are `null` after the first page
 */
export async function searchImages(
  db: Database,
  { words, creator }: Wanted,
  page: Page & { order: Order; mostCounted: number },
): Promise<{ images: ListedImage[]; count: number | null; isCapped: boolean | null }> {
  const { after, limit, order, mostCounted } = page
  const { rows } = await sql<(ListedImage | { id: null }) & { total: number | null; is_capped: boolean | null }>`
    select ${publicColumns}, p.shown_name as username, f.total, f.is_capped
    from search_images(${words}, ${creator}, ${order === 'oldest'},
        ${after ? instantOf(after) : sql`null`}::timestamptz, ${after?.id ?? null}::uuid, ${limit}, ${mostCounted}) f
      left join lateral unnest(f.ids) with ordinality n (id, place) on true
      left join image i on i.id = n.id left join profile p on p.account_id = i.account_id
    order by n.place`.execute(db)
  // If the search found nothing, one row without an image has the count.
  const [first] = rows
  const images = rows.filter((row) => row.id !== null)
  return { images, count: first?.total ?? null, isCapped: first?.is_capped ?? null }
}
