import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

type AddressRow = { address_line1: string; unit_number: string | null; zip_code: string }

export async function listAddresses(db: Database, ownerId: string): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select p.address_line1, p.unit_number, p.zip_code from property p
    where p.owner_id = ${ownerId} and p.deleted_at is null`.execute(db)
  return rows
}
