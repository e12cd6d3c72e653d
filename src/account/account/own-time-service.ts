import type { Database } from '../../platform/db/connect.ts'
import { type OwnTime, showingsTooClose } from './own-time-domain.ts'
import { setOwnTime } from './repository.ts'

/**
 * Stores how an agent's own time is kept, in the caller's transaction. Its lock comes before every row of the agent.
 * @param ownTime valid
 * @throws DomainError conflict (with the showings that are too close to one another)
 */
export async function keepOwnTime(tx: Database, accountId: string, ownTime: OwnTime, now: Temporal.Instant) {
  const tooClose = await setOwnTime(tx, accountId, ownTime, now)
  if (tooClose.length > 0) throw showingsTooClose(ownTime, tooClose)
}
