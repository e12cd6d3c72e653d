import { sql } from 'kysely'
import { constraintOf, type Database } from '../../platform/db/connect.ts'
import type { Nearby } from './showing-domain.ts'

/**
 * Calls the SQL function, which stores who gives a showing that can still take place.
 * @param name `null` for the agent
 * @returns `own_time_taken` if the agent shows another property at that time; `changed` if it cannot take place
 */
export async function storeShownBy(
  db: Database,
  { id, name, now }: { id: string; name: string | null; now: Temporal.Instant },
): Promise<'done' | 'changed' | 'own_time_taken'> {
  try {
    const { rows } = await sql<{ outcome: 'done' | 'changed' }>`
      select assign_showing(${id}, ${name}, ${now.toString()}::timestamptz) as outcome`.execute(db)
    return rows[0]?.outcome ?? 'changed'
  } catch (error) {
    if (constraintOf(error) === 'booking_agent_alone') return 'own_time_taken'
    throw error
  }
}

/**
 * Finds the agent's first showing at another property whose time collides with that of a booking,
 * or with its proposed time.
 */
export async function findInTheWay(db: Database, id: string, now: Temporal.Instant): Promise<Nearby | null> {
  const { rows } = await sql<Omit<Nearby, 'starts_at' | 'ends_at'> & { starts_at: Date; ends_at: Date }>`
    select o.id, o.property_id, o.status, o.time_zone, o.confirmation_number, o.starts_at, o.ends_at,
      h.address_line1, h.unit_number, h.city, h.state, h.zip_code
    from booking b join booking o on o.owner_id = b.owner_id and o.property_id <> b.property_id
    join property h on h.id = o.property_id
    where (b.id = ${id} or b.id = (select slot_id from move_proposal where booking_id = ${id} and answer is null))
      and o.agent_time && agent_range(b.during, b.ends_at, b.travel_minutes)
      and o.status in ('held', 'pending', 'confirmed', 'completed', 'no_show')
      and (o.status <> 'held' or o.hold_expires_at > ${now.toString()}::timestamptz)
    order by o.starts_at, o.id limit 1`.execute(db)
  const found = rows[0]
  return found ? { ...found, starts_at: found.starts_at.toISOString(), ends_at: found.ends_at.toISOString() } : null
}
