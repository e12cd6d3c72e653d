import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

/** A row of the view `showing`: a booking from its hold on, with its home, people and money. */
export type ShowingRow = {
  id: string
  property_id: string
  status: 'held' | 'lapsed' | 'pending' | 'confirmed' | 'completed' | 'no_show' | 'cancelled' | 'declined'
  starts_at: Date
  ends_at: Date
  showing_date: string
  showing_time: string
  time_zone: string
  requester_type: 'buyer' | 'buyers_agent' | 'other'
  buyer_name: string
  buyer_email: string
  buyer_phone: string
  buyer_agent_name: string | null
  buyer_agent_email: string | null
  buyer_agent_phone: string | null
  mail_upgrade: boolean
  special_requests: string | null
  amount_cents: number
  confirmation_number: string | null
  manage_token: string
  notice_token: string
  calendar_sequence: number
  decision_due_at: Date | null
  hold_expires_at: Date
  created_at: Date
  booked_at: Date | null
  is_demo: boolean
  slug: string
  owner_id: string
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
  photo_key: string | null
  occupancy_status: 'owner' | 'resident' | 'vacant'
  rent_amount: number | null
  showing_instructions: string | null
  property_listed: boolean
  agent_name: string | null
  agent_email: string | null
  agent_phone: string | null
  agent_license: string | null
  agent_brokerage: string | null
  resident_name: string | null
  resident_email: string | null
  resident_phone: string | null
  resident_text_consent: boolean
  owner_name: string | null
  owner_email: string | null
  owner_phone: string | null
  payment_id: string
  payment_status: 'opening' | 'open' | 'authorized' | 'succeeded' | 'refund_due' | 'refunded' | 'cancelled'
  payment_amount_cents: number
  intent_id: string | null
  client_secret: string | null
  payment_revision: number
  /** What the provider took, once it did. */
  paid_cents: number | null
  client_address: string
}

const isBooked = sql`status not in ('held', 'lapsed')`

export async function findById(db: Database, id: string): Promise<ShowingRow | null> {
  const { rows } = await sql<ShowingRow>`select * from showing where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The buyer's own page. */
export async function findByManageToken(db: Database, token: string): Promise<ShowingRow | null> {
  const { rows } = await sql<ShowingRow>`select * from showing where manage_token = ${token} and ${isBooked}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The public link of the notice to enter. */
export async function findByNoticeToken(db: Database, token: string): Promise<ShowingRow | null> {
  const { rows } = await sql<ShowingRow>`select * from showing where notice_token = ${token} and ${isBooked}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function findByClientSecret(db: Database, clientSecret: string): Promise<ShowingRow | null> {
  const { rows } = await sql<ShowingRow>`select * from showing where client_secret = ${clientSecret}`.execute(db)
  return rows[0] ?? null
}

/** Booked showings of one account's homes (of all homes, without an owner), latest start first. */
export async function listShowings(
  db: Database,
  scope: {
    ownerId: string | null
    propertyId: string | null
    id: string | null
    after: { startsAt: string; id: string } | null
    limit: number
  },
): Promise<ShowingRow[]> {
  const { rows } = await sql<ShowingRow>`
    select * from showing where ${isBooked}
      ${scope.ownerId ? sql`and owner_id = ${scope.ownerId}` : sql``}
      ${scope.propertyId ? sql`and property_id = ${scope.propertyId}` : sql``}
      ${scope.id ? sql`and id = ${scope.id}` : sql``}
      ${scope.after ? sql`and (starts_at, id) < (${scope.after.startsAt}::timestamptz, ${scope.after.id}::uuid)` : sql``}
    order by starts_at desc, id desc limit ${scope.limit}`.execute(db)
  return rows
}
