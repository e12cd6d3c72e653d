import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { migrate, migrationsFolder } from '../src/platform/db/migrate.ts'

/** The last migration that we do not measure. `fillBookings` writes the tables as they are after it. */
const MARK = '0116_cancel_queued_messages.sql'

/** A lock that blocks writers, or readers and writers. `ms`: how long we saw it; it may have lasted slightly longer. */
type Held = { table: string; mode: string; ms: number }

/** The locks of a migration. `unmeasured`: tables that it locks, but that have no rows here. */
export type Locks = { file: string; held: Held[]; unmeasured: string[] }

const LOOK_EVERY_MS = 4
/**
 * ROW EXCLUSIVE does not block the table, but its transaction changes rows, and each row stays locked until it ends.
 * Only `migrate` uses its own tables.
 */
const LOCKS = `pg_locks l join pg_class c on c.oid = l.relation and c.relkind in ('r', 'p')
  and c.relnamespace = 'public'::regnamespace and c.relname not in ('migration', 'function_text') and l.granted
  and l.mode in ('RowExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`

/** The last statement of a measured migration. Its transaction still has every lock, even those too brief to see. */
const NOTE = `insert into measured.lock select c.relname, l.mode from ${LOCKS} where l.pid = pg_backend_pid()`

/** Migrates an empty database to the mark, without the functions and triggers that have their own files. */
export async function migrateToMark(url: string): Promise<void> {
  await using folder = await temporaryFolder()
  await addHistory(folder.path)
  await migrate(url, { migrations: folder.path })
}

/** The product's migrations after the mark, in their order. */
export const newMigrations = async (): Promise<string[]> =>
  (await readdir(migrationsFolder)).sort().flatMap((name) => (name > MARK ? [join(migrationsFolder, name)] : []))

/**
 * Applies migrations one by one to a database that is at the mark.
 * @param functions a folder of functions and triggers to apply afterwards
 * @returns the locks of each file; those of functions and triggers together under `functions`
 */
export async function locksOf(url: string, migrations: string[], functions?: string): Promise<Locks[]> {
  await using folder = await temporaryFolder()
  await addHistory(folder.path)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create schema measured; create table measured.lock ("table" text, mode text)')
    const empty = await emptyTables(client)
    const locks: Locks[] = []
    for (const path of migrations) {
      const sql = await readFile(path, 'utf8')
      await writeFile(join(folder.path, basename(path)), sql.startsWith('-- concurrently') ? sql : `${sql}\n;${NOTE}`)
      const held = await locksDuring(client, () => migrate(url, { migrations: folder.path }))
      const { rows } = await client.query<{ table: string }>('delete from measured.lock returning "table"')
      const unmeasured = new Set([...rows, ...held].map(({ table }) => table)).intersection(empty)
      locks.push({ file: basename(path), held, unmeasured: [...unmeasured].sort() })
    }
    if (functions) {
      const held = await locksDuring(client, () => migrate(url, { migrations: folder.path, functions }))
      locks.push({ file: 'functions', held, unmeasured: [] })
    }
    return locks
  } finally {
    await client.end()
  }
}

async function emptyTables(client: pg.Client): Promise<Set<string>> {
  const empty = new Set<string>()
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) if ((await client.query(`select from ${name} limit 1`)).rowCount === 0) empty.add(name)
  return empty
}

async function addHistory(folder: string): Promise<void> {
  for (const name of await readdir(migrationsFolder)) {
    if (name <= MARK) await copyFile(join(migrationsFolder, name), join(folder, name))
  }
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'showingbooker-migrations-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/** Checks every few milliseconds which strong locks `migrate` has on tables that others can see. */
async function locksDuring(client: pg.Client, work: () => Promise<unknown>): Promise<Held[]> {
  const seen = new Map<string, Held & { from: number }>()
  let isOver = false
  const look = async () => {
    while (!isOver) {
      const { rows } = await client.query<{ transaction: string; table: string; mode: string; at: number }>(
        `select l.virtualtransaction as transaction, c.relname as "table", l.mode,
           extract(epoch from clock_timestamp())::float8 * 1000 as at
         from ${LOCKS} where l.pid in (select pid from pg_stat_activity
           where application_name = 'showingbooker migrate' and datname = current_database())`,
      )
      for (const { transaction, table, mode, at } of rows) {
        const key = `${transaction} ${table} ${mode}`
        const known = seen.get(key) ?? { table, mode, ms: 0, from: at }
        seen.set(key, { ...known, ms: Math.round(at - known.from) })
      }
      await delay(LOOK_EVERY_MS)
    }
  }
  const looking = look()
  try {
    await work()
  } finally {
    isOver = true
    await looking
  }
  return [...seen.values()].map(({ table, mode, ms }) => ({ table, mode, ms }))
}

/** @returns a sentence for each lock that is held too long, or that we cannot judge because its table is empty */
export const faultsOf = (locks: Locks[], limitMs: number): string[] =>
  locks.flatMap(({ file, held, unmeasured }) => [
    ...held.flatMap(({ table, mode, ms }) => (ms > limitMs ? `${file} has ${mode} on ${table} for ${ms} ms` : [])),
    ...unmeasured.map((table) => `${file} locks ${table}, which is empty here: fill it in test/migration-locks.ts`),
  ])

const HOMES = 1000

/**
 * Writes bookings of one agent, each with its payment, intent, entries, activity, a message, and a purchase, and the same
 * number of sessions, of conversations, each with a question and a document, and of image requests, without triggers. The
 * one account has the only suspension and the only second factor. It creates most indexes, exclusion constraints, and foreign keys
 * afterwards, which is faster.
 */
export async function fillBookings(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: later } = await client.query<{ drop: string; make: string }>(LATER, [FILLED])
    for (const { drop } of later) await client.query(drop)
    for (const table of FILLED) await client.query(`alter table ${table} disable trigger user`)
    for (const statement of fill) await client.query(statement.replace('COUNT', String(count)))
    for (const { make } of later) await client.query(make)
    for (const table of FILLED) {
      await client.query(`alter table ${table} enable trigger user`)
      await client.query(`vacuum analyze ${table}`)
    }
  } finally {
    await client.end()
  }
}

const LATER = `
  select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as make
  from pg_index i where indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where conrelid = any($1::regclass[]) and contype in ('x', 'f')`

const FILLED = [
  'account',
  'account_session',
  'property',
  'booking',
  'payment',
  'sandbox_intent',
  'money_entry',
  'compliance_entry',
  'activity',
  'property_month',
  'notification',
  'purchase',
  'conversation',
  'conversation_message',
  'document',
  'generation',
  'suspension',
  'account_second_factor',
]

/** The n-th ID of a kind, the same in each table. */
const id = (kind: number, n = 'n') => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const fill = [
  `insert into account (id, name, email) values (${id(1, '1')}, 'Lena Listing', 'lena@agents.example.com')`,
  `insert into account_session (id, account_id, token, expires_at)
   select ${id(9)}, ${id(1, '1')}, 'token-' || n, now() from generate_series(1, COUNT) n`,
  `insert into property (id, owner_id, created_by, slug, address_line1, city, state, zip_code, time_zone)
   select ${id(2)}, ${id(1, '1')}, ${id(1, '1')}, 'home-' || n, n || ' Juniper Street', 'Los Angeles', 'CA', '90012', 'America/Los_Angeles'
   from generate_series(0, ${HOMES - 1}) n`,
  `insert into booking (id, property_id, owner_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
     hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, client_address, amount_cents,
     confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at)
   select ${id(3)}, ${id(2, `n % ${HOMES}`)}, ${id(1, '1')}, 'completed', start, start + interval '30 minutes',
     tstzrange(start, start + interval '30 minutes'), start::date, start::time, 'America/Los_Angeles', start, 'buyer',
     'Past Buyer ' || n, 'past' || n || '@buyers.example.com', '(310) 555-0199', '+13105550199', '192.0.2.1', 2500,
     'SB-' || n, 'm' || n, 'n' || n, start, start, start
   from generate_series(1, COUNT) n, lateral (select '2026-01-01Z'::timestamptz - n / ${HOMES} * interval '1 hour' as start) s`,
  `insert into payment (id, booking_id, provider, intent_id, client_secret, amount_cents, capture, status, paid_at, created_at, updated_at)
   select ${id(4)}, ${id(3)}, 'sandbox', 'pi_' || n, 'secret_' || n, 2500, 'automatic', 'succeeded', now(), now(), now()
   from generate_series(1, COUNT) n`,
  `insert into sandbox_intent (id, client_secret, idempotency_key, amount_cents, currency, capture, status, expires_at, created_at)
   select 'pi_' || n, 'secret_' || n, 'hold:' || n, 2500, 'usd', 'automatic', 'succeeded', now(), now() from generate_series(1, COUNT) n`,
  `insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
   select ${id(4)}, 'charge', 2500, 'pi_' || n, now() from generate_series(1, COUNT) n`,
  `insert into compliance_entry (property_id, sequence, booking_id, event, at, payload, previous_hash, hash)
   select ${id(2, `n % ${HOMES}`)}, n / ${HOMES} + 1, ${id(3)}, 'booked', now(), repeat('x', 300), '', n from generate_series(1, COUNT) n`,
  `insert into activity (owner_id, property_id, booking_id, kind, at)
   select ${id(1, '1')}, ${id(2, `n % ${HOMES}`)}, ${id(3)}, 'booked', now() from generate_series(1, COUNT) n`,
  `insert into property_month (property_id, owner_id, month)
   select ${id(2)}, ${id(1, '1')}, '2026-01-01'::date - m * interval '1 month'
   from generate_series(0, ${HOMES - 1}) n, generate_series(0, 23) m`,
  `insert into notification (id, booking_id, event, channel, role, recipient, status, provider_reference, created_at, sent_at, logged_at)
   select ${id(5)}, ${id(3)}, 'booked', 'email', 'buyer', '"past@buyers.example.com"', 'sent', 'ref-' || n, now(), now(), now()
   from generate_series(1, COUNT) n`,
  `insert into purchase (id, number, credits, expires_at, created_at)
   select ${id(4)}, 'SC-' || lpad(n::text, 8, '0'), 100, now(), now() from generate_series(1, COUNT) n`,
  `insert into conversation (id, account_id, title, search, created_at, updated_at)
   select ${id(6)}, ${id(1, '1')}, 'Conversation ' || n, searched_words('Conversation ' || n), now(), now() from generate_series(1, COUNT) n`,
  `insert into conversation_message (id, conversation_id, account_id, number, role, content, search, status, created_at, finished_at)
   select ${id(8)}, ${id(6)}, ${id(1, '1')}, 1, 'user', 'Question ' || n, searched_words('Question ' || n), 'done', now(), now() from generate_series(1, COUNT) n`,
  `insert into document (id, account_id, conversation_id, name, type, size_bytes, sha256, status, pages, created_at, read_at)
   select ${id(7)}, ${id(1, '1')}, ${id(6)}, 'Lease ' || n || '.pdf', 'application/pdf', 1000, repeat('0', 64), 'ready', 1, now(), now()
   from generate_series(1, COUNT) n`,
  `insert into generation (id, account_id, prompt, style, filter, seed, count, restore_faces, engine, status, created_at, finished_at)
   select ${id(0)}, ${id(1, '1')}, 'A lake', 'photo', 'none', 1, 1, false, 'local', 'succeeded', now(), now() from generate_series(1, COUNT) n`,
  `insert into suspension (account_id, reason, suspended_at, unlisted) values (${id(1, '1')}, 'No license', now(), '{}')`,
  `insert into account_second_factor (id, account_id, secret, backup_codes)
   values (${id(9, '1')}, ${id(1, '1')}, 'secret', 'codes')`,
]
