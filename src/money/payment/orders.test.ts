import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { migrate, migrationsFolder } from '../../platform/db/migrate.ts'

// Payments of credits from before orders existed, which the migration converts.
let database: FreshDatabase
let folder: string
const OWNER = randomUUIDv7()
const PLAN = randomUUIDv7()

const run = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query(text, values)).rows

type Stored = { kind: string; status: string; period?: number; retryAt?: string; entries?: [string, number, string][] }
const stored: Record<string, Stored> = {
  paid: { kind: 'pack', status: 'succeeded', entries: [['charge', 499, 'pi_paid']] },
  returned: {
    kind: 'pack',
    status: 'refunded',
    entries: [
      ['charge', 499, 'pi_returned'],
      ['outside_refund', 100, 're_outside'],
      ['refund', 399, 're_ours'],
    ],
  },
  disputed: {
    kind: 'pack',
    status: 'succeeded',
    entries: [
      ['charge', 499, 'pi_disputed'],
      ['dispute', 499, 'dp_1'],
      ['dispute_returned', 499, 'dp_1'],
    ],
  },
  due: { kind: 'pack', status: 'refund_due', retryAt: '2026-11-21T10:00:00Z' },
  open: { kind: 'pack', status: 'open' },
  cancelled: { kind: 'first_month', status: 'cancelled' },
  first: { kind: 'first_month', status: 'succeeded', period: 0, entries: [['charge', 999, 'pi_first']] },
  renewal: { kind: 'renewal', status: 'open', period: 1, retryAt: '2026-11-21T11:00:00Z' },
}
const ids = Object.fromEntries(
  Object.keys(stored).map((name, at) => [name, `018f0000-0000-7000-8000-00000000000${at}`]),
)

before(async () => {
  database = await freshDatabase({ isEmpty: true })
  folder = await mkdtemp(join(tmpdir(), 'orders-'))
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const copy = (names: string[]) =>
    Promise.all(names.map((name) => copyFile(join(migrationsFolder, name), join(folder, name))))
  const own = files.findIndex((name) => name.endsWith('_orders.sql'))
  await copy(files.slice(0, own))
  await migrate(database.url, { migrations: folder })
  await store()
  await copy(files.slice(own))
  await migrate(database.url, { migrations: folder })
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function store() {
  await run(`insert into account (id, name, email) values ($1, 'A Creator', 'creator@example.com')`, [OWNER])
  await run(
    `insert into subscription (id, account_id, provider, status, period, period_start, period_end, anchor_at, anchor_months,
       next_try_at, created_at, updated_at)
     values ($1, $2, 'sandbox', 'past_due', 0, now() - interval '1 month', now(), now() - interval '1 month', 1, now(), now(), now())`,
    [PLAN, OWNER],
  )
  for (const [name, { kind, status, period, retryAt, entries = [] }] of Object.entries(stored)) {
    await run(
      `insert into purchase (id, account_id, number, kind, subscription_id, period, credits, provider, intent_id, client_secret,
         amount_cents, status, paid_cents, paid_at, expires_at, failures, retry_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 20, 'sandbox', $7, $8, 499, $9, 499, now(), now(), $10, $11, now(), now())`,
      [
        ids[name],
        OWNER,
        `SC-${String(Object.keys(ids).indexOf(name)).padStart(8, '0')}`,
        kind,
        period === undefined ? null : PLAN,
        period ?? null,
        `pi_${name}`,
        `pi_${name}_secret`,
        status,
        retryAt ? 2 : 0,
        retryAt ?? null,
      ],
    )
    for (const [entry, cents, reference] of entries)
      await run(
        `insert into purchase_entry (purchase_id, kind, amount_cents, provider_reference, at) values ($1, $2, $3, $4, now())`,
        [ids[name], entry, cents, reference],
      )
  }
}

test('an order for credits keeps its kind, intent, and state', async () => {
  const rows = await run<{ id: string; kind: string; status: string; intent_id: string; account_id: string }>(
    `select p.id, p.kind, p.status, p.intent_id, p.account_id from payment p join purchase u on u.id = p.id order by p.id`,
  )
  assert.deepEqual(
    rows,
    Object.entries(stored).map(([name, { kind, status }]) => ({
      id: ids[name],
      kind,
      status,
      intent_id: `pi_${name}`,
      account_id: OWNER,
    })),
  )
})

test('the ledger has each of its money movements, in order', async () => {
  const rows = await run<{ payment_id: string; kind: string; amount_cents: number; provider_reference: string }>(
    'select payment_id, kind, amount_cents, provider_reference from money_entry order by id',
  )
  assert.deepEqual(
    rows.map((row) => [row.payment_id, row.kind, row.amount_cents, row.provider_reference]),
    Object.entries(stored).flatMap(([name, { entries = [] }]) => entries.map((entry) => [ids[name], ...entry])),
  )
})

test('a retry that was pending is still pending', async () => {
  const rows = await run<{ payment_id: string; failures: number; next_at: Date }>(
    'select payment_id, failures, next_at from payment_retry order by payment_id',
  )
  assert.deepEqual(
    rows.map((row) => [row.payment_id, row.failures, row.next_at.toISOString()]),
    [
      [ids.due, 2, '2026-11-21T10:00:00.000Z'],
      [ids.renewal, 2, '2026-11-21T11:00:00.000Z'],
    ],
  )
})

test('an order belongs to a booking or to an account, depending on its kind', async () => {
  const insert = `insert into payment (id, kind, account_id, provider, amount_cents, capture, status, created_at, updated_at)
    values ($1, $2, $3, 'sandbox', 499, 'automatic', 'opening', now(), now())`
  await assert.rejects(run(insert, [randomUUIDv7(), 'showing', OWNER]), /payment_holder/)
  await assert.rejects(run(insert, [randomUUIDv7(), 'renewal', null]), /payment_holder/)
  await assert.rejects(run(insert, [randomUUIDv7(), 'pack', OWNER]), /payment_open_once/)
})
