import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import type { OpenDatabase } from './connect.ts'
import { nameOf, summaryOf } from './statements.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Only these statements have a plan. */
const EXPLAINABLE = /^\s*(select|with|insert|update|delete|merge)\b/i

/**
 * Logs the name of each statement that took longer than the limit, and once an hour its text and plan. It logs the
 * generic plan, which contains no values; the plan that PostgreSQL itself logs (auto_explain) quotes them. PostgreSQL
 * only plans the statement for this and does not run it again. We explain one statement at a time, because that takes a
 * connection, and retry a failure after a minute.
 */
export function watchSlowStatements(
  database: Pick<OpenDatabase, 'pool' | 'watch'>,
  options: { limitMs: number; log: Logger; metrics: Pick<Metrics, 'slowStatements'>; nowMs: () => number },
): void {
  const { limitMs, log, metrics, nowMs } = options
  const explainAgainAt = new LRUCache<string, number>({ max: 500 })
  let isExplaining = false
  database.watch((text, ms) => {
    if (ms < limitMs) return
    metrics.slowStatements.inc()
    const statement = nameOf(text)
    const line = { statement, summary: summaryOf(text), ms: Math.round(ms) }
    const isDue = nowMs() >= (explainAgainAt.get(statement) ?? Number.NEGATIVE_INFINITY)
    if (isExplaining || !isDue || !EXPLAINABLE.test(text)) return log.warn(line, 'a slow statement')
    const ended = (againMs: number) => {
      isExplaining = false
      explainAgainAt.set(statement, nowMs() + againMs)
    }
    isExplaining = true
    planOf(database.pool, text).then(
      (plan) => {
        ended(HOUR_MS)
        log.warn({ ...line, text: text.replaceAll(/\s+/g, ' '), plan }, 'a slow statement')
      },
      ({ message: reason }) => {
        ended(MINUTE_MS)
        log.warn({ ...line, reason }, 'a slow statement whose plan we could not get')
      },
    )
  })
}

async function planOf(pool: pg.Pool, text: string): Promise<string[]> {
  const client = await pool.connect()
  try {
    // A table that a migration locks must not keep this connection.
    await client.query('begin')
    await client.query("set local statement_timeout = '2s'")
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`)
    await client.query('rollback')
    client.release()
    return rows.map((row) => row['QUERY PLAN'])
  } catch (error) {
    client.release(true)
    throw error
  }
}
