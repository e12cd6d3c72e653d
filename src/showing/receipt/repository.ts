import { sql } from 'kysely'
import type { MovementKind, ProviderName } from '../../money/payment/domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PaidShowingRow } from '../booking/showing-domain.ts'

export type PaidRow = PaidShowingRow & {
  provider: ProviderName
  movements: { kind: MovementKind; amount_cents: number; at: string }[]
}

/**
 * Finds a booking with its payment and its movements, in order. Returns `null` if there is no booking or no payment.
 */
export async function findPaid(db: Database, manageToken: string): Promise<PaidRow | null> {
  const { rows } = await sql<PaidRow>`
    select s.*, p.provider, (
      select coalesce(json_agg(json_build_object('kind', kind, 'amount_cents', amount_cents, 'at', at) order by at, id), '[]')
      from counted_entry where payment_id = p.id) as movements
    from showing s join payment p on p.id = s.payment_id
    where s.manage_token = ${manageToken} and s.status not in ('held', 'lapsed')`.execute(db)
  return rows[0] ?? null
}
