import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'

type Answer = Awaited<ReturnType<TestApp['call']>>

/** Asserts the error body of decisions.md section 1, without internal details. */
export function assertProblem(answer: Answer, statuses: number | number[], about: string) {
  const { status, body, text } = answer
  assert.ok([statuses].flat().includes(status), `${about}: ${status} ${text.slice(0, 300)}`)
  assert.equal(typeof body?.error, 'string', `${about}: ${text.slice(0, 300)}`)
  assert.ok(body.error.length > 0, about)
  assert.match(body.code, /^[a-z][a-z0-9_]*$/, about)
  assert.ok(body.requestId.length > 0, about)
  for (const issue of body.issues ?? []) assert.deepEqual(Object.keys(issue), ['path', 'message'], about)
  assert.doesNotMatch(text, /\bat .*\.ts:|node_modules|syntax error|pg_|kysely/i, about)
}

/** Counts the rows of every table that a request could write to. */
export async function countRows(app: TestApp): Promise<Record<string, number>> {
  const tables = [
    'booking',
    'payment',
    'money_entry',
    'payment_event',
    'sandbox_intent',
    'sandbox_event',
    'notification',
    'outbox_message',
    'compliance_entry',
    'idempotency_key',
    'account',
    'account_session',
    'property',
    'photo',
    'agent_profile',
  ]
  const counts = tables.map((table) => sql`select ${table}::text as name, count(*) as n from ${sql.table(table)}`)
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(app.db)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
