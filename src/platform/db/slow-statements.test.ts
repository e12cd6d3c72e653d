import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pino from 'pino'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { createMetrics } from '../metrics.ts'
import { until } from '../processes.ts'
import { watchSlowStatements } from './slow-statements.ts'
import { type StatementListener, summaryOf } from './statements.ts'

let database: FreshDatabase
const lines: string[] = []
const metrics = createMetrics()
let now = 0
before(async () => {
  database = await freshDatabase({ hasOwnPlans: true })
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  watchSlowStatements(database, { limitMs: 40, log, metrics, nowMs: () => now })
})
after(() => database.close())

const parsed = () => lines.map((line) => JSON.parse(line))
/** Ignores other statements that are slow on a busy machine. */
const logged = async (count: number) => {
  const ours = () => parsed().filter(({ summary }) => summary === 'select account')
  assert.ok(await until(() => ours().length >= count, 5_000), lines.join('\n'))
  return ours()
}

const EMAIL = 'maria@buyers.example.com'
const slow = (seconds: number) =>
  sql`select a.id from account a, pg_sleep(${seconds}) where a.email = ${EMAIL} or a.name = ${'Maria Gomez'}`.execute(
    database.db,
  )

test('logs a slow statement with its plan once an hour, and never with a value', async () => {
  // PostgreSQL plans a prepared statement for its values five times before it considers the generic plan.
  for (let times = 0; times < 6; times++) await slow(0.05)
  const [first, ...others] = await logged(6)
  const withPlan = [first, ...others].filter(({ plan }) => plan)
  assert.equal(withPlan.length, 1)
  const [{ plan, text, statement, summary, ms }] = withPlan
  assert.match(plan.join('\n'), /Seq Scan on account|Index Scan using \w+ on account/)
  assert.match(plan.join('\n'), /\$2/)
  assert.match(text, /where a\.email = \$2/)
  assert.match(statement, /^s[0-9a-f]{24}$/)
  assert.equal(summary, 'select account')
  assert.ok(ms >= 40)
  assert.doesNotMatch(lines.join(), /maria|Gomez/i)
  now += 3_600_000
  await slow(0.05)
  assert.equal((await logged(7)).filter((line) => line.plan).length, 2)
  const [, total] = /^slow_statements_total (\d+)$/m.exec(await metrics.registry.metrics()) ?? []
  assert.ok(await until(() => lines.length === Number(total), 5_000), `${total} counted, ${lines.length} logged`)
})

test('retries a statement that it could not explain after a minute, one at a time', async () => {
  const found: { plan?: string[]; reason?: string }[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void found.push(JSON.parse(line)) })
  const counted = async (count: number) => assert.ok(await until(() => found.length >= count, 5_000), `${found.length}`)
  let hear: StatementListener = () => undefined
  const { promise: noConnection, reject: giveUp } = Promise.withResolvers<never>()
  let tries = 0
  // The first try finds all connections taken.
  const connect = () => (tries++ === 0 ? noConnection : database.pool.connect())
  const watch = (listener: StatementListener) => {
    hear = listener
  }
  let at = 0
  const pool = { connect } as typeof database.pool
  watchSlowStatements({ pool, watch }, { limitMs: 40, log, metrics, nowMs: () => at })

  hear('select id from account where name = $1', 39)
  hear('select id from account where name = $1', 40)
  hear('select id from account where name = $1', 50)
  hear('select id from property where slug = $1', 50)
  assert.equal(tries, 1)
  giveUp(new Error('no connection'))
  await counted(3)
  hear('select id from account where name = $1', 50)
  at += 60_000
  hear('select id from account where name = $1', 50)
  await counted(5)
  assert.deepEqual(
    found.map(({ plan, reason }) => (plan ? 'plan' : (reason ?? 'name alone'))),
    ['name alone', 'name alone', 'no connection', 'name alone', 'plan'],
  )
})

test('a statement has a name that says what it does', () => {
  assert.equal(summaryOf('select b.id from booking b where id = $1'), 'select booking')
  assert.equal(summaryOf('\n  select settle_order($1, $2) as outcome'), 'select settle_order')
  assert.equal(summaryOf('insert into payment (id) values ($1)'), 'insert payment')
  assert.equal(
    summaryOf('update graphile_worker._private_jobs set run_at = $1'),
    'update graphile_worker._private_jobs',
  )
  assert.equal(summaryOf('begin'), 'begin')
})
