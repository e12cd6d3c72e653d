import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { onDatabase } from './homes.ts'

const AT_ONCE = 25_000
/** As many as this machine has processors. */
const SESSIONS = Math.min(4, availableParallelism())
/** One in this many stored bookings is still ahead, as long as there are free slots. */
const AHEAD_OF = 4

/**
 * Stores the bookings of several months, spread evenly over the properties: most past, some canceled, some ahead, each with
 * its payment, ledger, and log entry. It writes through every index, constraint, and trigger.
 * @param ahead slots (RFC 3339) for a property's future bookings, one each; no one else may book them
 */
export async function storeBookings(
  databaseUrl: string,
  history: { homes: string[]; count: number; ahead: string[] },
): Promise<void> {
  let next = 0
  const storeRest = async (client: pg.Client) => {
    for (let from = next; from < history.count; from = next) {
      next = Math.min(history.count, from + AT_ONCE)
      await storeSome(client, history, { from, to: next - 1 })
    }
  }
  await Promise.all(Array.from({ length: SESSIONS }, () => onDatabase(databaseUrl, storeRest)))
  await onDatabase(databaseUrl, async (client) => {
    for (const table of ['booking', 'payment', 'money_entry', 'compliance_entry']) {
      await client.query(`vacuum analyze ${table}`)
    }
  })
}

async function storeSome(
  client: pg.Client,
  { homes, ahead }: { homes: string[]; ahead: string[] },
  { from, to }: { from: number; to: number },
) {
  await client.query('begin')
  await client.query(
    `create temporary table made on commit drop as
     select uuidv7() as id, uuidv7() as payment_id, n, ($3::uuid[])[n % $4::int + 1] as home, turn,
       case when is_ahead then ($5::timestamptz[])[turn / ${AHEAD_OF} + 1]
         else date_trunc('hour', now()) - interval '1 day' - turn * interval '45 minutes' end as start,
       case when is_ahead then 'confirmed' when turn % 20 = 7 then 'cancelled' else 'completed' end as status
     from generate_series($1::int, $2::int) n, lateral (select n / $4::int as turn) turns,
       lateral (select turn % ${AHEAD_OF} = 0 and turn / ${AHEAD_OF} < cardinality($5::timestamptz[]) as is_ahead) kinds`,
    [from, to, homes, homes.length, ahead],
  )
  for (const statement of fill) await client.query(statement)
  await client.query('commit')
}

const fill = [
  `insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
     hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, client_address, amount_cents,
     confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at)
   select id, home, status, start, start + interval '30 minutes', tstzrange(start, start + interval '30 minutes'),
     (start at time zone 'America/Los_Angeles')::date, (start at time zone 'America/Los_Angeles')::time, 'America/Los_Angeles',
     now(), 'buyer', 'Past Buyer ' || n, 'past' || n || '@buyers.example.com', '(310) ' || overlay(lpad(n::text, 7, '0') placing '-' from 4 for 0), '+1310' || lpad(n::text, 7, '0'), '192.0.2.1', 2500,
     'SB-' || id, 'm' || id, 'n' || id, now(), now(), now()
   from made`,
  `insert into payment (id, booking_id, provider, intent_id, client_secret, amount_cents, capture, status, paid_at, created_at, updated_at)
   select payment_id, id, 'sandbox', 'pi_' || payment_id, 'secret_' || payment_id, 2500, 'automatic', 'succeeded', now(), now(), now()
   from made`,
  `insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
   select payment_id, 'charge', 2500, 'pi_' || payment_id, now() from made`,
  `insert into compliance_entry (property_id, sequence, booking_id, event, at, payload, previous_hash, hash)
   select home, turn + 1, id, 'booked', now(), repeat('x', 900), '', md5(n::text) || md5(id::text) from made`,
]
