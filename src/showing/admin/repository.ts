import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import { patternOf } from '../../platform/search-words.ts'

type AgentRow = {
  id: string
  name: string | null
  email: string
  contact: { name: string | null; email: string | null; phone: string | null }
  role: 'agent' | 'admin'
  property_count: number
}

/** Excludes accounts without a way to sign in, such as the owner of the product's demo property. */
const canSignIn = sql`exists (select from account_credential c where c.account_id = a.id)`

/** Lists accounts whose name or email contains each of these words, newest first. */
export async function listAgentRows(
  db: Database,
  { words, after, limit }: PageRange<{ id: string }> & { words: string[] },
): Promise<AgentRow[]> {
  const patterns = words.map(patternOf)
  const holds = sql`and lower(concat_ws(' ', a.email, g.agent_name)) ~ all (${patterns}::text[])`
  const { rows } = await sql<AgentRow>`
    select a.id, g.agent_name as name, a.email, coalesce(p.role, 'agent') as role,
      (select count(*)::int from property h where h.owner_id = a.id and h.deleted_at is null) as property_count,
      json_build_object('name', c.agent_name, 'email', c.agent_email, 'phone', c.agent_phone) as contact
    from account a left join profile p on p.account_id = a.id left join agent_profile g on g.account_id = a.id
    left join lateral contact_of(jsonb_populate_record(null::property,
      jsonb_build_object('owner_id', a.id, 'use_public_profile', true))) c on true
    where ${canSignIn} ${words.length > 0 ? holds : sql``} ${after ? sql`and a.id < ${after.id}` : sql``}
    order by a.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findAgent(db: Database, id: string): Promise<{ isSuspended: boolean } | null> {
  const { rows } = await sql<{ isSuspended: boolean }>`
    select exists (select from suspension s where s.account_id = a.id) as "isSuspended"
    from account a where a.id = ${id} and ${canSignIn}`.execute(db)
  return rows[0] ?? null
}
