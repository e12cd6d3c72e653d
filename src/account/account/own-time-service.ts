import type { Database } from '../../platform/db/connect.ts'
import { type OwnTime, showingsTooClose } from './own-time-domain.ts'
import { setOwnTime } from './repository.ts'

/**
 * Stores an agent's schedule settings in the caller's transaction. Take its lock before any row of the agent.
 * @param ownTime valid settings
 * @throws DomainError conflict (with the showings that are too close to each other)
 */
export async function keepOwnTime(tx: Database, accountId: string, ownTime: OwnTime, now: Temporal.Instant) {
  const tooClose = await setOwnTime(tx, accountId, ownTime, now)
  if (tooClose.length > 0) throw showingsTooClose(ownTime, tooClose)
}
