import { sql } from 'kysely'
import type { ProviderName } from '../../money/payment/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Language } from '../../platform/language.ts'
import { phoneColumns } from '../../platform/phone.ts'
import type { DemoSent } from '../booking/contract.ts'
import type { StoredHold } from '../booking/hold-repository.ts'
import type { Destination, DestinationKind } from './destination-domain.ts'
import type { DEMO_HOME, DemoShowing } from './sample-domain.ts'

export type DemoState = { propertyId: string | null; hasOtherProperties: boolean }

export async function findDemo(db: Database, ownerId: string): Promise<DemoState> {
  const { rows } = await sql<DemoState>`
    select (select id from property where owner_id = ${ownerId} and is_demo and deleted_at is null) as "propertyId",
      exists (select from property where owner_id = ${ownerId} and not is_demo and deleted_at is null)
        as "hasOtherProperties"`.execute(db)
  return rows[0] ?? { propertyId: null, hasOtherProperties: false }
}

/**
 * Inserts the demo property with its showings. Its contact comes from the agent's saved profile, or else from the
 * account. Its photos are those of the sample property, if there are any.
 * @returns `false`, without a change, if the agent already has a demo property
 */
export async function insertDemo(
  db: Database,
  property: typeof DEMO_HOME & { id: string; ownerId: string; slug: string; now: Temporal.Instant },
  showings: (DemoShowing & { id: string; manageToken: string; noticeToken: string })[],
): Promise<boolean> {
  const { id, ownerId, slug, now, ...columns } = property
  const names = Object.keys(columns).map((name) => sql.ref(name))
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      insert into property (id, owner_id, created_by, slug, is_demo, created_at, updated_at, ${sql.join(names)},
        use_public_profile, agent_first_name, agent_last_name, agent_email)
      select ${id}, a.id, a.id, ${slug}, true, ${now}, ${now}, ${sql.join(Object.values(columns))},
        c.account_id is not null, split_part(a.name, ' ', 1), nullif(substr(a.name, strpos(a.name || ' ', ' ') + 1), ''), a.email
      from account a
      left join agent_profile c on c.account_id = a.id
      where a.id = ${ownerId}
      on conflict (owner_id) where is_demo and deleted_at is null do nothing`.execute(tx)
    if (numAffectedRows !== 1n) return false
    await sql`
      insert into property_photo (property_id, position, photo_key, caption)
      select ${id}, f.position, f.photo_key, f.caption
      from property_photo f join property s on s.id = f.property_id where s.slug = 'sample-property'`.execute(tx)
    for (const one of showings) {
      const phone = phoneColumns('buyer_phone', one.buyerPhone)
      await sql`
        insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
          hold_expires_at, requester_type, buyer_name, buyer_email, client_address, amount_cents,
          confirmation_number, manage_token, notice_token, feedback, is_demo, created_at, booked_at, updated_at,
          buyer_phone, buyer_phone_e164, buyer_phone_extension)
        values (${one.id}, ${id}, ${one.status}, ${one.startsAt}, ${one.endsAt},
          tstzrange(${one.startsAt}::timestamptz, ${one.endsAt}::timestamptz), ${one.date}, ${one.time}, ${columns.time_zone},
          ${one.bookedAt}, 'buyer', ${one.buyerName}, ${one.buyerEmail}, 'demo', ${one.amountCents},
          ${one.number}, ${one.manageToken}, ${one.noticeToken}, ${one.feedback}, true, ${one.bookedAt}, ${one.bookedAt},
          ${now}, ${phone.buyer_phone}, ${phone.buyer_phone_e164}, ${phone.buyer_phone_extension})`.execute(tx)
    }
    return true
  })
}

/** The demo that a visitor wants. Times are RFC 3339. */
export type WantedDemo = {
  startsAt: string
  endsAt: string
  showingDate: string
  showingTime: string
  visitor: { name: string; email: string; phone: string }
  /** Pacific date, `YYYY-MM-DD`. */
  day: string
  destinations: Destination[]
}

export type DemoHold = WantedDemo & {
  id: string
  propertyId: string
  timeZone: string
  expiresAt: string
  buyer: { name: string; email: string; phone: string }
  clientAddress: string
  language: Language
  clientSecret?: string | undefined
  amountCents: number
  manageToken: string
  noticeToken: string
  payment: { id: string; provider: ProviderName }
}

const whenColumns = (wanted: WantedDemo) => ({
  starts_at: wanted.startsAt,
  ends_at: wanted.endsAt,
  showing_date: wanted.showingDate,
  showing_time: wanted.showingTime,
})
const demoColumns = ({ visitor, day, destinations }: WantedDemo) => ({
  visitor_name: visitor.name,
  visitor_email: visitor.email,
  ...phoneColumns('visitor_phone', visitor.phone),
  day,
  destinations,
})

/** Calls the SQL function once. @returns the kinds of destinations that are taken, if there are any */
export async function holdDemo(
  db: Database,
  hold: DemoHold,
  now: string,
): Promise<StoredHold | 'too_many' | DestinationKind[]> {
  const booking = {
    id: hold.id,
    property_id: hold.propertyId,
    time_zone: hold.timeZone,
    hold_expires_at: hold.expiresAt,
    ...whenColumns(hold),
    buyer_name: hold.buyer.name,
    buyer_email: hold.buyer.email,
    ...phoneColumns('buyer_phone', hold.buyer.phone),
    client_address: hold.clientAddress,
    language: hold.language,
    client_secret: hold.clientSecret,
    amount_cents: hold.amountCents,
    manage_token: hold.manageToken,
    notice_token: hold.noticeToken,
  }
  const payment = { ...hold.payment, capture: 'automatic' }
  const { rows } = await sql<
    Omit<StoredHold, 'outcome' | 'expiresAt'> & {
      outcome: StoredHold['outcome'] | 'too_many' | 'taken'
      expires: Date
      taken: DestinationKind[]
    }
  >`
    select outcome, booking_id as "bookingId", manage_token as "manageToken", hold_expires_at as expires,
      payment_id as "paymentId", intent_id as "intentId", client_secret as "clientSecret", amount_cents as "amountCents",
      revision, taken
    from hold_demo(${JSON.stringify(booking)}::jsonb, ${JSON.stringify(payment)}::jsonb,
      ${JSON.stringify(demoColumns(hold))}::jsonb, ${now}::timestamptz)`.execute(db)
  const [row] = rows
  if (!row) throw new Error('hold_demo returned nothing')
  const { outcome, expires, taken, ...held } = row
  if (outcome === 'taken') return taken
  return outcome === 'too_many' ? outcome : { ...held, outcome, expiresAt: expires.toISOString() }
}

/** @returns its revision; `null` if it was changed, paid, or ended in the meantime; or kinds as in `holdDemo` */
export async function renewDemo(
  db: Database,
  held: { bookingId: string; revision: number },
  wanted: WantedDemo,
  now: string,
): Promise<number | null | DestinationKind[]> {
  const { rows } = await sql<{ outcome: string; revision: number | null; taken: DestinationKind[] }>`
    select * from renew_demo(${held.bookingId}, ${held.revision}, ${JSON.stringify(whenColumns(wanted))}::jsonb,
      ${JSON.stringify(demoColumns(wanted))}::jsonb, ${now}::timestamptz)`.execute(db)
  const [row] = rows
  return row?.outcome === 'taken' ? row.taken : (row?.revision ?? null)
}

export async function listDestinations(db: Database, bookingId: string): Promise<Destination[]> {
  const { rows } = await sql<Destination>`
    select kind, recipient, folded from demo_destination where booking_id = ${bookingId} order by kind`.execute(db)
  return rows
}

/** Finds the visitor who pays for a demo. Returns `null` if it is not a demo of the product's own property. */
export async function findVisitor(
  db: Database,
  bookingId: string,
): Promise<{ name: string; email: string; phone: string } | null> {
  const { rows } = await sql<{ name: string; email: string; phone: string }>`
    select visitor_name as name, visitor_email as email, visitor_phone as phone from demo_booking
    where booking_id = ${bookingId}`.execute(db)
  return rows[0] ?? null
}

/** Lists a demo's emails, then texts, then the letter. Within each, the agent's comes first and the buyer's last. */
export async function listSent(db: Database, bookingId: string): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    select channel, role, recipient, status, reason from notification where booking_id = ${bookingId}
    order by array_position(array['email', 'sms', 'certified_mail'], channel),
      array_position(array['listing_agent', 'resident', 'buyer'], role)`.execute(db)
  return rows
}
type SentRow = Omit<DemoSent['messages'][number], 'to'> & Pick<Destination, 'recipient'>
