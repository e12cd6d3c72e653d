import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import type { Actor } from '../src/platform/actor.ts'
import type { TestApp } from './app.ts'
import { makeAgent, makeProperty, nextId, type PropertyChoices } from './factories.ts'

export const NOW = '2026-11-21T09:00:00Z'
export const admin: Actor = { kind: 'account', accountId: nextId(), role: 'admin', email: '' }

/** Creates a new agent with properties. */
export async function makeOwner({ db }: TestApp, ...homes: PropertyChoices[]) {
  const ownerId = await makeAgent(db)
  const made = []
  for (const choices of homes) made.push(await makeProperty(db, { ...choices, ownerId }))
  const actor: Actor = { kind: 'account', accountId: ownerId, role: 'agent', email: '' }
  return { ownerId, actor, homes: made, ids: made.map(({ id }) => id) }
}

type Stored = { startsAt: string; status?: string; bookedAt?: string; isDemo?: boolean; zone?: string }

/** Stores past rows as the product would have written them then. */
export function createPast(app: TestApp) {
  return {
    /** Stores a booking. Its date and time are local to the property's zone. */
    async store(propertyId: string, { startsAt, status = 'confirmed', bookedAt = NOW, ...more }: Stored) {
      const id = nextId()
      const zone = more.zone ?? 'America/Los_Angeles'
      await sql`insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
      hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, client_address, amount_cents, confirmation_number,
      manage_token, notice_token, is_demo, created_at, booked_at, updated_at)
    select ${id}, ${propertyId}, ${status}, at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes'),
      (at at time zone ${zone})::date, (at at time zone ${zone})::time, ${zone}, at, 'buyer', 'Maria Gomez', 'm@b.example', '(213) 555-0142', '+12135550142', '',
      2500, case when ${status} in ('held', 'lapsed') then null else 'SB-' || ${id} end, 'm' || ${id}, 'n' || ${id},
      ${more.isDemo ?? false}, ${bookedAt}, ${bookedAt}, ${bookedAt}
    from (select ${startsAt}::timestamptz as at) start`.execute(app.db)
      return id
    },

    async pay(bookingId: string, entries: [kind: string, cents: number, at: string][]) {
      const id = nextId()
      await sql`insert into payment (id, booking_id, provider, amount_cents, capture, status, created_at, updated_at)
    values (${id}, ${bookingId}, 'sandbox', 2500, 'automatic', 'succeeded', ${NOW}, ${NOW})`.execute(app.db)
      for (const [kind, cents, at] of entries)
        await sql`insert into money_entry (payment_id, kind, amount_cents, at) values (${id}, ${kind}, ${cents}, ${at})`.execute(
          app.db,
        )
    },

    /** Stores messages that enter the log at one moment. */
    async notify(bookingId: string, statuses: ('sent' | 'not_sent' | 'failed')[], at: string) {
      for (const [n, status] of statuses.entries())
        await sql`insert into notification (id, booking_id, event, channel, role, recipient, status, created_at)
      values (${nextId()}, ${bookingId}, ${`${at} ${n}`}, 'email', 'buyer', '"x"', ${status}, ${at})`.execute(app.db)
      await sql`update notification set logged_at = ${at} where booking_id = ${bookingId} and logged_at is null`.execute(
        app.db,
      )
    },

    change: (bookingId: string, status: string, at: string) =>
      sql`update booking set status = ${status}, updated_at = ${at} where id = ${bookingId}`.execute(app.db),
    /** Stores this many views on a day in the property's zone. */
    view: (propertyId: string, day: string, views: number) =>
      sql`insert into property_day (property_id, day, views) values (${propertyId}, ${day}, ${views})
    on conflict (property_id, day) do update set views = excluded.views`.execute(app.db),
  }
}

/** Stores this many old bookings, each with its payment and four messages, and some with a letter's refund. */
export async function makeLongAgo({ db }: Pick<TestApp, 'db'>, count: number): Promise<{ ownerId: string }> {
  const ownerId = await makeAgent(db)
  const { id: propertyId } = await makeProperty(db, { ownerId })
  for (const table of ['booking', 'payment', 'notification'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  await sql`
    insert into booking (id, property_id, owner_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
      hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents,
      confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at)
    select gen_random_uuid(), ${propertyId}, ${ownerId}, 'completed', at, at + interval '30 minutes',
      tstzrange(at, at + interval '30 minutes'), at::date, '10:00', 'America/Los_Angeles', at, 'buyer', 'B', 'b@example.com',
      '5555550100', '::1', 2500, 'SB-AGO-' || n, gen_random_uuid(), gen_random_uuid(), at, at, at
    from generate_series(1, ${count}::int) n, lateral (select timestamptz '2020-01-01' + n * interval '1 hour' as at) t`.execute(
    db,
  )
  await sql`
    insert into payment (id, booking_id, provider, intent_id, amount_cents, capture, status, paid_cents, paid_at, created_at, updated_at)
    select gen_random_uuid(), id, 'sandbox', 'pi_' || id, 2500, 'automatic', 'succeeded', 2500, booked_at, booked_at, booked_at
    from booking where confirmation_number like 'SB-AGO-%'`.execute(db)
  await sql`
    insert into letter_refund (payment_id, booking_id, due_at, done_at)
    select id, booking_id, paid_at, paid_at from payment where paid_at < '2022-01-01'`.execute(db)
  await sql`
    insert into notification (id, booking_id, event, channel, role, recipient, status, created_at, logged_at)
    select gen_random_uuid(), id, 'booked ' || n, 'email', 'buyer', '"x"', 'sent', booked_at, booked_at
    from booking, generate_series(1, 4) n where confirmation_number like 'SB-AGO-%'`.execute(db)
  await sql`analyze`.execute(db)
  return { ownerId }
}

/** Returns a database that remembers its statements. `plans` explains each one. */
export function watchedDatabase({ database: { pool } }: Pick<TestApp, 'database'>) {
  const queries: CompiledQuery[] = []
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  })
  async function plans(): Promise<string[]> {
    const found = []
    for (const { sql: text, parameters } of queries) {
      const { rows } = await pool.query(`explain ${text}`, [...parameters])
      found.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return found
  }
  return { db, plans }
}
