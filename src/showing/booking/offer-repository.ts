import { type RawBuilder, sql } from 'kysely'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import type { Database } from '../../platform/db/connect.ts'

/** Selects the folded emails that the visitor of a booking has replaced. An empty one means that they had none. */
const formerEmails = (booking: RawBuilder<unknown>) => sql`
  select lower(c.payload::jsonb #>> '{former,email}') from compliance_entry c
  where c.booking_id = ${booking}.id and c.event = 'email_changed'`

/** Condition that someone corrected the email of `booking b`. */
export const isCorrected: RawBuilder<boolean> = sql`'' < any (${formerEmails(sql`b`)})`

/**
 * Condition that `booking b` is for the same visitor as `booking o`. Either email may have been corrected
 * since. Clients of one buyer's agent may share a phone. Then different emails tell a client who pays from the
 * visitor of a free showing.
 */
export const isSameVisitor: RawBuilder<boolean> = sql`
  (b.email_folded = nullif(o.email_folded, '')
    or b.phone_key = nullif(o.phone_key, '') and (o.amount_cents > 0 or b.amount_cents = 0 or '' in (o.email_folded, b.email_folded))
    or exists ((select b.email_folded union ${formerEmails(sql`b`)}) intersect (select o.email_folded union ${formerEmails(sql`o`)})
      except select ''))`

export const BLOCKING = ['pending', 'confirmed', 'completed', 'no_show'] satisfies BookingStatus[]

/** Lists the offered times that are booked by now, and whether the same buyer booked them. */
export async function listTakenOffers(db: Database, { id }: { id: string }) {
  const { rows } = await sql<{ starts_at: Date; isOwn: boolean }>`
    select b.starts_at, ${isSameVisitor} is true as "isOwn"
    from booking o join booking b on b.property_id = o.property_id and b.starts_at = any(o.offered_times)
    where o.id = ${id} and b.status = any(${BLOCKING})`.execute(db)
  return rows
}

/** Another offered time that the same buyer has booked or holds. */
type OwnOffer = { id: string; isBooked: boolean; intent_id: string | null; client_secret: string | null }

/**
 * Lists the offered times other than `startsAt` that the same buyer has booked or holds at this moment. It leaves out
 * pay links, because they are a separate offer by the agent.
 */
export async function listOtherOffers(
  db: Database,
  of: { id: string; startsAt: string; now: string },
): Promise<OwnOffer[]> {
  const { rows } = await sql<OwnOffer>`
    select b.id, b.status <> 'held' as "isBooked", p.intent_id, p.client_secret
    from booking o join booking b on b.property_id = o.property_id and b.starts_at = any(o.offered_times)
      left join payment p on p.booking_id = b.id
    where o.id = ${of.id} and b.starts_at <> ${of.startsAt}::timestamptz and ${isSameVisitor}
      and (b.status = any(${BLOCKING}) or b.status = 'held' and b.booked_by is null and b.hold_expires_at > ${of.now}::timestamptz)
    order by b.id desc`.execute(db)
  return rows
}
