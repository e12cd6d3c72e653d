import { type RawBuilder, sql } from 'kysely'

/** An instant to the microsecond, as the database stores it. A list that continues from a less precise one skips or repeats rows. */
export const preciseInstant = (at: RawBuilder<unknown>) =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
