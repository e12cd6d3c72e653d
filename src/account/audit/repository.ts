import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
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

/** @param email folded @returns the account's id */
export async function findPerson(db: Database, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from account where email = ${email}`.execute(db)
  return rows[0]?.id ?? null
}

/** An empty `act` or `personId` means any. */
type Wanted = PageRange<{ id: string }> & { act: string; personId: string }

/** Lists acts, newest first. */
export async function listActs(db: Database, { after, limit, act, personId }: Wanted): Promise<AdminAct[]> {
  const ofPerson = sql`and (a.actor_id = ${personId}::uuid or (a.subject_kind = 'account' and a.subject_id = ${personId}))`
  const { rows } = await sql<Omit<AdminAct, 'at'> & { at: Date }>`
    select a.id, a.at, a.actor_id as "actorId", o.email as actor, a.act, a.subject_kind as "subjectKind", a.subject_id as "subjectId",
      case a.subject_kind
        when 'account' then (select s.email from account s where s.id::text = a.subject_id and s.deleted_at is null)
        when 'property' then (select concat_ws(' ', p.address_line1, p.unit_number) from property p where p.id::text = a.subject_id)
      end as subject,
      a.details
    from admin_act a left join account o on o.id = a.actor_id and o.deleted_at is null
    where true ${after ? sql`and a.id < ${after.id}::uuid` : sql``} ${act ? sql`and a.act = ${act}` : sql``}
      ${personId ? ofPerson : sql``} order by a.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
