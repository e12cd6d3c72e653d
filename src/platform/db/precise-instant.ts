import { type RawBuilder, sql } from 'kysely'

/**
 * An instant to the microsecond, as the database stores it. A cursor that is less precise would skip or repeat rows.
 */
export const preciseInstant = (at: RawBuilder<unknown>) =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
