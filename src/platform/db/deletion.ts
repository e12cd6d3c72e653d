import type { RawBuilder } from 'kysely'
import type { Database } from './connect.ts'

/** Maximum number of rows that one statement deletes, so that it stays short. */
export const DELETED_AT_ONCE = 10_000

/** @param deleteSome deletes at most DELETED_AT_ONCE rows, and returns how many */
export async function untilNoneLeft(deleteSome: () => Promise<number>): Promise<void> {
  for (;;) if ((await deleteSome()) < DELETED_AT_ONCE) return
}

/**
 * Deletes rows one by one until none is left that may go.
 * @param remove returns `false` for a row that is in use by now
 * @returns how many
 */
export async function removeEach<Row>(
  listSome: () => Promise<Row[]>,
  remove: (row: Row) => Promise<boolean>,
): Promise<number> {
  for (let total = 0; ; ) {
    let removed = 0
    for (const row of await listSome()) if (await remove(row)) removed++
    total += removed
    if (removed === 0) return total
  }
}

/**
 * Deletes a row, and its files inside the transaction, so that no file remains without its row. After a crash, the next
 * sweep finds the row.
 * @param of.isUse tells whether an error means that something uses the row by now. The foreign key decides a tie
 * @returns whether it deleted the row
 */
export async function deleteWithFiles(
  db: Database,
  row: RawBuilder<unknown>,
  of: { deleteFiles: () => Promise<void>; isUse: (error: unknown) => boolean },
): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      const { numAffectedRows } = await row.execute(tx)
      if (numAffectedRows === 1n) await of.deleteFiles()
      return numAffectedRows === 1n
    })
  } catch (error) {
    if (of.isUse(error)) return false
    throw error
  }
}
