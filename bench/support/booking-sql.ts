import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { connectAll, holdWithSql, instant, token } from './bare-hold.ts'
import { logged, messagesTo } from './booked-rows.ts'
import { type BookingResult, type BookingTask, bookUntilOver } from './booking-load.ts'
import type { Buyer } from './buyer.ts'
import { answerLoad } from './load-process.ts'

/**
 * The baseline of a booking: the statements that write its rows, sent straight to the database as named statements, one
 * connection per client. It decides and checks nothing. The values come from the number of the booking.
 */
const statements = {
  home: `select p.id, p.slug, p.time_zone, p.availability_type, p.custom_availability, p.availability_overrides,
    p.entry_hours_rule, p.resident_consent_hours, p.buffer_minutes, p.booking_approval, p.occupancy_status, p.is_demo
    from property p where (p.slug = $1 or p.id = $2::uuid) and p.status = 'listed' and p.deleted_at is null`,
  intent: `insert into sandbox_intent
      (id, client_secret, idempotency_key, amount_cents, currency, capture, status, expires_at, created_at)
    values ($1, $2, $3, 2500, 'usd', 'automatic', 'requires_payment_method', $4, $5) returning id`,
  open: `update payment set intent_id = $1, client_secret = $2, status = 'open', updated_at = $3
    where id = $4 and status = 'opening' and revision = 0 returning id`,
  pay: `with paid as (
      update sandbox_intent set last_error = null, status = 'succeeded'
      where id = $4 and client_secret = $1 and status in ('requires_payment_method', 'requires_action') and expires_at > $2 returning id),
    event as (
      insert into sandbox_event (id, type, intent_id, created_at)
      select $3, 'payment_intent.succeeded', id, $2::timestamptz from paid returning id, type, intent_id)
    select graphile_worker.add_job('sandbox.deliver',
      json_build_object('id', id, 'type', type, 'intentId', intent_id), max_attempts => 13,
      job_key => id, job_key_mode => 'unsafe_dedupe') from event`,
  showing: `select * from showing where intent_id = $1`,
  settle: `select settle_order($1, $2::jsonb, $3::timestamptz) as outcome`,
}

async function book(client: pg.Client, buyer: Buyer) {
  const run = (name: keyof typeof statements, values: unknown[]) =>
    client.query({ name, text: statements[name], values })
  const intentId = `pi_sandbox_${randomBytes(12).toString('hex')}`
  const secret = `${intentId}_secret_${token()}`
  const at = instant(Date.now())
  const until = instant(Date.now() + 600_000)

  await run('home', [buyer.home, buyer.home])
  const { outcome, paymentId } = await holdWithSql(client, buyer)
  if (outcome !== 'held') throw new Error(`a hold ended as ${outcome}`)
  await run('intent', [intentId, secret, `hold:${paymentId}:2500`, until, at])
  await run('open', [intentId, secret, at, paymentId])
  await run('pay', [secret, at, `evt_sandbox_${randomBytes(12).toString('hex')}`, intentId])
  const { rows } = await run('showing', [intentId])
  const facts = {
    provider_status: 'succeeded',
    amount_cents: 2500,
    revision: 0,
    confirmation_number: `SB-${randomBytes(6).toString('hex')}`,
    decision_due_at: at,
    may_retake: true,
    payload: JSON.stringify(logged(rows[0], at)),
    notifications: messagesTo(buyer),
  }
  const settled = await run('settle', [intentId, JSON.stringify(facts), at])
  if (settled.rows[0]?.outcome !== 'settled') throw new Error(`a booking ended as ${settled.rows[0]?.outcome}`)
}

answerLoad(async (task: BookingTask, begin): Promise<BookingResult> => {
  const clients = await connectAll(task.databaseUrl, task.clients)
  const result = await bookUntilOver(task, clients, begin, book)
  await Promise.all(clients.map((client) => client.end()))
  return result
})
