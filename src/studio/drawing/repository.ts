import { sql } from 'kysely'
import { constraintOf, type Database } from '../../platform/db/connect.ts'
import type { Filter } from '../image/domain.ts'
import type { Style } from '../studio/limits-domain.ts'
import type { Fault } from './domain.ts'

/** A request, for the worker that holds its lease. */
export type Claimed = {
  id: string
  account_id: string
  prompt: string
  negative_prompt: string
  style: Style
  filter: Filter
  /** Seed of the first image. */
  seed: number
  count: number
  restore_faces: boolean
  remix_of: string | null
  attempts: number
}

/** Claims the next request in order. @returns `null` if no request waits, or the engine is busy elsewhere */
export async function claimNext(
  db: Database,
  of: { lease: string; engine: string; isSerial: boolean; now: Temporal.Instant; until: Temporal.Instant },
): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    select id, account_id, prompt, negative_prompt, style, filter, seed, count, restore_faces, remix_of, attempts
    from claim_generation(${of.lease}, ${of.engine}, ${of.isSerial}, ${of.now}, ${of.until})`.execute(db)
  return rows[0] ?? null
}

/** @returns false if the lease is lost, because the request is over or another worker has it */
export async function extendLease(
  db: Database,
  of: { id: string; lease: string; progress: number; until: Temporal.Instant },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update generation set leased_until = ${of.until}, progress = greatest(progress, ${of.progress}::smallint)
    where id = ${of.id} and lease = ${of.lease}`.execute(db)
  return numAffectedRows === 1n
}

/** Locks the account, as its deletion does before it locks its requests. One waits for the other. */
export async function lockAccount(tx: Database, id: string): Promise<void> {
  await sql`select from account where id = ${id} for key share`.execute(tx)
}

/** Puts a request back into the queue. @param of.isCounted whether it counts as an attempt */
export async function requeue(db: Database, of: { id: string; lease: string; isCounted: boolean }): Promise<void> {
  await sql`
    update generation set status = 'queued', lease = null, leased_until = null, progress = 0,
      attempts = attempts - ${of.isCounted ? 0 : 1}::smallint
    where id = ${of.id} and lease = ${of.lease}`.execute(db)
}

/** @returns false if it is over already, or another worker has it */
export async function endGeneration(
  tx: Database,
  of: {
    id: string
    /** `null` accepts any lease that expired before `ranOutBefore`. */
    lease: string | null
    ranOutBefore: Temporal.Instant | null
    status: 'succeeded' | 'failed' | 'cancelled'
    fault: Fault | null
    drawn: number
    entryId: string
    now: Temporal.Instant
  },
): Promise<boolean> {
  const { rows } = await sql<{ isEnded: boolean }>`
    select end_generation(${of.id}, ${of.lease}, ${of.ranOutBefore}::timestamptz, ${of.status}, ${of.fault?.message ?? null},
      ${of.fault?.code ?? null}, ${of.drawn}::int, ${of.entryId}, ${of.now}::timestamptz) as "isEnded"`.execute(tx)
  return rows[0]?.isEnded ?? false
}

/** Puts requests back into the queue whose worker died or hangs, unless it was their last attempt. */
export async function requeueExpired(db: Database, now: Temporal.Instant, mostAttempts: number): Promise<void> {
  await sql`
    update generation set status = 'queued', lease = null, leased_until = null, progress = 0
    where status = 'running' and leased_until <= ${now} and attempts < ${mostAttempts}`.execute(db)
}

/** Lists requests whose last attempt died or hangs. */
export async function listExpired(db: Database, now: Temporal.Instant): Promise<{ id: string; count: number }[]> {
  const { rows } = await sql<{ id: string; count: number }>`
    select id, count from generation where status = 'running' and leased_until <= ${now} order by leased_until limit 100`.execute(
    db,
  )
  return rows
}

/** Forgets the keys of requests created before then. */
export async function forgetKeys(db: Database, before: Temporal.Instant): Promise<void> {
  await sql`
    update generation set request_key = null, request_hash = null
    where request_key is not null and created_at < ${before}`.execute(db)
}

/** Deletes requests that ended before then and have no images left. */
export async function deleteOver(db: Database, before: Temporal.Instant): Promise<void> {
  await sql`
    delete from generation g where finished_at < ${before}
      and not exists (select from image i where i.generation_id = g.id)`.execute(db)
}

export async function isOver(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from generation where id = ${id} and status = 'running'`.execute(db)
  return rows.length === 0
}

/** Checks whether an insert failed because the account is deleted. */
export const isOfDeletedAccount = (error: unknown): boolean => constraintOf(error) === 'account_is_deleted'
