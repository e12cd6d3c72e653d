import type pg from 'pg'
import { insertProperties, onDatabase } from './homes.ts'

const AT_ONCE = 10_000
/** Days between the bookings of a property. 25 of them reach back a year and a half and a little ahead. */
const DAYS_APART = 22
const VIEWED_DAYS = 60

/**
 * Stores a busy agent's properties with their history: bookings of a year and a half with payments, ledger, notices, and log, one in ten
 * by approval, one in twenty canceled; and daily page views. It writes through every index,
 * constraint, and trigger.
 * @returns the properties' IDs
 */
export async function storeHistory(
  databaseUrl: string,
  { homes, bookings }: { homes: number; bookings: number },
): Promise<string[]> {
  return onDatabase(databaseUrl, async (client) => {
    const ids = await insertProperties(client, homes)
    for (let from = 0; from < bookings; from += AT_ONCE)
      await storeSome(client, ids, { from, to: Math.min(bookings, from + AT_ONCE) - 1 })
    await client.query(
      `insert into property_day (property_id, day, views, shares)
       select home, current_date - 5 * n, 1 + n % 7, n % 2 from unnest($1::uuid[]) home, generate_series(0, $2::int - 1) n`,
      [ids, VIEWED_DAYS],
    )
    await client.query(
      `update property p set view_count = d.views from (
         select property_id, sum(views) as views from property_day group by property_id) d
       where d.property_id = p.id`,
    )
    await client.query('vacuum analyze')
    return ids
  })
}

async function storeSome(client: pg.Client, ids: string[], { from, to }: { from: number; to: number }) {
  await client.query('begin')
  await client.query(
    `create temporary table made on commit drop as
     select uuidv7() as id, uuidv7() as payment_id, n, home, booked_at, start, n % 10 = 3 as is_asked,
       case when turn % 20 = 7 then 'cancelled' when start > now() then 'confirmed' when turn % 20 = 9 then 'no_show'
         else 'completed' end as status
     from generate_series($1::int, $2::int) n,
       lateral (select ($3::uuid[])[n % cardinality($3::uuid[]) + 1] as home, n / cardinality($3::uuid[]) as turn) places,
       -- On the half hour, at some time of the day.
       lateral (select date_trunc('day', now()) - turn * interval '${DAYS_APART} days' - (n % 7) * interval '1 day'
         + (n % 16) * interval '30 minutes' as booked_at) booked,
       lateral (select booked_at + interval '4 days' as start) starts`,
    [from, to, ids],
  )
  for (const statement of fill) await client.query(statement)
  await client.query('commit')
}

const fill = [
  `insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
     hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, client_address, amount_cents,
     confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at, decision_due_at, decided_at)
   select id, home, status, start, start + interval '30 minutes', tstzrange(start, start + interval '30 minutes'),
     (start at time zone 'America/Los_Angeles')::date, (start at time zone 'America/Los_Angeles')::time, 'America/Los_Angeles',
     booked_at, 'buyer', 'Past Buyer ' || n, 'past' || n || '@buyers.example.com', '(310) ' || overlay(lpad(n::text, 7, '0') placing '-' from 4 for 0), '+1310' || lpad(n::text, 7, '0'), '192.0.2.1',
     2500, 'SB-' || id, 'm' || id, 'n' || id, booked_at, booked_at, booked_at,
     case when is_asked then booked_at + interval '2 days' end, case when is_asked then booked_at + (n % 900) * interval '1 minute' end
   from made`,
  `insert into payment (id, booking_id, provider, intent_id, client_secret, amount_cents, capture, status, paid_at, created_at, updated_at)
   select payment_id, id, 'sandbox', 'pi_' || payment_id, 'secret_' || payment_id, 2500, 'automatic', 'succeeded', booked_at, booked_at, booked_at
   from made`,
  `insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
   select payment_id, 'charge', 2500, 'pi_' || payment_id, booked_at from made`,
  `insert into notification (id, booking_id, event, channel, role, recipient, status, created_at, sent_at)
   select uuidv7(), id, 'booked', channel, role, '"somebody@example.com"', case when n % 50 = 0 then 'not_sent' else 'sent' end, booked_at, booked_at
   from made, unnest(array['sms', 'email']) channel, unnest(array['listing_agent', 'resident', 'buyer']) role`,
  `update notification n set logged_at = made.booked_at from made where made.id = n.booking_id`,
  `insert into compliance_entry (property_id, sequence, booking_id, event, at, payload, previous_hash, hash)
   select home, coalesce((select max(sequence) from compliance_entry where property_id = home), 0)
       + row_number() over (partition by home order by n, event), id, event, booked_at, payload, '', md5(n::text) || md5(id::text)
   from made, lateral (values
     ('booked', json_build_object('bookingId', id, 'buyerName', 'Past Buyer ' || n, 'status', status, 'occupancy', 'vacant',
       'timestamp', booked_at, 'bookingCreatedAt', booked_at, 'startsAt', start, 'timeZone', 'America/Los_Angeles',
       'property', json_build_object('state', 'CA'),
       'payment', json_build_object('amount', 2500, 'status', 'Paid', 'processedAt', booked_at),
       'is as long as', repeat('x', 500))::text),
     ('notified', json_build_object('messages', json_build_array(), 'is as long as', repeat('x', 900))::text)) entries (event, payload)`,
]
