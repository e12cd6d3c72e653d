import { sql } from 'kysely'
import type { Database } from '../src/platform/db/connect.ts'

/**
 * Waits until each of these waits for a lock, or one of them has ended. Nothing else may wait in this database. Call
 * this outside of transactions, because inside, PostgreSQL repeats its first answer.
 */
export async function untilLockWaits(db: Database, ...running: Promise<unknown>[]): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  for (const one of running) one.then(end, end)
  for (let waiting = 0; waiting < running.length && !isOver; ) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    waiting = rows.length
  }
}

/**
 * Runs `act` while an edit of a property holds its row. The edit then locks the property's account, and ends.
 * PostgreSQL refuses one of two transactions that lock these in another order.
 */
export async function duringEdit<Result>(
  db: Database,
  { id, ownerId }: { id: string; ownerId: string },
  act: () => Promise<Result>,
): Promise<Result> {
  const running = await db.transaction().execute(async (edit) => {
    await sql`select from property where id = ${id} for no key update`.execute(edit)
    const acting = act()
    await untilLockWaits(db, acting)
    await sql`select from account where id = ${ownerId} for update`.execute(edit)
    return { acting }
  })
  return running.acting
}
