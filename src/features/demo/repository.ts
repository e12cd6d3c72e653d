import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { DEMO_HOME, DemoShowing } from './domain.ts'

export type DemoState = { propertyId: string | null; hasOtherProperties: boolean }

export async function findDemo(db: Database, ownerId: string): Promise<DemoState> {
  const { rows } = await sql<DemoState>`
    select (select id from property where owner_id = ${ownerId} and is_demo and deleted_at is null) as "propertyId",
      exists (select from property where owner_id = ${ownerId} and not is_demo and deleted_at is null)
        as "hasOtherProperties"`.execute(db)
  return rows[0] ?? { propertyId: null, hasOtherProperties: false }
}

/**
 * The agent's own contact: the saved profile, else what the account says. The photo is that of the sample, where it is.
 * @returns false, and nothing happens, where the agent has a demo home already
 */
export async function insertDemo(
  db: Database,
  home: typeof DEMO_HOME & { id: string; ownerId: string; slug: string; now: Temporal.Instant },
  showings: (DemoShowing & { id: string; manageToken: string; noticeToken: string })[],
): Promise<boolean> {
  const { id, ownerId, slug, now, ...told } = home
  const names = Object.keys(told).map((name) => sql.ref(name))
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      insert into property (id, owner_id, created_by, slug, is_demo, created_at, updated_at, ${sql.join(names)},
        use_public_profile, agent_first_name, agent_last_name, agent_email,
        photo_key, photo_thumbhash, photo_placeholder, photo_width, photo_height)
      select ${id}, a.id, a.id, ${slug}, true, ${now}, ${now}, ${sql.join(Object.values(told))},
        c.account_id is not null, split_part(a.name, ' ', 1), nullif(substr(a.name, strpos(a.name || ' ', ' ') + 1), ''), a.email,
        s.photo_key, s.photo_thumbhash, s.photo_placeholder, s.photo_width, s.photo_height
      from account a
      left join agent_profile c on c.account_id = a.id
      left join property s on s.slug = 'sample-property'
      where a.id = ${ownerId}
      on conflict (owner_id) where is_demo and deleted_at is null do nothing`.execute(tx)
    if (numAffectedRows !== 1n) return false
    for (const one of showings) {
      await sql`
        insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
          hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents,
          confirmation_number, manage_token, notice_token, feedback, is_demo, created_at, booked_at, updated_at)
        values (${one.id}, ${id}, ${one.status}, ${one.startsAt}, ${one.endsAt},
          tstzrange(${one.startsAt}::timestamptz, ${one.endsAt}::timestamptz), ${one.date}, ${one.time}, ${told.time_zone},
          ${one.bookedAt}, 'buyer', ${one.buyerName}, ${one.buyerEmail}, ${one.buyerPhone}, 'demo', ${one.amountCents},
          ${one.number}, ${one.manageToken}, ${one.noticeToken}, ${one.feedback}, true, ${one.bookedAt}, ${one.bookedAt},
          ${now})`.execute(tx)
    }
    return true
  })
}
