import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { AdminAct } from './contract.ts'

export type Act = {
  actorId: string | null
  act: string
  subjectKind: string
  subjectId: string
  details: Record<string, unknown>
}

export async function insertAct(db: Database, act: Act, now: string): Promise<void> {
  await sql`select record_admin_act(${act.actorId}, ${act.act}, ${act.subjectKind}, ${act.subjectId},
    ${JSON.stringify(act.details)}::jsonb, ${now}::timestamptz)`.execute(db)
}

/** The newest first. */
export async function listActs(db: Database, page: { before: string | null; limit: number }): Promise<AdminAct[]> {
  const { rows } = await sql<Omit<AdminAct, 'at'> & { at: Date }>`
    select a.id, a.at, a.actor_id as "actorId", o.email as actor, a.act, a.subject_kind as "subjectKind", a.subject_id as "subjectId",
      a.details
    from admin_act a left join account o on o.id = a.actor_id
    ${page.before ? sql`where a.id < ${page.before}` : sql``} order by a.id desc limit ${page.limit}`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
