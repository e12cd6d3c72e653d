import { type RawBuilder, sql } from 'kysely'

/** An instant to the microsecond, as the database keeps it: a list that goes on from less skips rows or repeats them. */
export const preciseInstant = (at: RawBuilder<unknown>) =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
