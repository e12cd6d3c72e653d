import { sql } from 'kysely'
import type { Database } from './connect.ts'

class Undo extends Error {}

type Files = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  delete(key: string): Promise<void>
}

/** Writes a megabyte to the database and one to the files, and removes both. @throws their errors */
export async function tryWrite(db: Database, files: Files): Promise<void> {
  await writeTable(db)
  const key = 'disk-space/probe.bin'
  await files.put(key, new Uint8Array(2 ** 20), 'application/octet-stream')
  await files.delete(key)
}

async function writeTable(db: Database): Promise<void> {
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`create temporary table disk_space on commit drop as
        select gen_random_uuid() as id from generate_series(1, 25000)`.execute(tx)
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })
}
