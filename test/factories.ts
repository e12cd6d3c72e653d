import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../src/platform/db/connect.ts'
import { phoneColumns } from '../src/platform/phone.ts'

let made = 0

/** Creates an account that owns properties. */
export async function makeAgent(db: Database): Promise<string> {
  const id = nextId()
  await sql`insert into account (id, name, email) values (${id}, 'An Agent', ${`agent${++made}-${id.slice(-6)}@example.com`})`.execute(
    db,
  )
  return id
}

export type PropertyChoices = {
  occupancy?: 'vacant' | 'owner' | 'resident'
  approval?: 'automatic' | 'manual'
  status?: 'listed' | 'unlisted' | 'sold' | 'rented'
  timeZone?: string
  bufferMinutes?: number
  isDemo?: boolean
  ownerId?: string
}

let lastId = ''
/** Returns an ID after those before it. Node orders IDs of one millisecond at random. */
export function nextId(): string {
  let id = randomUUIDv7()
  while (id <= lastId) id = randomUUIDv7()
  lastId = id
  return id
}

/** Creates a listed property in Los Angeles with an agent and, if it is occupied, a resident. */
export async function makeProperty(
  db: Database,
  choices: PropertyChoices = {},
): Promise<{ id: string; slug: string; ownerId: string }> {
  const ownerId = choices.ownerId ?? (await makeAgent(db))
  const id = nextId()
  const slug = `home-${id}`
  const isLivedIn = choices.occupancy === 'resident'
  await sql`
    insert into property (id, owner_id, created_by, slug, address_line1, unit_number, city, state, zip_code, time_zone, status,
      booking_approval, occupancy_status, agent_first_name, agent_last_name, agent_email, agent_phone,
      resident_first_name, resident_last_name, resident_email, resident_phone, owner_first_name, owner_last_name, owner_email,
      showing_instructions, buffer_minutes, is_demo)
    values (${id}, ${ownerId}, ${ownerId}, ${slug}, '742 Juniper Street', '3', 'Los Angeles', 'CA', '90012',
      ${choices.timeZone ?? 'America/Los_Angeles'}, ${choices.status ?? 'listed'}, ${choices.approval ?? 'automatic'},
      ${choices.occupancy ?? 'vacant'}, 'Lena', 'Listing', 'lena@agents.example.com', '(213) 555-0100',
      ${isLivedIn ? 'Rosa' : null}, ${isLivedIn ? 'Resident' : null}, ${isLivedIn ? 'rosa@home.example.com' : null},
      ${isLivedIn ? '(213) 555-0111' : null}, 'Olga', 'Owner', 'olga@owners.example.com', 'Lockbox 4711',
      ${choices.bufferMinutes ?? 0}, ${choices.isDemo ?? false})`.execute(db)
  return { id, slug, ownerId }
}

/** Returns a time zone where it is 9 AM, so that phones may ring for hours. */
export function morningZone(): string {
  const { hour } = Temporal.Now.zonedDateTimeISO('UTC')
  const ahead = ((9 - hour + 36) % 24) - 12
  // The signs of these names are the other way around.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

export type ShowingChoices = {
  propertyId: string
  startsAt: Temporal.Instant
  status?: 'pending' | 'confirmed' | 'completed' | 'no_show' | 'cancelled' | 'declined'
  timeZone?: string
  bookedAt?: Temporal.Instant
  isDemo?: boolean
  buyer?: { name?: string; email?: string; phone?: string }
  specialRequests?: string
}

/** Stores a showing without messages or log entries, and its payment unless it is a demo. */
export async function makeShowing(db: Database, choices: ShowingChoices): Promise<{ id: string; number: string }> {
  const { propertyId, startsAt, status = 'confirmed', timeZone = 'America/Los_Angeles', isDemo = false } = choices
  const id = nextId()
  const number = `SB-${id.slice(-8).toUpperCase()}`
  const local = startsAt.toZonedDateTimeISO(timeZone)
  const bookedAt = (choices.bookedAt ?? startsAt.subtract({ hours: 72 })).toString()
  const endsAt = startsAt.add({ minutes: 30 })
  const buyer = { name: 'Maria Gomez', email: 'maria@buyers.example.com', phone: '2135550142', ...choices.buyer }
  const phone = phoneColumns('buyer_phone', buyer.phone)
  await sql`
    insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
      hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, buyer_phone_extension,
      client_address, amount_cents, special_requests, confirmation_number, manage_token, notice_token, is_demo, created_at, booked_at, updated_at)
    values (${id}, ${propertyId}, ${status}, ${startsAt}, ${endsAt}, tstzrange(${startsAt}, ${endsAt}),
      ${local.toPlainDate().toString()}, ${local.toPlainTime().toString()}, ${timeZone}, ${bookedAt}, 'buyer', ${buyer.name},
      ${buyer.email}, ${phone.buyer_phone}, ${phone.buyer_phone_e164}, ${phone.buyer_phone_extension}, '10.0.0.1', 2500, ${choices.specialRequests ?? null}, ${number}, ${`m${id}`},
      ${`n${id}`}, ${isDemo}, ${bookedAt}, ${bookedAt}, ${bookedAt})`.execute(db)
  if (!isDemo)
    await sql`
      insert into payment (id, booking_id, provider, intent_id, client_secret, amount_cents, capture, status, paid_cents,
        paid_at, created_at, updated_at)
      values (${nextId()}, ${id}, 'sandbox', ${`pi_${id}`}, ${`s_${id}`}, 2500, 'automatic', 'succeeded', 2500,
        ${bookedAt}, ${bookedAt}, ${bookedAt})`.execute(db)
  return { id, number }
}

/** Returns a valid booking form, with a new buyer on each call. */
export function makeForm(propertyId: string, change: Record<string, unknown> = {}) {
  const n = ++made
  return {
    propertyId,
    // Certified mail needs 7 days.
    showingDate: change.mailUpgrade ? '2026-11-30' : '2026-11-27',
    showingTime: '13:30',
    requesterType: 'buyer',
    buyerName: `Maria Gomez ${n}`,
    buyerEmail: `maria${n}@buyers.example.com`,
    buyerPhone: `213555${String(1000 + (n % 9000)).padStart(4, '0')}`,
    mailUpgrade: false,
    specialRequests: null,
    agreeToTerms: true,
    ...change,
  }
}

export const goodCard = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '123' }
export const billing = { name: 'Maria Gomez', email: 'maria@buyers.example.com', phone: '2135550142' }
