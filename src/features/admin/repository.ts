import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

type AgentRow = { id: string; name: string | null; email: string; role: 'agent' | 'admin'; property_count: number }

/** Whoever can sign in: the account that holds the product's own demo home cannot. */
const canSignIn = sql`exists (select from account_credential c where c.account_id = a.id)`

/** The newest first. */
export async function listAgents(db: Database, page: { beforeId: string | null; limit: number }): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    select a.id, g.agent_name as name, a.email, coalesce(p.role, 'agent') as role,
      (select count(*)::int from property h where h.owner_id = a.id and h.deleted_at is null) as property_count
    from account a left join profile p on p.account_id = a.id left join agent_profile g on g.account_id = a.id
    where ${canSignIn} ${page.beforeId ? sql`and a.id < ${page.beforeId}` : sql``} order by a.id desc limit ${page.limit}`.execute(
    db,
  )
  return rows
}

export async function hasAgent(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from account a where a.id = ${id} and ${canSignIn}`.execute(db)
  return rows.length > 0
}
