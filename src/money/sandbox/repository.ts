import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { LaterOutcome } from './domain.ts'

export type SandboxIntent = {
  id: string
  client_secret: string
  amount_cents: number
  currency: string
  capture: 'automatic' | 'manual'
  status: 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'succeeded' | 'canceled'
  expires_at: Date
  refunded_cents: number
  /** The payer, if they save their card. */
  customer: string | null
  /** What later charges of that card will do, or `null` if no card was saved yet. */
  later: LaterOutcome | null
}

const columns = sql.raw(
  'id, client_secret, amount_cents, currency, capture, status, expires_at, refunded_cents, customer, later',
)

/** The secret begins with the intent's ID, which has the index. */
const hasSecret = (secret: string) => sql`(id = ${secret.split('_secret_')[0]} and client_secret = ${secret})`

/** Inserts an intent. The same key returns the existing one. */
export async function insertIntent(
  db: Database,
  intent: Omit<SandboxIntent, 'status' | 'expires_at' | 'refunded_cents' | 'later'> & {
    idempotencyKey: string
    expiresAt: string
  },
  now: string,
): Promise<SandboxIntent> {
  const { rows } = await sql<SandboxIntent>`
    insert into sandbox_intent (id, client_secret, idempotency_key, amount_cents, currency, capture, status, expires_at, created_at, customer)
    values (${intent.id}, ${intent.client_secret}, ${intent.idempotencyKey}, ${intent.amount_cents}, ${intent.currency},
      ${intent.capture}, 'requires_payment_method', ${intent.expiresAt}, ${now}, ${intent.customer})
    on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
    returning ${columns}`.execute(db)
  return rows[0] as SandboxIntent
}

export async function findIntent(db: Database, id: string): Promise<SandboxIntent | null> {
  const { rows } = await sql<SandboxIntent>`select ${columns} from sandbox_intent where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function listIntents(db: Database, since: string): Promise<(SandboxIntent & { created_at: Date })[]> {
  const { rows } = await sql<SandboxIntent & { created_at: Date }>`
    select ${columns}, created_at from sandbox_intent where created_at >= ${since} order by created_at desc, id`.execute(
    db,
  )
  return rows
}

export async function findIntentBySecret(db: Database, clientSecret: string): Promise<SandboxIntent | null> {
  const { rows } = await sql<SandboxIntent>`
    select ${columns} from sandbox_intent where ${hasSecret(clientSecret)}`.execute(db)
  return rows[0] ?? null
}

/**
 * Takes the money once, and writes the event and the job that delivers it. Like a vendor's, the event comes a moment
 * later: the browser has then settled its order, and the event finds nothing left to do.
 * @returns `null` if it cannot take the money
 */
export async function markPaid(
  db: Database,
  {
    clientSecret,
    amountCents,
    later,
  }: { clientSecret: string; amountCents: number | undefined; later: LaterOutcome | undefined },
  eventId: string,
  now: string,
): Promise<SandboxIntent | null> {
  const { rows } = await sql<SandboxIntent & { queued: boolean }>`
    with paid as (
      update sandbox_intent set last_error = null,
        status = case capture when 'manual' then 'requires_capture' else 'succeeded' end,
        later = case when customer is null then later else coalesce(${later ?? null}, later) end
      where ${hasSecret(clientSecret)} and status in ('requires_payment_method', 'requires_action') and expires_at > ${now}
        and amount_cents = coalesce(${amountCents ?? null}::integer, amount_cents)
      returning ${columns}),
    event as (
      insert into sandbox_event (id, type, intent_id, created_at)
      select ${eventId},
        case capture when 'manual' then 'payment_intent.amount_capturable_updated' else 'payment_intent.succeeded' end, id, ${now}::timestamptz
      from paid returning id, type, intent_id)
    select paid.*, graphile_worker.add_job('sandbox.deliver',
      json_build_object('id', event.id, 'type', event.type, 'intentId', event.intent_id),
      run_at => now() + interval '1 second', max_attempts => 13,
      job_key => event.id, job_key_mode => 'unsafe_dedupe') is not null as queued
    from paid, event`.execute(db)
  return rows[0] ?? null
}

/** Records what later charges of the paying card will do, if the card is saved. */
export async function noteLater(db: Database, clientSecret: string, later: LaterOutcome): Promise<void> {
  await sql`update sandbox_intent set later = ${later} where ${hasSecret(clientSecret)} and customer is not null
    and status in ('requires_payment_method', 'requires_action')`.execute(db)
}

/** Finds what a charge of the card that an intent saved will do, or `null` if the intent saved no card. */
export async function findLater(db: Database, saved: { id: string; customer: string }): Promise<LaterOutcome | null> {
  const { rows } = await sql<{ later: LaterOutcome | null }>`
    select later from sandbox_intent where id = ${saved.id} and customer = ${saved.customer} and status = 'succeeded'`.execute(
    db,
  )
  return rows[0]?.later ?? null
}

export async function forgetCards(db: Database, customer: string): Promise<void> {
  await sql`update sandbox_intent set later = null where customer = ${customer}`.execute(db)
}

export async function markAction(db: Database, clientSecret: string): Promise<void> {
  await sql`update sandbox_intent set status = 'requires_action'
    where ${hasSecret(clientSecret)} and status in ('requires_payment_method', 'requires_action')`.execute(db)
}

/** Records a declined card. The intent stays open for another try. */
export async function markDeclined(db: Database, clientSecret: string, message: string): Promise<void> {
  await sql`update sandbox_intent set status = 'requires_payment_method', last_error = ${message}
    where ${hasSecret(clientSecret)} and status in ('requires_payment_method', 'requires_action')`.execute(db)
}

export async function updateAmount(db: Database, id: string, amountCents: number): Promise<boolean> {
  const { rows } = await sql`update sandbox_intent set amount_cents = ${amountCents}
    where id = ${id} and status in ('requires_payment_method', 'requires_action') returning id`.execute(db)
  return rows.length > 0
}

/** Cancels unpaid intents. Only `markRefundedOrReleased` releases an authorization. */
export async function markCanceled(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`update sandbox_intent set status = 'canceled'
    where id = ${id} and status in ('requires_payment_method', 'requires_action', 'canceled') returning id`.execute(db)
  return rows.length > 0
}

/** Refunds a charge in full or releases an authorization. Safe to repeat. */
export async function markRefundedOrReleased(
  db: Database,
  id: string,
): Promise<{ status: string; amount_cents: number } | null> {
  const { rows } = await sql<{ status: string; amount_cents: number }>`
    update sandbox_intent set
      refunded_cents = case when status = 'succeeded' then amount_cents else refunded_cents end,
      status = case when status = 'requires_capture' then 'canceled' else status end
    where id = ${id} and status in ('succeeded', 'requires_capture', 'canceled') returning status, amount_cents`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Captures an authorization. Safe to repeat. */
export async function markCaptured(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`update sandbox_intent set status = 'succeeded'
    where id = ${id} and capture = 'manual' and status in ('requires_capture', 'succeeded') returning id`.execute(db)
  return rows.length > 0
}

/** Lists the partial refunds. */
export async function listPartialRefunds(
  db: Database,
  intentId: string,
): Promise<{ id: string; idempotency_key: string; amount_cents: number }[]> {
  const { rows } = await sql<{ id: string; idempotency_key: string; amount_cents: number }>`
    select id, idempotency_key, amount_cents from sandbox_refund where intent_id = ${intentId} order by created_at, id`.execute(
    db,
  )
  return rows
}

/** Refunds part of a charge, once per key. Returns `null` if less than that is left. */
export async function insertPartialRefund(
  db: Database,
  refund: { id: string; intentId: string; idempotencyKey: string; amountCents: number },
  now: string,
): Promise<{ id: string; amount_cents: number } | null> {
  const { intentId, idempotencyKey, amountCents } = refund
  const { rows } = await sql<{ id: string; amount_cents: number }>`
    with known as (select id, amount_cents from sandbox_refund where idempotency_key = ${idempotencyKey}),
    taken as (
      update sandbox_intent set refunded_cents = refunded_cents + ${amountCents}
      where id = ${intentId} and status = 'succeeded' and refunded_cents + ${amountCents} <= amount_cents
        and not exists (select from known)
      returning id),
    made as (
      insert into sandbox_refund (id, idempotency_key, intent_id, amount_cents, created_at)
      select ${refund.id}, ${idempotencyKey}, taken.id, ${amountCents}, ${now}::timestamptz from taken returning id, amount_cents)
    select id, amount_cents from known union all select id, amount_cents from made`.execute(db)
  return rows[0] ?? null
}
