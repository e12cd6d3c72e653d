import type { Database } from '../../platform/db/connect.ts'
import type { PropertyForm } from './contract.ts'

/** Sample property of a new installation. */
export type Sample = {
  property: PropertyForm & { slug: string }
  /** Draws a PNG. It is slow, so call it only when needed. */
  drawPhoto(): Promise<Uint8Array>
}

/**
 * Stores in the caller's transaction whether an agent shows alone.
 * @throws DomainError conflict if booked showings overlap
 */
export type KeepOwnTime = (
  tx: Database,
  accountId: string,
  ownTime: { shows_alone: boolean },
  now: Temporal.Instant,
) => Promise<void>
