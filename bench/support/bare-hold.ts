import { randomBytes, randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import { phoneColumns } from '../../src/platform/phone.ts'
import type { Buyer } from './buyer.ts'

export const instant = (epochMs: number) => new Date(epochMs).toISOString()
export const token = () => randomBytes(24).toString('base64url')

/** Holds a slot with only the database function, without the service's checks. */
export async function holdWithSql(client: pg.Client, buyer: Buyer) {
  const now = Date.now()
  const startsAt = Date.parse(buyer.start.startsAt)
  const endsAt = instant(startsAt + 1_800_000)
  const payment = { id: randomUUIDv7(), provider: 'sandbox', capture: 'automatic' }
  const booking = {
    id: randomUUIDv7(),
    property_id: buyer.home,
    starts_at: instant(startsAt),
    ends_at: endsAt,
    during: `[${instant(startsAt)},${endsAt})`,
    showing_date: buyer.start.date,
    showing_time: buyer.start.time,
    time_zone: 'America/Los_Angeles',
    hold_expires_at: instant(now + 600_000),
    client_address: buyer.address,
    amount_cents: 2500,
    manage_token: token(),
    notice_token: token(),
    is_demo: false,
    requester_type: 'buyer',
    buyer_name: buyer.name,
    buyer_email: buyer.email,
    ...phoneColumns('buyer_phone', buyer.phone),
    mail_upgrade: false,
    language: 'en',
  }
  const { rows } = await client.query<{ outcome: string }>({
    name: 'hold',
    text: 'select * from hold_slot($1::jsonb, $2::jsonb, $3::timestamptz)',
    values: [JSON.stringify(booking), JSON.stringify(payment), instant(now)],
  })
  return { outcome: rows[0]?.outcome, paymentId: payment.id }
}

export async function connectAll(databaseUrl: string, count: number): Promise<pg.Client[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      return client
    }),
  )
}
