import { sql } from 'kysely'
import type { ShowingInTheWay } from '../../account/account/own-time-domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { BlockOutRow } from './domain.ts'

/** Finds the time zone of most properties, or `null` if there are none. @param ownerId `null` for all owners */
export async function findCommonZone(db: Database, ownerId: string | null): Promise<string | null> {
  const { rows } = await sql<{ time_zone: string }>`
    select time_zone from property where deleted_at is null ${ownerId ? sql`and owner_id = ${ownerId}` : sql``}
    group by time_zone order by count(*) desc, time_zone limit 1`.execute(db)
  return rows[0]?.time_zone ?? null
}

/** Calls the SQL function. @returns the showings in that time; if there are any, nothing was closed */
export async function insertBlockOut(
  db: Database,
  accountId: string,
  blockOut: { id: string; from: string; to: string; time_zone: string; is_all_day: boolean; reason: string | null },
  keep: boolean,
  now: string,
): Promise<ShowingInTheWay[]> {
  const { rows } = await sql<ShowingInTheWay>`
    select * from block_time(${accountId}, ${JSON.stringify(blockOut)}::jsonb, ${keep}, ${now}::timestamptz)`.execute(
    db,
  )
  return rows
}

const columns = sql.raw('id, lower(during) as starts_at, upper(during) as ends_at, time_zone, is_all_day, reason')

type Place = { starts: string; id: string }

/** Lists block-outs that have not ended by `now`, soonest first. */
export async function listBlockOuts(
  db: Database,
  accountId: string,
  now: string,
  { after, limit }: PageRange<Place>,
): Promise<(BlockOutRow & Place)[]> {
  const { rows } = await sql<BlockOutRow & Place>`
    select ${columns}, to_char(lower(during) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as starts from block_out
    where account_id = ${accountId} and upper(during) > ${now}::timestamptz
      ${after ? sql`and (lower(during), id) > (${after.starts}::timestamptz, ${after.id}::uuid)` : sql``}
    order by lower(during), id limit ${limit}`.execute(db)
  return rows
}

/** Lists block-outs that overlap a time range. */
export async function listBetween(db: Database, accountId: string, from: string, to: string): Promise<BlockOutRow[]> {
  const { rows } = await sql<BlockOutRow>`
    select ${columns} from block_out
    where account_id = ${accountId} and during && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    order by lower(during), id limit 500`.execute(db)
  return rows
}

export async function deleteBlockOut(db: Database, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from block_out where id = ${id} and account_id = ${accountId}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function deleteBlockOuts(db: Database, accountId: string): Promise<void> {
  await sql`delete from block_out where account_id = ${accountId}`.execute(db)
}
