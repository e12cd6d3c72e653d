import { sql } from 'kysely'
import { constraintOf, type Database } from '../../platform/db/connect.ts'
import { keyReused } from '../../platform/idempotency-key.ts'
import type { ImageRow } from '../image/domain.ts'
import type { JobStatus } from './contract.ts'
import { type GenerationRequest, MAX_IN_PROGRESS, noSuchImage, outOfCredits, tooManyInProgress } from './domain.ts'
import type { Style } from './limits-domain.ts'
import type { EngineName } from './ports.ts'

/** A row of `generation`. */
export type GenerationRow = {
  id: string
  prompt: string
  negative_prompt: string
  style: Style
  filter: GenerationRequest['filter']
  seed: number
  count: number
  restore_faces: boolean
  remix_of: string | null
  retry_of: string | null
  status: JobStatus
  progress: number
  revision: number
  error: string | null
  error_code: string | null
  /** Credits returned; 0 while it is in progress. */
  returned: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

/**
 * Stores a request, takes its credits and queues its job.
 * @param order.given the caller's Idempotency-Key, with the hash of its request
 * @returns the job's id, or the id of the first job if the key is known
 * @throws DomainError conflict (the key), too_many, invalid (remix_of), payment_refused
 */
export async function placeGeneration(
  db: Database,
  order: {
    id: string
    entryId: string
    accountId: string
    request: GenerationRequest
    engine: EngineName
    retryOf: string | null
    given: { key: string; bodyHash: string } | null
    now: Temporal.Instant
  },
): Promise<string> {
  const { request, given } = order
  const row = {
    id: order.id,
    account_id: order.accountId,
    engine: order.engine,
    retry_of: order.retryOf,
    prompt: request.prompt,
    negative_prompt: request.negativePrompt,
    style: request.style,
    filter: request.filter,
    seed: request.seed,
    count: request.count,
    restore_faces: request.restoreFaces,
    remix_of: request.remixOf,
  }
  const { rows } = await sql<{ outcome: keyof typeof refusals | 'placed' | 'repeated'; job: string }>`
    select outcome, job from place_generation(${JSON.stringify(row)}::jsonb, ${MAX_IN_PROGRESS}::int,
      ${order.entryId}, ${given?.key ?? null}, ${given?.bodyHash ?? null}, ${order.now}::timestamptz)`
    .execute(db)
    .catch((error: unknown) => {
      throw constraintOf(error) === 'credit_never_negative' ? outOfCredits() : error
    })
  const placed = rows[0]
  if (placed?.outcome === 'placed' || placed?.outcome === 'repeated') return placed.job
  throw placed ? refusals[placed.outcome]() : new Error('a request for an image was neither accepted nor refused')
}

const refusals = { other_body: keyReused, too_many: tooManyInProgress, no_image: noSuchImage }

const columns = sql`g.id, g.prompt, g.negative_prompt, g.style, g.filter, g.seed, g.count, g.restore_faces,
  g.remix_of, g.retry_of, g.status, g.progress, g.revision, g.error, g.error_code, g.created_at, g.started_at, g.finished_at,
  coalesce((select amount from credit_entry c
    where c.account_id = g.account_id and c.kind = 'image_returned' and c.reference = g.id::text), 0) as returned`

/** Reads the places of all waiting requests in the queue, from 1. */
export async function listPositions(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; position: number }>`
    select id, position::int as position from generation_queue`.execute(db)
  return new Map(rows.map(({ id, position }) => [id, position]))
}

export async function findOwn(db: Database, id: string, accountId: string): Promise<GenerationRow | null> {
  const { rows } = await sql<GenerationRow>`
    select ${columns} from generation g where g.id = ${id} and g.account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

/** Lists requests in progress, and those that failed since then and were not retried, newest first. */
export async function listOpen(
  db: Database,
  accountId: string,
  failedSince: Temporal.Instant,
): Promise<GenerationRow[]> {
  const { rows } = await sql<GenerationRow>`
    select ${columns} from generation g where g.account_id = ${accountId} and (
      g.status in ('queued', 'running')
      or g.status = 'failed' and g.finished_at > ${failedSince}
        and not exists (select from generation again where again.account_id = g.account_id and again.retry_of = g.id))
    order by g.created_at desc, g.id desc limit 20`.execute(db)
  return rows
}

type DrawnRow = ImageRow & { generation_id: string }

/** Lists the images that were not deleted, in their order. */
export async function listImages(db: Database, generationIds: string[]): Promise<DrawnRow[]> {
  const { rows } = await sql<DrawnRow>`
    select i.generation_id, i.id, i.account_id, i.visibility, i.prompt, i.used_params, i.remix_of, i.width, i.height,
      i.original_width, i.original_height, i.thumbhash, i.look, i.sha256, i.removed_at, i.removed_reason, i.created_at, '' as username
    from image i where i.generation_id = any(${generationIds}::uuid[]) order by i.generation_id, i.number`.execute(db)
  return rows
}

export async function isVisible(db: Database, imageId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from image i where id = ${imageId}
      and (account_id = ${accountId} or exists (select from shown_image s where s.image_id = i.id))`.execute(db)
  return rows.length > 0
}

/** Cancels a request. The worker that draws it notices at its next write. @returns false if it is over */
export async function cancelGeneration(
  db: Database,
  of: { id: string; entryId: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql<{ isEnded: boolean }>`
    select end_generation(${of.id}, null, null, 'cancelled', null, null, 0, ${of.entryId}, ${of.now}) as "isEnded"`.execute(
    db,
  )
  return rows[0]?.isEnded ?? false
}

export async function findBalance(db: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from credit_entry where account_id = ${accountId} order by sequence desc limit 1`.execute(db)
  return rows[0]?.balance ?? 0
}
