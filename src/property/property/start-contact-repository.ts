import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

/** The sources for a new property's contact. `latest` columns are from the newest property with a phone number. */
type KnownRow = {
  account_name: string | null
  account_email: string
  agent_name: string | null
  agent_phone: string | null
  agent_email: string | null
  agent_license: string | null
  agent_brokerage: string | null
  latest_first_name: string | null
  latest_last_name: string | null
  latest_phone: string | null
  latest_email: string | null
  latest_license: string | null
  latest_brokerage: string | null
  address_line1: string | null
  unit_number: string | null
  city: string | null
  state: string | null
  zip_code: string | null
}

export async function findKnownAgent(db: Database, accountId: string): Promise<KnownRow | null> {
  const { rows } = await sql<KnownRow>`
    select case when not a.has_stand_in_name then nullif(a.name, '') end as account_name, a.email as account_email,
      nullif(g.agent_name, '') as agent_name, nullif(g.agent_phone, '') as agent_phone,
      nullif(g.agent_email, '') as agent_email, nullif(g.agent_license, '') as agent_license,
      nullif(g.agent_brokerage, '') as agent_brokerage,
      nullif(p.agent_first_name, '') as latest_first_name, nullif(p.agent_last_name, '') as latest_last_name,
      nullif(p.agent_phone, '') as latest_phone, nullif(p.agent_email, '') as latest_email,
      nullif(p.agent_license, '') as latest_license, nullif(p.agent_brokerage, '') as latest_brokerage,
      p.address_line1, p.unit_number, p.city, p.state, p.zip_code
    from account a
    left join agent_profile g on g.account_id = a.id
    left join lateral (
      select * from property
      where owner_id = a.id and deleted_at is null and not is_demo and agent_phone <> ''
      order by id desc limit 1
    ) p on true
    where a.id = ${accountId}`.execute(db)
  return rows[0] ?? null
}
